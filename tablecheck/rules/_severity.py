"""How loudly a difference may be spoken of: an error only where nothing but a slip is left."""

from collections.abc import Sequence

from tablecheck.model.evidence import AlignedCell, Cause, Disagreement
from tablecheck.model.finding import Severity

SAME_NAME = 0.75
"""Name likeness from which labels count as the same; two names that contradict each other stay at 0.6 or less."""

_LIKELY_NAME = 0.65  # names whose own part is equal and unique, while the headers around them differ
_ENOUGH = 3  # agreeing neighbours that make an error, as the rules promise their readers
_ENOUGH_TOGETHER = 5  # digits of two numbers that chance hardly puts crosswise
_FEW = 2  # numbers of a column of which none needs to agree
_VERY_NAME = 0.95
_ONE_IN = 20
_UNMISTAKABLE = (
    Cause.TRANSPOSED_DIGITS,
    Cause.SCALE,
    Cause.SIGN,
    Cause.COMPLEMENT,
)  # the same digits: not another measurement
_OF_ANOTHER_SIZE = (Cause.SCALE, Cause.SIGN)  # three digits that fit by chance would have to be out of place besides
_MOSTLY = 0.8  # of the other numbers of a row, for the row to be a copy
_LONG_COLUMN = 8  # agreeing numbers of the only column of a table that stand in for the others of a row
_WELL_READ = 0.5  # the reader's own confidence in the structure of the cited table


def _is_odd_one(one: Disagreement) -> bool:
    """Whether the number is the only one compared in its row, and the only one of its column that differs.

    The row bears the cited name, and the column too, or three numbers of it show which one it is.
    """
    column_agrees = one.column_agreeing >= max(2, one.column_compared - 1)
    is_shown = one.column_settled and one.column_agreeing >= _ENOUGH
    placed = one.row_similarity >= SAME_NAME and (one.column_similarity >= SAME_NAME or is_shown)
    return one.row_compared == 1 and placed and column_agrees and not one.rivals


def labels_match(one: Disagreement) -> bool:
    """Whether row and column bear the names of the cited row and column."""
    return one.row_similarity >= SAME_NAME and one.column_similarity >= SAME_NAME


def is_placed(one: Disagreement) -> bool:
    """Whether row and column are likely the cited ones: by their names, or because their other numbers agree."""
    row = one.row_similarity >= _LIKELY_NAME or one.row_settled
    column = one.column_similarity >= _LIKELY_NAME or one.column_settled
    return row and column


def neighbours(one: Disagreement) -> int:
    """The numbers of the same row and column that agree."""
    return one.row_agreeing + one.column_agreeing


def is_firm(one: Disagreement) -> bool:
    """Whether the evidence is strong enough for an error.

    The labels match, nothing else would fit as well, and at least three neighbours agree. In a small table it
    is enough that all the others of the row agree, two at least. A row or a column of which less than half
    agrees is no witness, and a slight difference needs a row and a table that are copies but for it.
    """
    row_others, column_others = one.row_compared - len(one.cells), one.column_compared - len(one.cells)
    row_stands = one.row_agreeing * 2 > row_others or row_others <= 0
    column_stands = one.column_agreeing * 2 >= column_others or one.column_compared < 2
    all_of_row = one.row_agreeing >= 2 and one.row_agreeing >= row_others
    enough = neighbours(one) >= _ENOUGH or all_of_row
    not_another = not one.slight or (
        one.row_agreeing >= 2 and is_alone(one) and not one.doubts and _is_column_known(one)
    )
    witnesses = row_stands and column_stands and enough and not_another
    return labels_match(one) and not one.rivals and witnesses and one.match.theirs.confidence >= _WELL_READ


def is_alone(one: Disagreement) -> bool:
    """Whether the row agrees but for this number, and hardly another number of the table differs without reason.

    The row must have two other numbers at least: a column alone does not show that the row is the same run, unless
    all that was compared agrees. Where several differ, the authors took them from another run or paper, and none of
    them is a slip. One in twenty may still be; the share was chosen on pairs of published tables.
    """
    row_agrees = one.row_agreeing >= 2 and one.row_agreeing >= (one.row_compared - 1) * _MOSTLY
    in_column = one.cause is not Cause.UNEXPLAINED and _is_in_copied_column(one)
    in_copy = row_agrees or in_column or _is_only_difference(one)
    return in_copy and one.doubts * _ONE_IN <= one.table_compared


def _is_only_difference(one: Disagreement) -> bool:
    """Whether a digit is all that differs between the two tables, and row or column agree twice."""
    neighbouring = max(one.row_agreeing, one.column_agreeing)
    return one.cause is not Cause.UNEXPLAINED and not one.others and neighbouring >= 2


def _is_in_copied_column(one: Disagreement) -> bool:
    """Whether the number is the only one compared in its row, and a long column agrees but for one in ten."""
    alike = one.column_agreeing >= max(_LONG_COLUMN, (one.column_compared - 1) * 0.9)
    return one.row_compared == 1 and labels_match(one) and alike


def severity_of_slip(one: Disagreement, at_most: Severity = Severity.ERROR) -> Severity:
    """The severity of a number that a slip of the hand explains.

    A slight difference is a warning only in a row and a table that agree but for it, under matching labels or
    where the numbers alone show the row and the column.
    """
    if is_firm(one):
        return min(Severity.ERROR, at_most)
    if one.slight:
        loud = (
            is_placed(one)
            and not one.rivals
            and is_alone(one)
            and _tells(one)
            and ((labels_match(one) and _is_column_known(one)) or _is_settled(one))
        )
    else:
        loud = is_placed(one) and _is_vouched_for(one) and (not one.rivals or neighbours(one) >= 2)
    return min(Severity.WARNING, at_most) if loud else Severity.INFO


def _is_column_known(one: Disagreement) -> bool:
    """Whether a number of the column agrees, or it bears the very name: "Sq. Rel." may be another one than "Rel."."""
    return one.column_agreeing >= 1 or one.column_similarity >= _VERY_NAME


def _tells(one: Disagreement) -> bool:
    """Whether ours has two digits at least; of one, half the next unit is a large part."""
    return len(one.cells[0].our_number.digits) > 1


def _is_settled(one: Disagreement) -> bool:
    """Whether a digit differs, in a row and a column that the numbers alone or likely names show, of a copied table.

    At most one in twenty of the other numbers differs.
    """
    shown = (one.row_settled and one.column_settled) or not one.others
    return one.cause is not Cause.UNEXPLAINED and shown and one.others * _ONE_IN <= one.table_compared


def _is_vouched_for(one: Disagreement) -> bool:
    """Whether most neighbours in the row agree; for the only number of a row of the same name, those of the column."""
    row_others, column_others = one.row_compared - 1, one.column_compared - 1
    alone_in_row = one.row_compared == 1 and (
        one.row_similarity >= SAME_NAME or (one.row_similarity >= _LIKELY_NAME and one.column_agreeing > 1)
    )
    may_be_copy = one.row_agreeing or one.column_agreeing or one.column_compared <= _FEW
    digits = len(one.cells[0].our_number.digits.strip("0"))
    unmistakable = not one.rivals and (
        (labels_match(one) and one.cause in _UNMISTAKABLE)
        or (one.cause in _OF_ANOTHER_SIZE and digits >= (_ENOUGH if may_be_copy else _ENOUGH + 1))
    )
    by_row = one.row_agreeing and (one.row_agreeing * 2 > row_others or one.cause in _UNMISTAKABLE)
    twice = one.column_agreeing * 2
    enough = twice > column_others if one.cause is Cause.UNEXPLAINED else twice >= column_others
    by_column = alone_in_row and one.column_agreeing >= 1 and enough
    return bool(by_row or by_column or unmistakable)


def severity_of_exchange(one: Disagreement) -> Severity:
    """The severity of numbers that stand in each other's place, which bear witness for each other.

    What matters is the names of the lines that are exchanged; two pairs of numbers show the other lines.
    """
    column_others = one.column_compared - len({cell.ours.row for cell in one.cells})
    in_copy = len(one.cells) >= 4 or one.row_agreeing or one.column_agreeing * 2 > column_others
    if labels_match(one) and not one.rivals and (neighbours(one) >= 1 or len(one.cells) >= 4) and in_copy:
        return Severity.WARNING if _may_be_misread(one) else Severity.ERROR
    row_stands = one.row_agreeing or one.row_similarity >= SAME_NAME
    if one.cause is Cause.SWAPPED_COLUMNS and row_stands and one.column_agreeing and _tell_together(one.cells):
        return Severity.WARNING
    named = one.column_similarity if one.cause is Cause.SWAPPED_COLUMNS else one.row_similarity
    is_known = is_placed(one) or (named >= _LIKELY_NAME and len(one.cells) >= 4)
    return Severity.WARNING if is_known and in_copy else Severity.INFO


def _tell_together(cells: Sequence[AlignedCell]) -> bool:
    """Whether numbers have digits enough to stand in each other's place by an exchange alone: two, and five in all."""
    digits = [len(cell.our_number.digits) for cell in cells]
    return min(digits) >= 2 and sum(digits) >= _ENOUGH_TOGETHER


def _may_be_misread(one: Disagreement) -> bool:
    """Whether whole columns of a PDF are exchanged, which headers read over the wrong columns would show as well."""
    several_rows = len({cell.ours.row for cell in one.cells}) > 1
    is_pdf = one.match.document.kind == "pdf"
    return one.cause is Cause.SWAPPED_COLUMNS and is_pdf and several_rows and not one.column_agreeing


def severity_of_place(one: Disagreement) -> Severity:
    """The severity of numbers taken from another place of the cited paper.

    Several numbers of a row that stand together elsewhere bear witness for each other. A single one does where
    the labels differ in the split alone.
    """
    if not is_placed(one):
        return Severity.INFO
    if len(one.cells) == 1 and not one.row_agreeing and not _is_in_copied_column(one) and not _is_odd_one(one):
        return Severity.WARNING if one.cause is Cause.OTHER_SPLIT and labels_match(one) else Severity.INFO
    if len(one.cells) >= _ENOUGH and not one.rivals and labels_match(one):
        return Severity.ERROR
    if len(one.cells) > 1:
        return Severity.WARNING
    return severity_of_slip(one)
