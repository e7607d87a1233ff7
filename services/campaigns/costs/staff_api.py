"""Staff API for costs: by hand for a day, files that people bring or that arrive, names of ad platforms."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import Query
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.costs import arrivals, by_hand, imports
from services.campaigns.costs.check import Choices, check
from services.campaigns.costs.imports import Source
from services.campaigns.costs.mapping import COUNTS
from services.campaigns.costs.reader import LARGEST_TEXT, CostFile, read_costs
from services.campaigns.costs.schemas import (
    CheckedFileOut,
    CheckIn,
    ChoicesIn,
    CostIn,
    CostOut,
    CostsOut,
    ImportIn,
    ImportOut,
    ImportsOut,
    PlatformNameIn,
    PlatformNameOut,
    PlatformNamesOut,
    TakenOut,
    UndoneOut,
)
from services.campaigns.models import Campaign, CostImport, PlatformName
from services.core.clock import is_to_come
from services.core.fields import Refused
from services.core.http.answers import Answer, Extended
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Day, DaysQuery, RowId, fault_of
from services.core.tables_in.files import read_file
from services.core.tables_in.schemas import TableFileIn, TableFileOut
from services.core.tables_in.values import Rate, Rates
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="costs")


@router.get("/campaigns/{campaign_id:int}/costs")
def list_costs(
    campaign_id: RowId, wanted: Annotated[DaysQuery, Query()], session: Reads, _staff: MarketerOf
) -> CostsOut:
    """The costs of a campaign by day."""
    data = [CostOut.model_validate(cost) for cost in by_hand.costs_of(session, campaign_id, wanted.from_, wanted.to)]
    clicks = [cost.clicks for cost in data if cost.clicks is not None]
    impressions = [cost.impressions for cost in data if cost.impressions is not None]
    return CostsOut(
        data=data,
        total_cents=sum(cost.cents for cost in data),
        total_clicks=sum(clicks) if clicks else None,
        total_impressions=sum(impressions) if impressions else None,
        clicked_cents=sum(cost.cents for cost in data if cost.clicks is not None),
    )


@router.put("/campaigns/{campaign_id:int}/costs/{day}")
def set_cost(campaign_id: RowId, day: Day, body: CostIn, session: Writes, call: CallOf, staff: MarketerOf) -> CostOut:
    """Set the costs of a day, replacing earlier ones."""
    return CostOut.model_validate(by_hand.set_cost(session, campaign_id, day, body, staff.actor, call.now))


@router.delete("/campaigns/{campaign_id:int}/costs/{day}", status_code=204)
def remove_cost(campaign_id: RowId, day: Day, session: Writes, call: CallOf, staff: MarketerOf) -> None:
    """Remove the costs entered for a day."""
    by_hand.remove_cost(session, campaign_id, day, staff.actor, call.now)


_ONE = "/costs/arrivals/{arrival_id:int}"


class ArrivalOut(Answer):
    """An undecided file. `lines`, `cents` and `open_lines`: its preview on arrival, and how many lines need a decision;
    null if it cannot be read, for the reason in `problem`.
    """

    id: int
    file_name: str
    arrived_at: datetime
    problem: str | None
    lines: int | None
    cents: int | None
    open_lines: int | None


class ArrivalsOut(BaseModel):
    """`is_watched`: a folder for costs is configured. `is_missing`: it does not exist."""

    is_watched: bool
    is_missing: bool
    data: list[ArrivalOut]


@router.get("/costs/arrivals")
def list_cost_arrivals(session: Reads, call: CallOf, _staff: MarketerOf) -> ArrivalsOut:
    """Undecided files in the watched folder."""
    folder = call.settings.costs_folder
    data = [ArrivalOut.model_validate(row) for row in arrivals.pending(session)]
    return ArrivalsOut(is_watched=folder is not None, is_missing=folder is not None and not folder.is_dir(), data=data)


@router.get(_ONE)
def read_cost_arrival(arrival_id: RowId, call: CallOf, _staff: MarketerOf) -> TableFileOut:
    """The tables of such a file, as if it had just been uploaded."""
    with call.db.read() as session:
        content = arrivals.content_of(session, arrival_id)
    with fault_of("content"):
        return TableFileOut.model_validate(read_file(content, LARGEST_TEXT))


@router.post(f"{_ONE}/dismiss")
def dismiss_cost_arrival(arrival_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ArrivalOut:
    """Dismiss the file. It stays in the folder and is not shown again."""
    return ArrivalOut.model_validate(arrivals.decide(session, arrival_id, None, staff.actor, call.now))


LARGE_BODIES: Final = {"/api/staff/costs/imports": 5 * 1024 * 1024}
"""A file within JSON, where quotation marks and line ends take two bytes."""
_LONGEST_NAME = 200


class ImportsQuery(ListQuery):
    sort: Literal["at"] = "at"
    order: Literal["asc", "desc"] = "desc"


def _read(text: str, mapping: dict[str, Any], rates: Rates) -> CostFile:
    with fault_of("text"):
        return read_costs(text, mapping, rates)


def _choices(body: ChoicesIn) -> Choices:
    reasons = {int(line): reason for line, reason in body.reasons.items()}
    return Choices(frozenset(body.leave_out), body.repeated, body.credits, reasons)


def _rates(body: ChoicesIn, now: datetime) -> Rates:
    """The rates by currency; ValidationProblem for a future day, and for two rates of one currency."""
    found: dict[str, Rate] = {}
    for index, wanted in enumerate(body.rates):
        with fault_of(f"rates.{index}.on"):
            if is_to_come(wanted.on, now):
                raise Refused("in_future", "Dieser Tag kommt erst noch.")
        with fault_of(f"rates.{index}.currency"):
            if wanted.currency in found:
                raise Refused("unknown_choice", "Bitte geben Sie je fremder Währung einen Kurs an.")
        found[wanted.currency] = Rate(**dict(wanted))
    return found


@router.post("/costs/imports/read")
def read_cost_file(body: TableFileIn, _staff: MarketerOf) -> TableFileOut:
    """The tables of an uploaded file, as text for the check; nothing is stored."""
    with fault_of("content"):
        return TableFileOut.model_validate(read_file(body.content, LARGEST_TEXT))


@router.post("/costs/imports/check")
def check_costs(body: CheckIn, call: CallOf, _staff: MarketerOf) -> CheckedFileOut:
    """Dry run of an import; nothing is stored."""
    rates = _rates(body, call.now)
    # The given parts of the mapping. A null counts only for clicks and impressions, which it ignores.
    said = body.mapping.model_dump(exclude_unset=True) if body.mapping else {}
    wished = {name: value for name, value in said.items() if value is not None or name in COUNTS}
    file = _read(body.text, wished, rates)
    with call.db.read() as session:
        checked = check(session, file, call.now, _choices(body))
        before = imports.imported_before(session, file.sha256)
    return imports.checked_out(file, checked, rates, before)


@router.post("/costs/imports", status_code=201)
def import_costs(body: ImportIn, call: CallOf, staff: MarketerOf) -> TakenOut:
    """Import a file, all or nothing."""
    rates = _rates(body, call.now)
    name = "".join(c for c in body.file_name if c.isprintable()).strip()[:_LONGEST_NAME]
    source = Source(name, _choices(body), list(rates.values()))
    file = _read(body.text, body.mapping.model_dump(), rates)

    def unit(session: Session) -> TakenOut:
        taken = imports.take_over(session, file, source, body.on_overlap, staff.actor, call.now)
        if body.arrival_id is not None:
            arrivals.decide(session, body.arrival_id, taken.id, staff.actor, call.now)
        return taken

    return call.db.write(unit)


@router.get("/costs/imports")
def list_cost_imports(wanted: Annotated[ImportsQuery, Query()], session: Reads, _staff: MarketerOf) -> ImportsOut:
    """Imported files, the latest first."""
    rows, has_next = page_of(session, select(CostImport), wanted, (CostImport.at, CostImport.id))
    total = session.scalar(select(func.count()).select_from(CostImport)) or 0
    return ImportsOut(data=_imports(session, rows), has_next=has_next, total=total)


@router.post("/costs/imports/{import_id:int}/undo")
def undo_cost_import(import_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> UndoneOut:
    """Undo the import of a file, and restore what it had replaced."""
    removed, restored = imports.undo(session, import_id, staff.actor, call.now)
    (shown,) = _imports(session, [session.get_one(CostImport, import_id)])
    return UndoneOut(**shown.model_dump(), removed=removed, restored=restored)


def _imports(session: Session, rows: Sequence[CostImport]) -> list[ImportOut]:
    return [
        ImportOut.model_validate(Extended(row, **({"vat": 0, "is_spread": False} | row.mapping)))
        for row in with_actor_names(session, rows, "actor", "undone_by")
    ]


def _out(session: Session, rows: Sequence[PlatformName]) -> list[PlatformNameOut]:
    ids = {row.campaign_id for row in rows if row.campaign_id is not None}
    found = session.execute(select(Campaign.id, Campaign.name).where(Campaign.id.in_(ids)))
    titles: dict[int | None, str] = {row.id: row.name for row in found}
    return [
        PlatformNameOut.model_validate(Extended(row, campaign_name=titles.get(row.campaign_id)))
        for row in with_actor_names(session, rows, "created_by")
    ]


@router.get("/costs/names")
def list_platform_names(session: Reads, _staff: MarketerOf) -> PlatformNamesOut:
    """The remembered names of ad platforms."""
    return PlatformNamesOut(data=_out(session, by_hand.names_of(session)))


@router.post("/costs/names")
def remember_platform_name(body: PlatformNameIn, session: Writes, call: CallOf, staff: MarketerOf) -> PlatformNameOut:
    """Remember the campaign of a name, or that it is always left out."""
    return _out(session, [by_hand.remember(session, body, staff.actor, call.now)])[0]


@router.post("/costs/names/{name_id:int}/forget")
def forget_platform_name(name_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> PlatformNameOut:
    """Forget a name. Costs imported under it stay."""
    return _out(session, [by_hand.forget(session, name_id, staff.actor, call.now)])[0]
