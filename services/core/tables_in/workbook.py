"""Excel files, read by pandas in a separate process with bounds of memory and processor time. A hostile workbook kills
that process, not the server, and the 100 MB of pandas go with it.

A sheet becomes tab-separated text, one line per row, so that line numbers are those Excel shows. A formula counts as
the value last computed; macros, links and everything else in the file are ignored.
"""

import json
import os
import re
import resource
import subprocess  # our own interpreter  # nosec B404
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any, Final
from zipfile import ZipFile, ZipInfo

from services.core.fields import Refused

SENTENCES: Final = {
    "empty": "Die Datei ist leer.",
    "protected": "Diese Excel-Datei ist mit einem Kennwort geschützt. Bitte entfernen Sie das Kennwort in Excel und "
    "speichern Sie die Datei neu.",
    "open_office": "Das ist eine Datei aus LibreOffice (.ods). Bitte speichern Sie sie als .xlsx oder als CSV.",
    "binary": "Das ist eine binäre Arbeitsmappe (.xlsb). Bitte speichern Sie sie als .xlsx oder als CSV.",
    "archive": "Das ist ein Archiv ohne Tabelle. Bitte wählen Sie eine CSV- oder Excel-Datei.",
    "damaged": "Diese Excel-Datei lässt sich nicht lesen. Bitte speichern Sie sie neu, als .xlsx oder als CSV.",
    "too_large": "Diese Excel-Datei ist entpackt zu groß. Bitte kopieren Sie nur die Tabelle in eine neue Datei.",
}

MOST_MEMORY: Final = 1 << 30
MOST_SECONDS: Final = 30
_MOST_UNPACKED: Final = 64 << 20
"""Bytes of all parts together, twenty times what 5,000 rows need."""
_MOST_TEXT: Final = 16 << 20
"""Letters of all sheets together: cells may share one long text."""
_MOST_COLUMNS: Final = 256
_MOST_ROWS: Final = 25_000
_ENCRYPTED: Final = 1
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_ADDRESS = re.compile(rb'<(?:\w+:)?c [^>]*?\br="([A-Z]{1,3})(\d{1,7})"')
_CELL = re.compile(rb"<(?:\w+:)?c\b(?P<attributes>[^>]*[^>/])>(?P<content>.*?)</(?:\w+:)?c>", re.DOTALL)
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")
_VALUE = re.compile(rb"<(?:\w+:)?v[\s>/]")
_HIDDEN = re.compile(rb'<(?:\w+:)?row [^>]*?\bhidden="(?:1|true)"')
_BREAK = re.compile(r"(?:\r|_x000D_)?\n|\r")
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as text. `rows` have content, the header among them; `hidden` ones are not shown by Excel."""

    name: str
    text: str
    rows: int
    hidden: int = 0


def refusal(code: str) -> Refused:
    return Refused(code, SENTENCES[code])


def sheets_apart(content: bytes, memory: int = MOST_MEMORY, seconds: int = MOST_SECONDS) -> list[Sheet]:
    """The non-empty sheets of a workbook, read by a separate process; Refused."""
    command = (sys.executable, "-m", __name__, str(memory), str(seconds))
    # The process gets the path of our code and nothing else: no settings, no secrets.
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}
    try:
        with _ONE_AT_A_TIME:
            done = subprocess.run(  # noqa: S603 - our own interpreter  # nosec B603
                command, input=content, env=environment, capture_output=True, timeout=2 * seconds, check=True
            )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        raise refusal("too_large") from None
    answer = json.loads(done.stdout)
    if "sheets" not in answer:
        raise Refused(answer["code"], answer["sentence"])
    return [Sheet(**sheet) for sheet in answer["sheets"]]


def _main() -> None:
    for bound, most in zip((resource.RLIMIT_AS, resource.RLIMIT_CPU), map(int, sys.argv[1:]), strict=True):
        resource.setrlimit(bound, (most, most))
    with suppress(OSError):  # if the machine runs out of memory, this process is killed first
        Path("/proc/self/oom_score_adj").write_text("1000")
    try:
        answer: dict[str, object] = {"sheets": [asdict(sheet) for sheet in sheets_in(sys.stdin.buffer.read())]}
    except Refused as refused:
        answer = {"code": refused.code, "sentence": refused.sentence}
    json.dump(answer, sys.stdout)


def sheets_in(content: bytes) -> list[Sheet]:
    """The non-empty sheets of a workbook; Refused. Runs in the process that `sheets_apart` starts."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            _refuse_what_is_no_workbook(archive.infolist())
            if archive.testzip():
                raise refusal("damaged")  # a part that unpacks to something else than it claims
            for part in archive.namelist():
                if _SHEET.fullmatch(part):
                    _refuse_sheet(archive.read(part))
            hidden = _hidden_rows(archive)
        found = _read(content, hidden)
    except (Refused, MemoryError, ImportError):  # of the last two a process without memory dies: see `sheets_apart`
        raise
    except Exception:  # whatever zipfile, openpyxl and pandas say of a broken file
        raise refusal("damaged") from None
    filled = [sheet for sheet in found if sheet.rows]
    if not filled:
        raise refusal("empty")
    return filled


def _refuse_what_is_no_workbook(parts: list[ZipInfo]) -> None:
    names = {part.filename for part in parts}
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        raise refusal("protected")
    if "xl/workbook.xml" not in names:
        kinds = {"xl/workbook.bin": "binary", "content.xml": "open_office"}
        raise refusal(next((kind for name, kind in kinds.items() if name in names), "archive"))
    if sum(part.file_size for part in parts) > _MOST_UNPACKED:  # zipfile unpacks no more than a part claims
        raise refusal("too_large")


def _refuse_sheet(xml: bytes) -> None:
    """A single cell in the last column would make pandas fill every row up to it. A formula that was never computed
    (some programs write such) would read as an empty cell.
    """
    addresses = [(letters, int(row)) for letters, row in _ADDRESS.findall(xml)]
    if any(_column(letters) > _MOST_COLUMNS for letters in {letters for letters, _ in addresses}):
        raise Refused("too_many_columns", f"Das Blatt hat mehr als {_MOST_COLUMNS} Spalten.")
    if any(row > _MOST_ROWS for _, row in addresses):
        raise Refused("too_many_rows", "Das Blatt reicht über mehr als 25.000 Zeilen. Bitte teilen Sie es auf.")
    for cell in _CELL.finditer(xml):
        if _FORMULA.search(cell["content"]) and not _VALUE.search(cell["content"]):
            raise Refused(
                "not_computed",
                f"In der Zelle {_attribute(cell['attributes'], 'r')} steht eine Formel ohne Ergebnis. Bitte öffnen Sie "
                "die Datei in Excel und speichern Sie sie neu.",
            )


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _attribute(tag: bytes, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"'.encode(), tag)
    return found[1].decode() if found else ""


def _hidden_rows(archive: ZipFile) -> list[int]:
    """How many rows of each sheet are hidden, in the order in which the workbook lists its sheets."""
    links = re.findall(rb"<(?:\w+:)?Relationship [^>]*>", archive.read("xl/_rels/workbook.xml.rels"))
    targets = {_attribute(tag, "Id"): _attribute(tag, "Target") for tag in links}
    listed = re.findall(rb"<(?:\w+:)?sheet [^>]*>", archive.read("xl/workbook.xml"))
    paths = [targets[_attribute(tag, "r:id")] for tag in listed]
    parts = [path.removeprefix("/") if path.startswith("/") else f"xl/{path}" for path in paths]
    return [len(_HIDDEN.findall(archive.read(part))) for part in parts if _SHEET.fullmatch(part)]


def _read(content: bytes, hidden: list[int]) -> list[Sheet]:
    import pandas as pd

    # As objects: pandas would turn texts into numbers, and postcodes into floats where a cell is empty.
    tables = pd.read_excel(
        BytesIO(content), sheet_name=None, header=None, dtype=object, na_filter=False, nrows=_MOST_ROWS,
        engine="openpyxl",
    )  # fmt: skip
    texts = {name: table.map(_text) for name, table in tables.items()}
    if sum(sum(map(len, column)) for table in texts.values() for _, column in table.items()) > _MOST_TEXT:
        raise refusal("too_large")
    return [
        Sheet(
            name,
            table.to_csv(sep="\t", header=False, index=False, lineterminator="\n").removesuffix("\n"),
            int((table != "").any(axis=1).sum()),
            count,
        )
        for (name, table), count in zip(texts.items(), hidden, strict=True)
    ]


def _text(cell: Any) -> str:
    """A day as `2026-05-31`. A break within a cell becomes one that ends no line."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        # With a point and never with three decimals: `1.234` could be a thousand and more, `1.2340` could not. An
        # error of the spreadsheet comes as no number.
        if cell != cell:  # noqa: PLR0124
            return "#NV"
        written = f"{cell:.6f}".rstrip("0").rstrip(".")
        return f"{written}0" if re.search(r"\.\d{3}$", written) else written
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date) else _BREAK.sub("\v", str(cell)).strip(" ")


if __name__ == "__main__":
    _main()
