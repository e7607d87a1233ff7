"""Import of cost files and its undo, each all or nothing.

A replaced row remembers the import that replaced it. Undoing that import restores the row, unless the import it
came from was undone itself, or the day has been given another amount since; see `CAMPAIGNS.md`.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.campaigns.costs.check import UNDECIDED, CheckedFile, Choices, DaySum, Key, check
from services.campaigns.costs.csv_reader import CostFile
from services.campaigns.costs.rates import Rate
from services.campaigns.costs.schemas import OnOverlap
from services.campaigns.errors import AlreadyUndone, CostsOverlap, ImportProblems, NothingNew, UnknownImport
from services.campaigns.locks import Lock, hold
from services.campaigns.models import CampaignCost, CostImport
from services.core.db.rows import Insertion
from services.staff import audit

_COSTS = Insertion(CampaignCost.__table__)
_CHUNK = 500
LISTED_LEFT_OUT = 500
"""Of lines that did not count so many are listed with an import; all of them are counted."""


@dataclass(frozen=True, slots=True)
class Source:
    """The file itself, and the user's decisions about its lines."""

    file_name: str
    sha256: str
    choices: Choices = UNDECIDED
    rates: Sequence[Rate] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """Result of an import: new rows, and days whose existing costs were kept or replaced."""

    id: int
    rows: int
    cents: int
    kept: int
    replaced: int


def digest(text: str) -> str:
    """The hash that identifies the same file."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def imported_before(session: Session, sha256: str) -> CostImport | None:
    """The latest import of the identical file that has not been undone."""
    query = select(CostImport).where(CostImport.sha256 == sha256, CostImport.undone_at.is_(None))
    return session.scalars(query.order_by(CostImport.id.desc()).limit(1)).first()


def take_over(
    session: Session, file: CostFile, source: Source, on_overlap: OnOverlap, actor: str, now: datetime
) -> Taken:
    """Store the file's costs. Raises ImportProblems, CostsOverlap, NothingNew, and then stores nothing."""
    hold(session, Lock.COSTS)
    checked = check(session, file, now, source.choices)
    if checked.problems:
        raise ImportProblems(problems=checked.problems)
    if checked.overlaps and on_overlap == "refuse":
        raise CostsOverlap(overlaps=len(checked.overlaps))
    sums = {key: day for key, day in checked.sums.items() if on_overlap == "replace" or key not in checked.overlaps}
    if not sums:
        raise NothingNew
    performed = CostImport(
        file_name=source.file_name,
        sha256=source.sha256,
        mapping=file.mapping.as_json() | _decisions(checked, source),
        rows=len(sums),
        cents=sum(day.cents for day in sums.values()),
        at=now,
        actor=actor,
    )
    session.add(performed)
    session.flush()
    _replace(session, checked, on_overlap, performed.id, now)
    _COSTS.run(session, [_row(key, day, performed.id, actor, now) for key, day in sums.items()])
    apart = len(checked.overlaps)
    kept, replaced = (0, apart) if on_overlap == "replace" else (apart, 0)
    taken = Taken(performed.id, len(sums), performed.cents, kept, replaced)
    details = {"rows": taken.rows, "cents": taken.cents, "kept": kept, "replaced": replaced, "sha256": source.sha256}
    audit.append(session, [audit.Event(actor, "cost_import.added", f"cost_import:{performed.id}", details)], now)
    return taken


def _decisions(checked: CheckedFile, source: Source) -> dict[str, object]:
    """What was decided about the lines, and about foreign money, to be stored with the import."""
    left_out = [
        {
            "line": line.read.line,
            "day": line.read.day.isoformat() if line.read.day else None,
            "cents": line.read.cents,
            "reason": line.left_out,
        }
        for line in checked.lines
        if line.left_out
    ]
    return {
        "leave_out": sorted(source.choices.leave_out),
        "repeated": source.choices.repeated,
        "credits": source.choices.credits,
        "left_out": left_out[:LISTED_LEFT_OUT],
        "left_out_total": len(left_out),
        "rates": [rate.as_json() for rate in source.rates],
    }


def _replace(session: Session, checked: CheckedFile, on_overlap: OnOverlap, import_id: int, now: datetime) -> None:
    if on_overlap == "replace":
        ids = [row.id for row in checked.overlaps.values()]
        _set(session, ids, {"removed_at": now, "removed_by_import_id": import_id})


def _row(key: Key, of_day: DaySum, import_id: int, actor: str, now: datetime) -> dict[str, object]:
    return {
        "campaign_id": key[0],
        "day": key[1],
        "cents": of_day.cents,
        "clicks": of_day.clicks,
        "impressions": of_day.impressions,
        "note": "",
        "import_id": import_id,
        "created_at": now,
        "created_by": actor,
    }


def undo(session: Session, import_id: int, actor: str, now: datetime) -> tuple[int, int]:
    """Take an import back; returns how many rows went and how many came back. UnknownImport, AlreadyUndone."""
    hold(session, Lock.COSTS)
    performed = session.get(CostImport, import_id, with_for_update=True, populate_existing=True)
    if performed is None:
        raise UnknownImport
    if performed.undone_at is not None:
        raise AlreadyUndone
    performed.undone_at, performed.undone_by = now, actor
    session.flush()
    own = session.scalars(select(CampaignCost).where(CampaignCost.import_id == import_id)).all()
    live = [row.id for row in own if row.removed_at is None]
    _set(session, live, {"removed_at": now})
    restored = _bring_back(session, import_id, own)
    details = {"removed": len(live), "restored": restored}
    audit.append(session, [audit.Event(actor, "cost_import.undone", f"cost_import:{import_id}", details)], now)
    return len(live), restored


def _bring_back(session: Session, import_id: int, own: Sequence[CampaignCost]) -> int:
    """Restore the rows it had replaced.

    If the import's own row has been replaced by a later import, the older row is handed to that import: it is restored
    when the later one is undone. If the own row has been replaced by hand, that amount stays.
    """
    replaced = session.scalars(select(CampaignCost).where(CampaignCost.removed_by_import_id == import_id)).all()
    undone = set(session.scalars(select(CostImport.id).where(CostImport.undone_at.is_not(None))))
    was_live = {(row.campaign_id, row.day) for row in own if row.removed_at is None}
    successor = {(row.campaign_id, row.day): row.removed_by_import_id for row in own if row.removed_at is not None}
    back = [row for row in replaced if (row.campaign_id, row.day) in was_live]
    handed_on = [row for row in replaced if (row.campaign_id, row.day) not in was_live]
    for row in handed_on:
        row.removed_by_import_id = successor.get((row.campaign_id, row.day))
    session.flush()
    counting = [row.id for row in back if row.import_id not in undone]
    _set(session, counting, {"removed_at": None, "removed_by_import_id": None})
    return len(counting)


def _set(session: Session, ids: Iterable[int], values: dict[str, object]) -> None:
    listed = list(ids)
    for start in range(0, len(listed), _CHUNK):
        chosen = CampaignCost.id.in_(listed[start : start + _CHUNK])
        session.execute(
            update(CampaignCost).where(chosen).values(values), execution_options={"synchronize_session": False}
        )
