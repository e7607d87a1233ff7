"""Our documents pass the conditions of PDF/UA-1; a document with one fault fails the condition of that fault."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from services.core.paper.sheet import HEADING, NAME, TEXT, TITLE, Sheet
from tests.fixtures.accessible import failing
from tests.fixtures.paper.accessibility.check import CONDITIONS
from tests.fixtures.paper.opened.objects import Opened, Stream
from tests.fixtures.paper.opened.syntax import Name, Ref
from tests.services.core.paper.rewritten import rewritten

AT = datetime(2026, 11, 23, 5, tzinfo=UTC)
Change = Callable[["Sample"], None]


@cache
def drawn() -> bytes:
    """A page with one of everything."""
    with closing(Sheet("Beispiel & Probe", "Fuß", AT)) as sheet:
        sheet.next_page()
        sheet.paragraph("Beispiel", TITLE)
        sheet.paragraph("Abschnitt", HEADING)
        sheet.paragraph("Teil", NAME, role="H3")
        with sheet.element("Table"):
            for row in range(3):
                with sheet.element("TR"):
                    for column in range(3):
                        with sheet.element(*(("TH",) if row == 0 else ("TD",)), scope="" if row else "Column"):
                            sheet.words(20 + column * 20, 80 + row * 8, f"{row} {column}", TEXT)
        with sheet.element("L"), sheet.element("LI"):
            with sheet.element("Lbl"):
                sheet.words(20, 120, "1.", TEXT)
            with sheet.element("LBody"):
                sheet.words(30, 120, "Punkt", TEXT)
        with sheet.figure("Ein Kasten", (20, 130), (40, 20)):
            sheet.box(20, 130, 40, 20, (0, 0, 0))
        sheet.words(20, 170, "Ein loser Satz", TEXT)
        return sheet.finished()


class Sample:
    """The drawn page, opened, with handles on what tests change."""

    def __init__(self) -> None:
        self.pdf = Opened(drawn())
        self.catalog = self.pdf.catalog
        self.page_ref, self.page = self.pdf.pages()[0]
        self.root = self.pdf(self.catalog["StructTreeRoot"])

    def elements(self, role: str) -> list[dict[str, Any]]:
        """The elements of this type."""
        found = [one for one in self.pdf.objects.values() if isinstance(one, dict) and one.get("S") == role]
        assert found
        return found

    def fonts(self) -> list[dict[str, Any]]:
        """The fonts of the page."""
        return [self.pdf(ref) for ref in self.pdf.entry(self.page, "Resources", "Font").values()]

    def content(self, before: bytes, after: bytes) -> None:
        """Replace the first occurrence in the content of the page."""
        self.stream(self.page["Contents"], before, after)

    def stream(self, ref: Ref, before: bytes, after: bytes) -> None:
        """The same in any stream."""
        stream = self.pdf(ref)
        assert before in stream.content
        self.pdf.objects[ref.number] = replace(stream, content=stream.content.replace(before, after, 1))

    def add(self, value: Any) -> Ref:
        """A new object."""
        number = max(self.pdf.objects) + 1
        self.pdf.objects[number] = value
        return Ref(number)

    def link(self) -> dict[str, Any]:
        """Add a link as it should be; returns its annotation."""
        annotation = {"Type": Name("Annot"), "Subtype": Name("Link"), "Rect": [0, 0, 9, 9], "Contents": b"Zur Seite"}
        ref = self.add(annotation)
        self.page |= {"Annots": [ref], "Tabs": Name("S")}
        kid = {"Type": Name("OBJR"), "Obj": ref}
        top = self.root["K"][0]
        element = {"Type": Name("StructElem"), "S": Name("Link"), "P": top, "Pg": self.page_ref, "K": [kid]}
        self.pdf(top)["K"].append(self.add(element))
        return annotation

    def failing(self) -> set[str]:
        """The conditions that fail now."""
        return {condition for condition, _ in failing(rewritten(self.pdf))}


def test_what_is_drawn_passes_as_written_and_written_again() -> None:
    assert failing(drawn()) == []
    sample = Sample()
    sample.link()
    assert sample.failing() == set()


def swap(entries: dict[str, Any], **changes: Any) -> None:
    """Change entries; None removes one."""
    for name, value in changes.items():
        entries.pop(name, None)
        if value is not None:
            entries[name] = value


def metadata(sample: Sample, before: bytes, after: bytes) -> None:
    sample.stream(sample.catalog["Metadata"], before, after)


def encrypted(sample: Sample, **entries: Any) -> None:
    sample.pdf.trailer["Encrypt"] = {"Filter": Name("Standard"), **entries}


def linked(sample: Sample, **changes: Any) -> None:
    swap(sample.link(), **changes)


def unlinked(sample: Sample) -> None:
    sample.link()
    swap(sample.elements("Link")[0], S=Name("Span"))


def tabs(sample: Sample, order: Name | None) -> None:
    sample.link()
    swap(sample.page, Tabs=order)


def descendant(sample: Sample) -> dict[str, Any]:
    return sample.pdf(sample.pdf(sample.fonts()[0]["DescendantFonts"])[0])  # type: ignore[no-any-return]


def letters(sample: Sample, letter: bytes) -> None:
    ref = sample.fonts()[0]["ToUnicode"]
    sample.stream(ref, b"<0000> <FFFD>", b"<0000> <%b>" % letter)


def parents(sample: Sample) -> list[Any]:
    return sample.pdf.entry(sample.root, "ParentTree", "Nums")[1]  # type: ignore[no-any-return]


def without_a_cell(sample: Sample) -> None:
    row = next(one for one in sample.elements("TR") if sample.pdf(one["K"][0])["S"] == "TD")
    ref = row["K"].pop()
    cell = sample.pdf(ref)
    sample.elements("P")[0]["K"] += cell["K"]  # its content goes elsewhere, so that only the row is at fault
    owner = next(number for number, one in sample.pdf.objects.items() if one is sample.elements("P")[0])
    for place, one in enumerate(parents(sample)):
        if one == ref:
            parents(sample)[place] = Ref(owner)


def two_headings(sample: Sample) -> None:
    for role in ("H2", "H3"):
        swap(sample.elements(role)[0], S=Name("H"))


FAULTS: dict[str, tuple[str, Change]] = {
    "not marked": ("ISO 14289-1, 7.1", lambda one: swap(one.catalog, MarkInfo=None)),
    "suspects": ("01-007", lambda one: swap(one.catalog, MarkInfo={"Marked": True, "Suspects": True})),
    "no metadata": ("06-001", lambda one: swap(one.catalog, Metadata=None)),
    "no identifier": ("06-002", lambda one: metadata(one, b"pdfuaid:part>1", b"pdfuaid:part>2")),
    "no title": ("06-003", lambda one: metadata(one, b"Beispiel &amp; Probe", b" ")),
    "no preference": ("07-001", lambda one: swap(one.catalog, ViewerPreferences={})),
    "file name as title": ("07-002", lambda one: swap(one.catalog, ViewerPreferences={"DisplayDocTitle": False})),
    "no language": ("11-001", lambda one: swap(one.catalog, Lang=None)),
    "no permissions": ("26-001", encrypted),
    "no permission to read aloud": ("26-002", lambda one: encrypted(one, P=-3904 & ~512)),
    "artifact in content": ("01-003", lambda one: one.content(b"BDC\n", b"BDC\n/Artifact BMC\nEMC\n")),
    "content in artifact": ("01-004", lambda one: one.content(b"/P <</MCID", b"/Artifact BMC /P <</MCID")),
    "drawn outside": ("01-005", lambda one: one.content(b"/Artifact <<", b"0 0 9 9 re\nf\n/Artifact <<")),
    "tagged without a number": ("01-005", lambda one: one.content(b"/H1 <</MCID 0>> BDC", b"/H1 BMC")),
    "never ended": ("01-005", lambda one: one.content(b"EMC", b"")),
    "the same number twice": ("ISO 32000-1, 14.7.4.4", lambda one: one.content(b"<</MCID 1>>", b"<</MCID 0>>")),
    "parent tree of another": ("ISO 32000-1, 14.7.4.4", lambda one: parents(one).insert(0, parents(one).pop())),
    "parent tree too short": ("ISO 32000-1, 14.7.4.4", lambda one: parents(one).pop() and None),
    "in no element": ("ISO 32000-1, 14.7.4.4", lambda one: swap(one.elements("H1")[0], K=None)),
    "code without a letter": ("10-001", lambda one: one.content(b") Tj", b"\\377\\376) Tj")),
    "own type": ("02-001", lambda one: swap(one.elements("P")[0], S=Name("Absatz"))),
    "types in a circle": ("02-003", lambda one: swap(one.root, RoleMap={"A": Name("B"), "B": Name("A")})),
    "standard type mapped": ("02-004", lambda one: swap(one.root, RoleMap={"P": Name("Span")})),
    "cell outside of a row": ("09-004", lambda one: swap(one.elements("TR")[0], S=Name("Div"))),
    "list without items": ("09-005", lambda one: swap(one.elements("LI")[0], S=Name("Div"))),
    "a cell missing": ("01-006", without_a_cell),
    "header without scope": ("15-003", lambda one: swap(one.elements("TH")[0], A=None)),
    "figure without words": ("13-004", lambda one: swap(one.elements("Figure")[0], Alt=None)),
    "figure without place": ("ISO 32000-1, 14.8.5.4", lambda one: swap(one.elements("Figure")[0], A=None)),
    "no first level": ("14-002", lambda one: swap(one.elements("H1")[0], S=Name("H2"))),
    "skipped level": ("14-003", lambda one: swap(one.elements("H2")[0], S=Name("P"))),
    "two headings": ("14-006", two_headings),
    "both kinds of headings": ("14-007", lambda one: swap(one.elements("P")[0], S=Name("H"))),
    "note without words": ("28-004", lambda one: linked(one, Subtype=Name("Text"), Contents=None)),
    "no order of tabs": ("28-008", lambda one: tabs(one, None)),
    "another order of tabs": ("28-009", lambda one: tabs(one, Name("R"))),
    "link outside of Link": ("28-011", unlinked),
    "link without words": ("28-012", lambda one: linked(one, Contents=None)),
    "no map of glyphs": ("31-005", lambda one: swap(descendant(one), CIDToGIDMap=None)),
    "font not embedded": ("31-009", lambda one: swap(one.pdf(descendant(one)["FontDescriptor"]), FontFile2=None)),
    "font without letters": ("31-027", lambda one: swap(one.fonts()[0], ToUnicode=None)),
    "letter zero": ("31-028", lambda one: letters(one, b"0000")),
    "byte order mark": ("31-029", lambda one: letters(one, b"FEFF")),
    "missing glyph": ("31-030", lambda one: one.content(b") Tj", b"\\000\\000) Tj")),
}


@pytest.mark.parametrize(("condition", "change"), FAULTS.values(), ids=FAULTS)
def test_a_fault_fails_its_condition(condition: str, change: Change) -> None:
    sample = Sample()
    change(sample)
    assert condition in sample.failing()


def test_every_condition_has_a_fault_that_fails_it() -> None:
    assert {condition for condition, _ in FAULTS.values()} == set(CONDITIONS)


def test_the_foot_of_a_page_is_passed_over() -> None:
    sample = Sample()
    content = sample.pdf(sample.page["Contents"]).content
    begin = content.index(b"/Artifact <</Type /Pagination /Subtype /Footer>> BDC")
    assert content[begin:].count(b"EMC") == 1
    assert content[begin:].count(b" Tj") == 3  # name, "Seite 1 von", number


def test_a_figure_that_runs_over_a_page_is_refused() -> None:
    with closing(Sheet("Titel", "Fuß", AT)) as sheet:
        sheet.next_page()
        with pytest.raises(ValueError, match="inside a figure"), sheet.figure("Kasten", (20, 20), (9, 9)):
            sheet.next_page()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"%PDF-1.7\nstartxref\n9999\n%%EOF", drawn()[:900]])
def test_what_is_no_document_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):
        failing(content)


def test_streams_are_opened_as_they_were_written() -> None:
    streams = [one for one in Sample().pdf.objects.values() if isinstance(one, Stream)]
    assert any(b"/Artifact" in one.content for one in streams)
