from tablecheck.model.evidence import Cause
from tests.matching.test_verify import causes, check
from tests.pipes import pipes, source

CITED = pipes(
    "Method | COCO AP | COCO AP50 | COCO AP75\n"
    "NorthNet | 41.52 | 62.31 | 45.10\nSouthNet | 43.04 | 64.20 | 46.83\nEastNet | 44.17 | 65.08 | 47.95\n"
)


def test_a_column_of_another_metric_is_said_to_be_one_though_nothing_else_in_its_name_is_alike():
    ours = pipes(
        "Method | Rendering SSIM | Rendering LPIPS\n"
        "NorthNet [north] | 27.13 | 0.085\nSouthNet [north] | 29.52 | 0.071\n"
    )
    cited = pipes(
        "Method | Synthetic lake PSNR | Synthetic lake SSIM | Synthetic lake LPIPS\n"
        "NorthNet | 27.13 | 0.911 | 0.085\nSouthNet | 29.52 | 0.934 | 0.071\n"
    )
    evidence = check(ours, source("north", cited))
    assert Cause.OTHER_COLUMN in causes(evidence)
    (one,) = [one for one in evidence.disagreements if one.cause is Cause.OTHER_COLUMN]
    assert [(cell.ours.text, cell.theirs.text) for cell in one.cells] == [("27.13", "0.911"), ("29.52", "0.934")]
    assert one.elsewhere.cell.text == "27.13"


def test_a_row_of_another_metric_is_one_too():
    ours = pipes(
        "Depth | NorthNet | SouthNet\nerror RMSE [north] | 1.337 | 1.252\nerror AbsRel [north] | 0.115 | 0.108\n"
    )
    cited = pipes(
        "Metric | NorthNet | SouthNet\n"
        "Lake MAE | 1.337 | 1.252\nLake RMSE | 2.671 | 2.498\nLake AbsRel | 0.115 | 0.108\n"
    )
    evidence = check(ours, source("north", cited))
    assert causes(evidence) == [Cause.OTHER_ROW]


def test_a_metric_that_goes_by_two_names_is_no_other_one():
    ours = pipes("Method | Top-1\nNorthNet [north] | 81.52\nSouthNet [north] | 83.04\n")
    cited = pipes("Method | Acc (%) | Top-5\nNorthNet | 81.52 | 95.31\nSouthNet | 83.04 | 96.20\n")
    assert not check(ours, source("north", cited)).disagreements


def test_nothing_is_said_where_the_paper_does_not_print_the_metric_that_ours_names():
    ours = pipes("Method | COCO mIoU\nNorthNet [north] | 62.31\nSouthNet [north] | 64.20\nEastNet [north] | 65.08\n")
    assert Cause.OTHER_COLUMN not in causes(check(ours, source("north", CITED)))


def test_nothing_is_said_where_both_metrics_have_the_same_values():
    ours = pipes("Method | COCO AP75\nNorthNet [north] | 62.31\nSouthNet [north] | 64.20\n")
    cited = pipes("Method | COCO AP50 | COCO AP75\nNorthNet | 62.31 | 62.31\nSouthNet | 64.20 | 64.20\n")
    assert not check(ours, source("north", cited)).disagreements


def test_an_error_that_is_printed_as_accuracy_is_converted_and_not_mistaken():
    ours = pipes("Method | Acc (%)\nNorthNet [north] | 81.52\nSouthNet [north] | 83.04\n")
    cited = pipes("Method | Error (%) | F1\nNorthNet | 18.48 | 77.13\nSouthNet | 16.96 | 79.21\n")
    assert Cause.OTHER_COLUMN not in causes(check(ours, source("north", cited)))


def test_a_column_is_told_though_the_one_it_repeats_belongs_to_another_column_of_ours():
    ours = pipes(
        "Method | Rendering PSNR | Rendering SSIM | Rendering LPIPS\n"
        "NorthNet [north] | 27.13 | 0.911 | 0.911\nSouthNet [north] | 29.52 | 0.934 | 0.934\n"
    )
    cited = pipes(
        "Method | Synthetic lake PSNR | Synthetic lake SSIM | Synthetic lake LPIPS\n"
        "NorthNet | 27.13 | 0.911 | 0.085\nSouthNet | 29.52 | 0.934 | 0.071\n"
    )
    evidence = check(ours, source("north", cited))
    assert causes(evidence) == [Cause.OTHER_COLUMN]
    (one,) = evidence.disagreements
    assert [(cell.ours.column, cell.theirs.text) for cell in one.cells] == [(3, "0.085"), (3, "0.071")]
