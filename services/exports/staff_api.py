"""Staff API for exports of lists: request a file, then fetch it once."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel
from starlette.responses import StreamingResponse

from services.core.table_files.sending import FileResponse
from services.exports import download
from services.staff.access import PREFIX, AnyStaffOf, CallOf, ExporterOf, StaffRouter

router = StaffRouter(tag="exports")


class ExportOut(BaseModel):
    """Where to fetch the file, once and within ten minutes, and how many rows it has as of now."""

    download: str
    rows: int
    file_name: str


@router.post("/exports")
def export(body: download.Wanted, call: CallOf, staff: ExporterOf) -> ExportOut:
    """Prepare a file of all rows of a list. The audit log is for administrators."""
    token, rows = download.promise(call, staff, body)
    name = download.file_name(body, rows, call.now)
    return ExportOut(download=f"{PREFIX}/exports/{token}", rows=rows, file_name=name)


@router.get("/exports/{token}", response_class=StreamingResponse)
def fetch_export(token: Annotated[str, Path(max_length=100)], call: CallOf, staff: AnyStaffOf) -> FileResponse:
    """The file. `X-Rows` is its number of rows."""
    return FileResponse(download.fetch(call, staff, token))
