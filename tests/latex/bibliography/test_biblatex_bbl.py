from tests.latex.bibliography.reading import read_bbl

PRINTED = r"""
% $ biblatex auxiliary file $
\refsection{0}
  \datalist[entry]{nty/global//global/global}
    \entry{north}{article}{}{}
      \name{author}{2}{}{%
        {{hash=1}{%
           family={Example},
           familyi={E\bibinitperiod},
           given={Ada},
           giveni={A\bibinitperiod}}}%
        {{hash=2}{%
           family={M{\"u}ller},
           given={Eva},
           prefix={von},
           prefixi={v\bibinitperiod}}}%
      }
      \strng{namehash}{1}
      \field{eprintclass}{cs.CV}
      \field{eprinttype}{arxiv}
      \field{title}{{NorthNet}: Polar Features}
      \field{year}{2101}
      \verb{eprint}
      \verb 2101.90001v2
      \endverb
      \verb{doi}
      \verb 10.9999/toy_1
      \endverb
    \endentry
    \entry{team}{online}{}{}
      \name{author}{1}{}{%
        {{hash=3}{%
           family={{The Toy and Game Team}}}}%
      }
      \field{title}{What Is a Toy?}
    \endentry
  \enddatalist
\endrefsection
"""


def test_what_biber_prints_is_read():
    references = read_bbl(PRINTED)
    north, team = references["north"], references["team"]
    assert north.title == "NorthNet: Polar Features"
    assert north.authors == ("Ada Example", "Eva von Müller")
    assert (north.year, north.arxiv_id, north.arxiv_version, north.doi) == (2101, "2101.90001", 2, "10.9999/toy_1")
    assert north.entry_type == "article"
    assert team.authors == ("The Toy and Game Team",)


def test_every_cut_of_it_is_read_without_failing():
    for end in range(0, len(PRINTED), 7):
        references = read_bbl(PRINTED[:end])
        assert references.keys() <= {"north", "team"}
