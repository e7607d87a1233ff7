"""Whether the origin may be remembered: who is asked, what each answer leaves on the device, how it is withdrawn."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest import Subtests

from services.reservations.models import Reservation
from services.visits.models import Visit
from services.visits.steps import Consent, Step
from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.origins import (
    BEFORE_AN_ANSWER,
    CAMPAIGN,
    QUERY,
    REFUSED,
    REMEMBERED,
    OriginQuestion,
    counted,
    kept,
    reserve,
    reserve_any,
    touch,
    touches_of,
    wait_for_visits,
)
from tests.journeys.pages import ROUTES, SOME_ROUTES, ReservationForm, alive, expect_stored, visit
from tests.journeys.records import Records, eventually
from tests.journeys.tab import begin_visit

IN_SESSION = sorted(BEFORE_AN_ANSWER)
REMEMBERED_FOR_30_DAYS = {"session": IN_SESSION, "local": [REMEMBERED]}


def arrive(page: Page, address: str) -> OriginQuestion:
    """Follow a link of a campaign."""
    visit(page, address)
    question = OriginQuestion(page)
    expect(question.line).to_be_visible()
    return question


def in_days(page: Page, days: float) -> None:
    """Let the browser's clock show another day."""
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=days))


def test_visitors_by_a_campaign_or_a_recommendation_are_asked(page: Page, subtests: Subtests) -> None:
    for query in ("utm_source=radio", "utm_term=solar", "utm_content=a", "ref=NACHBAR"):
        begin_visit(page)
        with subtests.test(query):
            question = arrive(page, f"/faqs?{query}")
            expect(question.line).to_contain_text("30 Tage auf diesem Gerät")
            expect(question.line.get_by_role("link")).to_have_attribute("href", "/datenschutz#gemerkte-herkunft")
            expect(question.line.get_by_role("button")).to_have_text(["Ja, merken", "Nein, danke"])


def test_nobody_else_is_asked(page: Page) -> None:
    visit(page, "/")
    page.wait_for_load_state("networkidle")
    expect(OriginQuestion(page).line).to_have_count(0)
    visit(page, "/faqs?andere=angabe")
    page.wait_for_load_state("networkidle")
    expect(OriginQuestion(page).line).to_have_count(0)


@pytest.mark.sample(0)
def test_without_javascript_nothing_is_asked(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(f"/datenschutz?{QUERY}")
    expect(page.get_by_role("button", name="Ja, merken")).to_have_count(0)
    expect(page.locator(".remembered noscript p")).to_have_text("Ohne JavaScript wird auf diesem Gerät nichts gemerkt.")
    expect(page.locator(".remembered noscript p")).to_be_visible()
    expect(page.get_by_role("button", name="Gemerkte Herkunft löschen")).to_have_count(0)


@pytest.mark.parametrize("path", proved([*SOME_ROUTES[::2], "/reservierung/danke"], [*ROUTES, "/gibt-es-nicht"]))
def test_before_an_answer_only_the_visits_own_fields_are_kept(page: Page, watch: Watch, path: str) -> None:
    if path not in ROUTES:
        watch.expect("status of 404")
    page.goto(f"{path}?{QUERY}")
    alive(page)
    page.wait_for_load_state("networkidle")
    expect(OriginQuestion(page).line).to_be_visible(visible=path != "/reservierung/danke")
    assert kept(page) == {"session": IN_SESSION}


def test_a_yes_remembers_the_touch_and_nothing_else(page: Page, server: Server, records: Records) -> None:
    question = arrive(page, f"/pilot?{QUERY}")
    question.yes.click()
    expect(question.line).to_have_count(0)
    assert kept(page) == REMEMBERED_FOR_30_DAYS
    [remembered] = page.evaluate(f"() => JSON.parse(localStorage.{REMEMBERED})")
    told = touch("/pilot", **CAMPAIGN, clicked_ad="none")
    assert {name: value for name, value in remembered.items() if name != "at"} == told
    reported = [(Step.PAGE_VIEW, "/pilot"), (Step.ANSWERED, "/pilot")]
    for _ in range(2):
        page.reload()
        reported.append((Step.PAGE_VIEW, "/pilot"))
        wait_for_visits(records, reported)
        alive(page)
        expect(question.line).to_have_count(0)
    assert [row["consent"] for row in records.rows(Visit)] == [Consent.UNANSWERED, *[Consent.YES] * 3]


def test_a_no_leaves_nothing_that_outlives_the_visit(
    page: Page, server: Server, records: Records, context: BrowserContext
) -> None:
    question = arrive(page, f"/pilot?{QUERY}")
    question.no.click()
    expect(question.line).to_have_count(0)
    assert kept(page) == {"session": sorted({*IN_SESSION, REFUSED})}
    visit(page, "/faqs?utm_source=plakat")
    page.wait_for_load_state("networkidle")
    expect(question.line).to_have_count(0)
    wait_for_visits(records, [(Step.PAGE_VIEW, "/pilot"), (Step.ANSWERED, "/pilot"), (Step.PAGE_VIEW, "/faqs")])
    assert [row["consent"] for row in records.rows(Visit)] == [Consent.UNANSWERED, Consent.NO, Consent.NO]
    # The next visit is another tab: it knows nothing of this one.
    page.close()
    later = context.new_page()
    visit(later, "/")
    later.wait_for_load_state("networkidle")
    expect(OriginQuestion(later).line).to_have_count(0)
    assert kept(later) == {"session": ["touches"]}


@pytest.mark.sample(0)
def test_the_question_stays_through_navigations_until_it_is_answered(page: Page) -> None:
    question = arrive(page, f"/?{QUERY}")
    page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(question.line).to_be_visible()
    page.reload()
    expect(question.line).to_be_visible()
    question.yes.click()
    page.get_by_role("contentinfo").get_by_role("link", name="AGB").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(question.line).to_have_count(0)


@pytest.mark.sample(0)
def test_an_answer_on_another_page_counts_on_one_the_browser_had_kept(page: Page, context: BrowserContext) -> None:
    question = arrive(page, f"/?{QUERY}")
    page.evaluate("key => sessionStorage.setItem(key, 'false')", REFUSED)
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(question.line).to_have_count(0)


def test_a_later_visit_brings_the_remembered_touch_to_the_reservation(
    page: Page, server: Server, records: Records, context: BrowserContext
) -> None:
    arrive(page, f"/pilot?{QUERY}").yes.click()
    page.close()
    second = context.new_page()
    visit(second, "/?utm_source=plakat")
    second.wait_for_load_state("networkidle")
    expect(OriginQuestion(second).line).to_have_count(0)
    second.close()
    third = context.new_page()
    visit(third, "/faqs")
    reserve(third)
    campaign, poster = touch("/pilot", **CAMPAIGN), touch("/", utm_source="plakat")
    first_reservation = touches_of(records, 1)
    assert first_reservation == [campaign, poster, touch("/faqs")]
    own = [row for row in records.rows(Visit) if row["path"] in ("/faqs", "/reservierung")]
    assert {(row["consent"], row["referral_code"]) for row in own} == {(Consent.YES, "")}

    # Whatever comes later changes nothing of it.
    third.close()
    fourth = context.new_page()
    visit(fourth, "/kontakt?utm_source=messe")
    reserve(fourth, spot=2, email="ida@example.org")
    assert touches_of(records, 1) == first_reservation
    assert touches_of(records, 2) == [campaign, poster, touch("/kontakt", utm_source="messe")]
    assert [row["touch_consent"] for row in records.rows(Reservation)] == [Consent.YES, Consent.YES]


@pytest.mark.sample(1)
@pytest.mark.own_tab
@pytest.mark.parametrize(("days", "remembered"), [(29, True), (31, False)])
def test_after_30_days_the_origin_is_forgotten(
    page: Page, module_server: Server, module_records: Records, context: BrowserContext, days: int, remembered: bool
) -> None:
    arrive(page, f"/pilot?{QUERY}").yes.click()
    page.close()
    later = context.new_page()
    in_days(later, days)
    visit(later, "/")
    assert ("local" in kept(later)) is remembered
    reservation = reserve_any(later, module_records, f"nach-{days}-tagen@example.org")
    campaign = [touch("/pilot", **CAMPAIGN)] if remembered else []
    assert touches_of(module_records, reservation) == [*campaign, touch("/")]
    expect(OriginQuestion(later).line).to_have_count(0)


def test_what_is_remembered_is_shown_and_deleted_below_the_privacy_notice(page: Page) -> None:
    arrive(page, f"/pilot?{QUERY}").yes.click()
    page.goto("/datenschutz#gemerkte-herkunft")
    alive(page)
    box = page.locator(".remembered")
    expect(box).to_be_in_viewport()
    for value in (*CAMPAIGN.values(), "/pilot"):
        expect(box.get_by_role("listitem")).to_contain_text(value)
    box.get_by_role("button", name="Gemerkte Herkunft löschen").click()
    expect(box.locator("p:not(noscript p)")).to_have_text("Gelöscht. Auf diesem Gerät ist nichts mehr gemerkt.")
    expect(box.locator("p:not(noscript p)")).to_be_focused()
    expect(box.get_by_role("listitem")).to_have_count(0)
    assert kept(page) == {"session": sorted({*IN_SESSION, REFUSED})}
    page.reload()
    expect(box.locator("p:not(noscript p)")).to_have_text("Auf diesem Gerät ist zurzeit nichts gemerkt.")
    page.wait_for_load_state("networkidle")
    expect(OriginQuestion(page).line).to_have_count(0)


@pytest.mark.sample(0)
@pytest.mark.parametrize("server_settings", [{"attribution_storage": "memory"}])
def test_in_memory_mode_a_whole_visit_leaves_nothing_at_all(page: Page, server: Server, records: Records) -> None:
    visit(page, f"/?{QUERY}")
    page.wait_for_load_state("networkidle")
    assert kept(page) == {}
    for name in ("Kontakt", "Rechner"):
        page.get_by_role("banner").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(OriginQuestion(page).line).to_have_count(0)
    reserve(page)
    expect_stored(page, set())
    assert kept(page) == {}
    assert touches_of(records, 1) == [touch("/", **CAMPAIGN)]
    eventually(lambda: (Step.RESERVED, "/reservierung/danke") in counted(records), "the visit is counted")
    assert {row["consent"] for row in records.rows(Visit)} == {Consent.NOT_ASKED}
    assert records.only(Reservation)["touch_consent"] == Consent.NOT_ASKED


@pytest.mark.sample(0)
@pytest.mark.own_tab
@pytest.mark.parametrize("server_settings", [{"attribution_storage": "memory"}])
def test_in_memory_mode_an_earlier_yes_is_deleted(page: Page, server: Server) -> None:
    page.add_init_script(f"localStorage.setItem('{REMEMBERED}', '[]')")
    visit(page, "/")
    assert kept(page) == {}


def test_a_reservation_leaves_the_fields_of_the_specification(
    page: Page, module_server: Server, module_records: Records
) -> None:
    arrive(page, f"/?{QUERY}")
    reservation = reserve_any(page, module_records, "felder@example.org")
    expect_stored(page, BEFORE_AN_ANSWER)
    assert kept(page) == {"session": IN_SESSION}
    [row] = [row for row in module_records.rows(Reservation) if row["id"] == reservation]
    assert row["touch_consent"] == Consent.UNANSWERED


def test_the_draft_is_the_only_other_thing_kept(page: Page) -> None:
    arrive(page, f"/reservierung?{QUERY}")
    ReservationForm(page).complete()
    assert kept(page) == {"session": sorted({*IN_SESSION, "step1"})}
