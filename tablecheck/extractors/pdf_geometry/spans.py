"""Labels that stand centred beside several rows, as ``\\multirow`` prints them."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.rows import Row
from tablecheck.extractors.pdf_geometry.sheet import Rule, median

_LABEL_COLUMNS = 3  # how many columns at the left may hold labels of groups of rows
_OFF_CENTRE = 0.35  # of the row step: how far from the middle of its rows a label may stand among others
_OFF_CENTRE_ALONE = 0.6  # of the row step: the same where rules leave no other choice
_LEADING = 1.35  # of the size: the distance of the lines of one label
_LABEL_STEP = 2.2  # of the size: the same where a line of the label stands between two rows
_BETWEEN = 0.15  # of the size: how far from every row such a line stands
_CLOSER = 0.75  # of the step of rows: lines of one label stand closer
_SAME_LINE = 0.1  # of the size


def stretch_labels(
    cells: list[GridCell], rows: Sequence[Row], partial: Sequence[Rule], column_count: int
) -> list[GridCell]:
    """Let each label fill the rows it is centred beside."""
    steps = [b.first_line - a.first_line for a, b in itertools.pairwise(rows) if a.band == b.band]
    step = median(steps, 12.0)
    for column in range(column_count):
        for block in _blocks(rows, partial, cells, column):
            if column < _LABEL_COLUMNS or _is_head(rows, block):
                cells = _tiled(cells, rows, block, column, step)
            else:
                cells = _like_its_neighbours(cells, block, column)
    return _stretched_halfway(cells, rows)


def _is_head(rows: Sequence[Row], block: Sequence[int]) -> bool:
    """Tell the rows above the first rule that goes all the way, unless values stand there, too."""
    words = [word for index in block for cell in rows[index].placed if cell.first for word in cell.words]
    values = any("." in word.text and is_numeric(word.text) for word in words)
    return rows[block[0]].band == rows[0].band < rows[-1].band and not values


def _like_its_neighbours(cells: list[GridCell], block: Sequence[int], column: int) -> list[GridCell]:
    """Let the one value of a column in a block fill it where a value of the same line, further left, does."""
    inside = [cell for cell in cells if cell.first <= column <= cell.last and block[0] <= cell.row <= block[-1]]
    if len(block) < 2 or len(inside) != 1 or not is_numeric(inside[0].words[0].text):
        return cells
    alone = inside[0]
    line = alone.words[0].baseline
    if not any(
        (cell.row, cell.last_row) == (block[0], block[-1])
        and is_numeric(cell.words[0].text)
        and abs(cell.words[0].baseline - line) < _SAME_LINE * alone.words[0].size
        for cell in cells
    ):
        return cells
    return [replace(cell, row=block[0], last_row=block[-1]) if cell is alone else cell for cell in cells]


def _blocks(rows: Sequence[Row], partial: Sequence[Rule], cells: Sequence[GridCell], column: int) -> list[list[int]]:
    """Cut the rows where a rule runs across a column."""
    boxes = [cell.box for cell in cells if cell.first == cell.last == column]
    middle = (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2 if boxes else 0.0
    blocks = [[0]]
    for index in range(1, len(rows)):
        above, below = rows[index - 1], rows[index]
        ruled = any(
            above.last_line < rule.at < below.first_line and rule.start - 3 <= middle <= rule.end + 3
            for rule in partial
        )
        if above.band != below.band or ruled:
            blocks.append([index])
        else:
            blocks[-1].append(index)
    return blocks


def _tiled(
    cells: list[GridCell], rows: Sequence[Row], block: Sequence[int], column: int, step: float
) -> list[GridCell]:
    """Share a block of rows out among the labels of a column, each to be centred; all or nothing."""
    inside = [cell for cell in cells if cell.first <= column <= cell.last and block[0] <= cell.row <= block[-1]]
    in_head = _is_head(rows, block)
    if not inside or len(inside) > len(block) - (not in_head) or any(cell.first != cell.last for cell in inside):
        return cells
    if not all(any(c.row == row and c.first not in {0, column} for c in cells) for row in block):
        return cells  # a label alone heads the rows below it, and has no part in what stands beside them
    if _deviations_alone(cells, inside, block) or not any(c.isalnum() for cell in inside for c in cell.text):
        return cells  # marks such as ticks belong to one row each
    groupings = [[[cell] for cell in inside], _by_lines(inside)] if len(inside) < len(block) else []
    if len(block) > 1 and _off_rows(inside, rows):
        groupings.append([inside])
    for labels in groupings:
        if not in_head and any(len(label) > 1 and not _may_be_one(label, rows, block) for label in labels):
            continue
        shares = _shares([_merged(label) for label in labels], rows, block, step)
        if shares is not None and (in_head or not _may_head_from_above(inside, shares, block)):
            kept = [cell for cell in cells if cell not in inside]
            return sorted(kept + shares, key=lambda cell: (cell.row, cell.first))
    return cells


def _deviations_alone(cells: Sequence[GridCell], labels: Sequence[GridCell], block: Sequence[int]) -> bool:
    """Tell rows that have no label because they print the standard errors of the row above, in brackets."""
    loose = set(block) - {label.row for label in labels}
    values = [cell for cell in cells if cell.row in loose]
    return bool(values) and all(cell.text.startswith(("(", "[")) for cell in values)


def _off_rows(cells: Sequence[GridCell], rows: Sequence[Row]) -> bool:
    """Tell the lines of one label, close to each other, by one that stands between the rows beside it."""
    if any(
        b.words[0].baseline - a.words[-1].baseline > _LABEL_STEP * b.words[0].size for a, b in itertools.pairwise(cells)
    ):
        return False
    beside = [word.baseline for row in rows for c in row.placed if c.first != cells[0].first for word in c.words]
    beside += [row.first_line for row in rows]
    return any(
        all(abs(cell.words[0].baseline - baseline) > _BETWEEN * cell.words[0].size for baseline in beside)
        for cell in cells
    )


def _by_lines(cells: Sequence[GridCell]) -> list[list[GridCell]]:
    """Group cells of a column whose words stand as close as the lines of one label."""
    groups = [[cells[0]]]
    for cell in cells[1:]:
        last = groups[-1][-1].words[-1]
        close = cell.words[0].baseline - last.baseline <= _LEADING * last.size
        if close and not (is_numeric(cell.text) and is_numeric(groups[-1][-1].text)):
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return groups


def _may_head_from_above(labels: Sequence[GridCell], shares: Sequence[GridCell], block: Sequence[int]) -> bool:
    """Tell labels that as well stand on the first of equally many rows each, and that centring would share unevenly."""
    own = {id(label.words[0]): label.row for label in labels}
    if labels[0].row != block[0] or all(share.row == own[id(share.words[0])] for share in shares):
        return False
    starts = [*(label.row for label in labels), block[-1] + 1]
    return len({below - above for above, below in itertools.pairwise(starts)}) == 1


def _may_be_one(cells: Sequence[GridCell], rows: Sequence[Row], block: Sequence[int]) -> bool:
    """Tell lines of one label from labels of neighbouring rows: closer than rows, between them, or amid them."""
    amid = block[0] < cells[0].row and cells[-1].last_row < block[-1]
    return amid or _off_rows(cells, rows) or _is_closer(_merged(cells), rows, block)


def _merged(cells: Sequence[GridCell]) -> GridCell:
    words = tuple(word for cell in cells for word in cell.words)
    return replace(cells[0], last_row=cells[-1].last_row, words=words)


def _shares(
    labels: Sequence[GridCell], rows: Sequence[Row], block: Sequence[int], step: float
) -> list[GridCell] | None:
    """Stretch labels over consecutive rows so that each is centred; ``None`` where that cannot be.

    A label alone between two rules, below the first of its rows, is for all of them wherever it stands:
    ``\\multirow`` does not count the room that rules take.
    """
    share = _OFF_CENTRE_ALONE if len(labels) == 1 and len(block) > 3 else _OFF_CENTRE
    start = block[0]
    result = []
    for position, label in enumerate(labels):
        is_last = position + 1 == len(labels)
        following = block[-1] + 1 if is_last else labels[position + 1].row
        ends = [block[-1]] if is_last else range(max(start, label.last_row), following)
        off = [(abs(_centre(label) - _middle(rows, start, end)), end) for end in ends]
        best = min(off, default=(float("inf"), start))
        ends_above = label.last_row < block[-1] or _is_of_lines(label, rows, block)
        only_way = len(labels) == 1 and block[0] < label.row and ends_above
        if start > label.row or (best[0] > share * _step(rows, start, best[1], step) and not only_way):
            return None
        result.append(replace(label, row=start, last_row=best[1]))
        start = best[1] + 1
    return result


def _is_of_lines(label: GridCell, rows: Sequence[Row], block: Sequence[int]) -> bool:
    """Tell one label on several lines from labels of several rows: those of the body stand as far apart as the rows."""
    several = len({word.baseline for word in label.words}) > 1
    return _is_closer(label, rows, block) or (several and _is_head(rows, block))


def _is_closer(label: GridCell, rows: Sequence[Row], block: Sequence[int]) -> bool:
    baselines = sorted({word.baseline for word in label.words})
    step = min((rows[b].first_line - rows[a].first_line for a, b in itertools.pairwise(block)), default=0.0)
    return len(baselines) > 1 and all(b - a < _CLOSER * step for a, b in itertools.pairwise(baselines))


def _step(rows: Sequence[Row], start: int, end: int, usual: float) -> float:
    """The step of some rows where it is smaller than the usual one."""
    return min(usual, (rows[end].first_line - rows[start].first_line) / (end - start)) if end > start else usual


def _centre(cell: GridCell) -> float:
    _, top, _, bottom = cell.box
    return (top + bottom) / 2 + 0.27 * cell.words[0].size


def _middle(rows: Sequence[Row], start: int, end: int) -> float:
    return (rows[start].first_line + rows[end].last_line) / 2


def _stretched_halfway(cells: list[GridCell], rows: Sequence[Row]) -> list[GridCell]:
    """Let cells that stand halfway between two rows fill both."""
    taken = {
        (row, column) for c in cells for row in range(c.row, c.last_row + 1) for column in range(c.first, c.last + 1)
    }
    result = []
    for cell in cells:
        row = rows[cell.row]
        if cell.last_row == cell.row and cell.row + 1 < len(rows) and rows[cell.row + 1].band == row.band:
            step = rows[cell.row + 1].first_line - row.first_line
            halfway = any(
                label.first == cell.first and abs(baseline - row.first_line - step / 2) < 0.2 * step
                for baseline, label in row.between
            )
            span = range(cell.first, cell.last + 1)
            if halfway and not any((cell.row + 1, column) in taken for column in span):
                cell = replace(cell, last_row=cell.row + 1)
                taken |= {(cell.row, column) for column in span}
        result.append(cell)
    return result
