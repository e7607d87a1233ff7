"""Builds the PDF of several reports: a title page with the contents, then each report from a page of its own on."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final

from services.core.paper.sheet import LEAD, LINE, MARGIN, NAME, SMALL, TEXT, TITLE, Sheet
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.cells import moment
from services.reports.render.pdf.document import draw_report, unknown_note
from services.reports.run import ReportAnswer

_CONTENTS: Final = "{count} Berichte in einem Dokument"
_NUMBERS: Final = 24.0
"""The room that page numbers take in the contents, in millimetres."""


def document_of_pack(
    name: str, answers: Sequence[ReportAnswer], park_names: Mapping[str, str], elsewhere: str
) -> bytes:
    """The PDF. The same answers give the same bytes. `elsewhere` names where omitted rows can be found, in the German
    dative: „in der Excel-Datei“.
    """
    # Only what has been laid out once has page numbers; they take the same room whatever they are.
    with closing(_sheet(name, answers)) as measured:
        pages = _draw(measured, name, answers, park_names, elsewhere, [])
    with closing(_sheet(name, answers)) as sheet:
        _draw(sheet, name, answers, park_names, elsewhere, pages)
        return sheet.finished()


def contents_line(place: int, title: str, page: int) -> str:
    """The line of a report in the contents: „2. Wege zur Reservierung Seite 5“."""
    return f"{place}. {title} {_page_words(page)}"


def _page_words(page: int) -> str:
    return f"Seite {page}"


def _sheet(name: str, answers: Sequence[ReportAnswer]) -> Sheet:
    return Sheet(name, f"Voltigo, {name}. {_stand(answers)}", answers[0].stand.at)


def _stand(answers: Sequence[ReportAnswer]) -> str:
    return f"Stand: {moment(answers[0].stand.at)}"


def _draw(
    sheet: Sheet,
    name: str,
    answers: Sequence[ReportAnswer],
    park_names: Mapping[str, str],
    elsewhere: str,
    pages: Sequence[int],
) -> list[int]:
    """The whole document; returns the first page of each report. `pages` are these for the contents, once known."""
    sheet.unknown_note = unknown_note(elsewhere)
    sheet.next_page()
    _cover(sheet, name, answers, park_names)
    _contents(sheet, answers, pages)
    first_pages = []
    for answer in answers:
        sheet.next_page()
        first_pages.append(sheet.page_no())
        sheet.start_section(answer.definition.title)
        draw_report(sheet, answer, park_names, elsewhere, level=1)
    return first_pages


def _cover(sheet: Sheet, name: str, answers: Sequence[ReportAnswer], park_names: Mapping[str, str]) -> None:
    sheet.brand()
    sheet.words(MARGIN + sheet.room, sheet.get_y() + 5.2, _stand(answers), SMALL, align="r")
    sheet.set_y(sheet.get_y() + 15)
    sheet.paragraph(name, TITLE, after=0.5)
    sheet.paragraph(_CONTENTS.format(count=len(answers)), LEAD, after=3)
    for period in dict.fromkeys(filter(None, (period_of(answer, park_names) for answer in answers))):
        sheet.paragraph(f"Zeitraum: {period}", TEXT)
    sheet.set_y(sheet.get_y() + 6)


def _contents(sheet: Sheet, answers: Sequence[ReportAnswer], pages: Sequence[int]) -> None:
    with sheet.element("TOC"):
        for place, answer in enumerate(answers):
            sheet.keep(18)
            with sheet.element("TOCI"):
                _entry(sheet, f"{place + 1}. {answer.definition.title}", pages[place] if pages else 0)
                sheet.paragraph(answer.definition.question, SMALL, after=4)


def _entry(sheet: Sheet, title: str, page: int) -> None:
    """The title, and its page at the end of the line, with a rule that leads the eye there."""
    lines = sheet.lines(title, NAME, sheet.room - _NUMBERS)
    with sheet.element("P"):
        sheet.flow(MARGIN, lines, NAME)
        baseline = sheet.get_y() - NAME.line + NAME.size * 0.3528
        words = _page_words(page)
        end = MARGIN + sheet.room
        sheet.line_of(LINE, 0.2)
        start = MARGIN + sheet.width_of(lines[-1], NAME) + 3
        sheet.line(start, baseline - 0.2, end - sheet.width_of(words, NAME) - 3, baseline - 0.2)
        sheet.words(end, baseline, words, NAME, align="r")
    sheet.set_y(sheet.get_y() + 0.5)


def period_of(answer: ReportAnswer, park_names: Mapping[str, str]) -> str:
    """„01.11.2026 bis 07.11.2026“; empty for a report without days."""
    told = parameters_in_words(answer.told, answer.compared, park_names)
    return next((value for label, value in told if label == "Zeitraum"), "")
