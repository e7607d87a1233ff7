"""Builds the PDF of a report: parameters, headline figures, then each table with its charts."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final

from services.core.paper.sheet import (
    FIGURE,
    HEADING,
    LEAD,
    LINE,
    MARGIN,
    NAME,
    NOTE,
    SAND,
    SMALL,
    TEXT,
    TITLE,
    Sheet,
)
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.cells import metric_names, moment
from services.reports.render.main_figures import Figure, main_figures
from services.reports.render.paper_tables import PaperTable, paper_table
from services.reports.render.pdf.pictures.chosen import pictures_of
from services.reports.render.pdf.pictures.picture import Picture
from services.reports.render.pdf.tables import MOST_ROWS, draw_table, is_wide
from services.reports.run import ReportAnswer

_CARD: Final = 21.0
_IN_A_LINE: Final = 3
_ONE_MORE: Final = (4, 7)
"""Numbers of cards that would leave one alone in a line of three."""
_NARROW: Final = 11
"""Letters of a value that fit on a card of four in a line: „13.677,68 €“."""
_AMBER: Final = (185, 122, 0)
_AMBER_LIGHT: Final = (253, 240, 205)
_FEWER: Final = {("credits", "months"): 60, ("credits", "package_months"): 36, ("credits", "households"): 36}
"""Rows printed of tables that run monthly for decades."""
_UNKNOWN: Final = (
    "Ein Fragezeichen in einem Namen kann ein Zeichen sein, das diese Schrift nicht hat; "
    "vollständig steht der Name {elsewhere}."
)
_METRICS: Final = "Kennzahlen und ihre Fassungen; was sie bedeuten, steht in der Konsole unter „Kennzahlen“:"
_PICTURED: Final = "Diagramm: {title}. Die Werte stehen in der Tabelle „{table}“ darunter."
IN_THE_CONSOLE: Final = "in der Konsole"


def document_of(answer: ReportAnswer, park_names: Mapping[str, str], elsewhere: str = IN_THE_CONSOLE) -> bytes:
    """The PDF. The same answer gives the same bytes; its creation date is that of the report. `elsewhere` names where
    omitted rows can be found, in the German dative: „in der Excel-Datei“.
    """
    foot = f"Voltigo, {answer.definition.title}. {_stand(answer)}"
    with closing(Sheet(answer.definition.title, foot, answer.stand.at)) as sheet:
        sheet.unknown_note = _UNKNOWN.format(elsewhere=elsewhere)
        sheet.next_page()
        asked = parameters_in_words(answer.told, answer.compared, park_names, answer.given)
        _opening(sheet, answer, asked, _stand(answer))
        _figures(sheet, main_figures(answer))
        for name in answer.in_files:
            _section(sheet, answer, paper_table(answer, name), elsewhere)
        _metrics(sheet, answer)
        return sheet.finished()


def _stand(answer: ReportAnswer) -> str:
    return f"Stand: {moment(answer.stand.at)}"


def rows_printed(report: str, table: str) -> int:
    """How many rows of a table are printed at most."""
    return _FEWER.get((report, table), MOST_ROWS)


def _metrics(sheet: Sheet, answer: ReportAnswer) -> None:
    """Which definitions the figures follow, at the end of the document."""
    if names := metric_names(answer):
        sheet.paragraph(f"{_METRICS} {', '.join(names)}.", NOTE)


def _opening(sheet: Sheet, answer: ReportAnswer, asked: list[tuple[str, str]], stand: str) -> None:
    sheet.brand()
    sheet.words(MARGIN + sheet.room, sheet.get_y() + 5.2, stand, SMALL, align="r")
    sheet.set_y(sheet.get_y() + 15)
    sheet.paragraph(answer.definition.title, TITLE, after=0.5)
    sheet.paragraph(answer.definition.question, LEAD, after=3)
    _provisional(sheet, answer.stand.provisional)
    periods = [(label, value) for label, value in asked if label in ("Zeitraum", "Verglichen mit")]
    for label, value in periods:
        sheet.paragraph(f"{label}: {value}", TEXT)
    rest = " · ".join(f"{label}: {value}" for label, value in asked if (label, value) not in periods)
    if rest:
        sheet.paragraph(rest, SMALL)
    sheet.set_y(sheet.get_y() + 4)


def _provisional(sheet: Sheet, words: str) -> None:
    """What is missing, on amber and in words, before any figure."""
    if not words:
        return
    lines = sheet.lines(words, NAME, sheet.room - 12)
    top, height = sheet.get_y() + 1, len(lines) * NAME.line + 6
    sheet.set_fill_color(*_AMBER_LIGHT)
    sheet.rect(MARGIN, top, sheet.room, height, style="F")
    sheet.set_fill_color(*_AMBER)
    sheet.rect(MARGIN, top, 2, height, style="F")
    with sheet.element("P"):
        for place, line in enumerate(lines):
            sheet.words(MARGIN + 7, top + 3 + (place + 0.72) * NAME.line, line, NAME)
    sheet.set_y(top + height + 4)


def _figures(sheet: Sheet, figures: list[Figure]) -> None:
    """Cards, three or four per line; each line is as high as its longest note."""
    is_narrow = len(figures) in _ONE_MORE and all(len(figure.value) <= _NARROW for figure in figures)
    in_a_line = _IN_A_LINE + is_narrow
    width = (sheet.room - 4 * (in_a_line - 1)) / in_a_line
    for first in range(0, len(figures), in_a_line):
        shown = figures[first : first + in_a_line]
        notes = [sheet.lines(figure.note, NOTE, width - 8) for figure in shown]
        height = _CARD + (max(map(len, notes)) - 1) * NOTE.line
        top = sheet.get_y()
        with sheet.element("L"):
            for place, (figure, lines) in enumerate(zip(shown, notes, strict=True)):
                with sheet.element("LI", "LBody"):
                    _card(sheet, (MARGIN + place * (width + 4), top), (width, height), figure, lines)
        sheet.set_y(top + height + 4)
    if figures:
        sheet.set_y(sheet.get_y() + 3)


def _card(
    sheet: Sheet, at: tuple[float, float], size: tuple[float, float], figure: Figure, lines: Sequence[str]
) -> None:
    (x, top), (width, height) = at, size
    sheet.line_of(LINE, 0.3)
    sheet.set_fill_color(*SAND)
    sheet.rect(x, top, width, height, style="DF", round_corners=True, corner_radius=1.6)
    sheet.words(x + 4, top + 6, figure.label, SMALL, width=width - 8)
    sheet.words(x + 4, top + 13.2, figure.value, FIGURE, width=width - 8)
    for place, line in enumerate(lines):
        sheet.words(x + 4, top + 18 + place * NOTE.line, line, NOTE)


def _section(sheet: Sheet, answer: ReportAnswer, table: PaperTable, elsewhere: str) -> None:
    """Title, sentence, charts and rows; starts a new landscape page if its rows need one and the current page is not a
    fresh one.
    """
    pictures = pictures_of(answer, table.name)
    most = rows_printed(answer.definition.name, table.name)
    least = 30 + (pictures[0].height if pictures else 10)
    if sheet.is_wide or not sheet.fits(least):
        sheet.keep(min(least, 200.0), is_wide=is_wide(sheet, table, most))
    sheet.start_section(table.title)
    sheet.paragraph(table.title, HEADING, after=1)
    if table.sentence:
        sheet.paragraph(table.sentence, TEXT, after=3)
    for picture in pictures:
        _picture(sheet, picture, table.title)
    draw_table(sheet, table, most, elsewhere=elsewhere)
    sheet.set_y(sheet.get_y() + 4)


def _picture(sheet: Sheet, picture: Picture, table: str) -> None:
    sheet.keep(picture.height)
    top = sheet.get_y()
    if picture.title:
        sheet.words(MARGIN, top + 3.5, picture.title, NAME)
    alt = _PICTURED.format(title=picture.title or table, table=table)
    with sheet.figure(alt, (MARGIN, top), (sheet.room, picture.height)):
        picture.draw(sheet, top + (6 if picture.title else 0))
    sheet.set_y(top + picture.height + 4)
