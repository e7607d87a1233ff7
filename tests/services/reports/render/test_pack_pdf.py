"""The PDF of a pack: its contents say on which page each report begins, also behind reports of several pages."""

import re
from typing import Any

import pytest

from services.reports.render.pack import document
from services.reports.render.pack.document import document_of_pack
from services.reports.render.verify.differs import ArtefactDiffers
from services.reports.render.verify.paper import verify_paper
from services.reports.run import ReportAnswer
from tests.fixtures.accessible import failing
from tests.services.reports.recount.told import Year
from tests.services.reports.render.test_pdf import PARKS, margins_are_white, pages_of

REPORTS = ("overview", "capacity", "paths", "overview")
pytestmark = pytest.mark.xdist_group("demo year")


@pytest.fixture(scope="module")
def answers(year: Year) -> list[ReportAnswer]:
    return [year.ask(report, {"park": "ingolstadt"}) for report in REPORTS]


def test_each_report_begins_on_the_page_that_the_contents_say(answers: list[ReportAnswer]) -> None:
    content = document_of_pack("Wochenbericht", answers, PARKS, "in der Konsole")
    first, *pages = pages_of(content)
    found = re.findall(r"(\d)\. (.+?) Seite (\d+) ", first)
    titles = [answer.definition.title for answer in answers]
    assert [(int(place), title) for place, title, _ in found] == list(enumerate(titles, 1))
    told = [int(page) for _, _, page in found]
    begun = [number for number, text in enumerate(pages, 2) if _begins(text, answers)]
    assert told == begun
    assert told[0] == 2
    assert told[2] - told[1] > 1, "one of them has several pages"
    for page, title in zip(told, titles, strict=True):
        assert title in pages[page - 2]
    assert failing(content) == []
    assert all(margins_are_white(content))
    assert content == document_of_pack("Wochenbericht", answers, PARKS, "in der Konsole")
    verify_paper(answers, content)


def _begins(text: str, answers: list[ReportAnswer]) -> bool:
    """Whether a report begins on a page with this text: its title stands there, and its question below."""
    return any(f"{one.definition.title} {one.definition.question}" in text for one in answers)


def test_contents_with_a_wrong_page_do_not_leave(answers: list[ReportAnswer], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = document._entry

    def shifted(sheet: Any, title: str, page: int) -> None:
        drawn(sheet, title, page + (title == "2. Auslastung"))

    monkeypatch.setattr(document, "_entry", shifted)
    content = document_of_pack("Wochenbericht", answers, PARKS, "in der Konsole")
    with pytest.raises(ArtefactDiffers, match="Inhalt, Auslastung"):
        verify_paper(answers, content)
