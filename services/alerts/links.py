"""Where a figure can be seen as an alert judged it: its page with the days that were judged and the same filters."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from services.alerts.figures import FIGURES
from services.alerts.load import ScopeGone, filters_of
from services.alerts.rules import watched_of

Days = tuple[date, date]
"""The first and the last day that were judged."""


def path_of(session: Session, rule: Any, last: date | None) -> str:
    """The page within the console, with the days up to the last one that was judged; without: as it opens by itself."""
    try:
        filters = filters_of(session, watched_of(rule))
    except ScopeGone:
        filters = {}
    return _path(rule, last, filters)


def nameless_path_of(rule: Any, last: date) -> str:
    """The same without the tags of a campaign, for what is kept where nothing can be erased."""
    value = rule.scope_value
    known = {"source": {"only_utm_source": [value]}, "channel_group": {"only_channel_group": [value]}}
    return _path(rule, last, known.get(rule.scope, {}))


def _path(rule: Any, last: date | None, filters: Mapping[str, list[str]]) -> str:
    figure = FIGURES[rule.kind]
    days = None if last is None else (last - timedelta(days=rule.days - 1), last)
    period = [] if days is None else [("from", days[0].isoformat()), ("to", days[1].isoformat())]
    match figure.source:
        case "marketing":
            return _with(figure.path, [*period, *((name, one) for name, ones in filters.items() for one in ones)])
        case "park":
            return _with(figure.path, [*period, ("park", rule.scope_value)])
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
