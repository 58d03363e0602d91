"""What a cell of a table says, written out: of which model, by which metric, on which data."""

from dataclasses import dataclass
from enum import StrEnum


class RecordType(StrEnum):
    """What kind of number a cell prints."""

    RESULT = "result"  # how well something does
    STATISTIC = "statistic"  # how much there is of the data
    SETTING = "setting"  # what a model consists of, or was trained with
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Record:
    """A cell as a record; what is not known is empty.

    ``metric`` names what was measured, also for what is no result: the number of images, the learning rate.
    ``split`` is ``train``, ``validation`` or ``test``. ``settings`` are names and values of whatever else the labels
    say of the cell: its backbone, its training data, its input size.
    """

    type: RecordType
    task: str = ""
    dataset: str = ""
    metric: str = ""
    model: str = ""
    split: str = ""
    unit: str = ""
    value: str = ""
    settings: tuple[tuple[str, str], ...] = ()
