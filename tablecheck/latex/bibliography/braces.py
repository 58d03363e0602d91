"""Finds where a group of braces ends."""


def closing_brace(text: str, opening: int) -> int:
    r"""Find the ``}`` that closes the ``{`` at ``opening``; the length of the text where none does.

    Escaped braces do not count. ``\\{`` is a line break and a brace, which no bibliography writes.
    """
    depth = 0
    for index in range(opening, len(text)):
        character = text[index]
        if character in "{}" and text[index - 1] == "\\" and index > opening:
            continue
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return index
    return len(text)


def group(text: str, opening: int) -> tuple[str, int]:
    """Give what stands inside the braces at ``opening``, and the position after them."""
    end = closing_brace(text, opening)
    return text[opening + 1 : end], min(end + 1, len(text))
