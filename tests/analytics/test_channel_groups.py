"""Which channel group a touch belongs to: the cases people ask about, and the same rule in SQL and in Python."""

import json
from itertools import product
from pathlib import Path

import duckdb
import pytest

from analytics import touch_fields
from analytics.channel_groups import CHANNEL_GROUPS, LABELS, as_sql, group_of, read
from analytics.runner import macros_sql
from analytics.touch_fields import TOUCH_FIELDS
from services.visits import touches

FIELDS = ("utm_source", "utm_medium", "utm_campaign", "referral_code", "referrer_host", "landing_path")
TAGGED = {
    ("google", "cpc"): "search_paid",
    ("unknown-site", "sea"): "search_paid",
    ("google", "organic"): "search",
    ("bing", ""): "search",
    ("facebook", "paid_social"): "social_paid",
    ("facebook", "paid-social"): "social_paid",
    ("instagram", "cpc"): "social_paid",
    ("instagram", "story"): "social",
    ("linkedin", "email"): "email",
    ("newsletter", ""): "email",
    ("messe", "qr"): "print_qr",
    ("stadtwerke", "beilage"): "print_qr",
    ("plakat", ""): "print_qr",
    ("stadtwerke", "partner"): "partner",
    ("podcast", "audio"): "partner",
    ("messenger", "social"): "messenger",
    ("whatsapp", "social"): "messenger",
    ("chatgpt.com", ""): "ai",
    ("copilot.com", "referral"): "partner",
    ("offline", "telefon"): "offline",
    ("offline", "post"): "offline",
    ("google", "display"): "other_paid",
    ("google", "cpm"): "other_paid",
    ("google", "banner"): "other_paid",
    ("google", "ads"): "search_paid",
    ("taboola", "cpc"): "other_paid",
    ("check24", "cpc"): "other_paid",
    ("taboola", "display"): "other_paid",
    ("zeitung", "anzeige"): "print_qr",
    ("podcast", "ads"): "partner",
    ("facebook", "cpm"): "social_paid",
    ("linkedin", "sponsored"): "social_paid",
    ("kagi", ""): "search",
    ("", ""): "unassigned",
    ("irgendwas", "irgendwie"): "unassigned",
}
HOSTS = {
    "www.google.com": "search",
    "google.co.uk": "search",
    "docs.google.com": "other_site",
    "ads.google.com": "other_site",
    "sites.google.com": "other_site",
    "translate.google.com": "other_site",
    "news.google.com": "other_site",
    "de.nachrichten.yahoo.com": "other_site",
    "www.yahoo.com": "other_site",
    "de.search.yahoo.com": "search",
    "r.search.yahoo.com": "search",
    "search.yahoo.co.jp": "search",
    "images.google.de": "search",
    "lens.google.com": "search",
    "kagi.com": "search",
    "www.pinterest.at": "social",
    "www.pinterest.ch": "social",
    "pinterest.com": "social",
    "com.reddit.frontpage": "social",
    "m365.cloud.microsoft": "ai",
    "duck.ai": "ai",
    "edgeservices.bing.com": "ai",
    "www.bing.com": "search",
    "webmail.ionos.de": "email",
    "webmail.strato.de": "email",
    "3c-bap.web.de": "email",
    "outlook.cloud.microsoft": "email",
    "suche.web.de": "search",
    "l.wl.co": "messenger",
    "teams.microsoft.com": "messenger",
    "notgoogle.com": "other_site",
    "google.com.example.org": "other_site",
    "gemini.google.com": "ai",
    "mail.google.com": "email",
    "chatgpt.com": "ai",
    "www.perplexity.ai": "ai",
    "copilot.microsoft.com": "ai",
    "l.facebook.com": "social",
    "t.co": "social",
    "t.me": "messenger",
    "not.me": "other_site",
    "duckduckgo.com": "search",
    "www.bund-naturschutz.de": "other_site",
    "localhost": "other_site",
}
CLICKED = {
    ("google", "www.google.com"): "search_paid",
    ("google", ""): "search_paid",
    ("microsoft", "www.bing.com"): "search_paid",
    ("tiktok", ""): "social_paid",
    ("linkedin", ""): "social_paid",
    ("pinterest", "www.pinterest.at"): "social_paid",
    ("meta", ""): "social",
    ("meta", "l.facebook.com"): "social",
    ("none", "www.google.com"): "search",
    ("none", ""): "direct_deep",
}
"""Whose click id an address without tags had, and the site before."""
DIRECT = {"": "direct_unknown", "/": "direct_home", "/faqs": "direct_deep"}


def origin(**fields: str) -> dict[str, str]:
    return {**dict.fromkeys(FIELDS, ""), **fields}


def test_source_and_medium_decide_where_there_are_tags() -> None:
    elsewhere = {"referral_code": "FREUND", "referrer_host": "claude.ai", "landing_path": "/faqs", "utm_campaign": "x"}
    found = {tags: group_of(origin(utm_source=tags[0], utm_medium=tags[1], **elsewhere)) for tags in TAGGED}
    assert found == TAGGED


def test_a_click_id_decides_where_tags_are_silent() -> None:
    values = ", ".join(str(row) for row in CLICKED)
    source, medium = (f"told_{part}('', '', '', '', clicked_ad)" for part in ("source", "medium"))
    with duckdb.connect() as connection:
        connection.execute(macros_sql())
        told = connection.execute(
            f"SELECT clicked_ad, host, channel_group_of({source}, {medium}, '', '', host, '/pilot') "
            f"FROM (VALUES {values}) AS t(clicked_ad, host)"
        ).fetchall()
    assert {(clicked_ad, host): group for clicked_ad, host, group in told} == CLICKED


def test_a_site_includes_its_subdomains_and_nothing_else() -> None:
    assert {host: group_of(origin(referrer_host=host, landing_path="/faqs")) for host in HOSTS} == HOSTS


def test_without_tags_a_code_comes_first_and_a_page_last() -> None:
    assert group_of(origin(referral_code="FREUND", referrer_host="claude.ai")) == "code"
    assert {path: group_of(origin(landing_path=path)) for path in DIRECT} == DIRECT


def test_the_rule_is_the_same_in_sql_and_in_python() -> None:
    values = {value for rule in CHANNEL_GROUPS.rules for value in (*rule.source, *rule.medium)}
    tags = [(*pair, campaign) for pair in TAGGED for campaign in ("", "x")]
    tags += [(value, "", "") for value in values] + [("", value, "") for value in values]
    tags += list(product(("google", "facebook", "offline"), sorted(values), ("",)))
    sites = {site.removeprefix("=").replace(".*", ".co.at") for rule in CHANNEL_GROUPS.rules for site in rule.site}
    hosts = [*HOSTS, *sites, *(f"www.{site}" for site in sites), *(f"not{site}" for site in sites)]
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
    golden = json.loads((Path(__file__).parents[1] / "golden" / "touch_fields.json").read_text(encoding="utf-8"))
    for place in (touches, touch_fields):
        assert list(place.UTM_FIELDS) == golden["utm"]
        assert list(place.TOUCH_FIELDS) == golden["touch"]
        assert list(place.CLICKED_ADS) == golden["clicked_ads"]
