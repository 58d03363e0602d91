"""Two hundred answers that nobody should send; what each must say is part of it."""

import bz2
import gzip
import io
import lzma
import random
import struct
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from tablecheck.sources.net.failure import Failure
from tests.sources.fake_server import hostile
from tests.sources.fake_server.papers import latex, pdf, tar_gz
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import QUICK

MEGABYTE = 1_000_000
SOURCE = latex("A Toy Paper", 1)


@dataclass(frozen=True)
class Case:
    """``wanted`` is a kind of document, or ``answer`` for a question to a service."""

    name: str
    reply: Reply
    failure: Failure
    says: str
    wanted: str = "pdf"
    times: int = 1


def tar(*members: tuple[str, bytes], kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content) if kind == tarfile.REGTYPE else 0
            member.type, member.linkname = kind, link
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def member_of_size(size: int, kind: bytes = b"0") -> bytes:
    """A header that promises more than follows."""
    member = tarfile.TarInfo("main.tex")
    member.size, member.type = size, kind
    return member.tobuf(tarfile.GNU_FORMAT) + b"x" * 512


def zipped(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, SOURCE)
    return out.getvalue()


def source(name: str, content: bytes, failure: Failure, says: str) -> Case:
    return Case(name, Reply(200, content), failure, says, wanted="latex")


def page(body: str) -> bytes:
    return f"<!DOCTYPE html><html><head></head><body>{body}</body></html>".encode()


def redirects() -> Iterator[Case]:
    private = "127.0.0.1 169.254.169.254 10.1.2.3 192.168.0.1 172.31.0.1 0.0.0.0 100.100.100.200 224.0.0.251"
    inside = [*private.split(), "[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "[::ffff:169.254.169.254]"]
    for host in inside:
        yield Case(
            f"redirect to {host}", hostile.redirect(f"https://{host}/x.pdf"), Failure.REFUSED, "not a public address"
        )
        yield Case(f"plain redirect to {host}", hostile.redirect(f"http://{host}/x.pdf"), Failure.REFUSED, "only https")
    for scheme in (
        "file:///etc/passwd",
        "ftp://papers.test/x",
        "gopher://papers.test/x",
        "data:text/plain,x",
        "javascript:x",
    ):
        says = "cannot be read" if scheme[:4] in ("file", "data", "java") else "only https"
        yield Case(f"redirect to {scheme}", hostile.redirect(scheme), Failure.REFUSED, says)
    yield Case("redirect with a user name", hostile.redirect("https://a:b@papers.test/"), Failure.REFUSED, "user name")
    yield Case("redirect to another port", hostile.redirect("https://papers.test:8443/"), Failure.REFUSED, "port 8443")
    yield Case(
        "redirect to a very long address",
        hostile.redirect("https://papers.test/" + "a" * 9000),
        Failure.REFUSED,
        "characters",
    )
    yield Case("redirect to nonsense", hostile.redirect("https://[::1/"), Failure.REFUSED, "cannot be read")
    yield Case("redirect to an empty host", hostile.redirect("https:///x"), Failure.REFUSED, "cannot be read")
    yield Case("redirect in a circle", hostile.redirect("x.pdf"), Failure.REFUSED, "more than 5 times", times=9)
    yield Case("redirect to a number", hostile.redirect("https://2130706433/"), Failure.REFUSED, "not a public address")
    yield Case(
        "redirect to a hexadecimal number", hostile.redirect("https://0x7f.1/"), Failure.REFUSED, "not a public address"
    )
    for service_host in ("127.0.0.1", "169.254.169.254", "evil.test"):
        reply = hostile.redirect(f"https://{service_host}/paper/x")
        yield Case(
            f"an answer redirected to {service_host}", reply, Failure.REFUSED, "no server of Semantic", wanted="answer"
        )


def slow_ones() -> Iterator[Case]:
    for wanted in ("pdf", "answer"):
        yield Case(f"silence ({wanted})", hostile.silent(4), Failure.TOO_SLOW, "try again later", wanted, times=4)
        yield Case(
            f"a dripping head ({wanted})", hostile.dripping_head(4), Failure.TOO_SLOW, "was not done after", wanted
        )
        yield Case(
            f"a dripping body ({wanted})", hostile.dripping_body(4), Failure.TOO_SLOW, "was not done after", wanted
        )
    stops = hostile.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n%PDF-", pause=4)
    yield Case("a body that stops", stops, Failure.TOO_SLOW, "fell silent")


def large_ones() -> Iterator[Case]:
    for wanted in ("pdf", "answer"):
        yield Case(
            f"announces too much ({wanted})",
            hostile.says_length(b"%PDF", 10**12),
            Failure.TOO_LARGE,
            "announces 1,000,000,000,000",
            wanted,
        )
        yield Case(
            f"sends without end ({wanted})", hostile.endless(9 * MEGABYTE), Failure.TOO_LARGE, "sends more than", wanted
        )
        yield Case(
            f"a gzip bomb in transfer ({wanted})",
            hostile.packed_bomb(60 * MEGABYTE),
            Failure.TOO_LARGE,
            "more than",
            wanted,
        )
        yield Case(
            f"a deflate bomb in transfer ({wanted})",
            hostile.deflate_bomb(60 * MEGABYTE),
            Failure.TOO_LARGE,
            "more than",
            wanted,
        )
    twice = gzip.compress(gzip.compress(b"0" * 60 * MEGABYTE))
    nested = Reply(200, twice, {"Content-Encoding": "gzip, gzip"})
    yield Case("a bomb in a bomb", nested, Failure.TOO_LARGE, "unpack to more than")
    for number in (2**31, 2**63, 10**19):
        yield Case(f"announces {number}", hostile.says_length(b"", number), Failure.TOO_LARGE, "announces")


def broken_ones() -> Iterator[Case]:
    whole = pdf() * 5
    for size in (0, 1, 5, 100, 1000, len(whole) - 1):
        yield Case(
            f"closes after {size} bytes",
            hostile.says_length(whole[:size], len(whole)),
            Failure.BROKEN,
            f"broke off after {size:,} bytes",
        )
    for end in (b"", b"5\r\n%PDF-\r\n", b"zz\r\n", b"-1\r\n", b"ffffffffffff\r\nabc", b"5\r\n%P"):
        reply = hostile.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + end)
        yield Case(f"chunks that end in {end!r}", reply, Failure.BROKEN, "broke")
    for head in (b"", b"HTTP", b"\x00" * 100, b"220 smtp ready\r\n", b"HTTP/1.1\r\n\r\n", b"HTTP/9.9 abc\r\n\r\n"):
        yield Case(f"no HTTP: {head!r}", hostile.raw(head), Failure.BROKEN, "broke off before it answered", times=4)
    many = b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(500)) + b"\r\n"
    yield Case("five hundred headers", hostile.raw(many), Failure.BROKEN, "broke off before it answered", times=4)
    long = b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000 + b"\r\n\r\n"
    yield Case("a header of 200 kB", hostile.raw(long), Failure.BROKEN, "broke off before it answered", times=4)
    for coding in ("gzip", "deflate"):
        yield Case(
            f"{coding} that is none",
            Reply(200, b"no such thing" * 9, {"Content-Encoding": coding}),
            Failure.BROKEN,
            "do not unpack",
        )
    half = gzip.compress(pdf())[:200]
    yield Case(
        "half of a gzip in transfer",
        Reply(200, half, {"Content-Encoding": "gzip"}),
        Failure.BROKEN,
        "only a part of the PDF",
    )


def wrong_kinds() -> Iterator[Case]:
    kinds = {
        "a zip archive": zipped("main.tex"),
        "PostScript": b"%!PS-Adobe-3.0\n",
        "a picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 50,
        "a rar archive": b"Rar!\x1a\x07\0",
        "a 7z archive": b"7z\xbc\xaf\x27\x1c",
        "a bzip2 archive": bz2.compress(SOURCE),
        "an xz archive": lzma.compress(SOURCE),
        "a program": b"\x7fELF\x02\x01\x01",
        "a Word document": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "JSON": b'{"error": "no"}',
        "XML": b'<?xml version="1.0"?><Error/>',
    }
    for name, content in kinds.items():
        yield Case(f"{name} for a PDF", Reply(200, content), Failure.WRONG_KIND, f"{name} came instead of a PDF")
        yield Case(
            f"{name} for a source", Reply(200, content), Failure.WRONG_KIND, f"{name} came instead of LaTeX", "latex"
        )
        yield Case(
            f"{name} for a page", Reply(200, content), Failure.WRONG_KIND, f"{name} came instead of a page", "html"
        )
    for claimed in ("application/pdf", "text/html", "application/x-tar"):
        reply = Reply(200, b"\x89PNG\r\n\x1a\n", {"Content-Type": claimed})
        yield Case(f"a picture that claims to be {claimed}", reply, Failure.WRONG_KIND, "a picture came")
    for body, says in (
        ("Please sign in", "a page to log in"),
        ("Are you a robot?", "a check for robots"),
        ("cf-chl-x", "a check for robots"),
        ("Purchase this article", "a page to log in"),
        ("hello", "a web page came instead of a PDF"),
    ):
        yield Case(f"a page that says {body!r}", Reply(200, page(body)), Failure.WRONG_KIND, says)
    for content in (b"", b"\n\n", b"  \t"):
        yield Case(f"nothing: {content!r}", Reply(200, content), Failure.WRONG_KIND, "nothing came")
    for content in (b"hello", b"\x00" * 1000, bytes(range(256)) * 4, "плохо".encode()):
        yield Case(
            f"no document: {content[:9]!r}",
            Reply(200, content),
            Failure.WRONG_KIND,
            "something else came instead of a PDF",
        )
    yield Case("a PDF for a page", Reply(200, pdf()), Failure.WRONG_KIND, "a PDF came instead of a page", "html")
    yield Case("LaTeX for a PDF", Reply(200, SOURCE), Failure.WRONG_KIND, "LaTeX came instead of a PDF")
    yield Case(
        "a source for a page",
        Reply(200, tar_gz({"main.tex": SOURCE})),
        Failure.WRONG_KIND,
        "an archive of sources came",
        "html",
    )
    whole = pdf()
    for share in (0.2, 0.5, 0.8):
        part = whole[: int(len(whole) * share)]
        yield Case(
            f"{share:.0%} of a PDF, said to be all", Reply(200, part), Failure.BROKEN, "only a part of the PDF came"
        )
    yield Case(
        "half a page, said to be all", Reply(200, page("x")[:45]), Failure.BROKEN, "only a part of the page", "html"
    )


def archives() -> Iterator[Case]:
    for name in (
        "../main.tex",
        "/etc/passwd",
        "a/../../b.tex",
        "..\\main.tex",
        "C:/main.tex",
        "./../x.tex",
        "//x/main.tex",
    ):
        yield source(
            f"a member {name}", gzip.compress(tar((name, SOURCE))), Failure.WRONG_KIND, "points outside the archive"
        )
    long = "../" * 60 + "etc/passwd"
    yield source(
        "a long name that leads outside",
        gzip.compress(tar((long, SOURCE))),
        Failure.WRONG_KIND,
        "points outside the archive",
    )
    for kind, word in ((tarfile.CHRTYPE, "device"), (tarfile.BLKTYPE, "device"), (tarfile.FIFOTYPE, "device")):
        content = gzip.compress(tar(("main.tex", b""), kind=kind))
        yield source(f"a member of kind {kind!r}", content, Failure.WRONG_KIND, word)
    links = gzip.compress(tar(("main.tex", b""), kind=tarfile.SYMTYPE, link="/etc/passwd"))
    yield source("nothing but a link", links, Failure.WRONG_KIND, "the archive is empty")
    yield source("an empty archive", gzip.compress(tar()), Failure.WRONG_KIND, "something else came")
    yield source(
        "no LaTeX inside", tar_gz({"a.png": b"x", "b.png": b"y"}), Failure.WRONG_KIND, "no LaTeX in the archive"
    )
    for size in (10**9, 8**11 - 1):
        content = gzip.compress(member_of_size(size))
        yield source(f"a member that claims {size} bytes", content, Failure.TOO_LARGE, "claims to have")
    yield source(
        "a member that claims 2^80 bytes", gzip.compress(member_of_size(2**80)), Failure.TOO_LARGE, "claims to have"
    )
    yield source("a member cut short", gzip.compress(member_of_size(10**6)), Failure.BROKEN, "ends in the middle")
    yield source(
        "a header of 300 MB",
        gzip.compress(member_of_size(300 * MEGABYTE, b"x")),
        Failure.WRONG_KIND,
        "a header of 300,000,000 bytes",
    )
    yield source(
        "a name of 300 MB",
        gzip.compress(member_of_size(300 * MEGABYTE, b"L")),
        Failure.WRONG_KIND,
        "a header of 300,000,000 bytes",
    )
    many = gzip.compress(b"".join(tarfile.TarInfo(f"{n}.tex").tobuf(tarfile.USTAR_FORMAT) for n in range(6000)))
    yield source("six thousand members", many, Failure.TOO_LARGE, "more than 5,000 members")
    spoilt = bytearray(tar(("main.tex", SOURCE)))
    spoilt[100] ^= 1
    yield source("a wrong checksum", gzip.compress(bytes(spoilt)), Failure.BROKEN, "the archive is damaged")
    yield source("a bomb of one file", gzip.compress(b"0" * 60 * MEGABYTE), Failure.TOO_LARGE, "unpacks to more than")
    yield source(
        "a bomb in an archive",
        gzip.compress(tar(("main.tex", b"0" * 60 * MEGABYTE))),
        Failure.TOO_LARGE,
        "unpacks to more than",
    )
    layers = gzip.compress(gzip.compress(SOURCE))
    yield source("gzip in gzip", layers, Failure.WRONG_KIND, "something else came")
    whole = tar_gz({"main.tex": SOURCE * 50})
    for share in (0.1, 0.5, 0.9):
        yield source(f"{share:.0%} of an archive", whole[: int(len(whole) * share)], Failure.BROKEN, "end")
    for seed in range(6):
        spoilt = bytearray(whole)
        spoilt[random.Random(seed).randrange(12, len(whole) - 8)] ^= 0xFF
        yield source(f"an archive with a spoilt byte ({seed})", bytes(spoilt), Failure.BROKEN, "")
    yield source("gzip of nothing", gzip.compress(b""), Failure.WRONG_KIND, "something else came")
    yield source("gzip without an end", b"\x1f\x8b\x08\0\0\0\0\0\0\xff", Failure.BROKEN, "end too early")
    yield source("gzip of another method", b"\x1f\x8b\x07" + b"\0" * 40, Failure.BROKEN, "compressed in no way")
    yield source("a printed paper in gzip", gzip.compress(b"%!PS-Adobe-2.0\n"), Failure.WRONG_KIND, "a printed paper")
    yield source("a withdrawn paper", gzip.compress(b"%auto-ignore\nwithdrawn"), Failure.NOT_FOUND, "withdrawn")
    lied = gzip.compress(SOURCE)[:-4] + struct.pack("<I", 7)
    yield source("gzip that lies about its size", lied, Failure.BROKEN, "compressed data")


def answers() -> Iterator[Case]:
    deep = b"[" * 100_000
    for name, content in (
        ("nothing", b""),
        ("a page", page("busy")),
        ("half of it", b'{"data": [{"title": "x"'),
        ("a hundred thousand brackets", deep),
        ("a hundred thousand objects", b'{"a":' * 100_000),
        ("bytes", bytes(range(256))),
        ("UTF-16", '{"a": 1}'.encode("utf-16")[:7]),
        ("a number that never ends", b"1" * 100_000 + b"x"),
        ("two objects", b"{}{}"),
        ("a comment", b"// no"),
        ("a text without end", b'"' + b"x" * 100_000),
    ):
        yield Case(f"an answer of {name}", Reply(200, content), Failure.BAD_ANSWER, "sent no JSON", wanted="answer")


def feeds() -> Iterator[Case]:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    feed = '<feed xmlns="http://www.w3.org/2005/Atom">'
    for name, content in (
        ("a billion laughs", f'<!DOCTYPE f [<!ENTITY l0 "ha">{laughs}]>{feed}<title>&l11;</title></wrong>'),
        ("a file of ours", f'<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]>{feed}&x;</wrong>'),
        ("another root", "<html><body>busy</body></html>"),
        ("a hundred thousand levels", feed + "<a>" * 100_000),
        ("no XML", "Rate limit"),
        ("half of it", feed + "<entry><id>http://arxiv.org/abs/1"),
        ("nothing", ""),
        ("an unknown coding", '<?xml version="1.0" encoding="x-klingon"?>' + feed),
        ("a very long attribute", feed + f'<link href="{"a" * 11_000_000}"'),
    ):
        says = "sends more than" if len(content) > QUICK.answer_bytes else "sent no feed"
        failure = Failure.TOO_LARGE if len(content) > QUICK.answer_bytes else Failure.BAD_ANSWER
        says = "announces" if failure is Failure.TOO_LARGE else says
        yield Case(f"a feed of {name}", Reply(200, content.encode()), failure, says, wanted="feed")
    error = f"{feed}<entry><id>http://arxiv.org/api/errors#x</id><summary>it failed</summary></entry></feed>"
    yield Case(
        "an error that looks like a paper",
        Reply(200, error.encode()),
        Failure.BAD_ANSWER,
        "an error (it failed)",
        "feed",
    )
    yield Case("too many questions", Reply(200, b"Rate exceeded."), Failure.BUSY, "arXiv is busy", "feed")


def cases() -> list[Case]:
    kinds = (redirects, slow_ones, large_ones, broken_ones, wrong_kinds, archives, answers, feeds)
    return [case for kind in kinds for case in kind()]
