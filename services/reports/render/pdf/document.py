"""Builds the PDF of a report: parameters, headline figures, then each table with its charts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from services.core.german import number
from services.core.paper.typeset import typeset
from services.reports.figures import figures
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.cells import metric_names, moment
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import PaperTable, paper_table
from services.reports.render.pdf.chart import picture_of
from services.reports.run import ReportAnswer

MOST_ROWS: Final = 200
_TEMPLATE: Final = Path(__file__).with_name("report.typ")
_IN_A_LINE: Final = 3
_ONE_MORE: Final = (4, 7)
"""Numbers of cards that would leave one alone in a line of three."""
_NARROW: Final = 11
"""Letters of a value that fit on a card of four in a line: „13.677,68 €“."""
_MOST_BESIDE: Final = 4
"""A single row with up to this many figures is still printed as a row."""
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
    stand = f"Stand: {moment(answer.stand.at)}"
    asked = parameters_in_words(answer.told, answer.compared, park_names, answer.given)
    periods = [(label, value) for label, value in asked if label in ("Zeitraum", "Verglichen mit")]
    cards = main_figures(answer)
    is_narrow = len(cards) in _ONE_MORE and all(len(card.value) <= _NARROW for card in cards)
    names = metric_names(answer)
    data = {
        "title": answer.definition.title,
        "foot": f"Voltigo, {answer.definition.title}. {stand}",
        "stand": stand,
        "question": answer.definition.question,
        "provisional": answer.stand.provisional,
        "periods": [f"{label}: {value}" for label, value in periods],
        "parameters": " · ".join(f"{label}: {value}" for label, value in asked if (label, value) not in periods),
        "cards_in_a_line": _IN_A_LINE + is_narrow,
        "figures": [{"label": one.label, "value": one.value, "note": one.note} for one in cards],
        "tables": [_table(answer, paper_table(answer, name), elsewhere) for name in answer.to_read],
        "metrics": f"{_METRICS} {', '.join(names)}." if names else "",
    }
    return typeset(_TEMPLATE, data, answer.stand.at, unknown=_UNKNOWN.format(elsewhere=elsewhere))


def _table(answer: ReportAnswer, table: PaperTable, elsewhere: str) -> dict[str, Any]:
    rows = list(table.rows(0, MOST_ROWS))
    is_cut = bool(rows) and table.total_rows > len(rows)
    told = f"Das sind die ersten {number(len(rows))} von {number(table.total_rows)} Zeilen; alle stehen {elsewhere}."
    return {
        "title": table.title,
        "sentence": table.sentence,
        "pictures": [
            {
                "title": picture.title,
                "svg": picture.svg,
                "height": picture.height,
                "words": _PICTURED.format(title=picture.title or table.title, table=table.title),
            }
            for picture in (picture_of(figure) for figure in figures(answer, table.name, "paper"))
        ],
        "is_list": len(rows) == table.total_rows == 1 and len(table.columns) > _MOST_BESIDE,
        "columns": [
            {"label": column.label, "is_number": column.is_number, "is_text": column.is_text}
            for column in table.columns
        ],
        "names": _names(table),
        "rows": [[(cell.text, cell.note) for cell in row] for row in rows],
        "more": told if is_cut else "",
    }


def _names(table: PaperTable) -> list[int]:
    """The places of the columns that name a row, repeated where a table is printed in parts."""
    key = {"origin", *table.result.table.key}
    found = [place for place, one in enumerate(table.columns) if one.name in key and not one.is_number]
    return found or [0]
