"""Where visitors come from: what they are asked, what their device keeps, what is counted and reaches a reservation."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests
from sqlalchemy import insert

from services.campaigns.models import Campaign, ShortLink
from services.reservations.models import Reservation
from services.visits.models import Visit
from services.visits.steps import Consent, Step
from services.visits.touches import TOUCH_FIELDS
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.axe import violations
from tests.journeys.origins import (
    BEFORE_AN_ANSWER,
    CAMPAIGN,
    QUERY,
    REFUSED,
    REMEMBERED,
    OriginQuestion,
    counted,
    kept,
    kept_touches,
    reserve,
    reserve_any,
    touch,
    touches_of,
    wait_for_visits,
)
from tests.journeys.pages import (
    CONTACT,
    ROUTES,
    SOME_ROUTES,
    HeldBack,
    ReservationForm,
    alive,
    expect_stored,
    overflow,
    visit,
)
from tests.journeys.records import Records, eventually
from tests.journeys.tab import begin_visit, leave

IN_SESSION = sorted(BEFORE_AN_ANSWER)
CALCULATOR, FORM, THANKS = "/solar-gutschriftsrechner", "/reservierung", "/reservierung/danke"
VIEW = Step.PAGE_VIEW

LOOK = """button => {
  const {width, height} = button.getBoundingClientRect()
  const {color, backgroundColor, borderColor, borderWidth, fontSize, fontWeight, boxShadow} = getComputedStyle(button)
  return {width, height, color, backgroundColor, borderColor, borderWidth, fontSize, fontWeight, boxShadow}
}"""
COVERED = """() => {
  const focused = document.activeElement
  const line = document.querySelector('.origin > section').getBoundingClientRect()
  const {top, bottom, height} = focused.getBoundingClientRect()
  const inLine = focused.closest('.origin') !== null || focused === document.body
  const covered = Math.max(0, Math.min(bottom, line.bottom) - Math.max(top, line.top)) / height
  // Browsers bring the line of a text area in view where one writes, not all of it.
  return inLine || (focused.tagName === 'TEXTAREA' && covered < 0.5) ? 0 : covered
}"""
MOVED = 0.05
"""The swap of the typefaces moves less, on a slow machine too; a line that pushed the page would move more."""
SHIFTS = """() => new Promise(resolve => {
  let sum = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) sum += entry.value
  }).observe({type: 'layout-shift', buffered: true})
  requestAnimationFrame(() => setTimeout(() => resolve(sum)))
})"""


def arrive(page: Page, address: str) -> OriginQuestion:
    """Follow a link of a campaign."""
    visit(page, address)
    question = OriginQuestion(page)
    expect(question.line).to_be_visible()
    return question


def box(locator: Locator) -> dict[str, float]:
    found: dict[str, float] = locator.evaluate("el => el.getBoundingClientRect().toJSON()")
    return found


def test_the_line_asks_quietly_and_a_yes_is_remembered_shown_and_deleted(page: Page) -> None:
    question = arrive(page, f"/pilot?{QUERY}")
    expect(question.line).to_contain_text("30 Tage auf diesem Gerät")
    expect(question.line.get_by_role("link")).to_have_attribute("href", "/datenschutz#gemerkte-herkunft")
    expect(question.line.get_by_role("button")).to_have_text(["Ja, merken", "Nein, danke"])
    expect(page.locator("#herkunft")).to_have_role("status")
    assert page.evaluate("() => document.activeElement === document.body")
    assert kept(page) == {"session": IN_SESSION}
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        yes, no = (button.evaluate(LOOK) for button in (question.yes, question.no))
        assert yes == no and yes["height"] >= 44, width
        assert overflow(page) == 0
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        assert box(page.get_by_role("contentinfo"))["bottom"] <= box(question.line)["top"]
        expect(question.yes).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    page.emulate_media(media="print")
    expect(question.line).to_be_hidden()
    page.emulate_media(media="null")
    # It ends the page, and so is one step back from its beginning.
    page.reload()
    alive(page)
    expect(question.line).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(question.no).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(question.yes).to_be_focused()
    assert question.yes.evaluate("el => getComputedStyle(el).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page.locator("#herkunft")).to_have_text("Gespeichert.")
    expect(page.get_by_role("main")).to_be_focused()  # into the page, not to its very beginning
    assert kept(page) == {"session": IN_SESSION, "local": [REMEMBERED]}
    [remembered] = page.evaluate(f"() => JSON.parse(localStorage.{REMEMBERED})")
    told = touch("/pilot", **CAMPAIGN, clicked_ad="none")
    assert {name: value for name, value in remembered.items() if name != "at"} == told

    page.goto("/datenschutz#gemerkte-herkunft")
    alive(page)
    shown = page.locator(".remembered")
    expect(shown).to_be_in_viewport()
    for value in (*CAMPAIGN.values(), "/pilot"):
        expect(shown.get_by_role("listitem")).to_contain_text(value)
    shown.get_by_role("button", name="Gemerkte Herkunft löschen").click()
    said = shown.locator("p:not(noscript p)")
    expect(said).to_have_text("Gelöscht. Auf diesem Gerät ist nichts mehr gemerkt.")
    expect(said).to_be_focused()
    assert kept(page) == {"session": sorted({*IN_SESSION, REFUSED})}


@pytest.mark.parametrize("path", ["/", FORM])
def test_the_line_covers_nothing_and_the_draft_is_the_only_other_thing_kept(page: Page, path: str) -> None:
    """On a phone it lies over the end of the window; in the form it only ends the page."""
    page.set_viewport_size({"width": 390, "height": 844})
    question = arrive(page, f"{path}?{QUERY}")
    is_form = path == FORM
    if not is_form:
        assert page.evaluate(SHIFTS) < MOVED
    else:
        ReservationForm(page).unlock()
        assert kept(page) == {"session": sorted({*IN_SESSION, "step1"})}
        expect(question.line).not_to_be_in_viewport()
        page.get_by_role("heading", level=1).focus()
    stops = 0
    while stops < 60 and not page.evaluate("() => document.activeElement.closest('.origin') !== null"):
        page.keyboard.press("Tab")
        assert page.evaluate(COVERED) == 0, page.evaluate("() => document.activeElement.outerHTML")
        stops += 1
    assert stops >= 15
    if is_form:
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        assert box(question.line)["bottom"] <= box(page.locator(".sumbar"))["top"]
    question.no.click()
    expect(question.line).to_have_count(0)
    if not is_form:
        assert page.evaluate(SHIFTS) < MOVED


def test_a_no_ends_with_the_visit_and_a_yes_brings_its_touch_to_later_reservations(
    page: Page, server: Server, records: Records, context: BrowserContext
) -> None:
    question = arrive(page, f"/pilot?{QUERY}")
    question.no.click()
    expect(question.line).to_have_count(0)
    assert kept(page) == {"session": sorted({*IN_SESSION, REFUSED})}
    visit(page, "/faqs?utm_source=plakat")
    expected = [(VIEW, "/pilot"), (Step.ANSWERED, "/pilot"), (VIEW, "/faqs")]
    wait_for_visits(records, expected)
    expect(question.line).to_have_count(0)
    assert [row["consent"] for row in records.rows(Visit)] == [Consent.UNANSWERED, Consent.NO, Consent.NO]

    # The next visit is another tab, which knows nothing of this one; those after it find as little.
    page = context.new_page()

    def another_visit() -> None:
        leave(page)
        page.evaluate("() => sessionStorage.clear()")

    arrive(page, f"/pilot?{QUERY}").yes.click()
    another_visit()
    visit(page, "/?utm_source=plakat")
    page.wait_for_load_state("networkidle")
    expect(OriginQuestion(page).line).to_have_count(0)
    another_visit()
    visit(page, "/faqs")
    reserve(page)
    campaign, poster = touch("/pilot", **CAMPAIGN), touch("/", utm_source="plakat")
    first_reservation = touches_of(records, 1)
    assert first_reservation == [campaign, poster, touch("/faqs")]
    # Whatever comes later changes nothing of it.
    another_visit()
    visit(page, "/kontakt?utm_source=messe")
    reserve(page, spot=2, email="ida@example.org")
    assert touches_of(records, 1) == first_reservation
    assert touches_of(records, 2) == [campaign, poster, touch("/kontakt", utm_source="messe")]
    assert [row["touch_consent"] for row in records.rows(Reservation)] == [Consent.YES, Consent.YES]


@pytest.mark.own_tab
def test_after_30_days_the_origin_is_forgotten(page: Page, context: BrowserContext) -> None:
    arrive(page, f"/pilot?{QUERY}").yes.click()
    expect(OriginQuestion(page).line).to_have_count(0)
    page.close()
    for days, is_remembered in ((29, True), (31, False)):
        later = context.new_page()
        later.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=days))
        visit(later, "/")
        assert ("local" in kept(later)) is is_remembered, days
        later.close()


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
    views = [(VIEW, path) for path in ("/", CALCULATOR, FORM)]
    steps = [(step, FORM) for step in (Step.FORM_STARTED, Step.STEP_2, Step.STEP_3, Step.STEP_4)]
    wait_for_visits(
        records, [*views[:2], (Step.CALCULATOR_USED, CALCULATOR), views[2], *steps, (Step.RESERVED, THANKS)]
    )
    rows = records.rows(Visit)
    assert [row["path"] for row in rows if row["is_arrival"]] == ["/"]
    assert {row["consent"] for row in rows} == {Consent.UNANSWERED}
    assert len({row["visitor"] for row in rows}) == 1
    for row in rows:
        assert {name: row[name] for name in TOUCH_FIELDS} == touch("/", **CAMPAIGN)
    expect_stored(page, BEFORE_AN_ANSWER)
    assert records.only(Reservation)["touch_consent"] == Consent.UNANSWERED


@pytest.mark.own_tab
def test_each_page_shown_is_one_view_whatever_becomes_of_it(page: Page, server: Server, records: Records) -> None:
    """Followed, gone back to, loaded again, prepared ahead, typed into before its scripts, left at once."""
    expected: list[tuple[Step, str]] = []

    def expect_further(*steps: tuple[Step, str]) -> None:
        expected.extend(steps)
        wait_for_visits(records, expected)

    visit(page, "/faqs?utm_source=radio")
    page.wait_for_load_state("networkidle")
    paint, report = page.evaluate(
        "() => [performance.getEntriesByName('first-paint')[0].startTime,"
        " performance.getEntriesByType('resource').find(({name}) => name.endsWith('/api/visits')).startTime]"
    )
    assert report >= paint
    page.get_by_role("contentinfo").get_by_role("link", name="Datenschutz").click()
    page.get_by_role("navigation", name="Inhalt").get_by_role("link").first.click()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Häufig gestellte Fragen")
    page.reload()
    alive(page)
    expect_further(*((VIEW, path) for path in ("/faqs", "/datenschutz", "/faqs", "/faqs")))
    assert [row["is_arrival"] for row in records.rows(Visit)] == [True, False, False, False]
    assert {row["utm_source"] for row in records.rows(Visit)} == {"radio"}

    react = HeldBack(page, "**/assets/shared-*.js")
    page.goto(FORM)
    expect_further((VIEW, FORM))  # two reports under way at once may overtake one another
    ReservationForm(page).field("Postleitzahl").fill("85049")
    expect_further((Step.FORM_STARTED, FORM))
    react.release()
    alive(page)
    page.unroute_all()

    begin_visit(page)
    visit(page, FORM)
    expect_further((VIEW, FORM))
    ReservationForm(page).field("Postleitzahl").fill("8")
    page.goto("about:blank")
    expect_further((Step.FORM_STARTED, FORM))

    page.add_init_script("Object.defineProperty(document, 'prerendering', {value: true})")
    visit(page, "/pilot")
    page.wait_for_load_state("networkidle")
    assert counted(records) == expected
    page.evaluate("() => document.dispatchEvent(new Event('prerenderingchange'))")
    expect_further((VIEW, "/pilot"))


def test_no_way_to_the_form_loses_a_campaign(
    page: Page, module_server: Server, module_records: Records, subtests: Subtests
) -> None:
    for path in proved(SOME_ROUTES[:3:2], ROUTES):
        begin_visit(page)
        with subtests.test("reload, another page, back and forward", path=path):
            visit(page, f"{path}?{QUERY}")
            page.reload()
            alive(page)
            page.get_by_role("contentinfo").get_by_role("link", name="Häufige Fragen").click()
            expect(page).to_have_title("Häufig gestellte Fragen | Voltigo")
            page.go_back()
            page.go_forward()
            expect(page).to_have_title("Häufig gestellte Fragen | Voltigo")
            page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
            page.wait_for_url(f"**{FORM}")
            alive(page)
            assert kept_touches(page) == [touch(path, **CAMPAIGN)]
    _add_short_link(module_records)
    for way, (go, expected) in WAYS.items():
        begin_visit(page)
        with subtests.test(way):
            go(page)
            assert kept_touches(page) == expected
            if way == "a short link":
                reservation = reserve_any(page, module_records, "kurzlink@example.org")
                assert touches_of(module_records, reservation) == expected


def _follow_early(page: Page) -> None:
    page.route("**/assets/shown-*.js", lambda route: None)
    page.goto(f"/pilot?{QUERY}", wait_until="commit")
    page.unroute("**/assets/shown-*.js")
    page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
    page.wait_for_url("**/kontakt")
    alive(page)


def _after_a_direct_start(page: Page) -> None:
    visit(page, "/pilot")
    statuses: list[int] = []
    page.on("response", lambda answer: statuses.append(answer.status) if "/pilot?" in answer.url else None)
    page.reload()
    alive(page)
    visit(page, f"/pilot?{QUERY}")
    assert statuses == [200], "no answer from the cache hides the campaign"


_SHORT = {**CAMPAIGN, "utm_term": "", "utm_content": "stand-2"}
WAYS: dict[str, tuple[Callable[[Page], None], list[dict[str, str]]]] = {
    "a trailing slash": (lambda page: visit(page, f"{FORM}/?{QUERY}"), [touch(FORM, **CAMPAIGN)]),
    "a link followed before React is there": (_follow_early, [touch("/pilot", **CAMPAIGN)]),
    "a direct start before it": (_after_a_direct_start, [touch("/pilot"), touch("/pilot", **CAMPAIGN)]),
    "a short link": (
        lambda page: visit(page, "/l/messe?ref=NACHBAR-7&utm_content=stand-2#karte"),
        [touch("/pilot", **_SHORT)],
    ),
}


def _add_short_link(records: Records) -> None:
    made = {"created_at": datetime(2026, 11, 21, 8, tzinfo=UTC), "created_by": "staff:1"}
    fields = {name: CAMPAIGN[name] for name in ("utm_source", "utm_medium", "utm_campaign")}
    campaign = {"id": 1, "name": "Messe", **fields, "landing_path": "/pilot", "note": "", "version": 1, **made}
    link = {"slug": "messe", "campaign_id": 1, "target_path": "/pilot", "utm_term": "", "utm_content": "", **made}
    records.add(insert(Campaign).values(campaign))
    records.add(insert(ShortLink).values(link))


@pytest.mark.parametrize("server_settings", [{"attribution_storage": "memory"}])
def test_in_memory_mode_a_whole_visit_leaves_nothing_at_all(page: Page, server: Server, records: Records) -> None:
    visit(page, f"/?{QUERY}")
    page.reload()
    page.wait_for_load_state("networkidle")
    assert kept(page) == {}
    for name, path in (("Über uns", "/ueber-uns"), ("Kontakt", "/kontakt")):
        page.get_by_role("banner").get_by_role("link", name=name).click()
        page.wait_for_url(re.compile(rf"{path}\?.*utm_source=newsletter"))
        alive(page)
    expect(OriginQuestion(page).line).to_have_count(0)
    reserve(page)
    expect_stored(page, set())
    assert kept(page) == {}
    assert touches_of(records, 1) == [touch("/", **CAMPAIGN)]
    eventually(lambda: (Step.RESERVED, THANKS) in counted(records), "the visit is counted")
    rows = records.rows(Visit)
    assert {row["consent"] for row in rows} == {Consent.NOT_ASKED}
    assert [row["path"] for row in rows if row["is_arrival"]] == ["/"]
    assert records.only(Reservation)["touch_consent"] == Consent.NOT_ASKED
