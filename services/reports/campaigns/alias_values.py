"""Spellings of a tag seen in links, as candidates for aliases."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.store.catalogue import Store
from services.campaigns.aliases.proposals import Known, Proposal, proposals
from services.campaigns.campaigns import KEY
from services.campaigns.canonical import canonical
from services.campaigns.models import Alias, Campaign, CostImport
from services.core.personal_text import holds_personal_data
from services.reports.model_runs import report

MOST = 2_000
"""Upper limit of spellings listed; beyond it there is only noise from malformed links."""
_MOST_COMPARED = 400
"""Upper limit of spellings compared with each other."""
_QUERY = """
    SELECT raw, canonical, sessions, reservations
    FROM marts.tag_values
    ORDER BY sessions DESC, reservations DESC, raw
    LIMIT ?
"""
_SPELLINGS = "SELECT raw, spelling, arrivals FROM marts.raw_spellings ORDER BY arrivals DESC, spelling LIMIT ?"


@dataclass(frozen=True, slots=True)
class RawSpelling:
    """A value exactly as links had it."""

    spelling: str
    arrivals: int


@dataclass(frozen=True, slots=True)
class TagValue:
    """One value as it is compared; `alias_id` is the live alias that gives it its meaning."""

    raw: str
    canonical: str
    sessions: int
    reservations: int
    alias_id: int | None
    spellings: Sequence[RawSpelling]
    proposal: Proposal | None


@dataclass(frozen=True, slots=True)
class InUse:
    """Values of a field that staff have registered: the ids of live aliases by spelling, campaigns in use, and the
    values of those whose platform's number a cost file had.
    """

    alias_ids: Mapping[str, int]
    registered: frozenset[str]
    by_number: Mapping[str, str] = field(default_factory=dict)


def in_use(session: Session, tag: str) -> InUse:
    """Live aliases and registered values of a field."""
    live = select(Alias.raw, Alias.id).where(Alias.field == tag, Alias.undone_at.is_(None))
    alias_ids = {row.raw: row.id for row in session.execute(live)}
    if tag not in KEY:
        return InUse(alias_ids, frozenset())
    column = getattr(Campaign, tag)
    registered = frozenset(session.scalars(select(column).where(Campaign.archived_at.is_(None))))
    return InUse(alias_ids, registered, _by_number(session) if tag == "utm_campaign" else {})


def _by_number(session: Session) -> dict[str, str]:
    """The newest file decides."""
    values = {row.id: row.utm_campaign for row in session.execute(select(Campaign.id, Campaign.utm_campaign))}
    imports = select(CostImport.mapping).where(CostImport.undone_at.is_(None)).order_by(CostImport.id)
    meant = {number: id_ for mapping in session.scalars(imports) for number, id_ in mapping.get("numbers", {}).items()}
    return {number: values[id_] for number, id_ in meant.items() if values[id_] != number}


def tag_values(store: Store, tag: str, known: InUse, naming: frozenset[str]) -> list[TagValue]:
    """Every spelling of the field that names no person, most frequent first; `naming` from `naming_values`."""
    with report(store, ["marts.tag_values"], {"tag": tag}) as warehouse:
        rows = [row for row in warehouse.execute(_QUERY, [MOST]).fetchall() if not _names_person(row[0], naming)]
    spellings, proposed = _spellings(store, tag, naming), _proposals(tag, rows, known)
    return [
        TagValue(
            raw, meant, sessions, reservations, known.alias_ids.get(raw), spellings.get(raw, []), proposed.get(raw)
        )
        for raw, meant, sessions, reservations in rows
    ]


def _names_person(value: str, naming: frozenset[str]) -> bool:
    return holds_personal_data(value) or canonical(value) in naming


def _spellings(store: Store, tag: str, naming: frozenset[str]) -> dict[str, list[RawSpelling]]:
    """By the value they are compared as, the most frequent first."""
    with report(store, ["marts.raw_spellings"], {"tag": tag}) as warehouse:
        rows = warehouse.execute(_SPELLINGS, [MOST]).fetchall()
    found: dict[str, list[RawSpelling]] = defaultdict(list)
    for raw, spelling, arrivals in rows:
        if not _names_person(spelling, naming):
            found[raw].append(RawSpelling(spelling, arrivals))
    return found


def _proposals(tag: str, rows: Sequence[tuple[Any, ...]], known: InUse) -> dict[str, Proposal]:
    """Values that aliases lead to stay: an alias must not lead on to another."""
    kept = known.registered | {meant for raw, meant, *_ in rows if raw in known.alias_ids}
    free = [(raw, sessions) for raw, _, sessions, _ in rows[:_MOST_COMPARED] if raw and raw not in known.alias_ids]
    seen = {raw for raw, _ in free}
    listed = [Known(raw, sessions, raw in kept) for raw, sessions in free]
    found = proposals(tag, [*listed, *(Known(value, 0, True) for value in sorted(kept - seen) if value)])
    numbered = {raw: known.by_number[raw] for raw in seen - kept if raw in known.by_number}
    return found | {raw: Proposal(value, "number") for raw, value in numbered.items()}
