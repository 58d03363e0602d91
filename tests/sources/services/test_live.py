"""Talks to the real services. Off unless TABLECHECK_LIVE is set; no other test needs the internet."""

import os

import pytest

from tablecheck.model.citation import Reference
from tablecheck.sources.net.session import Network
from tablecheck.sources.net.settings import settings_from_environment
from tablecheck.sources.services.obtain import download
from tablecheck.sources.services.resolution import Status
from tablecheck.sources.services.resolve import resolve

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not os.environ.get("TABLECHECK_LIVE"), reason="set TABLECHECK_LIVE to ask real services"),
]

ATTENTION = {"title": "Attention Is All You Need", "authors": ("Ashish Vaswani", "Noam Shazeer"), "year": 2017}


@pytest.mark.parametrize(
    "reference",
    [
        Reference("id", **ATTENTION, arxiv_id="1706.03762"),
        Reference("title", **ATTENTION),
        Reference(
            "acl",
            title="BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
            authors=("Jacob Devlin", "Ming-Wei Chang"),
            year=2019,
            acl_id="N19-1423",
        ),
    ],
    ids=lambda reference: reference.key,
)
def test_a_well_known_paper_is_found_and_fetched(reference, tmp_path):
    with Network(settings_from_environment(cache_folder=tmp_path)) as network:
        resolution = resolve(reference, network)
        assert resolution.status is Status.RESOLVED, resolution
        assert download(resolution, network).documents, resolution
