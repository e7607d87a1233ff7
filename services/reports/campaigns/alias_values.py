"""Spellings of a tag seen in links, as candidates for aliases."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.store.catalogue import Store
from services.campaigns.canonical import canonical
from services.campaigns.models import Alias
from services.core.personal_text import holds_personal_data
from services.reports.model_runs import report

MOST = 2_000
"""Upper limit of spellings listed; beyond it there is only noise from malformed links."""
_QUERY = """
    SELECT raw, canonical, sessions, reservations
    FROM marts.tag_values
    ORDER BY sessions DESC, reservations DESC, raw
    LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class TagValue:
    """One spelling; `alias_id` is the live alias that gives it its meaning."""

    raw: str
    canonical: str
    sessions: int
    reservations: int
    alias_id: int | None


def live_aliases(session: Session, field: str) -> dict[str, int]:
    """Ids of the field's live aliases by spelling."""
    live = select(Alias.raw, Alias.id).where(Alias.field == field, Alias.undone_at.is_(None))
    return {row.raw: row.id for row in session.execute(live)}


def tag_values(store: Store, field: str, alias_ids: Mapping[str, int], naming: frozenset[str]) -> list[TagValue]:
    """Every spelling of the field that names no person, most frequent first; `naming` from `naming_values`."""
    with report(store, ["marts.tag_values"], {"tag": field}) as warehouse:
        rows = warehouse.execute(_QUERY, [MOST]).fetchall()
    return [
        TagValue(raw, meant, sessions, reservations, alias_ids.get(raw))
        for raw, meant, sessions, reservations in rows
        if not holds_personal_data(raw) and canonical(raw) not in naming
    ]
