"""The pilot's page: what the specification puts on it, and the field of places with their present states."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from pytest import Subtests

from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_within
from tests.journeys.pages import overflow, visit
from tests.journeys.records import Records

PILOT = "/pilot"
SPOTS = "**/api/parks/ingolstadt/spots"
PLACES = 500
STATES = ("taken", "free", "unknown")
OF_THE_STATE = "figure:has(.park__blocks), .sold-out, .buttons, main details"
"""What differs with the free places, and what opens."""


def answer_spots(page: Page, *taken: tuple[int, int]) -> None:
    """Let the server say these runs are taken."""
    page.route(SPOTS, lambda route: route.fulfill(json=taken_spots(*taken)))


def taken_spots(*taken: tuple[int, int]) -> dict[str, Any]:
    """The answer of the server when these runs are taken."""
    free = PLACES - sum(last - first + 1 for first, last in taken)
    return {"park": "ingolstadt", "total": PLACES, "free": free, "taken": [list(run) for run in taken]}


def field_of(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("img", name="Der Park von oben")


def drawn(page: Page) -> dict[str, int]:
    """How many places are drawn in each state: the area of its path over that of one place and its gaps."""
    counts: dict[str, int] = page.evaluate(
        """states => Object.fromEntries(states.map(state => {
          const paths = [...document.querySelectorAll(`.park__blocks path[fill$="-${state})"]`)]
          const rows = paths.flatMap(path => [...path.getAttribute('d').matchAll(/h(\\d+)v/g)])
          const step = Number(document.querySelector('.park__blocks pattern').getAttribute('width'))
          return [state, rows.reduce((sum, [, width]) => sum + (Number(width) + 1) / step, 0)]
        }))""",
        list(STATES),
    )
    return counts


def reserve(page: Page, count: int) -> None:
    for number in range(count):
        body = reservation_body(email=f"h{number}@example.org")
        assert page.request.post("/functions/v1/reserve-spot", data=body).ok


# What the specification asks for


STEPS = (
    ("Heute", "0 €", "kostenlos, ohne Zahlungskarte"),
    ("Nach etwa 6 bis 8 Wochen", "79 €", "erst nach der Unterschrift"),
    ("Wenn der Park am Netz ist", "z. B. 700 €", "Paketpreis, gerundet."),
)
FACTS = (
    ("Ort", "Ingolstadt", "Bayern"),
    ("Leistung", "1,45 MW", "des ganzen Parks, laut Projekt"),
    ("Plätze", "500", "die Sie bei uns reservieren können"),
    ("Haushalte", "414", "eigene Angabe des Projekts"),
    ("Stand", "Bauphase", "nach Angabe des Projekts"),
    ("Plan des Projekts", "Live Q2 2025", "eine Planung, keine Zusage"),
)
LEGAL_NOTICE = (
    "Sie kostet 0 € und verpflichtet Sie zu keinem Vertrag.",
    "Sobald der Park bestätigt oder erworben ist, schreiben wir Ihnen.",
    "Erst wenn Sie unterschrieben haben, werden einmalig 79 € Einrichtung fällig.",
    "Sie können 14 Tage lang widerrufen.",
    "innerhalb von 14 Tagen zurück",
    "Wird der Park nicht verwirklicht, kann die Reservierung aufgehoben werden.",
    "Sie erhalten alle Zahlungen zurück.",
    "Ein nicht verwirklichter Park kostet Sie nichts.",
    "Für Verzögerungen bei Planung, Bau oder Netzanschluss haften wir nicht.",
    "Es gilt 20 Jahre für einen festen Anteil",
)


def test_what_it_says_and_where_it_leads(page: Page, subtests: Subtests) -> None:
    visit(page, PILOT)
    with subtests.test("500 places for pioneer households"):
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text("Unser erster Park: 500 Plätze für Pionier\u00adhaushalte.")
    with subtests.test("the reservation is free and not binding"):
        head = page.locator(".pilot__head")
        expect(head).to_contain_text("kostenlos und unverbindlich")
        expect(head).to_contain_text("Heute 0 €, ohne Zahlungskarte.")
    for step, (when, cost, condition) in enumerate(STEPS):
        with subtests.test("each of three steps says when and what it costs", when=when):
            steps = page.locator(".steps li")
            expect(steps).to_have_count(len(STEPS))
            expect(steps.nth(step).locator("p").first).to_have_text(when)
            expect(steps.nth(step).locator(".figure")).to_have_text(cost)
            expect(steps.nth(step).locator(".steps__price")).to_contain_text(condition)
    for label, figure, condition in FACTS:
        with subtests.test("the facts of the park", label=label):
            fact = page.locator(".facts dl > div").filter(has=page.get_by_text(label, exact=True))
            expect(fact.locator("dd")).to_have_text([figure, condition])
    with subtests.test("the state of the park is told with its day"):
        _expect_state_of_the_park(page.locator(".pilot__head .progress"))
    for sentence in LEGAL_NOTICE:
        with subtests.test("the legal notice is complete", sentence=sentence):
            _expect_in_the_legal_notice(page, sentence)
    with subtests.test("its buttons lead to reservation and calculator"):
        _expect_buttons(page.get_by_role("main"))
    with subtests.test("the example fee says where it comes from"):
        _expect_source_of_the_fee(page.locator(".steps details"))
    with subtests.test("the two figures of households and places are explained"):
        _expect_source_of_the_households(page)


def _expect_state_of_the_park(progress: Locator) -> None:
    expect(progress).to_contain_text("Stand 22. November 2026: Der Park ist noch nicht bestätigt. Nächster Schritt:")
    expect(progress).to_contain_text("Den Termin Q2 2025 hat das Projekt nicht gehalten")


def _expect_in_the_legal_notice(page: Page, sentence: str) -> None:
    notice = page.locator(".legal__box")
    expect(notice.get_by_role("heading", name="Rechtlicher Hinweis")).to_be_visible()
    expect(notice).to_contain_text(sentence)
    expect(notice.get_by_role("link", name="AGB")).to_have_attribute("href", "/agb")


def _expect_buttons(main: Locator) -> None:
    for name, path in (("Anteil reservieren", "/reservierung"), ("Ersparnis berechnen", "/solar-gutschriftsrechner")):
        links = main.get_by_role("link", name=name, exact=True)
        expect(links).to_have_count(2)
        for link in links.all():
            expect(link).to_have_attribute("href", path)


def _expect_source_of_the_fee(source: Locator) -> None:
    source.locator("summary").click()
    expect(source.locator("p")).to_contain_text("Basic 699 €, Standard 1.299 € und Premium 1.899 €")
    expect(source.get_by_role("link")).to_have_attribute("href", "/solar-gutschriftsrechner")


def _expect_source_of_the_households(page: Page) -> None:
    source = page.locator(".facts details")
    source.locator("summary").click()
    expect(source.locator("p")).to_contain_text("1.450 kW geteilt durch 414 sind rund 3,5 kW je Haushalt")
    expect(source.locator("p")).to_contain_text("500 ist die Zahl der Plätze, die wir vergeben")
    expect(page.locator(".facts")).to_contain_text("„Live Q2 2025“ ist die Planung des Projekts")


# The pictures


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [390, 1280])
def test_each_picture_loads_and_says_that_it_is_an_example(page: Page, subtests: Subtests, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit(page, PILOT)
    expect(page.locator(".pictures figure")).to_have_count(3)
    for number, seen in enumerate(("Luftbild: ein Solarpark", "Eine Reihe Solarmodule", "Schafe weiden")):
        with subtests.test(seen):
            _expect_picture(page, page.locator(".pictures figure").nth(number), seen)


def _expect_picture(page: Page, figure: Locator, seen: str) -> None:
    picture = figure.get_by_role("img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("img => img.complete && img.naturalWidth > 0", arg=picture.element_handle())
    assert str(picture.evaluate("img => img.currentSrc")).endswith(".avif")
    alt = picture.get_attribute("alt") or ""
    assert alt.startswith(seen)
    assert alt.endswith("(Beispielbild, computergeneriert)")
    expect(figure.locator("figcaption")).to_contain_text("Beispielbild, computergeneriert.")


def test_each_picture_weighs_at_most_90_kb_in_either_format(page: Page) -> None:
    visit(page, PILOT)
    addresses = page.evaluate(
        "() => [...document.querySelectorAll('.pictures [srcset]')].flatMap("
        "one => one.getAttribute('srcset').split(', ').map(entry => entry.split(' ')[0]))"
    )
    assert len(addresses) == 12
    for address in addresses:
        answer = page.request.get(address)
        assert answer.headers["content-type"] == f"image/{address.rpartition('.')[2]}"
        assert len(answer.body()) <= 90_000, address


# The field of places


def test_without_reservations_all_places_are_free(page: Page) -> None:
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_have_text("Zurzeit sind 500 von 500 Plätzen frei.")
    assert drawn(page) == {"taken": 0, "free": PLACES, "unknown": 0}


def test_reserved_places_are_drawn_and_counted(page: Page, server: Server) -> None:
    reserve(page, 3)
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_have_text("Zurzeit sind 497 von 500 Plätzen frei.")
    assert drawn(page) == {"taken": 3, "free": 497, "unknown": 0}


@pytest.mark.sample(0)
def test_a_place_freed_in_between_is_drawn_where_it_is(page: Page, subtests: Subtests) -> None:
    answer_spots(page, (1, 216), (218, 219))
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_have_text("Zurzeit sind 282 von 500 Plätzen frei.")
    expect(field_of(page)).to_have_accessible_name(
        "Der Park von oben: 282 von 500 Plätzen sind frei, 218 sind reserviert."
    )
    assert drawn(page) == {"taken": 218, "free": 282, "unknown": 0}
    # Place 217 is the 17th of its row: 16 steps of 25 units behind the left edge, in the ninth row.
    free = page.locator(".park__blocks svg").first.locator('path[fill$="-free)"]')
    expect(free).to_have_attribute("d", "M416 256h24v29h-24zM491 256h149v29h-149zM16 286h624v29h-624z")
    with subtests.test("the legend tells the states apart by shape"):
        entries = page.locator(".park__legend li")
        expect(entries).to_have_text(["frei", "reserviert"])
        expect(entries.nth(0).locator("path")).to_have_count(1)
        expect(entries.nth(1).locator("path")).to_have_count(3)
        expect(page.locator(".park__caption")).to_contain_text("500 Plätze, keine einzelnen Module")


@pytest.mark.sample(0)
def test_one_free_place_is_told_in_the_singular(page: Page) -> None:
    answer_spots(page, (1, 499))
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_have_text("Zurzeit ist 1 von 500 Plätzen frei.")


def test_500_places_are_a_handful_of_elements(page: Page) -> None:
    answer_spots(page, *((number, number) for number in range(1, PLACES, 2)))
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_contain_text("250 von 500")
    assert page.locator(".park__blocks *").count() < 40


def test_a_full_park_promises_no_place_and_leads_to_the_waiting_list(
    page: Page, server: Server, records: Records
) -> None:
    records.fill_park()
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_have_text("Zurzeit sind alle 500 Plätze reserviert.")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Anteil reservieren")).to_have_count(0)
    expect(main.get_by_role("link", name="Ersparnis berechnen").first).to_be_visible()
    notice = page.locator(".sold-out").first
    expect(notice).to_contain_text("Die Warteliste kostet nichts und bindet Sie nicht.")
    join = main.get_by_role("link", name="Auf die Warteliste")
    expect(join.first).to_have_attribute("href", "/warteliste")
    assert drawn(page) == {"taken": PLACES, "free": 0, "unknown": 0}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "body",
    [
        None,
        {"park": "ingolstadt", "total": PLACES, "free": PLACES, "taken": [[1, 3]]},
    ],
    ids=["lost", "contradicts itself"],
)
def test_without_a_sensible_answer_no_state_is_claimed(page: Page, watch: Watch, body: dict[str, Any] | None) -> None:
    if body is None:
        watch.expect("ERR_FAILED")
    page.route(SPOTS, lambda route: route.fulfill(json=body) if body else route.abort())
    visit(page, PILOT)
    expect(page.locator(".park__count")).to_have_text("Wie viele davon frei sind, lässt sich gerade nicht abrufen.")
    expect(field_of(page)).to_have_accessible_name("Der Park von oben mit 500 Plätzen.")
    expect(page.locator(".park__legend li")).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("link", name="Anteil reservieren").first).to_be_visible()
    assert drawn(page) == {"taken": 0, "free": 0, "unknown": PLACES}
    if body is None:
        assert violations_within(page, OF_THE_STATE) == []


def test_without_javascript_it_reads_complete(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PILOT)
    expect(page.get_by_role("img", name="Der Park von oben mit 500 Plätzen.")).to_be_visible()
    expect(page.locator(".park__count")).to_have_text("")
    for text in ("Rechtlicher Hinweis", "Platz reservieren", "1,45 MW", "keine einzelnen Module"):
        expect(page.get_by_role("main").get_by_text(text).first).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Anteil reservieren").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url.endswith("/reservierung")


@pytest.mark.sample(1)
@pytest.mark.own_tab
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_arriving_states_move_nothing(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver(list => {"
        " for (const entry of list.getEntries()) window.shifts += entry.value"
        "}).observe({type: 'layout-shift', buffered: true})"
    )
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(SPOTS, hold)
    with page.expect_request(SPOTS):
        visit(page, PILOT)
    page.locator(".park__caption").scroll_into_view_if_needed()
    # The swap of the typefaces moves lines, the later the slower the machine: only what comes after it counts.
    page.evaluate("async () => { await document.fonts.ready; window.shifts = 0 }")
    held[0].fulfill(json=taken_spots((1, 216)))
    expect(page.locator(".park__count")).to_contain_text("284 von 500")
    assert page.evaluate("() => window.shifts") < 0.001


# For everybody


@pytest.mark.sample(1)
@pytest.mark.parametrize("taken", [[], [(1, 216), (218, 219)], [(1, PLACES)]], ids=["free", "partly", "full"])
def test_axe_finds_nothing_in_any_state_and_it_never_scrolls_sideways(
    page: Page, subtests: Subtests, taken: list[tuple[int, int]]
) -> None:
    answer_spots(page, *taken)
    visit(page, PILOT)
    expect(page.locator(".park__legend li")).to_have_count(2)
    with subtests.test("it never scrolls sideways"):
        for width in (320, 390, 900, 1280, 1920, 2560):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0, width
    for source in page.locator("main summary").all():
        source.click()
    with subtests.test("axe finds nothing"):
        found = violations(page) if len(taken) > 1 else violations_within(page, OF_THE_STATE)
        assert found == []
