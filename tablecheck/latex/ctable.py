"""``\\ctable[options]{columns}{notes}{rows}``, written out as the float it stands for."""

import re

from tablecheck.latex.flat import Origin
from tablecheck.latex.macros import Macro
from tablecheck.latex.reader import Argument, Piece, Reader, argument_text
from tablecheck.latex.scopes import Scopes

_RULES = {"FL": r"\toprule ", "ML": r"\\\midrule ", "LL": r"\\\bottomrule ", "NN": r"\\ "}
_TITLE = re.compile(r"\b(caption|label)\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,{}]*)")


def written_out(reader: Reader, scopes: Scopes, origin: Origin) -> list[Piece]:
    """Take the arguments off the reader; its rows may call ``\\FL``, ``\\ML``, ``\\LL`` and ``\\NN``."""
    options = reader.take_option() or ()
    columns, notes, rows = (reader.take_argument() for _ in range(3))
    for name, rule in _RULES.items():
        scopes.macros.setdefault(name, Macro((), (rule,)))

    def literal(text: str) -> Argument:
        return (Piece(text, 0, len(text), *origin),)

    titles = "".join(
        f"\\{name}{value if value.startswith('{') else f'{{{value}}}'}"
        for name, value in sorted(_TITLE.findall(argument_text(options)))
    )
    return [
        *literal(f"\\begin{{table}}{titles}\\begin{{tabular}}{{"),
        *columns,
        *literal("}"),
        *rows,
        *literal("\\end{tabular}"),
        *notes,
        *literal("\\end{table}"),
    ]
