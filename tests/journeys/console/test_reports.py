"""Reports in the console: asked by address, shown, taken along, stopped."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from services.core.clock import berlin_day
from services.core.db.db import Database
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before

WIDTHS = (390, 1280)
OVERVIEW = "/api/staff/reports/overview"
GOOGLE = {"utm_source": "google", "utm_medium": "cpc", "utm_campaign": "herbst"}
LETTER = {"utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "november"}
PAGES = ("overview", "breakdown", "models", "reservations")


pytestmark = pytest.mark.xdist_group("console, reports")


@pytest.fixture(scope="module")
def prepared(prepared_console: Server, prepared_db: Database) -> None:
    """Forty visitors by google, ten by a newsletter, twenty directly and two programs, on ten days; a reservation of
    each origin.
    """
    add_visits(prepared_db, visitors())
    now = datetime.now(UTC)
    for number, origin in enumerate((GOOGLE, LETTER, {}), 1):
        at = (now - timedelta(minutes=5 * number)).isoformat()
        reserve_before(prepared_console, touches=[{**origin, "landing_path": "/", "at": at}])


def visitors() -> list[dict[str, Any]]:
    """Those visits, and those of the programs."""
    now = datetime.now(UTC)
    rows = [
        visit(now - timedelta(days=day, minutes=number), visitor=100 * day + number, **origin)
        for day in range(10)
        for number, origin in enumerate([GOOGLE] * 4 + [LETTER, {}, {}], 1)
    ]
    return rows + [visit(now - timedelta(hours=1), visitor=900 + number, is_bot=True) for number in range(2)]


DAYS = proved(4, 30)
"""For tables to look at: a row each, and the rows are alike."""


def is_sound(page: Page) -> None:
    """No barrier, nothing wider than the window."""
    assert defects(page, WIDTHS) == []


def open_report(page: Page, name: str, query: str = "") -> None:
    """Open a report and wait for its picture."""
    page.goto(f"/admin/reports/{name}?{query}")
    is_there(page)


def never_answer(_route: Route) -> None:
    """A run that takes longer than anybody waits."""


def is_there(page: Page) -> None:
    expect(page.locator(".report[aria-busy=false]")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def figure(page: Page, label: str) -> str:
    """One of the large figures, as it is read."""
    return page.locator("dl > div").filter(has=page.get_by_text(label, exact=True)).locator(".number").inner_text()


def test_the_overview_shows_what_the_api_and_the_files_say(
    page: Page, read_prepared_as: SignIn, tmp_path: Path
) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "overview")
    expect(page.get_by_role("heading", level=1)).to_have_text("Überblick")
    is_there(page)
    told = page.request.get(OVERVIEW).json()
    [totals] = told["tables"]["totals"]["rows"]
    assert (totals["visitors"], totals["reservations"]) == (70, 3)
    assert figure(page, "Besucher") == "70"
    assert figure(page, "Reservierungen") == "3"
    assert figure(page, "Quote") == "4,3 %".replace(" ", "\u00a0")
    expect(page.get_by_text(told["tables"]["days"]["sentence"])).to_be_visible()
    expect(page.get_by_role("img", name=told["tables"]["days"]["sentence"])).to_be_visible()

    page.get_by_text("Als Tabelle").click()
    shown = page.get_by_role("region", name="Tabelle: Tag für Tag").get_by_role("row").all_inner_texts()[1:]
    page.get_by_role("button", name="Laden: Tag für Tag").click()
    with page.expect_download() as file:
        page.get_by_role("menuitem", name="CSV für Excel").click()
    text = Path(file.value.path()).read_text(encoding="utf-8-sig")
    lines = list(csv.reader(io.StringIO(text), delimiter=";"))
    heads = [line for line in lines if "Besucher" in line]
    assert heads, text[:400]
    column = heads[0].index("Besucher")
    days = lines[lines.index(heads[0]) + 1 :]
    assert [row.split("\t")[1].strip() for row in shown] == [line[column] for line in days[: len(shown)]]
    assert sum(int(line[column]) for line in days if len(line) > column and line[column].isdigit()) == 70

    for ending, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        page.get_by_role("button", name="Laden: Tag für Tag").click()
        with page.expect_download() as picture:
            page.get_by_role("menuitem", name=f"Bild als {ending}").click()
        assert picture.value.suggested_filename == f"voltigo-tag-fuer-tag.{ending.lower()}"
        assert Path(picture.value.path()).read_bytes().startswith(begins)


def test_the_address_is_the_question_so_that_back_and_reload_work(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "overview")
    page.get_by_label("Vergleich").select_option(label="Zeitraum davor")
    expect(page).to_have_url(re.compile(r"/reports/overview\?compare=previous$"))
    expect(page.get_by_text("Verglichen mit")).to_be_visible()
    page.get_by_role("button", name="Filter hinzufügen").click()
    page.get_by_role("menuitem", name="Quelle").click()
    page.get_by_role("checkbox", name="newsletter").check()
    page.get_by_role("button", name="Anwenden").click()
    expect(page.get_by_role("button", name="Quelle: newsletter")).to_be_visible()
    is_there(page)
    assert figure(page, "Besucher") == "10"
    page.reload()
    is_there(page)
    assert figure(page, "Besucher") == "10"
    page.go_back()
    expect(page.get_by_role("button", name="Quelle: newsletter")).to_have_count(0)
    is_there(page)
    assert figure(page, "Besucher") == "70"
    page.get_by_label("Bots mitzählen").check()
    is_there(page)
    assert figure(page, "Besucher") == "72"

    page.go_forward()
    open_report(page, "overview", "only_utm_source=newsletter")
    page.get_by_role("link", name="Aufschlüsselung").click()
    expect(page.get_by_role("button", name="Quelle: newsletter")).to_be_visible()


def test_filters_are_saved_as_a_segment_for_everybody(page: Page, sign_in: SignIn, records_db: Database) -> None:
    add_visits(records_db, visitors())
    sign_in(page, "marketing")
    open_report(page, "overview", "only_utm_source=google")
    page.get_by_role("button", name="Segmente").click()
    page.get_by_role("menuitem", name="Diese Filter speichern").click()
    page.get_by_label("Name").fill("Nur Google")
    assert violations_as_it_stands(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Segment: Nur Google")).to_be_visible()
    page.get_by_role("button", name="Alle Filter entfernen").click()
    page.get_by_role("button", name="Segmente").click()
    page.get_by_role("menuitem", name="Nur Google").click()
    expect(page.get_by_role("button", name="Quelle: google")).to_be_visible()
    page.get_by_role("button", name="Segment: Nur Google").click()
    page.get_by_role("menuitem", name="Segmente ordnen").click()
    page.get_by_role("button", name="Löschen: Nur Google").click()
    page.get_by_role("dialog", name="Segment löschen?").get_by_role("button", name="Löschen").click()
    expect(page.get_by_role("button", name="Löschen: Nur Google")).to_have_count(0)


def test_a_number_leads_to_its_reservations_and_a_bar_to_its_value(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "breakdown")
    page.get_by_role("navigation", name="Aufschlüsseln nach").get_by_role("link", name="Quelle").click()
    page.locator(".click-area").filter(has_text="google").click()
    expect(page.get_by_role("button", name="Quelle: google")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Quelle: google")).to_have_count(0)
    is_there(page)
    page.get_by_text("Als Tabelle").click()
    table = page.get_by_role("region", name="Tabelle: Nach Herkunft")
    table.get_by_role("row", name="newsletter").get_by_role("link", name="1", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen dahinter")
    expect(page.get_by_role("button", name="Quelle: newsletter")).to_be_visible()
    rows = page.get_by_role("region", name="Tabelle: Reservierungen").get_by_role("row")
    expect(rows).to_have_count(2)
    rows.nth(1).get_by_role("link").click()
    expect(page).to_have_url(re.compile("/admin/reservations/"))
    assert "@example.org" not in page.content()


def test_wrong_input_is_told_at_its_field_and_leaves_the_picture(
    page: Page, read_prepared_as: SignIn, watch: Any
) -> None:
    watch.expect("status of 422")
    read_prepared_as(page, "marketing")
    open_report(page, "models")
    picture = page.get_by_role("heading", name="Sechs Modelle nebeneinander")
    page.get_by_label("Rückblick").fill("0")
    page.get_by_label("Rückblick").press("Enter")
    expect(page.get_by_label("Rückblick")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Bitte geben Sie eine ganze Zahl von 1 bis 365 ein.")).to_be_visible()
    expect(picture).to_be_visible()
    assert violations_as_it_stands(page) == []
    page.get_by_label("Rückblick").fill("14")
    page.get_by_label("Rückblick").press("Enter")
    expect(page.get_by_text("Bitte geben Sie eine ganze Zahl")).to_have_count(0)

    page.goto("/admin/reports/overview?from=2026-11-10&to=2026-11-01")
    expect(page.get_by_label("bis")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_text("Bitte ändern Sie oben, was der Bericht zeigen soll.")).to_be_visible()


def test_a_slow_run_shows_how_far_it_is_and_can_be_stopped(page: Page, read_as: SignIn) -> None:
    read_as(page, "marketing")
    page.route(f"**{OVERVIEW}*", never_answer)
    page.goto("/admin/reports/overview")
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert violations_as_it_stands(page) == []
    with page.expect_event("requestfailed") as stopped:
        page.get_by_role("button", name="Abbrechen").click()
    assert OVERVIEW in stopped.value.url
    expect(page.get_by_text("Abgebrochen.").first).to_be_visible()
    page.unroute(f"**{OVERVIEW}*")
    page.get_by_role("button", name="Noch einmal").click()
    is_there(page)
    assert figure(page, "Besucher") == "0"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_without_barriers_in_light_dark_and_forced_colours(
    page: Page, read_prepared_as: SignIn, name: str
) -> None:
    read_prepared_as(page, "marketing")
    origins = "&".join(f"only_utm_source={source}" for source in ("google", "newsletter", ""))
    first, last = (berlin_day(datetime.now(UTC) - timedelta(days=days)) for days in (DAYS - 1, 0))
    open_report(page, name, f"from={first}&to={last}&compare=previous&{origins}")
    assert violations_as_it_stands(page) == []
    page.evaluate("() => document.querySelectorAll('main details').forEach(one => { one.open = true })")
    is_sound(page)
    assert violations_in_forced_colours(page, WIDTHS) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_to_show_is_said_in_words(page: Page, read_as: SignIn, name: str) -> None:
    read_as(page, "admin")
    open_report(page, name, "from=2020-01-01&to=2020-01-31&compare=year")
    assert "NaN" not in page.content()
    is_sound(page)


def test_everything_is_reached_by_key(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "overview")
    page.get_by_label("Zeitraum", exact=True).focus()
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile("from="))
    is_there(page)
    page.get_by_role("button", name="Filter hinzufügen").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Kanal")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_text("Als Tabelle").focus()
    page.keyboard.press("Enter")
    head = page.get_by_role("region", name="Tabelle: Tag für Tag").get_by_role("button", name="Besucher")
    head.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Besucher")).to_have_attribute("aria-sort", "descending")


def test_clerks_see_no_report_of_marketing(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    for name in PAGES:
        page.goto(f"/admin/reports/{name}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Kein Zugriff")
