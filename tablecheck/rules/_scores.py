"""Which words name a score with bounds, and whether more or less of it is better."""

import re
from collections.abc import Iterable

_BOUNDED = re.compile(
    r"\b(?:acc\.?|accuracy|top-?[15]|precision|prec\.?|recall|f-?1|f-?score|f-?measure|m?iou|m?ap|m?ap[₅₇]\S*|ap[slm]?"
    r"|auc|auroc|auprc|dice|dsc|hits?@\d+|r@\d+|recall@\d+|rank-?1|em|exact match|ssim|ndcg|mrr)\b",
    re.I,
)
_UNBOUNDED = re.compile(
    r"δ|∆|Δ|\bdelta|gain|improv|\brel(?:ative)?\b|ratio|diff|drop|speed|time|param|flop|size|\bmem|\b#|number|count"
    r"|epoch|step|normali[sz]ed|\bvs\.?\b|×|\btraining\b|rank\b(?!-)|\bcost|per[- ]|change|increase|decrease|error"
    r"|\b(?:mm|cm|km|px|pixels?|deg(?:rees?)?|sec|ms)\b|°|[\[(](?:m|s|m/s)[\])]",
    re.I,
)
_COST = re.compile(
    r"param|flop|\bmacs?\b|speed|time|latency|throughput|fps|\bmem|\bsize\b|epoch|step|resolution|input|length|\blr\b"
    r"|#|\byear\b|number|count|images?/s|cost|energy|power",
    re.I,
)
_HIGHER = re.compile(r"↑")
_LOWER = re.compile(r"↓")
_HIGHER_WORDS = re.compile(
    r"\b(?:acc\.?|accuracy|top-?[15]|precision|recall|f-?1|f-?score|m?iou|mi?ou|m?ap|ap[slm]?|auc|auroc|dice|bleu"
    r"|bleu-?\d|rouge(?:-?[12l])?|meteor|cider|spice|psnr|ssim|hits?@\d+|r@\d+|recall@\d+|ndcg|mrr|em|fps)\b",
    re.I,
)
_LOWER_WORDS = re.compile(
    r"\b(?:err\.?|error|wer|cer|rmse|mae|mse|fid|lpips|perplexity|ppl|eer|nll|epe|chamfer|hd95|abs ?rel|sq ?rel)\b",
    re.I,
)


def is_bounded_score(names: Iterable[str]) -> bool:
    """Whether headers name a score that cannot be above a hundred percent, and nothing that can.

    >>> is_bounded_score(["ImageNet", "Top-1 Acc"]), is_bounded_score(["Δ Acc"])
    (True, False)
    """
    text = " / ".join(names)
    return _BOUNDED.search(text) is not None and _UNBOUNDED.search(text) is None


def is_cost(names: Iterable[str]) -> bool:
    """Whether headers name what a method costs or is given, which stays the same where its results do not.

    >>> is_cost(["#Params (M)"]), is_cost(["Top-1"])
    (True, False)
    """
    return _COST.search(" / ".join(names)) is not None


def higher_is_better(names: Iterable[str]) -> bool | None:
    """Whether more is better, by an arrow or by the name of the metric; ``None`` where neither tells.

    >>> higher_is_better(["FID ↓"]), higher_is_better(["COCO", "AP₅₀"]), higher_is_better(["Lake"])
    (False, True, None)
    """
    text = " / ".join(names)
    for more, less in ((_HIGHER, _LOWER), (_HIGHER_WORDS, _LOWER_WORDS)):
        found = more.search(re.sub(r"[₀-₉]", "", text)) is not None, less.search(text) is not None
        if found[0] != found[1]:
            return found[0]
        if all(found):
            return None
    return None
