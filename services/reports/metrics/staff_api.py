"""Staff API for the metric catalogue."""

from typing import Annotated

from fastapi import Path

from services.reports.metrics.describe import find, metric_out, metric_show_out, visible
from services.reports.metrics.schemas import MetricShowOut, MetricsOut
from services.staff.access import AnyStaffOf, StaffRouter

router = StaffRouter(tag="metrics")
Key = Annotated[str, Path(max_length=80)]


@router.get("/metrics")
def list_metrics(staff: AnyStaffOf) -> MetricsOut:
    """Every metric in the reports of this role, with its versions."""
    data = [metric_out(one, staff.role) for one in visible(staff.role)]
    return MetricsOut(data=data, total=len(data))


@router.get("/metrics/{key}")
def get_metric(key: Key, staff: AnyStaffOf) -> MetricShowOut:
    """A metric with its SQL."""
    return metric_show_out(find(key, staff.role), staff.role)
