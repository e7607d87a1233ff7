"""A list as a file: ask for it, then fetch it once."""

from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from services.console.exports import download
from services.console.exports.columns import choose
from services.console.exports.selection import Selection
from services.console.exports.wish import Wish
from services.core.openapi import problems
from services.core.table_files.formats import FormatName
from services.core.table_files.sending import FileResponse
from services.reservations.list_filters import ListFilters, Order, Sort
from services.staff.access import PREFIX, AnyStaffOf, CallOf, StaffRouter
from services.staff.call import Staff

router = StaffRouter(tag="exports")


class ExportIn(BaseModel):
    """Rows by the filters and order of the list; columns by their names there, all of them when null."""

    model_config = ConfigDict(extra="forbid")

    resource: Literal["reservations"]
    format: FormatName
    filters: ListFilters = Field(default_factory=ListFilters)
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    columns: list[str] | None = Field(default=None, max_length=100)

    def wish(self, staff: Staff) -> Wish:
        """For somebody's role."""
        columns = [column.name for column in choose(self.columns, staff.role)]
        return Wish(self.format, columns, Selection(self.filters, self.sort, self.order))


class ExportOut(BaseModel):
    """Where to fetch the file, once and within ten minutes, and how many rows it has as of now."""

    download: str
    rows: int
    file_name: str


@router.post("/exports", operation_id="export", responses=problems(401, 403, 422, 503))
def export(body: ExportIn, call: CallOf, staff: AnyStaffOf) -> ExportOut:
    """Prepare a file of everything the list would show, page after page."""
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
