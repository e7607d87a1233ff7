"""File format of a kept result: the whole answer as gzipped lines of canonical JSON; immutable.

A file gets its final name only once it is complete and synced; the caller then stores that name in a row in one
transaction. A file without a row is left over from a crashed run, and is swept. Views and downloads of a kept run use
exactly these rows and texts: nothing is recomputed.
"""

import gzip
import json
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from sys import intern
from typing import Any, Final

from analytics.definitions import Column, Definition, Table
from analytics.parameters import COMPARED_DAYS
from analytics.reporting import TableResult
from analytics.store.files import sha256_of, sha256_of_file
from services.core.storage.storage import Storage
from services.reports.basis import ReportBasis
from services.reports.errors import ResultDamaged
from services.reports.run import ReportAnswer

FOLDER: Final = "reports"
"""Below the place of shared files."""
_FORMAT: Final = 1
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_ENDING: Final = ".ndjson.gz"
_OURS: Final = re.compile(r"[a-z_]+-[0-9a-f]{16}\.(ndjson\.gz|draft)")
_DAYS: Final = frozenset({"day", "month"})


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A written file. `path` is below the place of shared files."""

    path: str
    bytes: int
    sha256: str
    rows: int


def write_result(files: Storage, answer: ReportAnswer) -> KeptFile:
    """Write a whole answer to a new file and describe it. On failure no partial file is left."""
    below = f"{FOLDER}/{answer.stand.at:%Y-%m}"
    name = f"{answer.definition.name}-{secrets.token_hex(8)}"
    path, draft = f"{below}/{name}{_ENDING}", files.local / below / f"{name}.draft"
    draft.parent.mkdir(parents=True, exist_ok=True)
    try:
        _write(draft, answer)
        size, digest = draft.stat().st_size, sha256_of(draft)
        files.put_file(path, draft)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    rows = sum(len(table.values) for table in answer.tables.values())
    return KeptFile(path, size, digest, rows)


def read_result(files: Storage, path: str, sha256: str, limit: int | None = None) -> ReportAnswer:
    """The answer as it was kept, at most `limit` rows of each table. Raises ResultDamaged, StorageFault."""
    if (file := files.open(path)) is None:
        raise ResultDamaged
    with file:
        if sha256_of_file(file) != sha256:
            raise ResultDamaged
        file.seek(0)
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            told = json.loads(next(lines))
            tables = [_read_table(table, lines, limit) for table in told["tables"]]
    return _answer(told, {result.table.name: result for result in tables})


def is_result(name: str) -> bool:
    """Whether the file name is one written by this module."""
    return _OURS.fullmatch(name) is not None


def _write(path: Path, answer: ReportAnswer) -> None:
    """The answer's header in the first line, then one line per table row, in order."""
    with path.open("xb") as file:
        # No name or mtime in the gzip header, so that equal results give identical files.
        with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
            packed.write(_line(_as_json(answer)))
            for table in answer.tables.values():
                packed.writelines(_line([_plain(value) for value in row]) for row in table.values)
        file.flush()
        os.fsync(file.fileno())


def _line(value: Any) -> bytes:
    return _CANONICAL.encode(value).encode() + b"\n"


def _as_json(answer: ReportAnswer) -> dict[str, Any]:
    definition = answer.definition
    return {
        "format": _FORMAT,
        "report": definition.name,
        "title": definition.title,
        "question": definition.question,
        "audience": definition.audience,
        "version": definition.version,
        "parameter_names": list(definition.parameters),
        "parameters": {name: _plain(answer.parameters[name]) for name in definition.parameters},
        "compared": None if answer.compared is None else [_plain(day) for day in answer.compared],
        "stand": answer.stand.as_json(),
        "sentences": dict(answer.sentences),
        "tables": [_table_json(table) for table in answer.tables.values()],
    }


def _table_json(result: TableResult) -> dict[str, Any]:
    table = result.table
    return {
        "name": table.name,
        "title": table.title,
        "grain": table.grain,
        "key": list(table.key),
        "order": table.order,
        "is_compared": table.is_compared,
        "needs_comparison": table.needs_comparison,
        "reach": table.reach,
        "columns": [{name: _plain(value) for name, value in asdict(column).items()} for column in result.columns],
        "rows": len(result.values),
    }


def _answer(told: Mapping[str, Any], tables: Mapping[str, TableResult]) -> ReportAnswer:
    definition = Definition(
        name=told["report"],
        title=told["title"],
        question=told["question"],
        audience=told["audience"],
        parameters=tuple(told["parameter_names"]),
        version=told["version"],
        tables=tuple(result.table for result in tables.values()),
    )
    compared = told["compared"]
    return ReportAnswer(
        definition,
        {name: _day_or(name, value) for name, value in told["parameters"].items()},
        None if compared is None else (date.fromisoformat(compared[0]), date.fromisoformat(compared[1])),
        ReportBasis.from_json(told["stand"]),
        tables,
        told["sentences"],
    )


def _read_table(told: Mapping[str, Any], lines: Iterator[str], limit: int | None) -> TableResult:
    columns = tuple(_column(column) for column in told["columns"])
    table = Table(
        name=told["name"],
        title=told["title"],
        grain=told["grain"],
        key=tuple(told["key"]),
        order=told["order"],
        is_compared=told["is_compared"],
        columns=columns,
        sql="",
        needs_comparison=told["needs_comparison"],
        reach=told.get("reach", "everywhere"),
    )
    readers = [_reader(column.kind) for column in columns]
    wanted = told["rows"] if limit is None else min(limit, told["rows"])
    of_table = islice(lines, told["rows"])
    rows = [_read_row(readers, line) for line in islice(of_table, wanted)]
    for _ in of_table:
        pass
    return TableResult(table, columns, rows, told["rows"])


def _column(told: Mapping[str, Any]) -> Column:
    ripe_on = told.get("ripe_on")
    return Column(**{**told, "ripe_on": None if ripe_on is None else date.fromisoformat(ripe_on)})


def _read_row(readers: Sequence[Callable[[Any], Any]], line: str) -> tuple[Any, ...]:
    row = json.loads(line)
    return tuple(value if value is None else read(value) for read, value in zip(readers, row, strict=True))


def _reader(kind: str) -> Callable[[Any], Any]:
    """How values of this kind are read; equal days and texts share one object, since few distinct ones repeat."""
    if kind in _DAYS:
        return cache(date.fromisoformat)
    return datetime.fromisoformat if kind == "moment" else _shared


def _shared(value: Any) -> Any:
    return intern(value) if isinstance(value, str) else value


def _day_or(name: str, value: Any) -> Any:
    return date.fromisoformat(value) if value and name in ("from_day", "to_day", *COMPARED_DAYS) else value


def _plain(value: Any) -> Any:
    """In a form JSON can hold."""
    if isinstance(value, date | datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
