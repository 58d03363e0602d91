"""What is worth telling an author: one file a rule, evidence in, findings out."""

from tablecheck.rules import (
    complement_printed,
    extra_digits,
    last_digit_differs,
    not_in_source,
    other_column,
    other_row,
    other_split,
    other_table,
    other_version,
    row_differs,
    sign_flipped,
    source_inconsistent,
    swapped_columns,
    swapped_rows,
    third_paper,
    transposed_digits,
    uncertainty_differs,
    unit_not_converted,
    value_differs,
    wrong_scale,
)
from tablecheck.rules._rule import Rule

RULES: tuple[Rule, ...] = (
    value_differs.RULE,
    transposed_digits.RULE,
    wrong_scale.RULE,
    sign_flipped.RULE,
    last_digit_differs.RULE,
    uncertainty_differs.RULE,
    extra_digits.RULE,
    unit_not_converted.RULE,
    complement_printed.RULE,
    swapped_columns.RULE,
    swapped_rows.RULE,
    other_split.RULE,
    other_row.RULE,
    other_column.RULE,
    other_table.RULE,
    other_version.RULE,
    third_paper.RULE,
    row_differs.RULE,
    not_in_source.RULE,
    source_inconsistent.RULE,
)
"""All rules, in the order of their codes."""

__all__ = ["RULES", "Rule"]
