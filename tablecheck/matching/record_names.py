"""Which names in a text are those of tasks, data sets and models."""

import re
from collections import Counter
from functools import lru_cache

from tablecheck.matching.record_words import metric_of

_TASKS = (
    "image classification", "object detection", "instance segmentation", "semantic segmentation",
    "panoptic segmentation", "entity segmentation", "image generation", "image retrieval", "image captioning",
    "depth estimation", "pose estimation", "action recognition", "optical flow", "super-resolution",
    "visual question answering", "question answering", "machine translation", "language modeling",
    "intent classification", "intent prediction", "text classification", "sentiment analysis",
    "named entity recognition", "relation extraction", "natural language inference", "summarization",
    "topic modeling", "authorship attribution", "speech recognition", "speech translation", "dialogue generation",
    "textual response generation", "response generation", "text generation", "node classification",
    "link prediction", "graph classification", "recommendation", "face recognition", "face verification",
    "person re-identification", "point cloud classification", "anomaly detection", "time series forecasting",
    "image synthesis", "text-to-image generation", "coreference resolution", "semantic parsing", "entity linking",
    "keypoint detection", "tracking", "regression", "clustering",
)  # fmt: skip
_TASK = {name: re.compile(rf"\b{name.replace(' ', '[ -]')}", re.I) for name in _TASKS}

_MADE_UP = re.compile(
    r"\b(?:[A-Z][A-Za-z]{0,30}[a-z][A-Z]\w{0,30}|[A-Z][a-z]{1,30}-[A-Z]{2,}\w{0,30}|[A-Z]{1,3}[a-z]{1,30}[A-Z]\w{0,30})\b"
)

_DATASETS = (
    r"imagenet(?:-?(?:1|21|22)k|-v2|-a|-r|-c)?|(?:ms-?)?coco|ade-?20k|cityscapes|cifar-?100(?:-c)?|cifar-?10(?:-c)?"
    r"|(?:fe|fashion-?|e)?mnist|pascal[- ]voc|voc ?(?:20)?\d\d|voc|kitti|nuscenes|waymo|scannet|shapenet|modelnet-?\d*"
    r"|s3dis|lvis|objects365|open ?images|svhn|stl-?10|ffhq|celeba(?:-hq)?|lsun|lfw|ijb-?[abc]|cfp-fp|agedb-?\d*"
    r"|squad(?: ?v?\d(?:\.\d)?)?|glue|superglue|mnli|qnli|qqp|sst-?[25]|rte|mrpc|cola|sts-?b|xnli|snli|wmt-?\d*"
    r"|iwslt-?\d*"
    r"|cnn/?dm|xsum|conll(?:-?\d+)?|ontonotes|librispeech|common ?voice|wsj|mls|imdb|yelp|amazon|ag ?news"
    r"|cora|citeseer|pubmed|ogb\w*|fb15k(?:-237)?|wn18(?:rr)?|ml-?\d+m|movielens|kinetics(?:-?\d+)?|ucf-?101|hmdb-?51"
    r"|something-something|msr-?vtt|flickr-?30k|vqa(?: ?v?2)?|gqa|mpii|human3\.6m|nyu(?:v2| depth)?|sintel|tum|euroc"
    r"|market-?1501|dukemtmc|wikitext-?\d*|penn treebank|ptb|multiwoz"
)
_DATASET = re.compile(rf"(?<![\w-])(?:{_DATASETS})(?![A-Za-z]|[\s’'-]*pre-?train|-[A-Z]\b)", re.I)
_NAMED_SET = re.compile(
    r"\b([A-Z][\w+.’'/-]{0,40}(?:\s[A-Z][\w+.’'/-]{0,40}){0,3})(?:\s?\(\w{1,20}\))?\s+"
    r"(?:[Dd]ata ?sets?|[Cc]orpus|[Bb]enchmarks?|[Tt]est[- ]sets?|dev(?:elopment)?[- ]sets?|validation[- ]sets?|test"
    r"|val(?:idation)?\d*)\b"
)
_NO_SET = frozenset(
    {
        "the", "our", "this", "these", "all", "each", "both", "a", "an", "on", "in", "for", "of", "and", "table",
        "results", "test", "validation", "training", "dev", "large", "such", "large-scale", "we", "many", "public",
        "existing", "automatic",
    }
)  # fmt: skip


@lru_cache(maxsize=16384)
def task_of(text: str) -> str:
    """The task that a text names first; empty where it names none.

    >>> task_of("Object detection and instance segmentation on COCO")
    'object detection'
    """
    found = [(match.start(), name) for name, words in _TASK.items() if (match := words.search(text))]
    return min(found)[1] if found else ""


def usual_task(text: str) -> str:
    """The task that a text names most often; empty where it names none."""
    counts = {name: len(words.findall(text)) for name, words in _TASK.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


@lru_cache(maxsize=16384)
def dataset_of(text: str) -> str:
    """The data set that a text names first, as printed; empty where it names none.

    Well-known names are known by themselves, others by what follows: "the Vale corpus".

    >>> dataset_of("Results on COCO val2017"), dataset_of("accuracy on the Vale Roads dataset")
    ('COCO', 'Vale Roads')
    """
    known = _DATASET.search(text)
    named = next((name for name in _named_sets(text)), None)
    if known is not None and (named is None or known.start() <= named[0]):
        return known[0]
    return named[1] if named else ""


def usual_dataset(text: str) -> str:
    """The data set that a text names most often; empty where it names none."""
    names = Counter(match[0] for match in _DATASET.finditer(text))
    names.update(name for _, name in _named_sets(text))
    return names.most_common(1)[0][0] if names else ""


def is_dataset(label: str) -> bool:
    """Whether a label is the name of a well-known data set, perhaps with its split."""
    return _DATASET.match(label.strip()) is not None


def usual_name(text: str) -> str:
    """The made-up name that a text uses most, written as such names are ("NorthNet", "Megatron-GPT")."""
    names = Counter(
        match[0] for match in _MADE_UP.finditer(text) if not is_dataset(match[0]) and not metric_of(match[0])
    )
    return names.most_common(1)[0][0] if names else ""


def _named_sets(text: str) -> list[tuple[int, str]]:
    found = []
    for match in _NAMED_SET.finditer(text):
        words = match[1].replace("\n", " ").split()
        while words and words[0].lower() in _NO_SET:
            words = words[1:]
        name = " ".join(words).strip(" -/.")
        if len(name) > 1 and not metric_of(name):
            found.append((match.start(1), name))
    return found
