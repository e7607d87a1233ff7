"""Which channel group a touch belongs to: the cases people ask about, and the same rule in SQL and in Python."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from analytics import touch_fields
from analytics.channel_groups import CHANNEL_GROUPS, LABELS, as_sql, group_of, read
from analytics.runner import macros_sql
from analytics.touch_fields import TOUCH_FIELDS
from services.visits import touches
from services.visits.validation import read_report

FIELDS = ("utm_source", "utm_medium", "utm_campaign", "referral_code", "referrer_host", "landing_path")
GOLDEN = Path(__file__).parents[1] / "golden"
ARRIVALS = json.loads((GOLDEN / "arrivals.json").read_text(encoding="utf-8"))
"""Links and the sites before them, as a browser reads them (`public-web/tests/lib/attribution.test.ts`), with the group
of each. `arguable`: what others make of it."""
DIRECT = {"": "direct_unknown", "/": "direct_home", "/faqs": "direct_deep"}


def origin(**fields: str) -> dict[str, str]:
    return {**dict.fromkeys(FIELDS, ""), **fields}


def arrived(arrival: dict[str, Any]) -> dict[str, str]:
    """The touch as the server stores it."""
    path = re.split("[?#]", arrival["link"])[0]
    return dict(read_report({"step": "page_view", "touch": {**arrival["touch"], "landing_path": path}}, ()).touch)


def test_each_arrival_belongs_to_its_group() -> None:
    touched = [arrived(arrival) for arrival in ARRIVALS]
    columns = ", ".join(touched[0])
    source, medium = (
        f"told_{part}(utm_source, utm_medium, utm_campaign, referral_code, clicked_ad)" for part in ("source", "medium")
    )
    with duckdb.connect() as connection:
        connection.execute(macros_sql())
        listed = ", ".join(str(tuple(touch.values())) for touch in touched)
        groups = connection.execute(
            f"SELECT channel_group_of({source}, {medium}, utm_campaign, referral_code, referrer_host, landing_path) "
            f"FROM (VALUES {listed}) AS t({columns})"
        ).fetchall()
    found = [(arrival["link"], arrival.get("from"), group) for arrival, (group,) in zip(ARRIVALS, groups, strict=True)]
    assert found == [(arrival["link"], arrival.get("from"), arrival["group"]) for arrival in ARRIVALS]
    assert len([arrival for arrival in ARRIVALS if "arguable" in arrival]) <= 5


def test_a_name_that_was_spoilt_on_its_way_is_the_one_that_was_meant() -> None:
    named = {arrival["link"]: arrival["name"] for arrival in ARRIVALS if "name" in arrival}
    assert {arrival["link"]: arrived(arrival)["utm_campaign"] for arrival in ARRIVALS if "name" in arrival} == named


def test_tags_decide_whatever_else_is_known() -> None:
    elsewhere = {"referral_code": "FREUND", "referrer_host": "claude.ai", "landing_path": "/faqs", "utm_campaign": "x"}
    assert group_of(origin(utm_source="google", utm_medium="cpc", **elsewhere)) == "search_paid"


def test_without_tags_a_code_comes_first_and_a_page_last() -> None:
    assert group_of(origin(referral_code="FREUND", referrer_host="claude.ai")) == "code"
    assert {path: group_of(origin(landing_path=path)) for path in DIRECT} == DIRECT


def test_the_rule_is_the_same_in_sql_and_in_python() -> None:
    values = {value for rule in CHANNEL_GROUPS.rules for value in (*rule.source, *rule.medium)}
    tags = [(value, "", "") for value in values] + [("", value, "") for value in values]
    tags += list(product(("google", "facebook", "offline"), sorted(values), ("",)))
    sites = {site.removeprefix("=").replace(".*", ".co.at") for rule in CHANNEL_GROUPS.rules for site in rule.site}
    hosts = [*sites, *(f"www.{site}" for site in sites), *(f"not{site}" for site in sites)]
    rows = [(*tag, "", "", "/") for tag in tags] + [("", "", "", "", host, "/") for host in hosts]
    rows += [("", "", "", code, "", path) for code in ("", "FREUND") for path in DIRECT]
    with duckdb.connect() as connection:
        connection.execute(as_sql())
        listed = ", ".join(str(tuple(row)) for row in rows)
        told = connection.execute(
            f"SELECT channel_group_of({', '.join(FIELDS)}) FROM (VALUES {listed}) AS t({', '.join(FIELDS)})"
        ).fetchall()
    expected = [group_of(dict(zip(FIELDS, row, strict=True))) for row in rows]
    assert [group for (group,) in told] == expected
    assert set(expected) == set(LABELS), "every group occurs"
    assert set(FIELDS) <= set(TOUCH_FIELDS)


@pytest.mark.parametrize("rule", ['group = "nobody"', 'group = "ai"\nsource = ["o\'clock"]'])
def test_a_rule_without_a_group_or_with_a_value_no_link_can_have_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="no such group"):
        read(f'version = 1\nchanges = []\n[[groups]]\nname = "ai"\nlabel = "KI"\n[values]\n[[rules]]\n{rule}\n')


def test_services_and_analytics_name_the_fields_of_a_touch_of_the_golden_table_in_its_order() -> None:
    """They are listed in four places that cannot import each other."""
    golden = json.loads((GOLDEN / "touch_fields.json").read_text(encoding="utf-8"))
    for place in (touches, touch_fields):
        assert list(place.UTM_FIELDS) == golden["utm"]
        assert list(place.TOUCH_FIELDS) == golden["touch"]
        assert list(place.CLICKED_ADS) == golden["clicked_ads"]
