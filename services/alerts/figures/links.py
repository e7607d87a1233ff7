"""Where a figure can be seen as an alert judged it: its page with the days that were judged and the same filters."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from services.alerts.figures.catalogue import FIGURES
from services.alerts.figures.load import ScopeGone, Watched, filters_of

Days = tuple[date, date]
"""The first and the last day that were judged."""


def judged_days(values: Mapping[str, Any], last: date) -> Days:
    """What a judgement of these column values looks at, up to the last day that it covers."""
    return last - timedelta(days=values["days"] - 1), last


def path_of(session: Session, values: Mapping[str, Any], days: Days | None) -> str:
    """The page within the console, of an alert with these column values. Without days: as the page opens by itself."""
    figure = FIGURES[values["figure"]]
    try:
        filters = filters_of(session, Watched(figure, values["scope"], values["scope_value"]))
    except ScopeGone:
        filters = {}
    return _path(values, days, filters)


def nameless_path_of(values: Mapping[str, Any], days: Days) -> str:
    """The same without the tags of a campaign, for what is kept where nothing can be erased."""
    source = values["scope_value"]
    known = {"source": {"only_utm_source": [source]}, "channel_group": {"only_channel_group": [source]}}
    return _path(values, days, known.get(values["scope"], {}))


def _path(values: Mapping[str, Any], days: Days | None, filters: Mapping[str, list[str]]) -> str:
    figure = FIGURES[values["figure"]]
    period = [] if days is None else [("from", days[0].isoformat()), ("to", days[1].isoformat())]
    match figure.source:
        case "marketing":
            return _with(figure.path, [*period, *((name, one) for name, ones in filters.items() for one in ones)])
        case "park":
            return _with(figure.path, [*period, ("park", values["scope_value"])])
        case "campaign_costs":
            return _with(figure.path, period)
        case "cost_files":
            return figure.path
        case "waiting_list":
            return _listed(figure.path, {"part": "all"}, "joined", days)
        case "mails":
            return _listed(figure.path, {"state": "failed"}, "created", days)


def _listed(path: str, conditions: dict[str, str], moment: str, days: Days | None) -> str:
    """A list of the console, whose conditions are one parameter."""
    within = {} if days is None else {f"{moment}_from": str(days[0]), f"{moment}_to": str(days[1])}
    return _with(path, [("filter", json.dumps(conditions | within, separators=(",", ":")))])


def _with(path: str, query: list[tuple[str, str]]) -> str:
    return f"{path}?{urlencode(query)}" if query else path
