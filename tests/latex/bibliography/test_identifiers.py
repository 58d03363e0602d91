import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.latex.bibliography.reading import read_entry

ARXIV = [
    ("eprint={2101.90001}, archivePrefix={arXiv}", "2101.90001", None),
    ("eprint={2101.90001v2}, archiveprefix={arXiv}, primaryClass={cs.CV}", "2101.90001", 2),
    ("eprint={arXiv:2101.90001v3}", "2101.90001", 3),
    ("eprint={https://arxiv.org/abs/2101.90001}", "2101.90001", None),
    ("eprint={2101.90001}, eprinttype={arxiv}", "2101.90001", None),
    ("eprint={hep-th/9901001}", "hep-th/9901001", None),
    ("eprint={9901001}, archivePrefix={arXiv}, primaryClass={hep-th}", "hep-th/9901001", None),
    ("eprint={math.GT/0309136}, archivePrefix={arXiv}", "math/0309136", None),
    ("arxivId={2101.90001}", "2101.90001", None),
    ("journal={arXiv preprint arXiv:2101.90001}", "2101.90001", None),
    ("journal={ArXiv e-prints, arXiv:2101.90001v1 [cs.CL]}", "2101.90001", 1),
    ("journal={arXiv:2101.90001 [cs]}", "2101.90001", None),
    ("journal={ArXiv}, volume={abs/2101.90001}", "2101.90001", None),
    ("journal={CoRR}, volume={abs/2101.90001}", "2101.90001", None),
    ("journal={CoRR abs/2101.90001}", "2101.90001", None),
    ("journal={CoRR}, volume={hep-th/9901001}", "hep-th/9901001", None),
    ("journal={arXiv}, volume={2101.90001}", "2101.90001", None),
    ("publisher={arXiv}, number={arXiv:2101.90001}", "2101.90001", None),
    ("note={arXiv:2101.90001v2}", "2101.90001", 2),
    ("note={Preprint at arXiv (2101.90001)}", "2101.90001", None),
    (r"howpublished={\url{https://arxiv.org/abs/2101.90001}}", "2101.90001", None),
    (r"howpublished={\href{http://arxiv.org/pdf/2101.90001v4.pdf}{link}}", "2101.90001", 4),
    ("url={https://arxiv.org/pdf/2101.90001.pdf}", "2101.90001", None),
    ("url={https://ar5iv.labs.arxiv.org/html/2101.90001}", "2101.90001", None),
    ("doi={10.48550/arXiv.2101.90001}", "2101.90001", None),
    ("doi={https://doi.org/10.48550/ARXIV.2101.90001}", "2101.90001", None),
    ("eprint={2101.90001}, eprinttype={hal}", None, None),
    ("eprint={31234567}, eprinttype={pubmed}", None, None),
    ("abstract={We improve on arXiv:2003.80063.}", None, None),
    ("keywords={arXiv:2003.80063}, annotation={arXiv:2003.80063}", None, None),
    ("journal={J. Toys}, volume={2101.90001}", None, None),
    ("pages={1234.56789}, journal={J. Toys}", None, None),
    ("url={https://example.org/2101.90001}", None, None),
    ("note={arXiv:2113.90001}", None, None),  # there is no thirteenth month
    ("title={A Study of arXiv:2101.90001}", None, None),
]


@pytest.mark.parametrize(("fields", "arxiv_id", "version"), ARXIV)
def test_arxiv_ids_are_found_where_people_write_them_and_nowhere_else(fields, arxiv_id, version):
    reference = read_entry(fields)
    assert (reference.arxiv_id, reference.arxiv_version) == (arxiv_id, version)


DOIS = [
    ("doi={10.9999/toy.36_5731}", "10.9999/toy.36_5731"),
    (r"doi={10.9999/toy.36\_5731}", "10.9999/toy.36_5731"),
    ("doi={https://doi.org/10.9999/toy(2101)3}", "10.9999/toy(2101)3"),
    ("doi={doi:10.9999/toy}", "10.9999/toy"),
    ("url={http://dx.doi.org/10.9999/toy}", "10.9999/toy"),
    ("note={(doi: 10.9999/toy).}", "10.9999/toy"),
    ("abstract={See 10.9999/other}", None),
]


@pytest.mark.parametrize(("fields", "doi"), DOIS)
def test_dois_are_found_and_cleaned(fields, doi):
    assert read_entry(fields).doi == doi


ACL = [
    ("url={https://aclanthology.org/P18-1001}", "P18-1001"),
    ("url={https://www.aclweb.org/anthology/2020.acl-main.1/}", "2020.acl-main.1"),
    ("url={https://aclanthology.org/2021.findings-emnlp.12.pdf}", "2021.findings-emnlp.12"),
    ("doi={10.18653/v1/P18-1001}", "P18-1001"),
    ("doi={10.18653/v1/2020.acl-main.1}", "2020.acl-main.1"),
    ("url={https://example.org/P18-1001}", None),
]


@pytest.mark.parametrize(("fields", "acl_id"), ACL)
def test_acl_anthology_ids_are_found(fields, acl_id):
    assert read_entry(fields).acl_id == acl_id


OPENREVIEW = [
    ("url={https://openreview.net/forum?id=B1x_Toy-9}", "B1x_Toy-9"),
    (r"url={https://openreview.net/pdf?id=B1x\_Toy-9}", "B1x_Toy-9"),
    (r"note={\url{https://openreview.net/forum?noteId=zz&id=B1x_Toy-9}}", "B1x_Toy-9"),
    ("url={https://openreview.net/group?id=Toys.cc/2101}", None),
]


@pytest.mark.parametrize(("fields", "openreview_id"), OPENREVIEW)
def test_openreview_ids_are_found(fields, openreview_id):
    assert read_entry(fields).openreview_id == openreview_id


@given(st.text(max_size=300))
def test_no_text_makes_the_search_for_identifiers_fail(text):
    from tablecheck.latex.bibliography.identifiers import identifiers_in

    identifiers_in(text)
