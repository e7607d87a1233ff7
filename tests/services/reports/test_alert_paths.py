"""Where an alert leads, the number is the one that it names: for each figure, over the demonstration year."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from services.alerts.figures import FIGURES, Figure, filters_of, load
from services.alerts.judging import State, find, last_day
from services.alerts.models import AlertRule
from services.alerts.words import condition_of, path_of
from services.app import create_app
from services.campaigns.models import Campaign
from services.core.clock import berlin_day
from tests.fixtures.staff import OWN_PAGE
from tests.services.held_clock import HeldClock
from tests.services.reports.recount.told import NOW, Year
from tests.services.stored import stored

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

DAYS = {"marketing": 28, "campaign_costs": 28}
OTHERWISE = 14
ELSEWHERE = {"cost_files", "waiting"}
"""A page without days; and households that all joined on the last day of the demonstration, for which see
`tests/services/alerts/test_figure_rules.py`.
"""
STEPS = {"form": "form_started", "thank_you": "thank_you", **{f"step_{one}": f"step_{one}" for one in (2, 3, 4)}}
OF_TOO_FEW = {(f"rate_{step}", "campaign") for step in ("step_3", "step_4", "thank_you")}
"""Rates of one campaign over fewer than twenty visits, which are not judged."""
CASES = [
    (name, scope)
    for name, figure in FIGURES.items()
    if name not in ELSEWHERE
    for scope in (figure.scopes[:2] if figure.source == "marketing" else figure.scopes[:1])
    if (name, scope) not in OF_TOO_FEW
]


@dataclass(frozen=True)
class Named:
    """What an alert names, and where it leads."""

    value: int
    path: str


def campaigns_of(year: Year) -> list[str]:
    """Those with costs, visits and reservations, the largest first."""
    ids = {one["utm_source"]: str(one["id"]) for one in stored(year.context.db, Campaign)}
    return [ids[source] for source in ("google", "facebook", "newsletter")]


def named(year: Year, figure: Figure, scope: Any) -> Named:
    """What an alert on this figure says, of the first campaign about which it says anything."""
    values = {"all": [None], "campaign": campaigns_of(year), "park": ["ingolstadt"]}[scope]
    days = 1 if figure.is_level else DAYS.get(figure.source, OTHERWISE)
    for value in values:
        rule = AlertRule(
            kind=figure.name, comparison="above", scope=scope, scope_value=value, threshold=0, days=days
        )  # fmt: skip
        data = load(year.context, rule, days)
        last = last_day(data, berlin_day(NOW))
        finding = find(condition_of(rule), data, last)
        if finding.state is not State.UNKNOWN:
            break
    assert finding.state is not State.UNKNOWN
    with year.context.db.read() as session:
        return Named(finding.value or 0, path_of(rule, last, filters_of(session, rule)))


def shown(year: Year, figure: Figure, path: str) -> int:
    """The number on that page."""
    parts = urlsplit(path)
    asked = parse_qs(parts.query, keep_blank_values=True)
    if not parts.path.startswith("/reports/"):
        return listed(year, parts.path, asked)
    report = parts.path.removeprefix("/reports/")
    tables = year.ask(report, asked, ("steps" if report == "funnel" else "totals",)).tables
    if "steps" in tables:
        steps = {row["step"]: row for row in tables["steps"].rows}
        if figure.name == "form_started":
            return int(steps["form_started"]["amount"])
        step = steps[STEPS[figure.name.removeprefix("rate_")]]
        if step["share_of_previous"] is None:  # more reservations than thank-you pages: the page has both amounts
            assert (figure.name, step["amount"] < steps["reservation"]["amount"]) == ("rate_thank_you", True)
            return round(1_000_000 * step["amount"] / steps["step_4"]["amount"])
        return int(step["share_of_previous"])
    [totals] = tables["totals"].rows
    if figure.name == "cost_per_contract":  # the page has both, and the alert says both
        return round(totals["cost_cents"] / totals["contracted"])
    column = "cost_per_reservation" if figure.name == "cost_per_reservation" else figure.column
    return int(totals[column])


def listed(year: Year, path: str, asked: Mapping[str, list[str]]) -> int:
    """What a page counts that is no report."""
    if path == "/site-check":
        answer = get(year, "marketing", "/api/staff/campaigns/audit", {name: ones[0] for name, ones in asked.items()})
        return sum(row["cents"] for row in answer["money_without_visits"])
    conditions = json.loads(asked["filter"][0]) | {"per_page": 100}
    answer = get(year, "staff", f"/api/staff{path}", conditions)
    assert not answer["has_next"]
    return len(answer["data"])


def get(year: Year, role: str, address: str, params: Mapping[str, Any]) -> dict[str, Any]:
    nowhere = year.settings.data_dir / "no-site"
    app = create_app(year.settings, clock=HeldClock(NOW), site=nowhere, console=nowhere)
    with TestClient(app, headers=OWN_PAGE) as client:
        entry = next(one for one in year.log_ins if one.role == role)
        body = {"email": entry.email, "password": entry.password}
        assert client.post("/api/staff/session", json=body).status_code == 200
        answer = client.get(address, params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_page_shows_what_the_alert_names(year: Year, subtests: pytest.Subtests) -> None:
    nothing: set[str] = set()
    for name, scope in CASES:
        with subtests.test(f"{name}, {scope}"):
            figure = FIGURES[name]
            alert = named(year, figure, scope)
            nothing |= {name} if scope != "campaign" and alert.value == 0 else set()
            assert alert.path.startswith(f"{figure.path}?")
            within = 1 if figure.unit == "share_ppm" else 0
            assert shown(year, figure, alert.path) == pytest.approx(alert.value, abs=within)
    assert nothing <= {"mails_failed", "costs_without_visits"}, "else the pages would agree about nothing"
