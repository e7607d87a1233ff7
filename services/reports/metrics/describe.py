"""A metric as the console shows it to a role: its definition, where it is shown, and its SQL."""

from collections.abc import Mapping, Sequence
from typing import Final

from analytics.columns import Entry
from analytics.metrics import Place, family, metrics, places
from analytics.runner import in_order, parameters_in
from services.reports.errors import UnknownMetric
from services.reports.kept.keep import may_see
from services.reports.metrics.schemas import MetricFormOut, MetricOut, MetricPlaceOut, MetricShowOut, SqlOut
from services.reports.parameters import LABELS, address_name
from services.staff.models import Role

_RIPENESS: Final[Mapping[str, str]] = {
    "ratio": "Zählt nur Tage, deren Reservierungen alt genug für ein Urteil sind.",
    "count": "Wird erst mit einer anderen Zeit verglichen, wenn alle Reservierungen alt genug für ein Urteil sind.",
    "": "Sofort.",
}
"""By `ripens` of its columns, the strictest first."""
_PERIOD: Final = "Zeitraum"
_PERIOD_PARAMETERS: Final = frozenset({"from_day", "to_day"})


def visible(role: Role) -> list[Entry]:
    """The metrics that a role sees somewhere, in the order of the catalogue; of a family, the first that it sees."""
    first = {one.of or one.key: one for one in reversed(list(metrics().values())) if _places(one, role)}
    return [first[key] for key in metrics() if key in first]


def find(key: str, role: Role) -> Entry:
    """The metric, or a form of one. Raises UnknownMetric, also if the role sees it nowhere."""
    found = metrics().get(key)
    if found is None or not _places(found, role):
        raise UnknownMetric
    return found


def metric_out(metric: Entry, role: Role) -> MetricOut:
    """The metric with its forms and the places that the role sees."""
    shown = _places(metric, role)
    return MetricOut(
        key=metric.key,
        label=metric.label,
        subject=metric.subject,
        meaning=metric.meaning,
        grain=metric.grain,
        kind=metric.kind,
        filters=_filters(shown),
        ripeness=metric.ripeness or _ripeness(shown),
        is_main=metric.is_main,
        is_public=metric.is_public,
        places=[_place_out(one) for one in shown],
        forms=[MetricFormOut.model_validate(one) for one in family(metric) if one is not metric and _places(one, role)],
    )


def metric_show_out(metric: Entry, role: Role) -> MetricShowOut:
    """The same with the SQL, also of tables that the role does not see: they define the metric, too."""
    tables = {f"{one.definition.name}/{one.table.name}.sql": one.table for one in places()[metric.key]}
    read = frozenset[str]().union(*(table.models for table in tables.values()))
    models = reversed(in_order(sorted(read)))
    sql = [
        *(SqlOut(name=name, sql=table.sql) for name, table in tables.items()),
        *(SqlOut(name=model.name, sql=model.sql) for model in models),
    ]
    return MetricShowOut(**metric_out(metric, role).model_dump(), sql=sql)


def _places(metric: Entry, role: Role) -> list[Place]:
    return [one for one in places()[metric.key] if may_see(one.definition.name, role)]


def _place_out(place: Place) -> MetricPlaceOut:
    return MetricPlaceOut(
        report=place.definition.name,
        report_title=place.definition.title,
        table=place.table.name,
        table_title=place.table.title,
        column=place.column.name,
        grain=place.table.grain,
    )


def _filters(shown: Sequence[Place]) -> list[str]:
    """Labels of what can be chosen in its reports and is read by the tables that show it."""
    tables = {f"{one.definition.name}.{one.table.name}": one.table for one in shown}.values()
    taken = {name for table in tables for name in parameters_in(table.sql)}
    taken |= {name for table in tables for model in in_order(table.models) for name in model.parameters}
    offered = dict.fromkeys(name for one in shown for name in one.definition.parameters)
    words = [_PERIOD if name in _PERIOD_PARAMETERS else LABELS[address_name(name)] for name in offered if name in taken]
    return list(dict.fromkeys(words))


def _ripeness(shown: Sequence[Place]) -> str:
    kinds = {one.column.ripens for one in shown}
    return next((words for kind, words in _RIPENESS.items() if kind in kinds), _RIPENESS[""])
