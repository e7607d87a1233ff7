"""Staff API for cost imports: dry run, import, list, undo."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.costs.arrivals import arrivals
from services.campaigns.costs.by_hand import is_to_come
from services.campaigns.costs.check import Choices, check
from services.campaigns.costs.columns import COUNTS
from services.campaigns.costs.csv_reader import LARGEST_TEXT, CostFile, read_costs
from services.campaigns.costs.imports import imports as cost_imports
from services.campaigns.costs.imports.imports import Source, Taken, digest
from services.campaigns.costs.imports.schemas import (
    AlreadyImportedOut,
    CheckedFileOut,
    CostQuestionOut,
    ImportOut,
    ImportsOut,
    TakenOut,
    UndoneOut,
)
from services.campaigns.costs.imports.view import choosable, currencies_out, names_out, row_out, shown_lines, totals_out
from services.campaigns.costs.rates import Rate, Rates
from services.campaigns.costs.schemas import CheckIn, ChoicesIn, ImportIn, MappingOut, MappingWishIn
from services.campaigns.models import CostImport
from services.core.fields import Refused
from services.core.http.answers import Extended
from services.core.http.openapi import problems
from services.core.http.paging import ListQuery, page_of
from services.core.inputs import RowId, fault_of
from services.core.table_reading.currency import iso_code
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="costs")

LARGE_BODIES: Final = {"/api/staff/costs/imports": 5 * 1024 * 1024}
"""A file within JSON, where quotation marks and line ends take two bytes."""
_LONGEST_NAME = 200


class ImportsQuery(ListQuery):
    sort: Literal["at"] = "at"
    order: Literal["asc", "desc"] = "desc"


def _read(text: str, mapping: dict[str, Any], rates: Rates) -> CostFile:
    with fault_of("text"):
        if len(text.encode(errors="surrogatepass")) > LARGEST_TEXT:
            raise Refused("too_long", "Die Datei darf höchstens 2 MB groß sein.")
        return read_costs(text, mapping, rates)


def _choices(body: ChoicesIn) -> Choices:
    reasons = {int(line): reason for line, reason in body.reasons.items()}
    return Choices(frozenset(body.leave_out), body.repeated, body.credits, reasons)


def _rates(body: ChoicesIn, now: datetime) -> Rates:
    """The rates by currency; ValidationProblem for a day still to come, and for two rates of a currency."""
    found: dict[str, Rate] = {}
    for index, wanted in enumerate(body.rates):
        with fault_of(f"rates.{index}.on"):
            if is_to_come(wanted.on, now):
                raise Refused("in_future", "Dieser Tag kommt erst noch.")
        with fault_of(f"rates.{index}.currency"):
            if iso_code(wanted.currency) is None or wanted.currency in found:
                raise Refused("unknown_choice", "Bitte geben Sie je fremder Währung einen Kurs an.")
        found[wanted.currency] = Rate(wanted.currency, wanted.rate, wanted.on, wanted.source)
    return found


def _wished(mapping: MappingWishIn | None) -> dict[str, Any]:
    """What was said of the mapping. A null is no wish, but for the counts, which need not be read."""
    said = mapping.model_dump(exclude_unset=True) if mapping else {}
    return {name: value for name, value in said.items() if value is not None or name in COUNTS}


@router.post("/costs/imports/check", operation_id="check_costs", responses=problems(401, 403, 413, 422, 503))
def check_costs(body: CheckIn, call: CallOf, _staff: MarketerOf) -> CheckedFileOut:
    """What a file would bring; nothing is stored."""
    rates = _rates(body, call.now)
    file = _read(body.text, _wished(body.mapping), rates)
    with call.db.read() as session:
        checked = check(session, file, call.now, _choices(body))
        before = cost_imports.imported_before(session, digest(body.text))
    shown = shown_lines(checked)
    return CheckedFileOut(
        platform=file.platform,
        mapping=MappingOut.model_validate(file.mapping.as_json()),
        columns=file.columns,
        preview=file.preview,
        rows=[row_out(line, checked) for line in shown],
        rows_left_out=len(checked.lines) - len(shown),
        totals=totals_out(checked, file.skipped),
        questions=[CostQuestionOut.model_validate(question) for question in file.questions],
        not_taken=file.not_taken,
        names=names_out(checked),
        campaigns=choosable(checked),
        currencies=currencies_out(checked, rates),
        already_imported=AlreadyImportedOut(id=before.id, at=before.at) if before else None,
    )


@router.post(
    "/costs/imports", status_code=201, operation_id="import_costs", responses=problems(401, 403, 409, 413, 422, 503)
)
def import_costs(body: ImportIn, call: CallOf, staff: MarketerOf) -> TakenOut:
    """Take a file over, whole or not at all."""
    rates = _rates(body, call.now)
    file = _read(body.text, body.mapping.model_dump(), rates)
    name = "".join(c for c in body.file_name if c.isprintable()).strip()[:_LONGEST_NAME]
    source = Source(name, digest(body.text), _choices(body), list(rates.values()))

    def unit(session: Session) -> Taken:
        taken = cost_imports.take_over(session, file, source, body.on_overlap, staff.actor, call.now)
        if body.arrival_id is not None:
            arrivals.decide(session, body.arrival_id, taken.id, staff.actor, call.now)
        return taken

    return TakenOut.model_validate(call.db.write(unit), from_attributes=True)


@router.get("/costs/imports", operation_id="list_cost_imports", responses=problems(401, 403, 422, 503))
def list_cost_imports(wanted: Annotated[ImportsQuery, Query()], call: CallOf, _staff: MarketerOf) -> ImportsOut:
    """Files that were taken over, the latest first."""
    with call.db.read() as session:
        rows, has_next = page_of(session, select(CostImport), wanted, (CostImport.at, CostImport.id))
        total = session.scalar(select(func.count()).select_from(CostImport)) or 0
        return ImportsOut(data=_imports(session, rows), has_next=has_next, total=total)


@router.post(
    "/costs/imports/{import_id:int}/undo",
    operation_id="undo_cost_import",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def undo_cost_import(import_id: RowId, call: CallOf, staff: MarketerOf) -> UndoneOut:
    """Take a file back; what it had replaced comes back."""

    def unit(session: Session) -> UndoneOut:
        removed, restored = cost_imports.undo(session, import_id, staff.actor, call.now)
        (shown,) = _imports(session, [session.get_one(CostImport, import_id)])
        return UndoneOut(**shown.model_dump(), removed=removed, restored=restored)

    return call.db.write(unit)


def _imports(session: Session, rows: Sequence[CostImport]) -> list[ImportOut]:
    return [
        ImportOut.model_validate(Extended(row, **_decided(row.mapping)))
        for row in with_actor_names(session, rows, "actor", "undone_by")
    ]


def _decided(mapping: dict[str, Any]) -> dict[str, Any]:
    """What was decided about lines and money. Imports from before these choices lack it, and chose nothing."""
    left_out = mapping.get("left_out", [])
    return {
        "rates": mapping.get("rates", []),
        "left_out": left_out,
        "left_out_total": mapping.get("left_out_total", len(mapping.get("leave_out", []))),
    }
