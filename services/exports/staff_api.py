"""Staff API for exports of lists: request a file, then fetch it once."""

from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from services.audit.entries import AuditFilters
from services.audit.export import AuditWish
from services.console.refunds.export import RefundsWish
from services.core.http.openapi import problems
from services.core.inputs import Body
from services.core.table_files.formats import FormatName
from services.core.table_files.sending import FileResponse
from services.exports import download
from services.reservations.listing.columns import choose
from services.reservations.listing.export import ReservationsWish
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.reservations.listing.selection import Selection
from services.staff.access import PREFIX, AnyStaffOf, CallOf, ExporterOf, StaffRouter
from services.staff.call import Staff

router = StaffRouter(tag="exports")


class ExportIn(Body):
    """Rows by the filters and order of the list; columns by their names there, all of them when null."""

    resource: Literal["reservations"]
    format: FormatName
    filters: ListFilters = Field(default_factory=ListFilters)
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    columns: list[str] | None = Field(default=None, max_length=100)

    def wish(self, staff: Staff) -> ReservationsWish:
        """For the caller's role."""
        columns = [column.name for column in choose(self.columns, staff.role)]
        return ReservationsWish(self.format, columns, Selection(self.filters, self.sort, self.order))


class AuditExportIn(Body):
    """Entries of the log by the filters of its list, the latest first, with the parts of operations."""

    resource: Literal["audit"]
    format: FormatName
    filters: AuditFilters = Field(default_factory=AuditFilters)

    def wish(self, _staff: Staff) -> AuditWish:
        """The same for everybody who may have it."""
        return AuditWish(self.format, self.filters)


class RefundsExportIn(Body):
    """What is owed to the households of a park that is called off."""

    resource: Literal["refunds"]
    format: FormatName
    park: str = Field(max_length=40)

    def wish(self, _staff: Staff) -> RefundsWish:
        """The same for everybody who may have it."""
        return RefundsWish(self.format, self.park)


Wanted = Annotated[ExportIn | AuditExportIn | RefundsExportIn, Field(discriminator="resource")]


class ExportOut(BaseModel):
    """Where to fetch the file, once and within ten minutes, and how many rows it has as of now."""

    download: str
    rows: int
    file_name: str


@router.post("/exports", operation_id="export", responses=problems(401, 403, 422, 503))
def export(body: Wanted, call: CallOf, staff: ExporterOf) -> ExportOut:
    """Prepare a file of everything the list would show, page after page. The log is for the administration."""
    made = download.promise(call, staff, body.wish(staff))
    return ExportOut(download=f"{PREFIX}/exports/{made.token}", rows=made.rows, file_name=made.file_name)


@router.get(
    "/exports/{token}",
    operation_id="fetch_export",
    response_class=StreamingResponse,
    responses=problems(401, 403, 404, 422, 503),
)
def fetch_export(token: Annotated[str, Path(max_length=100)], call: CallOf, staff: AnyStaffOf) -> FileResponse:
    """The file. `X-Rows` says how many rows it has."""
    return FileResponse(download.fetch(call, staff, token))
