"""The part of docs/accuracy.md about records, from the figures that ``tools/measure_records.py`` measures."""

from typing import Any

_WIDTH = 40  # characters of an example


def draw_records(figures: dict[str, Any], readings: dict[str, Any]) -> str:
    """Draw the part."""
    lines = [
        "## Cells as records (Schema-to-JSON)",
        "",
        "Metric, data set, split, model and settings of each number, by the rules that matching uses. The rules were",
        "written with all these tables in view, train and dev: nothing is held out; other papers' figures",
        "will be lower. Published, on test splits that we do not have: 74.2 to 96.1 over four sets by prompted",
        "language models (arXiv 2305.14336). *Exact* counts equal words only, the other columns a token-level F1 from",
        "a threshold on; Table-F1 is at 0.25, as in the benchmark.",
        "",
        "| data set | tables | records | Table-F1 | precision | recall | F1 ≥ 0.5 | F1 ≥ 0.75 | exact |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in figures["schema_to_json"]:
        by, exact = one["by_threshold"], one["exact"]
        row = [f"{one[key]:.1f}" for key in ("f1", "precision", "recall")]
        row += [f"{by['0.5']:.1f}", f"{by['0.75']:.1f}", f"{exact:.1f}"]
        lines.append(f"| {one['dataset']}, {one['split']} | {one['parts']} | {one['cells']} | {' | '.join(row)} |")
    lines += ["", "What goes wrong most often on the dev splits:", ""]
    lines += [
        "| data set | attribute | what | times | first case: right is | given |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in figures["schema_to_json"]:
        if one["split"] == "dev":
            lines += [
                f"| {one['dataset']} | {wrong['attribute']} | {wrong['what']} | {wrong['count']} "
                f"| {_short(wrong['known'])} | {_short(wrong['given'])} |"
                for wrong in one["mistakes"]
            ]
    wrong = figures["wrong_place"]
    lines += [
        "",
        "### Numbers of another metric or split",
        "",
        "Numbers copied faithfully from beside the right ones, single or a whole line of them; the mean of three",
        "seeds. *Without* leaves out what records explain. As features of the matcher, records change nothing: cell F1",
        "held out is 97.6 with and without (97.55 to 97.62 for any subset of them), since the labels they are read",
        "from are features already. The data set that a caption names would pick more wrong tables and is not asked.",
        "",
        "| recall | planted | right table given: without | with | all tables of the paper: without | with |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for kind, count in wrong["planted"].items():
        row = [wrong[how][oracle][kind] for oracle in ("given", "picked") for how in ("without", "with_records")]
        lines.append(f"| {kind} | {count} | " + " | ".join(f"{value:.1f}" for value in row) + " |")
    return "\n".join(lines)


def _short(text: str) -> str:
    text = text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
    return text.replace("|", "\\|")
