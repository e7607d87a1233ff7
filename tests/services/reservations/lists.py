"""Lists of reservations as others keep them."""

from collections.abc import Sequence
from typing import Any, Final

HEADER: Final = (
    *("Vorname", "Nachname", "E-Mail", "Telefon", "PLZ", "Ort", "Straße", "Personen", "Abschlag (€)", "Versorger"),
    *("Paket", "Zahlung", "Gutschrift"),
)
ANNA: Final = (
    *("Anna", "Berg", "anna@example.org", "0170 5551234", "85049", "Ingolstadt", "Am Stein 3", "3", "85,50", "E.ON"),
    *("2.000 kWh", "24 Raten", "5,5"),
)
STATEMENT: Final = "unterschriebene Listen, Ordner 7"


def row(**changes: str) -> list[str]:
    """Anna's row with other cells, by the English name of the column."""
    names = ("first", "last", "email", "phone", "postcode", "town", "street", "size", "payment", "provider")
    cells = dict(zip((*names, "kwh", "plan", "credit"), ANNA, strict=True)) | changes
    return list(cells.values())


def people(count: int, start: int = 0) -> list[list[str]]:
    """Rows of so many households that share nothing."""
    syllables = ("bau", "ber", "dorf", "feld", "hof", "lich", "mann", "mei", "ner", "stein")
    found = []
    for number in range(start, start + count):
        last = "".join(syllables[int(digit)] for digit in f"{number:04d}").title()
        found.append(row(last=last, email=f"h{number}@example.org", phone=f"0171 {2_000_000 + number}"))
    return found


def as_csv(
    rows: Sequence[Sequence[str]], header: Sequence[str] = HEADER, delimiter: str = ";", end: str = "\r\n"
) -> str:
    """The text of a file; cells with delimiters or breaks are quoted."""

    def quoted(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"' if set(cell) & {delimiter, '"', "\n", "\r"} else cell

    return end.join(delimiter.join(map(quoted, cells)) for cells in ([header, *rows] if header else rows)) + end


def body(text: str, **more: Any) -> dict[str, Any]:
    """What the console sends of a list."""
    return {"file_name": "Messe Mai.csv", "text": text, "statement": STATEMENT, **more}
