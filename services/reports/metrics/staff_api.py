"""Staff API for the metric catalogue."""

from typing import Annotated

from fastapi import Path

from services.core.http.openapi import problems
from services.reports.metrics import checks
from services.reports.metrics.describe import find, metric_out, metric_show_out, visible
from services.reports.metrics.schemas import MetricCheckIn, MetricShowOut, MetricsOut
from services.staff.access import AnyStaffOf, CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call, Staff

router = StaffRouter(tag="metrics")
Key = Annotated[str, Path(max_length=80)]


@router.get("/metrics", operation_id="list_metrics", responses=problems(401, 403, 503))
def list_metrics(call: CallOf, staff: AnyStaffOf) -> MetricsOut:
    """Every metric that this role sees in a report or elsewhere in the console."""
    with call.db.read() as session:
        found = checks.latest_checks(session)
        names = actor_names(session, {one.checked_by for one in found.values()})
    data = [metric_out(one, staff.role, found.get(one.key), names) for one in visible(staff.role)]
    return MetricsOut(data=data, total=len(data))


@router.get("/metrics/{key}", operation_id="get_metric", responses=problems(401, 403, 404, 422, 503))
def get_metric(key: Key, call: CallOf, staff: AnyStaffOf) -> MetricShowOut:
    """A metric with its SQL and its versions."""
    return _shown(call, key, staff)


@router.post(
    "/metrics/{key}/checks",
    status_code=201,
    operation_id="check_metric",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def check_metric(key: Key, body: MetricCheckIn, call: CallOf, staff: MarketerOf) -> MetricShowOut:
    """Confirm the definition that was read. Refused if it has changed since."""
    metric = find(key, staff.role)
    call.db.write(lambda session: checks.confirm(session, metric, body.fingerprint, staff.actor, call.now) and None)
    return _shown(call, key, staff)


def _shown(call: Call, key: str, staff: Staff) -> MetricShowOut:
    metric = find(key, staff.role)
    with call.db.read() as session:
        check = checks.latest_checks(session).get(key)
        names = actor_names(session, {check.checked_by} if check else set())
    return metric_show_out(metric, staff.role, check, names)
