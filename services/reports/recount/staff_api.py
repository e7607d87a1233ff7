"""Staff API for „Nachrechnen“: what an auditor counts a report again from."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from fastapi import Request
from starlette.responses import StreamingResponse

from analytics.definitions import Definition, definitions
from analytics.reporting import Parameters
from services.core.clock import berlin_day
from services.core.table_files.sending import Download, FileResponse, files_folder
from services.reports.export.table_file import name_of
from services.reports.parameters import as_told, read_parameters
from services.reports.recount.archive import RECOUNTS, packed
from services.reports.run import ReportContext, run_report
from services.staff import audit
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.store.place import store_of

router = StaffRouter(tag="reports")
_PIECE: Final = 256 * 1024


def recounted_parameters(definition: Definition, given: Parameters) -> Parameters:
    """Those of the report that is counted again: without filters and comparison."""
    recount = RECOUNTS[definition.name]
    asked = {name: given[name] if name in recount.asked else definition.default(name) for name in given}
    return {**asked, **recount.fixed}


def _handler(definition: Definition) -> Callable[..., Any]:
    def fetch_it(request: Request, call: CallOf, staff: MarketerOf) -> FileResponse:
        """The cells of one table and the rows that they are counted from; parameters as for the report, filters and
        comparison left out. Downloads are on record.
        """
        given = read_parameters(definition, request.query_params.multi_items(), berlin_day(call.now))
        parameters = recounted_parameters(definition, given)
        context = ReportContext(call.db, store_of(call.settings), call.now)
        tables = (RECOUNTS[definition.name].table,)
        answer = run_report(context, definition, parameters, limit=None, tables=tables)
        told = as_told(definition, parameters)
        details: dict[str, Any] = {name: told[name] for name in ("from", "to") if name in told}
        event = audit.Event(staff.actor, "report.recounted", f"report:{definition.name}", details)
        call.db.write(lambda session: audit.append(session, [event], call.now))
        with ExitStack() as held:
            file = held.enter_context(packed(call.db, answer, call.now, files_folder(call.settings.data_dir)))
            name = name_of(("Nachrechnen", definition.title), told, "zip")
            pieces = iter(lambda: file.read(_PIECE), b"")
            return FileResponse(Download(name, "application/zip", 0, pieces, held.pop_all()))

    return fetch_it


for _definition in definitions().values():
    if _definition.name in RECOUNTS:
        router.add_api_route(
            f"/reports/{_definition.name}/recount.zip",
            _handler(_definition),
            methods=["GET"],
            name=f"fetch_{_definition.name}_recount",
            summary=f"{_definition.title}: Daten zum Nachrechnen",
            response_class=StreamingResponse,
        )
