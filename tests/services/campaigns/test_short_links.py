"""Short links over HTTP: where they lead, what is counted, and what a person with an old flyer gets."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from services.campaigns.models import Campaign, ShortLink, ShortLinkHits
from services.core.db.db import Database
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.servers import StartServer
from tests.services.stored import stored
from tests.services.visits.conftest import FIREFOX, Visitors

FIELDS = "utm_source=flyer&utm_medium=print&utm_campaign=messe-2026"
MADE = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def add_link(db: Database, slug: str = "messe", *, archived: bool = False, **changes: Any) -> int:
    """A campaign of three fields with one link; `changes` are columns of the link."""
    campaign = {
        "name": f"Messe {slug}", "utm_source": "flyer", "utm_medium": "print",
        "utm_campaign": "messe-2026" if slug == "messe" else slug, "landing_path": "/", "note": "", "version": 1,
        "created_at": MADE, "created_by": "staff:1", "archived_at": MADE if archived else None,
    }  # fmt: skip
    link = {
        "slug": slug, "target_path": "/faqs", "utm_term": "", "utm_content": "", "created_at": MADE,
        "created_by": "staff:1", "disabled_at": None,
    }  # fmt: skip

    def unit(session: Any) -> int:
        row = Campaign(**campaign)
        session.add(row)
        session.flush()
        short = ShortLink(campaign_id=row.id, **(link | changes))
        session.add(short)
        session.flush()
        return short.id

    return db.write(unit)


def follow(visitors: Visitors, address: str = "/l/messe", *, method: str = "GET", **headers: str) -> Any:
    client = visitors.from_address("203.0.113.9")
    sent = {"user-agent": FIREFOX} | {name.replace("_", "-"): value for name, value in headers.items()}
    return client.request(method, address, headers=sent)


def hits(db: Database) -> list[tuple[date, bool, int]]:
    return [(row["day"], row["is_bot"], row["hits"]) for row in stored(db, ShortLinkHits)]


TODAY = date(2026, 11, 3)


def test_a_link_leads_to_its_page_with_its_campaign(visitors: Visitors) -> None:
    add_link(visitors.db, utm_term="solar", utm_content="a5")
    answer = follow(visitors)
    assert (answer.status_code, answer.content) == (302, b"")
    assert answer.headers["location"] == f"/faqs?{FIELDS}&utm_term=solar&utm_content=a5"
    assert answer.headers["cache-control"] == "no-store"
    assert hits(visitors.db) == [(TODAY, False, 1)]


def test_the_callers_query_is_kept_and_wins(visitors: Visitors) -> None:
    add_link(visitors.db, utm_content="a5")
    answer = follow(visitors, "/l/messe?utm_content=a6&ref=VOLT-1&q=a%20b")
    assert answer.headers["location"] == f"/faqs?{FIELDS}&utm_content=a6&ref=VOLT-1&q=a%20b"


@pytest.mark.both_databases(sample="postgresql")
def test_a_slug_is_found_as_people_type_it(visitors: Visitors) -> None:
    add_link(visitors.db)
    for address in ("/l/MESSE", "/l/Messe/", "/l/messe/", "/l/%6Desse"):
        assert follow(visitors, address).headers["location"] == f"/faqs?{FIELDS}"


def test_an_unknown_slug_is_the_sites_own_page_not_found(visitors: Visitors) -> None:
    add_link(visitors.db)
    for address in ("/l/mese", "/l/", "/l/messe/weiter", "/l/messe%00", "/l/" + "x" * 500, "/l/%27--", "/l/%ff"):
        answer = follow(visitors, address)
        assert answer.status_code == 404, address
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<title>404</title>" in answer.text
    assert hits(visitors.db) == []


def test_a_disabled_link_still_leads_to_its_page_without_the_campaign(visitors: Visitors) -> None:
    add_link(visitors.db, disabled_at=MADE)
    answer = follow(visitors, "/l/messe?ref=VOLT-1")
    assert (answer.status_code, answer.headers["location"]) == (302, "/faqs?ref=VOLT-1")
    assert hits(visitors.db) == []


def test_links_of_an_archived_campaign_work_and_count(visitors: Visitors) -> None:
    add_link(visitors.db, archived=True)
    assert follow(visitors).headers["location"] == f"/faqs?{FIELDS}"
    assert hits(visitors.db) == [(TODAY, False, 1)]


@pytest.mark.parametrize("target", ["//boese.example", "https://boese.example", "/\\boese.example"])
def test_no_stored_target_leads_to_another_host(target: str, visitors: Visitors) -> None:
    add_link(visitors.db, target_path=target)
    assert follow(visitors).headers["location"] == f"/?{FIELDS}"


@pytest.mark.both_databases(sample="postgresql")
def test_hits_are_counted_by_berlin_day_and_bots_apart(visitors: Visitors) -> None:
    first, second = add_link(visitors.db), add_link(visitors.db, "zeitung")
    visitors.clock.now = datetime(2026, 11, 3, 22, 59, 59, tzinfo=UTC)
    follow(visitors)
    follow(visitors)
    follow(visitors, "/l/zeitung")
    follow(visitors, user_agent="Googlebot/2.1 (+http://www.google.com/bot.html)")
    visitors.clock.advance(seconds=1)
    follow(visitors)
    counted = [(r["short_link_id"], r["day"], r["is_bot"], r["hits"]) for r in stored(visitors.db, ShortLinkHits)]
    tomorrow = date(2026, 11, 4)
    assert counted == [
        (first, TODAY, False, 2), (first, TODAY, True, 1), (first, tomorrow, False, 1), (second, TODAY, False, 1),
    ]  # fmt: skip


def test_looking_ahead_is_not_counted(visitors: Visitors) -> None:
    add_link(visitors.db)
    for ahead in (
        follow(visitors, method="HEAD"),
        follow(visitors, sec_purpose="prefetch"),
        follow(visitors, sec_purpose="prefetch;prerender"),
        follow(visitors, purpose="prefetch"),
        follow(visitors, x_moz="prefetch"),
    ):
        assert (ahead.status_code, ahead.headers["location"]) == (302, f"/faqs?{FIELDS}")
    assert hits(visitors.db) == []


def test_other_methods_are_refused(visitors: Visitors) -> None:
    add_link(visitors.db)
    assert follow(visitors, method="POST").status_code == 405
    assert hits(visitors.db) == []


def test_beyond_the_limit_the_page_still_comes_but_is_not_counted(open_site: Callable[..., Visitors]) -> None:
    visitors = open_site(rate_limits="visit=2/60")
    add_link(visitors.db)
    assert [follow(visitors).status_code for _ in range(4)] == [302] * 4
    assert hits(visitors.db) == [(TODAY, False, 2)]


@pytest.mark.both_databases(sample="postgresql")
def test_parallel_hits_all_count(visitors: Visitors) -> None:
    add_link(visitors.db)
    threads = [threading.Thread(target=lambda: [follow(visitors) for _ in range(5)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hits(visitors.db) == [(TODAY, False, 40)]


@pytest.mark.both_databases(sample="postgresql")
def test_without_a_database_a_person_still_gets_to_the_site(
    postgresql_url: str, postgresql_databases: PostgresqlDatabases, start_server: StartServer
) -> None:
    import http.client

    server = start_server(postgresql_url, scheduler="off")
    with postgresql_databases.unreachable(postgresql_url):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", "/l/messe?ref=VOLT-1")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["location"]) == (302, "/?ref=VOLT-1")
        connection.close()
