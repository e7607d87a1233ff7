"""Redacts a person's name in texts that others wrote: reasons, labels, saved searches, other households' records."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import JSON, Column, ColumnElement, String, Text, and_, cast, delete, not_, or_, select, true, update
from sqlalchemy.orm import Session

from services.core.personal_data import Description, Effect
from services.data_protection.erasure.naming import Naming
from services.data_protection.erasure.rows import RELATED
from services.data_protection.person import Person, rows_of, with_others
from services.data_protection.registry import PERSONAL, REGISTRY
from services.reservations.models import ReservationTag

_BY_VALUE: Final = frozenset(
    {
        "visits",
        "reservation_touches",
        "reservations",
        "referral_uses",
        "campaign_aliases",
    }
)
"""Whose columns of links `campaign_values.py` redacts."""
_RUN: Final = re.compile(r"[a-z0-9]+")
_SHORTEST_RUN: Final = 2
_UNIQUE: Final = frozenset({"name", "name_key"})
"""Two names without the person may be the same; each gets its number."""
_TYPED: Final = RELATED | {name for name, column in REGISTRY["reservations"].personal.items() if column.names_others}
"""Members of a change that staff typed: the others are about the household of the row itself."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A row that names the person, and its columns with these words redacted."""

    described: Description
    is_row: ColumnElement[bool]
    keys: dict[str, Any]
    values: dict[str, Any]


def redact_texts(session: Session, naming: Naming, person: Person) -> dict[str, int]:
    """Redact every free text that names the person; returns how many rows by table."""
    changed: Counter[str] = Counter()
    for found in find_texts(session, naming, person):
        _apply(session, found)
        changed[found.described.name] += 1
    return dict(changed)


def find_texts(session: Session, naming: Naming, person: Person) -> list[Finding]:
    """Every row whose free text names the person, outside of the person's own records."""
    family = with_others(session, person)
    findings = []
    for described in PERSONAL:
        anywhere = [] if described.name in _BY_VALUE else _columns(described, is_remark=True)
        of_others = _columns(described, is_remark=False)
        if anywhere:
            findings += list(_find(session, described, anywhere, naming, true()))
        if of_others:
            is_other = and_(not_(rows_of(described, family)), or_(*(_may_mention(one, naming) for one in of_others)))
            findings += list(_find(session, described, of_others, naming, is_other))
    return findings


def _may_mention(column: Column[Any], naming: Naming) -> ColumnElement[bool]:
    """Whether a text, or a JSON value, may name the person; whether it does, `Naming.redacted` says. Without this an
    erasure would read all mails and all changes of all households.

    Compared are only letters and digits of ASCII. Both databases know their upper and lower case, and JSON stores them
    as they are, while `ü` may be written there as six characters.
    """
    fragments = _fragments(naming.texts)
    if fragments is None:
        return true()
    patterns = [f"%{one}%" for one in fragments]
    patterns += [f"%{'%'.join(end)}%" for end in sorted(naming.phones) if end.isdigit()]
    text = cast(column, Text)
    return or_(*(text.ilike(pattern) for pattern in patterns))


def _fragments(texts: Iterable[str]) -> list[str] | None:
    """Of each text its longest run of letters and digits, without those that hold another. None: one has no such run,
    and is found by no condition.
    """
    kept: list[str] = []
    runs = [max(_RUN.findall(text.lower()), key=len, default="") for text in texts]
    for run in sorted(set(runs), key=len):
        if len(run) < _SHORTEST_RUN:
            return None
        if not any(shorter in run for shorter in kept):
            kept.append(run)
    return kept


def _columns(described: Description, *, is_remark: bool) -> list[Column[Any]]:
    """The free texts of a table: remarks are searched in every row, the rest in rows of other households."""
    return [
        described.table.c[name]
        for name, column in described.personal.items()
        if (column.effect is Effect.REDACT if is_remark else column.names_others)
    ]


def _find(
    session: Session,
    described: Description,
    columns: list[Column[Any]],
    naming: Naming,
    where: ColumnElement[bool],
) -> Iterator[Finding]:
    key = list(described.table.primary_key)
    for row in session.execute(select(*key, *columns).where(where)):
        keys, values = row[: len(key)], row[len(key) :]
        new = {
            column.name: redacted
            for column, value in zip(columns, values, strict=True)
            if value and (redacted := _redacted(described, column, value, keys[0], naming)) != value
        }
        if new:
            is_row = and_(*(column == value for column, value in zip(key, keys, strict=True)))
            named = {column.name: value for column, value in zip(key, keys, strict=True)}
            yield Finding(described, is_row, named, new)


def _redacted(described: Description, column: Column[Any], value: Any, id_: Any, naming: Naming) -> Any:
    if isinstance(column.type, JSON):
        if described.personal[column.name].effect is Effect.HISTORY:
            return {name: naming.redacted_json(one) if name in _TYPED else one for name, one in value.items()}
        return naming.redacted_json(value)
    redacted = naming.redacted(value)
    longest = column.type.length if isinstance(column.type, String) else None
    if redacted == value or column.name not in _UNIQUE:
        return redacted[:longest]  # a replacement may be longer than the word
    return f"{redacted[: (longest or 80) - 25]} ({id_})"


def _apply(session: Session, found: Finding) -> None:
    table = found.described.table
    if table is not ReservationTag.__table__:
        session.execute(update(table).where(found.is_row).values(found.values))
        return
    # A tag is its own key, and the counts of tags follow rows that come and go. Two may have become the same.
    session.execute(delete(table).where(found.is_row))
    new = {**found.keys, **found.values}
    if session.execute(select(table).filter_by(**new)).first() is None:
        session.execute(table.insert().values(new))
