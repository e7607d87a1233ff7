"""Staff API for downloads: one report table as one file, with the parameters of the page it was started from."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from starlette.responses import StreamingResponse

from analytics.definitions import Definition, definitions
from services.core.clock import berlin_day
from services.core.table_files.sending import FileResponse, files_folder
from services.parks.names import park_labels
from services.reports.errors import NoSuchTable
from services.reports.export.table_file import FileFormat, file_of, table_of
from services.reports.parameters import read_parameters
from services.reports.run import ReportContext, run_report
from services.reports.staff_api import roles_of
from services.staff.access import CallOf, RoleGuard, StaffRouter
from services.staff.call import Staff
from services.store.place import store_of

router = StaffRouter(tag="reports")


def _add(definition: Definition) -> None:
    router.add_api_route(
        f"/reports/{definition.name}/files/{{table}}.{{form}}",
        _handler(definition),
        methods=["GET"],
        name=f"fetch_{definition.name}_file",
        summary=f"{definition.title} als Datei",
        response_class=StreamingResponse,
    )


def _handler(definition: Definition) -> Callable[..., Any]:
    def fetch_it(
        table: Annotated[str, Path(max_length=60)],
        form: FileFormat,
        request: Request,
        call: CallOf,
        _staff: Annotated[Staff, Depends(RoleGuard(roles_of(definition)))],
    ) -> FileResponse:
        """One table with all of its rows; parameters as for the report. `X-Rows` says how many rows it has."""
        if table not in {one.name for one in definition.tables}:
            raise NoSuchTable
        parameters = read_parameters(definition, request.query_params.multi_items(), berlin_day(call.now))
        context = ReportContext(call.db, store_of(call.settings), call.now)
        # All tables: a sentence may use figures of another table, and must match the one on screen.
        answer = run_report(context, definition, parameters, limit=None)
        with call.db.read() as session:
            park_names = {park: label.name for park, label in park_labels(session).items()}
        return FileResponse(file_of(table_of(answer, table), form, files_folder(call.settings.data_dir), park_names))

    return fetch_it


for _definition in definitions().values():
    _add(_definition)
