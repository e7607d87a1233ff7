"""Which channel group a touch belongs to: the cases people ask about, and the same rule in SQL and in Python."""

import json
from itertools import product
from pathlib import Path

import duckdb
import pytest

from analytics.channel_groups import CHANNEL_GROUPS, LABELS, as_sql, group_of, read
from analytics.touch_fields import TOUCH_FIELDS

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
    ("", ""): "unassigned",
    ("irgendwas", "irgendwie"): "unassigned",
}
HOSTS = {
    "www.google.com": "search",
    "google.co.uk": "search",
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
DIRECT = {"": "direct_unknown", "/": "direct_home", "/faqs": "direct_deep"}


def origin(**fields: str) -> dict[str, str]:
    return {**dict.fromkeys(FIELDS, ""), **fields}


@pytest.mark.parametrize(("tags", "group"), TAGGED.items())
def test_source_and_medium_decide_where_there_are_tags(tags: tuple[str, str], group: str) -> None:
    source, medium = tags
    elsewhere = {"referral_code": "FREUND", "referrer_host": "claude.ai", "landing_path": "/faqs"}
    assert group_of(origin(utm_source=source, utm_medium=medium, utm_campaign="x", **elsewhere)) == group


@pytest.mark.parametrize(("host", "group"), HOSTS.items())
def test_a_site_includes_its_subdomains_and_nothing_else(host: str, group: str) -> None:
    assert group_of(origin(referrer_host=host, landing_path="/faqs")) == group


def test_without_tags_a_code_comes_first_and_a_page_last() -> None:
    assert group_of(origin(referral_code="FREUND", referrer_host="claude.ai")) == "code"
    assert {path: group_of(origin(landing_path=path)) for path in DIRECT} == DIRECT


def test_the_rule_is_the_same_in_sql_and_in_python() -> None:
    values = {value for rule in CHANNEL_GROUPS.rules for value in (*rule.source, *rule.medium)}
    tags = [(*pair, campaign) for pair in TAGGED for campaign in ("", "x")]
    tags += [(value, "", "") for value in values] + [("", value, "") for value in values]
    tags += list(product(("google", "facebook", "offline"), sorted(values), ("",)))
    sites = {site.replace(".*", ".co.at") for rule in CHANNEL_GROUPS.rules for site in rule.site}
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


def test_a_changed_rule_is_a_new_version() -> None:
    noted = json.loads((Path(__file__).parents[1] / "golden/channel_groups.json").read_text())
    assert noted[str(CHANNEL_GROUPS.version)] == CHANNEL_GROUPS.digest
    assert [change.version for change in CHANNEL_GROUPS.changes] == list(range(1, CHANNEL_GROUPS.version + 1))


@pytest.mark.parametrize("rule", ['group = "nobody"', 'group = "ai"\nsource = ["o\'clock"]'])
def test_a_rule_without_a_group_or_with_a_value_no_link_can_have_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="no such group"):
        read(f'version = 1\nchanges = []\n[[groups]]\nname = "ai"\nlabel = "KI"\n[values]\n[[rules]]\n{rule}\n')
