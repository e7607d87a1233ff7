"""What the site reports of a visit: page views and steps, each once and in order, and never at the visitor's cost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pytest import Subtests

from services.visits.models import Visit
from services.visits.steps import Consent, Step
from services.visits.touches import TOUCH_FIELDS
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.origins import CAMPAIGN, QUERY, counted, reserve, touch, wait_for_visits
from tests.journeys.pages import CONTACT, HeldBack, Reports, ReservationForm, alive, visit
from tests.journeys.records import Records
from tests.journeys.tab import begin_visit

VISITS = "**/api/visits"
CALCULATOR = "/solar-gutschriftsrechner"
FORM = "/reservierung"
THANKS = "/reservierung/danke"
WHOLE_RESERVATION = [
    (Step.FORM_STARTED, FORM),
    (Step.STEP_2, FORM),
    (Step.STEP_3, FORM),
    (Step.STEP_4, FORM),
    (Step.RESERVED, THANKS),
]


def test_a_reservation_is_counted_step_by_step(page: Page, server: Server, records: Records) -> None:
    form = ReservationForm(page)
    visit(page, f"/?{QUERY}")
    page.get_by_role("main").get_by_role("link", name="Ersparnis berechnen").click()
    for package in ("Premium", "Kompakt"):
        page.get_by_role("main").get_by_role("radio", name=package).check(force=True)
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    form.unlock()
    form.next("zur Zahlung")
    form.next("zu Ihren Daten")
    form.fill(CONTACT)
    form.consent.check()
    form.submit.click()
    form.expect_thanks(1)

    views = [(Step.PAGE_VIEW, path) for path in ("/", CALCULATOR, FORM)]
    wait_for_visits(records, [*views[:2], (Step.CALCULATOR_USED, CALCULATOR), views[2], *WHOLE_RESERVATION])
    rows = records.rows(Visit)
    assert [row["is_arrival"] for row in rows] == [True] + [False] * (len(rows) - 1)
    assert {row["consent"] for row in rows} == {Consent.UNANSWERED}
    assert len({row["visitor"] for row in rows}) == 1
    for row in rows:
        assert {name: row[name] for name in TOUCH_FIELDS} == touch("/", **CAMPAIGN)


@pytest.mark.sample(0)
def test_whoever_jumps_over_sections_leaves_no_gap(page: Page, server: Server, records: Records) -> None:
    visit(page, FORM)
    form = ReservationForm(page)
    form.unlock()
    form.field("Vorname").focus()
    form.field("Postleitzahl").focus()
    wait_for_visits(records, [(Step.PAGE_VIEW, FORM), *WHOLE_RESERVATION[:-1]])


@pytest.mark.sample(0)
def test_a_draft_that_comes_back_leaves_no_gap(page: Page, server: Server, records: Records) -> None:
    visit(page, FORM)
    ReservationForm(page).unlock()
    wait_for_visits(records, [(Step.PAGE_VIEW, FORM), *WHOLE_RESERVATION[:2]])
    page.reload()
    alive(page)
    ReservationForm(page).field("Vorname").focus()
    first = [(Step.PAGE_VIEW, FORM), *WHOLE_RESERVATION[:2]]
    wait_for_visits(records, [*first, (Step.PAGE_VIEW, FORM), *WHOLE_RESERVATION[:-1]])


@pytest.mark.sample(0)
def test_opening_calculator_and_form_is_no_step(page: Page, server: Server, records: Records) -> None:
    visit(page, CALCULATOR)
    page.get_by_role("main").locator("summary").first.click()
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    ReservationForm(page).next("zum Solarpaket")
    page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
    # What is typed into another form is no step of this one.
    page.get_by_role("main").get_by_label("Vor- und Nachname").fill("Änne")
    wait_for_visits(records, [(Step.PAGE_VIEW, path) for path in (CALCULATOR, FORM, "/kontakt")])


def test_each_page_shown_is_one_view(page: Page, server: Server, records: Records) -> None:
    visit(page, "/faqs?utm_source=radio")
    page.get_by_role("contentinfo").get_by_role("link", name="Datenschutz").click()
    page.get_by_role("navigation", name="Inhalt").get_by_role("link").first.click()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Häufig gestellte Fragen")
    page.reload()
    alive(page)
    paths = ["/faqs", "/datenschutz", "/faqs", "/faqs"]
    wait_for_visits(records, [(Step.PAGE_VIEW, path) for path in paths])
    assert [row["is_arrival"] for row in records.rows(Visit)] == [True, False, False, False]
    assert {row["utm_source"] for row in records.rows(Visit)} == {"radio"}


@pytest.mark.sample(0)
def test_a_page_that_the_browser_had_kept_counts_again(page: Page, server: Server, records: Records) -> None:
    visit(page, "/pilot")
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    wait_for_visits(records, [(Step.PAGE_VIEW, "/pilot")] * 2)
    assert [row["is_arrival"] for row in records.rows(Visit)] == [True, False]


@pytest.mark.own_tab
def test_a_page_prepared_ahead_counts_when_it_is_shown(page: Page, server: Server, records: Records) -> None:
    page.add_init_script("Object.defineProperty(document, 'prerendering', {value: true})")
    reports = Reports(page)
    visit(page, "/pilot")
    page.wait_for_load_state("networkidle")
    assert reports.sent == []
    page.evaluate("() => document.dispatchEvent(new Event('prerenderingchange'))")
    wait_for_visits(records, [(Step.PAGE_VIEW, "/pilot")])


@pytest.mark.sample(0)
def test_another_campaign_in_the_same_visit_is_an_arrival(page: Page, server: Server, records: Records) -> None:
    for query in ("utm_source=radio", "utm_source=plakat", "utm_source=plakat", ""):
        visit(page, f"/?{query}")
    wait_for_visits(records, [(Step.PAGE_VIEW, "/")] * 4)
    rows = records.rows(Visit)
    assert [row["is_arrival"] for row in rows] == [True, True, False, False]
    assert [row["utm_source"] for row in rows] == ["radio", "plakat", "plakat", "plakat"]


def test_an_unknown_address_is_counted_without_it(page: Page, server: Server, records: Records, watch: Watch) -> None:
    watch.expect("status of 404")
    page.goto("/mueller@example.org")
    wait_for_visits(records, [(Step.PAGE_VIEW, "")])


def test_a_report_waits_for_the_first_paint(page: Page) -> None:
    visit(page, "/?utm_source=radio")
    page.wait_for_load_state("networkidle")
    paint, report = page.evaluate(
        "() => [performance.getEntriesByName('first-paint')[0].startTime,"
        " performance.getEntriesByType('resource').find(({name}) => name.endsWith('/api/visits')).startTime]"
    )
    assert report >= paint


def test_typing_before_react_is_there_starts_the_form(page: Page, server: Server, records: Records) -> None:
    react = HeldBack(page, "**/assets/shared-*.js")
    page.goto(FORM)
    wait_for_visits(records, [(Step.PAGE_VIEW, FORM)])  # two reports under way at once may overtake one another
    ReservationForm(page).field("Postleitzahl").fill("85049")
    wait_for_visits(records, [(Step.PAGE_VIEW, FORM), (Step.FORM_STARTED, FORM)])
    react.release()
    alive(page)


def test_a_report_outlives_the_page_it_tells_of(page: Page, server: Server, records: Records) -> None:
    visit(page, FORM)
    wait_for_visits(records, [(Step.PAGE_VIEW, FORM)])
    ReservationForm(page).field("Postleitzahl").fill("8")
    page.goto("about:blank")
    wait_for_visits(records, [(Step.PAGE_VIEW, FORM), (Step.FORM_STARTED, FORM)])


_NEVER_ANSWERED = """
  const kept = 'steps sent by the test'
  const fetch = window.fetch
  window.fetch = (address, init) => {
    if (address !== '/api/visits') return fetch(address, init)
    const sent = JSON.parse(sessionStorage.getItem(kept) ?? '[]')
    sessionStorage.setItem(kept, JSON.stringify([...sent, JSON.parse(init.body).step]))
    return new Promise(() => {})
  }
"""


@pytest.mark.sample(0)
@pytest.mark.own_tab
def test_whoever_leaves_before_a_report_is_answered_is_counted_all_the_same(page: Page) -> None:
    page.add_init_script(_NEVER_ANSWERED)
    sent = "() => JSON.parse(sessionStorage.getItem('steps sent by the test'))"
    visit(page, CALCULATOR)
    page.get_by_role("main").get_by_role("radio", name="Premium").check(force=True)
    assert page.evaluate(sent) == ["page_view"]
    visit(page, "/faqs")
    assert page.evaluate(sent) == ["page_view", "calculator_used", "page_view"]


FAILURES: dict[str, Callable[[Route], None]] = {
    "refused, 429": lambda route: route.fulfill(status=429, body="no"),
    "refused, 500": lambda route: route.fulfill(status=500, body="no"),
    "lost": lambda route: route.abort("internetdisconnected"),
    "never answered": lambda route: None,
}
ALL_STEPS = ["page_view", "page_view", "form_started", "step_2", "step_3", "step_4", "page_view"]


@pytest.mark.sample(0)
def test_reports_that_fail_disturb_nothing(
    page: Page, server: Server, records: Records, watch: Watch, subtests: Subtests
) -> None:
    watch.expect("status of 429", "status of 500", "ERR_INTERNET_DISCONNECTED")
    for number, (failure, answer) in enumerate(FAILURES.items(), start=1):
        begin_visit(page)
        page.route(VISITS, answer)  # for good: to lift it would let through what is held
        with subtests.test(failure):
            _reserve_unreported(page, number, is_answered=failure.startswith("refused"))
    assert counted(records) == []
    assert records.spots_reserved() == list(range(1, len(FAILURES) + 1))


def _reserve_unreported(page: Page, number: int, *, is_answered: bool) -> None:
    """Where reports are answered, the refused ones are all sent before this ends."""
    reports = Reports(page)
    visit(page, f"/?{QUERY}")
    if is_answered:
        with page.expect_request(lambda request: THANKS in (request.post_data or "")):
            reserve(page, number, f"haushalt-{number}@example.org")
        assert reports.steps == ALL_STEPS
    else:
        reserve(page, number, f"haushalt-{number}@example.org")


@pytest.mark.parametrize("server_settings", [{"attribution_storage": "memory"}])
def test_in_memory_mode_a_reload_is_no_new_arrival(page: Page, server: Server, records: Records) -> None:
    visit(page, f"/?{QUERY}")
    page.reload()
    alive(page)
    page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
    wait_for_visits(records, [(Step.PAGE_VIEW, path) for path in ("/", "/", "/kontakt")])
    rows = records.rows(Visit)
    assert [row["is_arrival"] for row in rows] == [True, False, False]
    assert {row["utm_campaign"] for row in rows} == {CAMPAIGN["utm_campaign"]}
    assert {row["consent"] for row in rows} == {Consent.NOT_ASKED}
