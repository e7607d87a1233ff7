"""Staff API for cost imports: dry run, import, list, undo."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from fastapi import Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.costs.check import CheckedFile, CheckedLine, Choices, Remark, check
from services.campaigns.costs.csv_reader import LARGEST_TEXT, CostFile, read_costs
from services.campaigns.costs.imports import imports as cost_imports
from services.campaigns.costs.imports.imports import Source, digest
from services.campaigns.costs.schemas import (
    AlreadyImportedOut,
    CheckedFileOut,
    CheckedRowOut,
    CheckIn,
    CheckTotalsOut,
    ChoicesIn,
    ImportIn,
    ImportOut,
    ImportsOut,
    MappingOut,
    OverlapOut,
    RemarkOut,
    TakenOut,
    UndoneOut,
)
from services.campaigns.models import CostImport
from services.core.fields import Refused
from services.core.http.openapi import problems
from services.core.http.paging import ListQuery, page_of
from services.core.inputs import RowId, fault_of
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="costs")

LARGE_BODIES: Final = {"/api/staff/costs/imports": 5 * 1024 * 1024}
"""A file within JSON, where quotation marks and line ends take two bytes."""
MOST_SHOWN = 1000
_LONGEST_NAME = 200


class ImportsQuery(ListQuery):
    sort: Literal["at"] = "at"
    order: Literal["asc", "desc"] = "desc"


def _read(text: str, mapping: dict[str, Any]) -> CostFile:
    with fault_of("text"):
        if len(text.encode(errors="surrogatepass")) > LARGEST_TEXT:
            raise Refused("too_long", "Die Datei darf höchstens 2 MB groß sein.")
        return read_costs(text, mapping)


def _choices(body: ChoicesIn) -> Choices:
    return Choices(frozenset(body.leave_out), body.repeated)


@router.post("/costs/imports/check", operation_id="check_costs", responses=problems(401, 403, 413, 422, 503))
def check_costs(body: CheckIn, call: CallOf, _staff: MarketerOf) -> CheckedFileOut:
    """What a file would bring; nothing is stored."""
    file = _read(body.text, body.mapping.model_dump(exclude_none=True) if body.mapping else {})
    with call.db.read() as session:
        checked = check(session, file, call.now, _choices(body))
        before = cost_imports.imported_before(session, digest(body.text))
    shown = _shown(checked)
    return CheckedFileOut(
        mapping=MappingOut.model_validate(file.mapping.as_json()),
        columns=file.columns,
        preview=file.preview,
        rows=[_row(line, checked) for line in shown],
        rows_left_out=len(checked.lines) - len(shown),
        totals=_totals(checked, file.skipped),
        already_imported=AlreadyImportedOut(id=before.id, at=before.at) if before else None,
    )


def _shown(checked: CheckedFile) -> Sequence[CheckedLine]:
    """All lines where they are few; else those that want looking at before others, in their order in the file."""

    def is_plain(line: CheckedLine) -> bool:
        is_quiet = line.problem is None and line.notice is None and not line.is_left_out
        return is_quiet and line.key not in checked.overlaps

    first = sorted(checked.lines, key=lambda line: (line.problem is None, is_plain(line)))[:MOST_SHOWN]
    return sorted(first, key=lambda line: line.read.line)


def _row(line: CheckedLine, checked: CheckedFile) -> CheckedRowOut:
    there = checked.overlaps.get(line.key) if line.key else None
    return CheckedRowOut(
        line=line.read.line,
        campaign_id=line.campaign_id,
        campaign_name=line.campaign_name,
        day=line.read.day,
        cents=line.read.cents,
        problem=_remark(line.problem),
        notice=_remark(line.notice),
        overlaps=OverlapOut(cents=there.cents, import_id=there.import_id) if there else None,
        is_left_out=line.is_left_out,
    )


def _remark(remark: Remark | None) -> RemarkOut | None:
    return RemarkOut(code=remark.code, message=remark.message) if remark else None


def _totals(checked: CheckedFile, skipped: int) -> CheckTotalsOut:
    return CheckTotalsOut(
        lines=len(checked.lines),
        rows=len(checked.sums),
        cents=sum(checked.sums.values()),
        problems=checked.problems,
        notices=sum(line.notice is not None for line in checked.lines),
        overlaps=len(checked.overlaps),
        skipped=skipped,
        repeated=checked.repeated,
        left_out=checked.left_out,
    )


@router.post(
    "/costs/imports", status_code=201, operation_id="import_costs", responses=problems(401, 403, 409, 413, 422, 503)
)
def import_costs(body: ImportIn, call: CallOf, staff: MarketerOf) -> TakenOut:
    """Take a file over, whole or not at all."""
    file = _read(body.text, body.mapping.model_dump())
    name = "".join(c for c in body.file_name if c.isprintable()).strip()[:_LONGEST_NAME]
    source = Source(name, digest(body.text), _choices(body))
    taken = call.db.write(
        lambda session: cost_imports.take_over(session, file, source, body.on_overlap, staff.actor, call.now)
    )
    return TakenOut.model_validate(taken, from_attributes=True)


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
    return [ImportOut.model_validate(row) for row in with_actor_names(session, rows, "actor", "undone_by")]
