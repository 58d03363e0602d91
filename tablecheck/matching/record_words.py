"""Which words of a label name a metric, a setting of a model, a size of the data, or what other labels are."""

import re
import unicodedata
from functools import lru_cache

from tablecheck.model.record import RecordType

_METRICS = {
    "AP50": r"(?:m?ap|\baverage precision\b)\s?[@-]?\s?(?:\.|0\.)?50\b(?!\s?[:-])",
    "AP75": r"(?:m?ap)\s?[@-]?\s?(?:\.|0\.)?75\b",
    "AP small": r"\bap\s?s\b|\baps(?:mall)?\b",
    "AP medium": r"\bap\s?m\b(?! )|\bapm(?:edium)?\b",
    "AP large": r"\bap\s?l\b|\bapl(?:arge)?\b",
    "AP": r"\bm?ap(?:\s?(?:b|box|bbox|m|mask|e|3d|bev))?\b|\b(?:mean )?average precision\b",
    "AR": r"\bm?ar(?:@\d+)?\b|\baverage recall\b",
    "IoU": r"\bm?iou\b|\bmi?ou\b|\bjaccard\b|\bintersection over union\b",
    "PQ": r"\bpq\b|\bpanoptic quality\b",
    "SQ": r"\bsq\b",
    "RQ": r"\brq\b",
    "top-5 accuracy": r"\btop[- ]?5\b(?!\d)",
    "accuracy": r"\bacc(?:urac(?:y|ies))?\b|\btop[- ]?1\b(?!\d)",
    "error": r"\berr(?:or)?s?(?: rate)?\b|\bmisclassification\b",
    "macro F1": r"\bmacro[- ]?(?:average[d]?[- ]?)?f[- ]?1?\b|\bmf1\b",
    "micro F1": r"\bmicro[- ]?(?:average[d]?[- ]?)?f[- ]?1?\b",
    "BERTScore": r"\bbert[- ]?score\b",
    "F1": r"\bf[- ]?1\b|\bf[- ]?(?:score|measure)\b|\bf₁",
    "precision": r"\bprec(?:ision)?\b|\bp@\d+",
    "recall": r"\brec(?:all)?\b(?!@)",
    "AUC": r"\b(?:au(?:c|roc|prc?)|roc[- ]auc|pr[- ]auc)\b",
    "BLEU": r"\b(?:sacre)?bleu(?:-?[1-4])?\b",
    "ROUGE-1": r"\br(?:ouge)?-?1\b(?!\d)",
    "ROUGE-2": r"\br(?:ouge)?-?2\b(?!\d)",
    "ROUGE-L": r"\brouge-?l(?:sum)?\b|\br-l\b",
    "METEOR": r"\bmeteor\b",
    "CIDEr": r"\bcider(?:-d)?\b",
    "SPICE": r"\bspice\b",
    "PSNR": r"\bpsnr\b",
    "SSIM": r"\b(?:ms-)?ssim\b",
    "LPIPS": r"\blpips\b",
    "FID": r"\bfid(?:-?\d+k?)?\b",
    "IS": r"\bIS\b|\binception score\b",
    "RMSE": r"\brmse\b",
    "MAE": r"\bmae\b|\bmean absolute error\b",
    "MSE": r"\bmse\b",
    "AbsRel": r"\babs ?rel\b",
    "SqRel": r"\bsq ?rel\b",
    "EPE": r"\bepe\b",
    "perplexity": r"\bperplexity\b|\bppl\b",
    "WER": r"\bwer\b|\bword error rates?\b",
    "CER": r"\bcer\b",
    "EER": r"\beer\b",
    "exact match": r"\bem\b|\bexact match\b",
    "MRR": r"\bmrr\b",
    "NDCG": r"\bndcg(?:@\d+)?\b",
    "recall@1": r"\br(?:ecall)?@1\b(?!\d)",
    "recall@5": r"\br(?:ecall)?@5\b(?!\d)",
    "recall@10": r"\br(?:ecall)?@10\b(?!\d)",
    "hits@k": r"\bhits?@\d+\b|\brank-?\d+\b",
    "Dice": r"\bdice\b|\bdsc\b",
    "NPMI": r"\bnpmi\b|\bcoherence\b",
    "diversity": r"\bdiversity\b",
    "correlation": r"\bpearson\b|\bspearman\b|\bkendall\b|\bmcc\b|\bplcc\b|\bsrcc\b",
    "success rate": r"\bsuccess(?: rate)?\b|\bsr\b|\bspl\b",
    "IC50": r"\bic\s?50[a-h]?\b",
    "EC50": r"\bec\s?50[a-h]?\b",
    "CC50": r"\bcc\s?50[a-h]?\b",
    "GI50": r"\bgi\s?50[a-h]?\b",
    "MIC": r"\bmics?\b",
}
_METRIC = {name: re.compile(words, re.I if name != "IS" else 0) for name, words in _METRICS.items()}

_SETTING = re.compile(
    r"param|(?:fl|m)ops?\b|\bmacs\b|learning rate|\blr\b|batch|\bepochs?\b|\bsteps?\b|iteration"
    r"|\blayers?\b|\bdepth\b|\bwidth\b"
    r"|\bheads?\b|\bkernel|\bdilat|\bdim(?:ension)?s?\b|hidden|channel|dropout|weight decay|\bstride|\brounds?\b|hyper"
    r"|\bmodel size\b|\btopics\b|\boptimi[sz]er\b|\bpartitions?\b|\bwarm-?up\b|\bthreshold\b|\btemperature\b",
    re.I,
)
_STATISTIC = re.compile(
    r"#|\bnumber of\b|\bnum\b|\bno\. of\b|\bcount\b|\btotal\b|\bsize\b|\bsamples?\b|\bsentences?\b|\btokens?\b"
    r"|\butterances?\b|\bdialogues?\b|\bdocuments?\b|\bvocab|\bstatistic|\bper (?:token|word|dialog|image|document)"
    r"|\bavg\.? (?:#|len|num)|\blength\b|\bresolution\b|\bhours?\b",
    re.I,
)
_COST = re.compile(
    r"\btime\b|\blatency\b|\bthroughput\b|\bfps\b|\bspeed\b|\bruntime\b|\bmemory\b|\bcosts?\b|\[\$\]|\(\$\)|img/s|\bms\b",
    re.I,
)
_GAIN = re.compile(r"\b[Dd]iff(?:erence)?\b|[Δ∆]|\b[Gg]ain\b|\b[Ii]mprov|\b[Rr]el\.")
_HEADS = {
    "model": re.compile(
        r"\b(?:models?(?! size)|methods?|approach(?:es)?|algorithms?|systems?|networks?|compounds?|compd|cpd"
        r"|frameworks?|ablation|tokenizer|classifiers?)\b",
        re.I,
    ),
    "dataset": re.compile(
        r"\bdata ?sets?\b|\bcorpus\b|\bbenchmark\b|\bsequences?\b|\bdomains?\b|\breceptors?\b|\bcell lines?\b"
        r"|\bstrains?\b|\bbacteria\b|\btargets?\b|\benzymes?\b",
        re.I,
    ),
    "task": re.compile(r"\btasks?\b", re.I),
    "metric": re.compile(r"\bmetrics?\b|\bmeasures?\b|\bstatistics?\b", re.I),
    "split": re.compile(r"\bsplits?\b|\bsubsets?\b", re.I),
}
_UNIT = re.compile(r"[(\[]\s*(?:in\s+)?(%|‰|[a-zA-Zμµ°$€/·\-−⁻¹²³0-9]{1,12})\s*[)\]]")
_NOT_A_UNIT = re.compile(r"^(?:[a-z]{2,}|[A-Z]{2,}|[a-zA-Z]?\d+|[A-Z]?[a-z]{3,}|\d.*)$")
_KNOWN_UNITS = re.compile(
    r"^(?:ms|s|min|mins|h|hours?|fps|mm|cm|m|km|kg|mb|gb|px|hz|khz|nm|um|mg|ml|kcal/mol|img/s)$", re.I
)
_MOLAR = re.compile(r"(?<![A-Za-z])[μµnmp]M(?![A-Za-z])")
_OF_DATA = re.compile(
    r"\bstatistic|\bcompari?son (?:of|between|with) .{0,40}\bdata ?sets?\b|\bdata ?sets? compar", re.I
)

_OF_SETTINGS = re.compile(
    r"hyper-?\s?parameters?|\bconfigurations?\b|\barchitecture (?:details|of)\b|\bmodel architecture\b", re.I
)
_OF_RESULTS = re.compile(
    r"perform|results?\b|compar|evaluat|ablation|benchmark|accura|effect|impact|study|state[- ]of[- ]the[- ]art|\bvs\b",
    re.I,
)

_BY_METRIC = (
    (re.compile(r"^AP ?m(?:ask)?\b|\bmask AP\b|^APm"), "instance segmentation"),
    (re.compile(r"^AP ?b(?:ox|box)?\b|\bbox AP\b|^APb"), "object detection"),
    (re.compile(r"\bFID\b|\bIS\b"), "image generation"),
    (re.compile(r"\bWER\b|\bCER\b"), "speech recognition ASR"),
    (re.compile(r"\bPQ\b"), "panoptic segmentation"),
    (re.compile(r"\bmIoU\b"), "semantic segmentation"),
)
_OF_WHICH_ERROR = frozenset({"error", "accuracy", "top-5 accuracy"})
_INNER = re.compile(r"\b(m?AP)\s+[bme]\s+(?=\d)")  # of boxes, masks, entities: the threshold tells more


@lru_cache(maxsize=16384)
def metric_of(label: str) -> str:
    """The metric that a label names, in one spelling for all papers; empty where it names none.

    >>> metric_of("Top-1 Acc. (%)"), metric_of("Top-1 Err."), metric_of("APᵇ₅₀"), metric_of("Lake")
    ('accuracy', 'error', 'AP50', '')
    """
    text = _INNER.sub(r"\1", _on_one_line(label))
    found = sorted(
        (match.start(), order, name)
        for order, (name, words) in enumerate(_METRIC.items())
        if (match := words.search(text))
    )
    named = [name for _, _, name in found]
    if "error" in named:  # "Top-1 error" is one; of "depth error (RMSE)" the other word tells more
        others = [name for name in named if name not in _OF_WHICH_ERROR]
        return others[0] if others else "error"
    return named[0] if named else ""


def is_cost(label: str) -> bool:
    """Whether a label names time, memory or money."""
    return _COST.search(label) is not None


def is_gain(label: str) -> bool:
    """Whether a label says that its numbers are differences of others."""
    return _GAIN.search(label) is not None


def is_setting(label: str) -> bool:
    """Whether a label names something a model consists of or is trained with."""
    return _SETTING.search(label) is not None


def is_statistic(label: str) -> bool:
    """Whether a label counts or measures the data."""
    return _STATISTIC.search(label) is not None


def tells_of_data(caption: str) -> bool:
    """Whether a caption announces statistics of data sets."""
    return _OF_DATA.search(caption) is not None


def tells_of_settings(caption: str) -> bool:
    """Whether a caption announces what models consist of."""
    return _OF_SETTINGS.search(caption) is not None


def tells_of_results(caption: str) -> bool:
    """Whether a caption announces results, also where it names no metric."""
    return _OF_RESULTS.search(caption) is not None


def usual_metric(text: str) -> str:
    """The metric that a text names most often; empty where it names none."""
    counts = {name: len(words.findall(text)) for name, words in _METRIC.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


def task_by_metric(metric: str) -> str:
    """The task that hardly any other metric is used for; empty where a metric serves many.

    >>> task_by_metric("APᵐ₅₀"), task_by_metric("FID ↓"), task_by_metric("Acc")
    ('instance segmentation', 'image generation', '')
    """
    text = _on_one_line(metric)
    return next((task for words, task in _BY_METRIC if words.search(text)), "")


def _on_one_line(label: str) -> str:
    """Raised and lowered letters beside the others: "APᵇ₅₀" becomes "AP b 50"."""
    text = re.sub(r"[ᵃ-ᶻᵇᵐᵉⁿ]+|\^\([^)]*\)", lambda found: f" {_plain(found[0])} ", label)
    text = re.sub(r"[₀-₉ₐ-ₜ]+|_\([^)]*\)", lambda found: _plain(found[0]) + " ", text)
    return " ".join(re.sub(r"\bA P\b", "AP", text).split())


def _plain(run: str) -> str:
    return unicodedata.normalize("NFKC", run.strip("^_()"))


def unit_of(label: str) -> str:
    """The unit that a label gives in brackets, empty without one.

    >>> unit_of("Params (M)"), unit_of("IC₅₀ (μM)"), unit_of("coherence (NPMI)")
    ('M', 'μM', '')
    """
    for match in _UNIT.finditer(label):
        if _KNOWN_UNITS.match(match[1]) or not _NOT_A_UNIT.match(match[1]):
            return match[1]
    molar = _MOLAR.search(label)
    return molar[0] if molar else "%" if "%" in label else ""


def role_of(head: str) -> str:
    """What kind of thing a head says that the names below it are; empty where it does not say.

    >>> role_of("Method"), role_of("Dataset"), role_of("Backbone")
    ('model', 'dataset', '')
    """
    return next((role for role, words in _HEADS.items() if words.search(head)), "")


@lru_cache(maxsize=16384)
def kind_of(label: str) -> RecordType | None:
    """What kind of number stands under a label, ``None`` where the label names nothing that is measured."""
    if is_gain(label) or is_cost(label):
        return RecordType.OTHER
    if metric_of(label):
        return RecordType.RESULT
    if is_setting(label):
        return RecordType.SETTING
    return RecordType.STATISTIC if is_statistic(label) else None


def without_metric(label: str) -> str:
    """A label without the words for its metric.

    >>> without_metric("COCO (1×) APᵇ₅₀"), without_metric("Lake MAE ↓")
    ('COCO (1×)', 'Lake ↓')
    """
    text = _INNER.sub(r"\1", _on_one_line(label))
    metric = metric_of(label)
    return " ".join(_METRIC[metric].sub(" ", text).split()) if metric else text
