"""No route, reload, redirect or early click loses a campaign on its way to the reservation."""

import re
from datetime import UTC, datetime
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests
from sqlalchemy import insert

from services.campaigns.models import Campaign, ShortLink
from services.visits.models import Visit
from services.visits.touches import TOUCH_FIELDS
from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.origins import CAMPAIGN, QUERY, kept_touches, reserve, reserve_any, touch, touches_of
from tests.journeys.pages import ROUTES, SOME_ROUTES, alive, visit
from tests.journeys.records import Records
from tests.journeys.tab import begin_visit


def test_a_campaign_reaches_the_reservation_from_every_route(
    page: Page, server: Server, records: Records, subtests: Subtests
) -> None:
    """Each visit has a content of its own, by which its reports are known, and a campaign lost on the way too.

    Every visit has its campaign when it is at the form; the sample of them that reserves sends it.
    """
    routes = proved(SOME_ROUTES[::2], ROUTES)
    visits = {f"knopf-{path}": touch(path, **{**CAMPAIGN, "utm_content": f"knopf-{path}"}) for path in routes}
    reserving = proved(routes[1:2], ROUTES)
    for content, expected in visits.items():
        path = expected["landing_path"]
        with subtests.test(path):
            begin_visit(page)
            _go_to_the_form_by_way_of_another_page(page, f"{path}?{_query(content)}")
            assert kept_touches(page) == [expected]
            if path in reserving:
                number = reserving.index(path) + 1
                reserve(page, number, f"haushalt-{number}@example.org")
                assert touches_of(records, number) == [expected]
    for row in records.rows(Visit):
        assert {name: row[name] for name in TOUCH_FIELDS} == visits.get(row["utm_content"]), row["path"]


def _query(content: str) -> str:
    return QUERY.replace(CAMPAIGN["utm_content"], quote(content))


def _go_to_the_form_by_way_of_another_page(page: Page, address: str) -> None:
    visit(page, address)
    page.reload()
    alive(page)
    page.get_by_role("contentinfo").get_by_role("link", name="Häufige Fragen").click()
    expect(page).to_have_title("Häufig gestellte Fragen | Voltigo")
    page.go_back()
    page.go_forward()
    expect(page).to_have_title("Häufig gestellte Fragen | Voltigo")
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    expect(page).to_have_url(re.compile(r"/reservierung(\?.*)?$"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/pilot", "/reservierung"])
def test_a_campaign_survives_the_redirect_of_a_trailing_slash(
    page: Page, module_server: Server, module_records: Records, path: str
) -> None:
    visit(page, f"{path}/?{QUERY}")
    reservation = reserve_any(page, module_records, f"schraegstrich{path.replace('/', '-')}@example.org")
    assert touches_of(module_records, reservation) == [touch(path, **CAMPAIGN)]


def test_a_campaign_survives_an_answer_from_the_cache(page: Page, server: Server, records: Records) -> None:
    visit(page, "/pilot")
    statuses: list[int] = []
    page.on("response", lambda answer: statuses.append(answer.status) if "/pilot?" in answer.url else None)
    page.reload()
    alive(page)
    visit(page, f"/pilot?{QUERY}")
    reserve(page)
    assert statuses == [200]
    assert touches_of(records, 1) == [touch("/pilot"), touch("/pilot", **CAMPAIGN)]


def test_a_link_followed_before_react_is_there_keeps_the_campaign(
    page: Page, module_server: Server, module_records: Records
) -> None:
    page.route("**/assets/shared-*.js", lambda route: None)
    page.goto(f"/pilot?{QUERY}")
    page.unroute("**/assets/shared-*.js")
    _follow_early(page)
    reservation = reserve_any(page, module_records, "frueh@example.org")
    assert touches_of(module_records, reservation) == [touch("/pilot", **CAMPAIGN)]


@pytest.mark.sample(0)
def test_a_link_followed_before_any_script_ran_keeps_the_campaign(page: Page, server: Server, records: Records) -> None:
    page.route("**/assets/index-*.js", lambda route: None)
    with page.expect_request("**/assets/index-*.js"):
        page.goto(f"/pilot?{QUERY}", wait_until="commit")
    page.unroute("**/assets/index-*.js")
    _follow_early(page)
    reserve(page)
    assert touches_of(records, 1) == [touch("/pilot", **CAMPAIGN)]
    assert records.rows(Visit)[0]["is_arrival"]


def _follow_early(page: Page) -> None:
    page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
    page.wait_for_url("**/kontakt")
    alive(page)


def test_a_short_link_brings_its_campaign_and_keeps_what_was_added(
    page: Page, module_server: Server, module_records: Records
) -> None:
    _add_short_link(module_records)
    visit(page, "/l/messe?ref=NACHBAR-7&utm_content=stand-2")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Unser erster Park")
    reservation = reserve_any(page, module_records, "kurzlink@example.org")
    [found] = touches_of(module_records, reservation)
    assert found == touch("/pilot", **{**CAMPAIGN, "utm_term": "", "utm_content": "stand-2"})


def _add_short_link(records: Records) -> None:
    made = {"created_at": datetime(2026, 11, 21, 8, tzinfo=UTC), "created_by": "staff:1"}
    fields = {name: CAMPAIGN[name] for name in ("utm_source", "utm_medium", "utm_campaign")}
    campaign = {"id": 1, "name": "Messe", **fields, "landing_path": "/pilot", "note": "", "version": 1, **made}
    link = {"slug": "messe", "campaign_id": 1, "target_path": "/pilot", "utm_term": "", "utm_content": "", **made}
    records.add(insert(Campaign).values(campaign))
    records.add(insert(ShortLink).values(link))


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/", "/reservierung"])
def test_a_campaign_after_a_direct_start_is_a_second_touch(
    page: Page, module_server: Server, module_records: Records, path: str
) -> None:
    visit(page, "/faqs")
    visit(page, f"{path}?{QUERY}")
    reservation = reserve_any(page, module_records, f"direkt{path.replace('/', '-')}@example.org")
    assert touches_of(module_records, reservation) == [touch("/faqs"), touch(path, **CAMPAIGN)]


@pytest.mark.sample(0)
def test_an_unknown_address_keeps_its_campaign_too(
    page: Page, module_server: Server, module_records: Records, watch: Watch
) -> None:
    watch.expect("status of 404")
    page.goto(f"/alte-kampagne?{QUERY}")
    alive(page)
    reservation = reserve_any(page, module_records, "unbekannt@example.org")
    assert touches_of(module_records, reservation) == [touch("/alte-kampagne", **CAMPAIGN)]
