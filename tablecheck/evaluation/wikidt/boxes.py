"""How well boxes are found on pictures: mean average precision as COCO defines it, and IoU, both by pycocotools."""

import contextlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tablecheck.evaluation.wikidt.layout import BoxOf
from tablecheck.model.errors import UsageError

_MOST = 1000  # boxes of a picture; a long table has some hundred rows


@dataclass(frozen=True, slots=True)
class BoxScores:
    """The figures of one set of boxes, in percent.

    ``map`` is the mean over IoU from 0.5 to 0.95 and over what the boxes are of, ``map_50`` and ``map_75`` the same at
    one IoU; ``by_name`` has ``map`` for each kind of box. ``mean_iou`` is the mean over the known boxes of the IoU
    with the nearest box of the same kind.
    """

    pictures: int
    known: int
    given: int
    map: float
    map_50: float
    map_75: float
    mean_iou: float
    by_name: Mapping[str, float]

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)


def score_boxes(known: Mapping[str, Sequence[BoxOf]], given: Mapping[str, Sequence[BoxOf]]) -> BoxScores:
    """Score the boxes given for each picture; a picture without any counts as one where nothing was found.

    Raises:
        UsageError: pycocotools is not installed, or nothing is known.
    """
    try:
        from pycocotools.coco import COCO
        from pycocotools.cocoeval import COCOeval
    except ImportError as error:
        raise UsageError(f"{error}; install tablecheck[eval] to score boxes") from error
    names = sorted({name for boxes in known.values() for name, _, _ in boxes})
    if not names:
        raise UsageError("no box is known; is it the folder of the annotations?")
    pictures = {picture: number for number, picture in enumerate(sorted(known), 1)}
    truth = [one for picture, boxes in known.items() for one in _written(boxes, pictures[picture], names)]
    found = [one for picture, number in pictures.items() for one in _written(given.get(picture, ()), number, names)]
    with contextlib.redirect_stdout(io.StringIO()):  # it prints as it goes
        right = COCO()
        right.dataset = {
            "images": [{"id": number} for number in pictures.values()],
            "categories": [{"id": number, "name": name} for number, name in enumerate(names, 1)],
            "annotations": [{**one, "id": number, "iscrowd": 0} for number, one in enumerate(truth, 1)],
        }
        right.createIndex()
        precision = np.zeros((10, 101, len(names), 4, 3))
        if found:
            evaluation = COCOeval(right, right.loadRes(found), "bbox")
            evaluation.params.maxDets = [1, 100, _MOST]
            evaluation.evaluate()
            evaluation.accumulate()
            precision = evaluation.eval["precision"]
    by_name = precision[:, :, :, 0, -1]  # IoU, recall, name, all sizes, most boxes
    return BoxScores(
        pictures=len(pictures),
        known=len(truth),
        given=len(found),
        map=_percent(by_name),
        map_50=_percent(by_name[0]),
        map_75=_percent(by_name[5]),
        mean_iou=_percent(_nearest(known, given)),
        by_name={name: _percent(by_name[:, :, number]) for number, name in enumerate(names)},
    )


def _written(boxes: Sequence[BoxOf], picture: int, names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "image_id": picture,
            "category_id": names.index(name) + 1,
            "bbox": [left, top, right - left, bottom - top],
            "area": (right - left) * (bottom - top),
            "score": score,
        }
        for name, score, (left, top, right, bottom) in boxes[:_MOST]
        if name in names
    ]


def _nearest(known: Mapping[str, Sequence[BoxOf]], given: Mapping[str, Sequence[BoxOf]]) -> list[float]:
    from pycocotools import mask

    nearest = []
    for picture, boxes in known.items():
        for name, _, edges in boxes:
            others = [_sides(box) for kind, _, box in given.get(picture, ()) if kind == name]
            nearest.append(float(mask.iou(np.array(others), np.array([_sides(edges)]), [0]).max()) if others else 0.0)
    return nearest


def _sides(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    return box[0], box[1], box[2] - box[0], box[3] - box[1]


def _percent(shares: Any) -> float:
    """The mean in percent; what COCO marks as not there, -1, left out."""
    values = np.asarray(shares, dtype=np.float64)
    values = values[values >= 0]
    return round(100 * float(values.mean()), 1) if values.size else 0.0
