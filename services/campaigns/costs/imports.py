"""Import of cost files and its undo, each all or nothing, and what a dry run shows of a file.

A replaced row remembers the import that replaced it. Undoing that import restores the row, unless the import it
came from was undone itself, or the day has been given another amount since; see `CAMPAIGNS.md`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.campaigns.costs.check import UNDECIDED, CheckedFile, CheckedLine, Choices, DaySum, Key, check
from services.campaigns.costs.reader import CostFile
from services.campaigns.costs.schemas import (
    AlreadyImportedOut,
    CheckedFileOut,
    CheckedRowOut,
    CheckTotalsOut,
    ChoosableOut,
    CurrencyOut,
    FileNameOut,
    OnOverlap,
    OverlapOut,
    TakenOut,
)
from services.campaigns.errors import AlreadyUndone, CostsOverlap, ImportProblems, NothingNew, UnknownImport
from services.campaigns.locks import Lock, hold
from services.campaigns.models import CampaignCost, CostImport, PlatformName
from services.core.db.rows import Insertion
from services.core.tables_in.values import EURO, Amount, Rate, Rates
from services.staff import audit

_COSTS = Insertion(CampaignCost.__table__)
_CHUNK = 500
LISTED_LEFT_OUT = 500
"""Lines that did not count and are listed with an import; all of them are counted."""


@dataclass(frozen=True, slots=True)
class Source:
    """The file itself, and the user's decisions about its lines."""

    file_name: str
    choices: Choices = UNDECIDED
    rates: Sequence[Rate] = ()


def imported_before(session: Session, sha256: str) -> CostImport | None:
    """The latest import of the identical file that has not been undone."""
    query = select(CostImport).where(CostImport.sha256 == sha256, CostImport.undone_at.is_(None))
    return session.scalars(query.order_by(CostImport.id.desc()).limit(1)).first()


def take_over(
    session: Session, file: CostFile, source: Source, on_overlap: OnOverlap, actor: str, now: datetime
) -> TakenOut:
    """Store the file's costs. Raises ImportProblems, CostsOverlap, NothingNew; nothing is stored then."""
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
        sha256=file.sha256,
        mapping=file.mapping.model_dump() | _decisions(checked, source),
        rows=len(sums),
        cents=sum(day.cents for day in sums.values()),
        at=now,
        actor=actor,
    )
    session.add(performed)
    session.flush()
    if on_overlap == "replace":
        ids = [row.id for row in checked.overlaps.values()]
        _set(session, ids, {"removed_at": now, "removed_by_import_id": performed.id})
    _COSTS.run(session, [_row(key, day, performed.id, actor, now) for key, day in sums.items()])
    apart = len(checked.overlaps)
    kept, replaced = (0, apart) if on_overlap == "replace" else (apart, 0)
    taken = TakenOut(id=performed.id, rows=len(sums), cents=performed.cents, kept=kept, replaced=replaced)
    details = {"rows": taken.rows, "cents": taken.cents, "kept": kept, "replaced": replaced, "sha256": file.sha256}
    audit.append(session, [audit.Event(actor, "cost_import.added", f"cost_import:{performed.id}", details)], now)
    return taken


def _decisions(checked: CheckedFile, source: Source) -> dict[str, object]:
    """What is stored with the import: the decisions about lines and foreign money, and which campaign the platform's
    numbers meant.
    """
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
        "numbers": {
            line.read.number: line.campaign_id for line in checked.lines if line.read.number.isdigit() and line.keys
        },
        "rates": [asdict(rate) | {"rate": str(rate.rate), "on": rate.on.isoformat()} for rate in source.rates],
    }


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
    """Undo an import; returns how many rows were removed and restored. Raises UnknownImport, AlreadyUndone."""
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


MOST_SHOWN: Final = 1000
_MOST_NAMES: Final = 200
_MOST_COMPARED: Final = 25
"""Names to look up similar campaigns for; comparing takes time."""


def checked_out(file: CostFile, checked: CheckedFile, rates: Rates, before: CostImport | None) -> CheckedFileOut:
    """The result of a check for the console. `before`: the latest import of the same file."""
    shown = _shown_lines(checked)
    in_use = sorted(checked.finder.in_use.items(), key=lambda item: (item[1].casefold(), item[0]))
    return CheckedFileOut(
        platform=file.platform,
        mapping=file.mapping,
        columns=file.columns,
        preview=file.preview,
        rows=[_row_out(line, checked) for line in shown],
        rows_left_out=len(checked.lines) - len(shown),
        totals=_totals_out(checked, file.skipped),
        questions=file.questions,
        not_taken=file.not_taken,
        names=_names_out(checked),
        campaigns=[ChoosableOut(id=id_, name=name) for id_, name in in_use],
        currencies=_currencies_out(checked, rates),
        already_imported=AlreadyImportedOut(id=before.id, at=before.at) if before else None,
    )


def _shown_lines(checked: CheckedFile) -> Sequence[CheckedLine]:
    """All lines if there are few; else those that need attention first, otherwise in the order of the file."""

    def is_plain(line: CheckedLine) -> bool:
        is_quiet = line.problem is None and line.notice is None and not line.is_left_out
        return is_quiet and not any(key in checked.overlaps for key in line.keys)

    first = sorted(checked.lines, key=lambda line: (line.problem is None, is_plain(line)))[:MOST_SHOWN]
    return sorted(first, key=lambda line: line.read.line)


def _row_out(line: CheckedLine, checked: CheckedFile) -> CheckedRowOut:
    there = [checked.overlaps[key] for key in line.keys if key in checked.overlaps]
    read = line.read
    return CheckedRowOut(
        line=read.line,
        name=read.campaign,
        campaign_id=line.campaign_id,
        campaign_name=line.campaign_name,
        day=read.day,
        last_day=read.last_day,
        cents=read.cents,
        currency=read.amount.currency if read.amount else EURO,
        amount=read.amount.hundredths if read.amount else None,
        clicks=read.clicks,
        impressions=read.impressions,
        problem=line.problem,
        notice=line.notice,
        overlaps=OverlapOut(cents=sum(row.cents for row in there), import_id=there[0].import_id) if there else None,
        is_left_out=line.is_left_out,
        left_out=line.left_out,
    )


def _totals_out(checked: CheckedFile, skipped: int) -> CheckTotalsOut:
    lines, days = checked.lines, checked.sums.values()
    credits = [line.read.cents or 0 for line in lines if (line.read.cents or 0) < 0 and not line.is_left_out]
    return CheckTotalsOut(
        lines=len(lines),
        rows=len(days),
        cents=checked.cents,
        problems=checked.problems,
        notices=sum(line.notice is not None for line in lines),
        overlaps=len(checked.overlaps),
        skipped=skipped,
        repeated=sum(line.read.repeats is not None for line in lines),
        left_out=sum(line.is_left_out for line in lines),
        credits=len(credits),
        credit_cents=sum(credits),
        clicks=_sum_of(day.clicks for day in days),
        impressions=_sum_of(day.impressions for day in days),
        clicked_cents=sum(day.cents for day in days if day.clicks is not None),
    )


def _sum_of(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _names_out(checked: CheckedFile) -> list[FileNameOut]:
    """The file's names that are unknown, ambiguous or remembered; undecided ones first."""
    by_name: dict[str, list[CheckedLine]] = defaultdict(list)
    for line in checked.lines:
        if line.read.campaign.strip():
            by_name[line.read.campaign].append(line)
    found = [_name_out(name, lines, checked) for name, lines in by_name.items()]
    listed = sorted((one for one in found if one), key=lambda one: one.state not in {"unknown", "ambiguous"})
    open_names = [one for one in listed if one.state in {"unknown", "ambiguous"}]
    for one in open_names[:_MOST_COMPARED]:
        one.similar = checked.finder.similar(one.name)
    return listed[:_MOST_NAMES]


def _name_out(name: str, lines: Sequence[CheckedLine], checked: CheckedFile) -> FileNameOut | None:
    finder = checked.finder
    known, ids = finder.recall(name), finder.find(name)
    if known is None and all(line.campaign_id for line in lines):
        return None
    return FileNameOut.model_validate(
        {
            "name": name,
            "lines": len(lines),
            "cents": sum(line.read.cents or 0 for line in lines),
            "state": _name_state(known, ids),
            "name_id": known.id if known else None,
            "campaign_id": known.campaign_id if known else None,
            "campaign_name": finder.names.get(known.campaign_id or 0) if known else None,
            "similar": [],
        }
    )


def _name_state(known: PlatformName | None, ids: Sequence[int]) -> str:
    if known is None:
        return "ambiguous" if ids else "unknown"
    return "remembered" if known.campaign_id else "left_out"


def _currencies_out(checked: CheckedFile, rates: Rates) -> list[CurrencyOut]:
    """Foreign money of the lines that count, by currency."""
    amounts: dict[str, list[Amount]] = defaultdict(list)
    for line in checked.lines:
        amount = line.read.amount
        if amount and amount.currency != EURO and not line.is_left_out:
            amounts[amount.currency].append(amount)
    found = []
    for currency, of_currency in sorted(amounts.items()):
        whole, rate = sum(amount.net for amount in of_currency), rates.get(currency)
        found.append(
            CurrencyOut(
                currency=currency,
                lines=len(of_currency),
                amount=whole,
                cents=sum(amount.cents or 0 for amount in of_currency) if rate else None,
                whole_cents=rate.euro_cents(whole) if rate else None,
            )
        )
    return found
