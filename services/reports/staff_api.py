"""Staff API for reports: the list, and each report as one answer or as a stream of progress lines."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from starlette.responses import Response

from analytics.definitions import Definition, definitions
from analytics.parameters import PARAMETERS
from analytics.reporting import Parameters
from services.core.clock import berlin_day
from services.core.http.errors import Problem
from services.reports.answer import answer_of
from services.reports.parameters import LABELS, address_name, read_parameters, schema_of
from services.reports.pool.progress import Monitor
from services.reports.pool.worker_pool import pool
from services.reports.report_schemas import ColumnOut, ParameterOut, answer_model, parameter_out
from services.reports.run import ReportContext, run_report
from services.staff.access import AnyStaffOf, CallOf, RoleGuard, StaffRouter
from services.staff.call import Call, Staff
from services.staff.models import Role
from services.store.place import store_of

router = StaffRouter(tag="reports")
LINES: Final = "application/x-ndjson"
_BEAT_SECONDS: Final = 0.2
Handler = Callable[..., Coroutine[Any, Any, Response]]


class ReportOut(BaseModel):
    """An available report, with the titles and columns of its tables."""

    name: str
    title: str
    question: str
    tables: dict[str, str]
    columns: dict[str, list[ColumnOut]]
    parameters: list[ParameterOut]


class ReportsOut(BaseModel):
    data: list[ReportOut]


@router.get("/reports")
def list_reports(staff: AnyStaffOf) -> ReportsOut:
    """The reports that this role may see, with their parameters."""
    seen = [one for one in definitions().values() if staff.role in roles_of(one)]
    return ReportsOut(data=[_told(definition) for definition in seen])


def roles_of(definition: Definition) -> frozenset[Role]:
    """Who may see a report."""
    return frozenset(Role) if definition.audience == "everyone" else frozenset({Role.ADMIN, Role.MARKETING})


def _told(definition: Definition) -> ReportOut:
    return ReportOut(
        name=definition.name,
        title=definition.title,
        question=definition.question,
        tables={table.name: table.title for table in definition.tables},
        columns={
            table.name: [ColumnOut.model_validate(column) for column in table.columns] for table in definition.tables
        },
        parameters=[parameter_out(definition, name) for name in definition.parameters],
    )


def _add(definition: Definition) -> None:
    model = answer_model(definition)
    router.add_api_route(
        f"/reports/{definition.name}",
        _handler(definition, model),
        methods=["GET"],
        name=f"run_{definition.name}_report",
        summary=definition.title,
        response_model=model,
        openapi_extra={"parameters": [_parameter(name) for name in definition.parameters]},
    )


def _handler(definition: Definition, model: type[BaseModel]) -> Handler:
    async def run_it(
        request: Request, call: CallOf, _staff: Annotated[Staff, Depends(RoleGuard(roles_of(definition)))]
    ) -> Response:
        parameters = read_parameters(definition, request.query_params.multi_items(), berlin_day(call.now))
        run = _run(call, definition, parameters, model)
        if request.headers.get("accept") == LINES:
            return StreamingResponse(lines_of(run), media_type=LINES, headers={"Cache-Control": "no-store"})
        answer = await asyncio.wrap_future(pool.submit(lambda: run(Monitor())).future)
        return Response(answer, media_type="application/json")

    run_it.__name__ = f"run_{definition.name}_report"  # the route's name in the request log
    run_it.__doc__ = (
        f"{definition.question}\n\nWith `Accept: {LINES}` lines of `progress` (0 to 1) come first, then one line with "
        "`result` or `problem`; closing the connection stops the run."
    )
    return run_it


def _run(
    call: Call, definition: Definition, parameters: Parameters, model: type[BaseModel]
) -> Callable[[Monitor], str]:
    context = ReportContext(call.db, store_of(call.settings), call.now)

    def run(monitor: Monitor) -> str:
        answer = run_report(context, definition, parameters, tables=definition.shown, monitor=monitor)
        return model.model_validate(answer_of(answer)).model_dump_json()

    return run


async def lines_of(run: Callable[[Monitor], str]) -> AsyncGenerator[str]:
    """Lines of `progress`, then one of `result` or `problem`. Closing the generator stops the run.

    While the run is queued, `position` says how many are ahead of it.
    """
    monitor = Monitor()
    queued = pool.submit(lambda: run(monitor))
    running = asyncio.wrap_future(queued.future)
    try:
        while not (await asyncio.wait([running], timeout=_BEAT_SECONDS))[0]:
            place = {"position": queued.position} if queued.position else {}
            yield _line({"progress": round(monitor.fraction, 3), **place})
        try:
            yield f'{{"result":{running.result()}}}\n'
        except Problem as problem:
            yield _line({"problem": problem.body()})
    finally:
        # The client has disconnected; the thread stops at its next statement.
        monitor.stop()
        queued.give_up()
        running.add_done_callback(_forget)


def _forget(running: "asyncio.Future[str]") -> None:
    if not running.cancelled():
        running.exception()


def _line(members: Mapping[str, object]) -> str:
    return json.dumps(members, ensure_ascii=False) + "\n"


def _parameter(name: str) -> dict[str, Any]:
    return {
        "name": address_name(name),
        "in": "query",
        "required": False,
        "description": LABELS[address_name(name)],
        "schema": schema_of(PARAMETERS[name]),
    }


for _definition in definitions().values():
    _add(_definition)
