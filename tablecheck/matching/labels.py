"""How alike two labels are: the names of rows and columns as two papers write them."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

Matrix = NDArray[np.float64]

UNKNOWN = -0.1  # the likeness where a label is missing: a little worse than two labels that share nothing
_MARKS = re.compile(r"[¹²³⁰⁴-⁹ᵃ-ᶻ*†‡§¶‖∗⋆★♦♣↑↓▲▼✓✗]|\^\([^)]*\)|\\?[dD]ownarrow|\\?[uU]parrow")
_CITATION = re.compile(
    r"\[[\d,;\s–-]+\]"  # [12, 13]
    r"|\(?\b[A-Z][\w'’-]+(?:\s+(?:and|&)\s+[A-Z][\w'’-]+|\s+et\s+al\.?),?\s*\(?(?:19|20)\d\d[a-z]?\)?\)?"
    r"|\(?\b[A-Z][\w'’-]+\s+et\s+al\.?\)?"
    r"|\((?:[A-Z][\w'’-]+,?\s+)?(?:19|20)\d\d[a-z]?\)"
    r"|\([A-Z]{2,8}\s?['’]\d\d\)"  # (CVPR'20)
    # keys that the converter could not resolve
    r"|\bDBLP:\S+|\b[a-z]{3,}(?:19|20)\d\d[a-z]\w*|\b(?:19|20)\d\d[a-z]{3,}\w*"
)
_AUTHOR = re.compile(
    r"\b([A-Z][\w'’-]+)\s*(?:et\s+al\b\.?|(?:and|&)\s+[A-Z][\w'’-]+)?"  # He et al. (2016)
    r"[.,]*\s*[(\[]?((?:19|20)\d\d)[a-z]?\b"
    r"|\b([A-Z][\w'’-]+)\s*(?:et\.?\s+al\b|(?:and|&)\s+[A-Z][\w'’-]+\s*[(\[])"  # He et al. [12]
    r"|\b([A-Za-z]{3,})((?:19|20)\d\d)[a-z]\w*"  # the key he2016deep
)
_LOWERED = re.compile(r"_\(([^()]*)\)")
_UNIT = re.compile(r"[(\[]\s*(%|‰|[kKMGB]|[×x]?\s?10[⁰-⁹⁻¹²³]+|ms|s|FPS|fps|GFLOPs?|G|in %)\s*[)\]]|%")
_OURS = re.compile(
    r"\(?\b(?:ours?|our (?:method|model|approach|work)|proposed(?: method| model)?|this (?:paper|work))(?:\b|(?=_))\)?",
    re.I,
)
_RESNET = re.compile(r"\b(?:rn?|resnet)-?(18|34|50|101|152|200)\b")
_SAME_WORD = {
    "acc": "accuracy", "acc.": "accuracy", "prec": "precision", "prec.": "precision", "rec": "recall", "rec.": "recall",
    "avg": "average", "avg.": "average", "mean": "average", "err": "error", "err.": "error", "params": "parameters",
    "param": "parameters", "param.": "parameters", "params.": "parameters", "parameter": "parameters",
    "val": "validation", "val.": "validation", "dev": "validation", "top1": "top-1", "top5": "top-5",
    "imgs": "images", "img": "images", "image": "images", "wrn": "wideresnet", "in1k": "imagenet", "in-1k": "imagenet",
    "imagenet-1k": "imagenet", "imagenet1k": "imagenet", "cifar10": "cifar-10", "cifar100": "cifar-100",
    "c10": "cifar-10", "c100": "cifar-100", "w/": "with", "w/o": "without", "wo": "without",
    "sup.": "supervised", "sup": "supervised",
}  # fmt: skip
_SIZES = {
    "tiny": "t", "t": "t", "small": "s", "s": "s", "base": "b", "b": "b", "large": "l", "l": "l", "huge": "h", "h": "h",
    "xs": "xs", "xl": "xl", "medium": "m", "m": "m",
}  # fmt: skip
_SIZE_SUFFIX = re.compile(r"-(tiny|small|base|large|huge)\b")
_OTHER_VARIANT = 0.6
"""Chosen so that equal names of two variants stay below what two names of one line reach."""


@lru_cache(maxsize=65536)
def normal(label: str) -> str:
    """Fold a label to what both papers would agree on.

    Citations, years, footnote marks, arrows and units go; short forms become the whole word.

    >>> normal("ResNet-50 [13]† (He et al., 2016)"), normal("Acc. (%) ↑"), normal("NorthNet_(B)")
    ('resnet-50', 'accuracy', 'northnet b')
    """
    text = _MARKS.sub(" ", _LOWERED.sub(r" \1 ", label.replace("−", "-")))
    text = _UNIT.sub(" ", _CITATION.sub(" ", text))
    text = unicodedata.normalize("NFKD", text).lower()
    text = _RESNET.sub(r"resnet-\1", re.sub(r"[‐-―]", "-", text))
    text = _SIZE_SUFFIX.sub(lambda found: f"-{_SIZES[found[1]]}", text)
    words = re.findall(r"w/o|w/|[\w+@.\-]+", text)
    words = [_SAME_WORD.get(word, word.strip(".-") or word) for word in words]
    return " ".join(_SAME_WORD.get(word, word) for word in words if word not in {"the", "-", "."})


@lru_cache(maxsize=65536)
def cited_author(printed: str) -> tuple[str, str]:
    """The first author and the year of the work that a label cites; empty where it does not say.

    >>> cited_author("Mixup (Zhang et al., 2017)"), cited_author("Zhang et al. [35] Best"), cited_author("BTS [17]")
    (('zhang', '2017'), ('zhang', ''), ('', ''))
    """
    found = _AUTHOR.search(printed)
    if found is None:
        return "", ""
    author, year, without_year, key, key_year = found.groups()
    return (author or without_year or key).lower(), year or key_year or ""


def name_or_author(label: str) -> str:
    """What names a line: the label, or where it is nothing but a citation the author and the year of the cited work.

    >>> name_or_author("NorthNet [12]"), name_or_author("Eigen et al. (2014)"), name_or_author("[8]")
    ('NorthNet [12]', 'eigen 2014', '[8]')
    """
    return label if normal(label) else " ".join(cited_author(label)).strip() or label


def says_ours(label: str) -> bool:
    """Tell whether a label calls the row the paper's own."""
    return _OURS.search(label) is not None


def own_name(title: str | None) -> str:
    """The name a paper gives its own method: what its title says before the colon; empty without one.

    >>> own_name("NorthNet: Polar Features for Matching"), own_name("Deep residual learning")
    ('NorthNet', '')
    """
    head, colon, _ = (title or "").partition(":")
    return head.strip() if colon and len(head.split()) <= 3 else ""


def without_ours(label: str, name: str) -> str:
    """Write a label of the cited paper as others would: "Ours-L" of NorthNet is "NorthNet-L"."""
    if not says_ours(label):
        return label
    others = _OURS.sub(" ", label)
    if not name or name.lower() in others.lower():
        return others if re.search(r"[^\W\d_]{2}", others) else label
    return _OURS.sub(name, label, count=1)


def similarity(one: str, other: str) -> float:
    """Compare two labels as printed, 0 to 1."""
    return max(0.0, float(similarities([normal(one)], [normal(other)])[0, 0]))


def similarities(ours: Sequence[str], theirs: Sequence[str]) -> Matrix:
    """Compare normal labels, each of ours with each of theirs.

    The best of four measures of RapidFuzz: edits, edits between sorted words, edits without spaces and hyphens,
    and shared words; the last at nine tenths, since a label that only contains the other names something
    narrower. Labels that name different variants (ResNet-50 and ResNet-101, Swin-S and Swin-T) are not alike,
    however few letters differ.

    Returns:
        Shape ``(len(ours), len(theirs))``, 0 to 1, and ``UNKNOWN`` where either label is empty.
    """
    return _of_unique(ours, theirs, _likeness)


def containment(ours: Sequence[str], theirs: Sequence[str]) -> Matrix:
    """Compare by shared words only: 1 where all words of one text stand in the other; 0 where one is empty."""
    return np.maximum(_of_unique(ours, theirs, _shared_words), 0)


def pairwise_containment(ours: Sequence[str], theirs: Sequence[str]) -> Matrix:
    """Compare by shared words, each text of ours with the text of theirs at the same position."""
    shared: Matrix = process.cpdist(ours, theirs, scorer=fuzz.token_set_ratio, dtype=np.float64) / 100
    return shared


def _of_unique(ours: Sequence[str], theirs: Sequence[str], measure: Callable[[list[str], list[str]], Matrix]) -> Matrix:
    if not ours or not theirs:
        return np.zeros((len(ours), len(theirs)))
    our_texts, our_index = np.unique(np.array(ours, dtype=object).astype(str), return_inverse=True)
    their_texts, their_index = np.unique(np.array(theirs, dtype=object).astype(str), return_inverse=True)
    matrix = measure(our_texts.tolist(), their_texts.tolist())
    matrix[our_texts == "", :] = UNKNOWN
    matrix[:, their_texts == ""] = UNKNOWN
    return matrix[np.ix_(our_index, their_index)]


def _likeness(ours: list[str], theirs: list[str]) -> Matrix:
    shared = process.cdist(ours, theirs, scorer=fuzz.token_set_ratio, dtype=np.float64) * 0.9
    edits = process.cdist(ours, theirs, scorer=fuzz.ratio, dtype=np.float64)
    in_order = process.cdist(ours, theirs, scorer=fuzz.token_sort_ratio, dtype=np.float64)
    compact = process.cdist(
        [_compact(text) for text in ours], [_compact(text) for text in theirs], scorer=fuzz.ratio, dtype=np.float64
    )
    best: Matrix = np.maximum.reduce([shared, edits, in_order, compact]) / 100
    return np.where(_other_variant(ours, theirs), best * _OTHER_VARIANT, best)


def _compact(text: str) -> str:
    return text.replace(" ", "").replace("-", "")


def _other_variant(ours: list[str], theirs: list[str]) -> NDArray[np.bool_]:
    """Tell which pairs each name a number or size that the other does not."""
    our_marks, their_marks = [_variant(text) for text in ours], [_variant(text) for text in theirs]
    words = {word: index for index, word in enumerate(sorted(set().union(*our_marks, *their_marks)))}
    ours_has, theirs_has = np.zeros((len(ours), len(words))), np.zeros((len(theirs), len(words)))
    for has, marks in ((ours_has, our_marks), (theirs_has, their_marks)):
        for line, named in enumerate(marks):
            has[line, [words[word] for word in named]] = 1
    common = ours_has @ theirs_has.T
    smaller = np.minimum(ours_has.sum(axis=1)[:, None], theirs_has.sum(axis=1)[None, :])
    return np.asarray(common < smaller)


def _variant(text: str) -> frozenset[str]:
    sizes = {_SIZES[word] for word in re.split(r"[\s\-/]", text) if word in _SIZES}
    return frozenset(re.findall(r"\d+(?:\.\d+)?", text)) | sizes


def _shared_words(ours: list[str], theirs: list[str]) -> Matrix:
    shared: Matrix = process.cdist(ours, theirs, scorer=fuzz.token_set_ratio, dtype=np.float64) / 100
    return shared
