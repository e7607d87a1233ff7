"""Documents: what people typed is printed as it is, never run; what is not accessible is refused; the same bytes."""

import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pypdfium2 as pdfium
import pytest
import typst

from services.core.paper.glyphs import unprintable
from services.core.paper.typeset import typeset
from services.mail.paper.document import Sheet, letters_document
from services.mail.paper.letter import Letter
from services.mail.rendering import renderer_for
from services.settings import Settings
from tests.fixtures.pdf import elements_of, is_accessible, words_of

AT = datetime(2026, 11, 28, 9, 30, 1, 250, tzinfo=UTC)
HEAD = b'#import "/core/paper/page.typ": *\n#show: document-of.with(data.title, data.title)\n= #data.title\n'
NOTE = "Ein Fragezeichen kann für ein Zeichen stehen, das diese Schrift nicht hat."


def made(body: bytes = b"#data.said", **data: Any) -> bytes:
    return typeset(HEAD + body, {"title": "Titel & mehr", **data}, AT)


HOSTILE = (
    '#panic("x")',
    '#read("/settings.py")',
    '#import "@preview/cetz:0.4.0": canvas',
    "] #strong[fett] [",
    "= Überschrift",
    "- Punkt + Zahl / Begriff: Wort",
    "$x^2$ *b* _i_ `r` <a> @b ~ \\u{41} \\ // kein Kommentar",
    "--- ... \"'Zitat'\" https://example.org/#a",
    "<script>alert(1)</script> &amp; %s {{ 7*7 }}",
    "-" * 200,
)


@pytest.mark.parametrize("said", HOSTILE)
def test_what_people_typed_is_printed_and_never_run(said: str) -> None:
    content = made(said=said)
    assert said.replace(" ", "") in words_of(content).replace(" ", "")
    assert [one.role for one in elements_of(content)] == ["H1", "P"]


def test_what_a_household_typed_is_no_markup_in_a_letter() -> None:
    sender = renderer_for(Settings(_env_file=None))._sender  # type: ignore[call-arg]
    letter = Letter(
        "reservation_received", {"reference": "#panic()"}, ['#read("/x") *A*', "= Weg 1", "- 85049 $x$"], AT
    )
    content = letters_document([Sheet(letter, "*Betreff*", "\n\n".join(HOSTILE))], sender)
    words = words_of(content).replace(" ", "")
    assert is_accessible(content)
    for said in (*HOSTILE, *letter.address, "*Betreff*", "#panic()"):
        assert said.replace(" ", "") in words, said


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"#image(bytes(\"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>\"))", "missing alt text"),
        (b"==== Zu tief", "heading"),
        (b'#text(font: "Figtree", "\\u{5c0f}")', "could not be displayed"),
    ],
)
def test_what_is_not_accessible_is_refused(body: bytes, message: str) -> None:
    with pytest.raises(typst.TypstError, match=message):
        made(body)


def test_the_same_content_and_moment_are_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    content = made(said="Text")
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert made(said="Text") == content
    berlin = AT.astimezone(timezone(timedelta(hours=1)))
    assert typeset(HEAD + b"#data.said", {"title": "Titel & mehr", "said": "Text"}, berlin) == content
    assert made(said="Anderer") != content
    assert is_accessible(content)
    with pdfium.PdfDocument(content) as document:
        assert document.get_metadata_value("Title") == "Titel & mehr"
        assert document.get_metadata_value("CreationDate") == "D:20261128093001Z"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", ""),
        ("Anna Müller-Lüdenscheidt", ""),
        ("".join(map(chr, range(0x100, 0x180))), ""),
        ("Nguyễn Thị Ánh Đặng", ""),
        ("Mu\u0308ller Nguye\u0302\u0303n", ""),
        ("Ḥasan Ṣāliḥ", ""),
        ("Әлия Юрий Їжак Ωμέγα", ""),
        ("unsichtbar\u200b\u00ad\u202e\x07", ""),
        ("محمد", "محد"),
        ("Anna 小明 小", "小明"),
    ],
)
def test_what_documents_cannot_show_is_known_before_they_are_made(text: str, missing: str) -> None:
    """And a document says what its question marks mean."""
    assert unprintable(text) == missing
    words = words_of(made(said=f"{text} Ende?"))
    assert (NOTE in words) is bool(missing)
    assert words.count("?") == 1 + sum(text.count(letter) for letter in missing)
    if not missing and text.isprintable():
        assert normalize("NFC", text).replace(" ", "") in words.replace(" ", "")


def resident() -> float:
    """Megabytes of this process."""
    found = re.search(r"^VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux alone tells the memory of a process")
def test_what_was_computed_for_one_document_is_not_kept_for_the_next() -> None:
    def make(number: int) -> None:
        made(b"#table(columns: 5, ..data.cells)", cells=[f"{number} {place}" for place in range(1_000)])

    make(0)
    before = resident()
    for number in range(1, 5):
        make(number)
    assert resident() - before < 25
