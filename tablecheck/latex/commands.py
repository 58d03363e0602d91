"""What commands take before the text that they print: one letter for each argument that prints nothing.

``m`` is a group or a token, ``o`` an argument in brackets, ``p`` one in parentheses, ``s`` a star, ``a`` an overlay
in angle brackets. What follows, mostly a group, is printed as it stands; commands that print nothing take all.
"""

import re
from functools import lru_cache

SILENT_ARGUMENTS = {
    # colours and boxes
    "textcolor": "om", "color": "om", "cellcolor": "omoo", "rowcolor": "omoo", "columncolor": "omoo",
    "rowcolors": "sommm",
    "colorbox": "om", "fcolorbox": "omm", "arrayrulecolor": "om", "definecolor": "ommm", "colorlet": "omm",
    "resizebox": "smm", "scalebox": "mo", "rotatebox": "om", "raisebox": "moo", "parbox": "ooom", "makebox": "poo",
    "framebox": "poo", "adjustbox": "m", "fbox": "", "mbox": "", "smash": "o", "pbox": "om", "shortstack": "o",
    "colorcell": "m", "gradientcell": "mmmmmm", "tcbox": "o", "bigstrut": "o", "tikz": "om", "includegraphics": "soom",
    "rule": "omm", "phantom": "m", "hphantom": "m", "vphantom": "m", "vspace": "sm", "kern": "",
    "hskip": "",
    "fontsize": "mm", "usefont": "mmmm", "fontseries": "m", "fontfamily": "m", "fontshape": "m", "textls": "so",
    # cells
    "makecell": "so", "thead": "so", "rothead": "so", "Gape": "oo", "gape": "o", "subcell": "o", "specialcell": "o",
    "rotcell": "so", "makecellbox": "", "RowStyle": "om", "SetRow": "om", "SetCell": "om", "SetHline": "oom",
    # rules and rows
    "hline": "", "toprule": "o", "midrule": "o", "bottomrule": "o", "cmidrule": "opm", "cline": "m",
    "addlinespace": "o",
    "specialrule": "mmm", "noalign": "m", "Xhline": "m", "hdashline": "o", "cdashline": "om", "hhline": "m",
    "Xcline": "mm", "morecmidrules": "", "heavyrule": "", "hlinewd": "m", "Hline": "o", "cmidrulekern": "",
    "endhead": "", "endfirsthead": "", "endfoot": "", "endlastfoot": "", "tabularnewline": "o", "cr": "",
    "hlineB": "m", "thickhline": "", "dashline": "", "firsthline": "o", "lasthline": "o", "clineB": "mm",
    "nobreakhline": "", "pagebreak": "o", "nopagebreak": "o", "rowfont": "om", "specialhline": "", "tabucline": "om",
    # references, names, marks
    "label": "m", "ref": "sm", "cref": "sm", "Cref": "sm", "autoref": "sm", "eqref": "m", "pageref": "m",
    "nameref": "m",
    "hyperref": "o", "href": "om", "hypertarget": "m", "hyperlink": "m", "nocite": "m", "index": "m",
    "pdfbookmark": "omm",
    "caption": "som", "captionof": "smom", "captionsetup": "om", "tablecaption": "m", "phantomsection": "",
    # struck out, hence not said
    "sout": "m", "st": "m", "xout": "m", "cancel": "m", "xcancel": "m", "bcancel": "m", "deleted": "om", "DIFdel": "m",
    "colnumbers": "", "startdata": "", "enddata": "", "tablehead": "m", "tablewidth": "m",
    # settings
    "setlength": "mm", "addtolength": "mm", "setcounter": "mm", "addtocounter": "mm", "refstepcounter": "m",
    "stepcounter": "m", "arabic": "m", "sisetup": "m", "tabcolsep": "", "arraystretch": "", "setlist": "om",
    "foreignlanguage": "om", "selectlanguage": "m", "todo": "om", "pgfplotstabletypeset": "om", "DTLforeach": "mmm",
    "input": "m", "include": "m", "bibliography": "m", "bibliographystyle": "m", "vskip": "", "thispagestyle": "m",
    "setstretch": "m", "linespread": "m", "stretch": "m", "belowrulesep": "", "aboverulesep": "", "only": "a",
    "uncover": "a", "tikzmark": "om", "tikzmarknode": "om", "tikzmarkin": "om", "tikzmarkend": "m",
    "alt": "a", "onslide": "a", "visible": "a", "iffalse": "", "DeclareMathOperator": "smm", "newline": "",
    # mathematics
    "mathchoice": "", "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "operatorname": "s",
    "stackrel": "m", "underset": "m", "overset": "m", "sideset": "mm", "mathop": "", "nicefrac": "o", "ensuremath": "",
    "displaystyle": "", "textstyle": "", "scriptstyle": "", "limits": "", "nolimits": "", "allowbreak": "",
}  # fmt: skip
EMPHASIS = {
    "textbf": "bold", "bfseries": "bold", "bf": "bold", "mathbf": "bold", "bm": "bold", "boldsymbol": "bold",
    "boldmath": "bold", "pmb": "bold", "B": "bold", "fontseries": "bold", "thead": "",
    "underline": "underline", "uline": "underline", "ul": "underline", "uuline": "underline", "dashuline": "underline",
    "underbar": "underline",
    "textit": "italic", "emph": "italic", "itshape": "italic", "it": "italic", "em": "italic", "textsl": "italic",
    "mathit": "italic", "slshape": "italic",
    "textcolor": "colour", "color": "colour", "cellcolor": "colour", "rowcolor": "colour", "colorbox": "colour",
    "fcolorbox": "colour", "hl": "colour",
}  # fmt: skip
TABULARS = {
    "tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mom", "longtable": "om", "longtable*": "om",
    "xltabular": "omom", "tblr": "om", "longtblr": "om", "talltblr": "om", "booktabs": "om", "NiceTabular": "omo",
    "NiceTabular*": "mom", "NiceTabularX": "momo", "array": "om", "supertabular": "m", "mpsupertabular": "m",
    "supertabular*": "mm", "xtabular": "m", "tabu": "m", "longtabu": "m", "NiceArray": "om", "tabularray": "om",
    "tabularht": "omm", "tabularkv": "om", "mdwtab": "m", "deluxetable": "m", "deluxetable*": "m",
}  # fmt: skip
NEW_STYLE = frozenset({"tblr", "longtblr", "talltblr", "booktabs", "tabularray"})
FLOATS = frozenset({
    "table", "table*", "figure", "figure*", "wraptable", "wrapfigure", "sidewaystable", "sidewaystable*", "floatrow",
    "margintable", "SCtable", "longtblr", "talltblr", "deluxetable", "deluxetable*", "strip", "tcolorbox",
    "algorithm",
})  # fmt: skip
CITE = re.compile(r"[A-Za-z]*[cC]ite[A-Za-z]*|bibentry|citeA|notecite|[a-z]*textcites?")
_NOT_CITE = frozenset({
    "citetext", "setcitestyle", "citestyle", "citename", "bibcite", "defcitealias", "citesort", "citeleft",
    "citeright", "citepunct", "citeform", "citecolor", "citeindextrue", "citeindexfalse", "citemid",
    "DeclareCiteCommand", "usecitecmd", "citedash", "citeauthorformat", "citenumfont", "nocitedir", "newcitecommand",
    "citestart", "citeend", "citetrackerfalse", "excite", "recite",
})  # fmt: skip


@lru_cache(maxsize=2048)  # a manuscript has some hundred commands, each many times
def is_cite(name: str) -> bool:
    """Whether a command cites: those of natbib, biblatex, apacite, revtex and the like."""
    return CITE.fullmatch(name) is not None and name not in _NOT_CITE
