"""Reports in the console: asked by address, read, taken along, walked by keys; in a hand and on paper."""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from pytest import Subtests

from services.core.db.db import Database
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.pages import overflow
from tests.journeys.test_keyboard import tab_to

GOOGLE = {"utm_source": "google", "utm_medium": "cpc", "utm_campaign": "herbst"}
LETTER = {"utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "november"}
PHONE: ViewportSize = {"width": 390, "height": 844}
SHEET: ViewportSize = {"width": 700, "height": 990}

pytestmark = pytest.mark.xdist_group("console, reports")


@pytest.fixture(scope="module")
def prepared(prepared_console: Server, prepared_db: Database) -> None:
    """Forty visitors by google, ten by a newsletter, twenty directly and two programs, on ten days. Seven reservations:
    five first by google and then by the newsletter, one by google, one by the newsletter that its own call names.
    """
    add_visits(prepared_db, visitors())
    both = [{**GOOGLE, "landing_path": "/", "at": ago(days=3)}, {**LETTER, "landing_path": "/", "at": ago(days=1)}]
    for touches in (*[both] * 5, [{**GOOGLE, "landing_path": "/", "at": ago(minutes=5)}], []):
        reserve_before(prepared_console, touches=touches)


def ago(**units: int) -> str:
    return (datetime.now(UTC) - timedelta(**units)).isoformat()


def visitors() -> list[dict[str, Any]]:
    """Those visits, and those of the programs."""
    now = datetime.now(UTC)
    rows = [
        visit(now - timedelta(days=day, minutes=number), visitor=100 * day + number, **origin)
        for day in range(10)
        for number, origin in enumerate([GOOGLE] * 4 + [LETTER, {}, {}], 1)
    ]
    return rows + [visit(now - timedelta(hours=1), visitor=900 + number, is_bot=True) for number in range(2)]


def open_report(page: Page, name: str, query: str = "") -> None:
    """Open a report and wait for its picture."""
    page.goto(f"/admin/reports/{name}?{query}")
    is_there(page)


def is_there(page: Page) -> None:
    """The picture has come, and none is on its way."""
    expect(page.locator(".report[aria-busy=false]")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def expect_figure(page: Page, label: str, shown: str) -> None:
    """One of the large figures, as it is read."""
    figure = page.locator("dl > div").filter(has=page.get_by_text(label, exact=True)).locator(".number")
    expect(figure).to_have_text(shown)


def test_the_overview_shows_what_the_api_and_the_files_say_and_its_address_is_the_question(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "overview")
    told = page.request.get("/api/staff/reports/overview").json()
    [totals] = told["tables"]["totals"]["rows"]
    assert (totals["visitors"], totals["reservations"]) == (70, 7)
    for name, shown in {"Besucher": "70", "Reservierungen": "7", "Quote": "10,0 %"}.items():
        expect_figure(page, name, shown)
    expect(page.get_by_text(told["tables"]["days"]["sentence"])).to_be_visible()
    expect(page.get_by_role("img", name=told["tables"]["days"]["sentence"]).first).to_be_visible()

    page.get_by_text("Als Tabelle").click()
    table = page.get_by_role("region", name="Tabelle: Tag für Tag").get_by_role("row")
    expect(table).not_to_have_count(0)
    rows = table.all_inner_texts()[1:]
    page.get_by_role("button", name="Laden: Tag für Tag").click()
    with page.expect_download() as file:
        page.get_by_role("menuitem", name="CSV für Excel").click()
    lines = list(csv.reader(io.StringIO(Path(file.value.path()).read_text(encoding="utf-8-sig")), delimiter=";"))
    head = next(number for number, line in enumerate(lines) if "Besucher" in line)
    column, days = lines[head].index("Besucher"), lines[head + 1 :]
    assert [row.split("\t")[1].strip() for row in rows] == [line[column] for line in days[: len(rows)]]
    assert sum(int(line[column]) for line in days if len(line) > column and line[column].isdigit()) == 70
    for ending, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        page.get_by_role("button", name="Laden: Tag für Tag").click()
        with page.expect_download() as picture:
            page.get_by_role("menuitem", name=f"Bild als {ending}").click()
        assert picture.value.suggested_filename == f"voltigo-tag-fuer-tag.{ending.lower()}"
        assert Path(picture.value.path()).read_bytes().startswith(begins)

    page.get_by_role("button", name="Filter hinzufügen").click()
    page.get_by_role("menuitem", name="Quelle").click()
    page.get_by_role("checkbox", name="newsletter").check()
    page.get_by_role("button", name="Anwenden").click()
    chip = page.get_by_role("button", name="Quelle: newsletter")
    expect(chip).to_be_visible()
    page.reload()
    is_there(page)
    expect_figure(page, "Besucher", "10")
    page.go_back()
    expect(chip).to_have_count(0)
    page.get_by_label("Bots mitzählen").check()
    expect(page).to_have_url(re.compile("bots"))
    is_there(page)
    expect_figure(page, "Besucher", "72")
    assert defects(page) == []
    with on_paper(page):
        expect(page.locator(".chart-plot svg").first).to_be_visible()
        page.wait_for_function(
            "() => [...document.querySelectorAll('.chart-plot svg')]"
            ".every(plot => plot.getBoundingClientRect().right <= innerWidth)"
        )


@contextmanager
def on_paper(page: Page) -> Iterator[None]:
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print")
    yield
    page.emulate_media(media="screen")


def choose(page: Page, label: str, words: str, value: str) -> None:
    """As a list of choices is used by keyboard: by the first letters of the wanted one."""
    field = page.get_by_label(label, exact=True)
    tab_to(page, field)
    page.keyboard.type(words)
    expect(field).to_have_value(value)


def press(target: Locator) -> None:
    target.focus()
    target.press("Enter")


def test_two_periods_are_chosen_by_keyboard_alone_down_to_the_reservations_behind_a_number(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "overview")
    choose(page, "Zeitraum", "30", "30")
    choose(page, "Vergleich", "Gleiche", "weekdays")
    expect(page).to_have_url(re.compile(r"/reports/overview\?.*compare=weekdays"))
    expect(page.get_by_text("Verglichen mit")).to_be_visible()
    is_there(page)
    expect(page.get_by_role("region", name="Im ganzen Zeitraum")).to_contain_text("7 Reservierungen")
    press(page.get_by_role("button", name="Filter hinzufügen"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Kanal")).to_be_visible()
    page.keyboard.press("Escape")
    press(page.get_by_text("Als Tabelle"))
    press(page.get_by_role("region", name="Tabelle: Tag für Tag").get_by_role("button", name="Besucher"))
    sorted_by = page.get_by_role("region", name="Tabelle: Tag für Tag").get_by_role("columnheader", name="Besucher")
    expect(sorted_by).to_have_attribute("aria-sort", "descending")

    asked = page.url
    table = page.get_by_role("region", name="Tabelle: Was sich geändert hat")
    press(table.get_by_role("row", name="E-Mail").get_by_role("link", name="6", exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen dahinter")
    is_there(page)
    rows = page.get_by_role("region", name="Tabelle: Reservierungen").get_by_role("row")
    expect(rows).to_have_count(1 + 6)
    assert "@example.org" not in page.content()
    page.go_back()
    expect(page).to_have_url(asked)
    is_there(page)
    expect(page.get_by_label("Zeitraum", exact=True)).to_have_value("30")


LOOKED_AT = {
    "money": ("look_back_days=45", "Nach Monaten der Reservierung"),
    "reservations": ("", "Zu dieser Auswahl gehören 7 Reservierungen"),
}
"""What stands on the pages of reports that no question of `test_marketing_questions.py` leads to."""
EMPTY = ("funnel", "reservations")


def test_pages_of_reports_are_without_barriers_full_and_empty_in_a_hand_and_on_paper(
    page: Page, read_prepared_as: SignIn, subtests: Subtests
) -> None:
    read_prepared_as(page, "marketing")
    for name, (query, words) in LOOKED_AT.items():
        with subtests.test(name):
            open_report(page, name, query)
            expect(page.locator(".report")).to_contain_text(words)
            assert defects(page) == []
            sizes = page.locator("svg.drawing text, .chart-plot text").evaluate_all(
                "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"
            )
            assert min(sizes, default=12) >= 12
        if name == "money":
            with subtests.test("in a hand"):
                page.set_viewport_size(PHONE)
                assert overflow(page) == 0
                assert page.evaluate(TOO_SMALL) == []
            with subtests.test("on paper, with what it was asked"), on_paper(page):
                _expect_what_was_asked(page)
    for name in proved(EMPTY[:1], EMPTY):
        with subtests.test(f"{name}, empty"):
            open_report(page, name, "from=2020-01-01&to=2020-01-31")
            expect(page.locator("svg.drawing .fallow").first).to_be_visible()
            assert "NaN" not in page.content()


def _expect_what_was_asked(page: Page) -> None:
    expect(page.get_by_label("Rückblick")).to_have_value("45")
    expect(page.get_by_label("Rückblick")).to_be_visible()
    for gone in (page.get_by_role("button", name="Menü"), page.get_by_role("button", name="Segmente")):
        expect(gone).to_be_hidden()


IN_A_HAND = (
    *("alerts", "aliases", "site-check", "campaigns", "campaigns/create", "costs", "jobs", "links/build", "notes"),
    *("referrals", "tokens", "webhooks", "reports/overview", "reports/breakdown", "reports/money", "reports/funnel"),
    *("reports/referrals", "reports/reservations", "reports/capacity"),
    *("reports/contracts", "reports/credits", "reports/kept", "reports/metrics", "reports/schedules/new"),
)
TOO_SMALL = """() => {
  const touched = 'button, select, summary, input:not([type=checkbox], [type=radio], [type=range])'
  return [...document.querySelectorAll('main :is(' + touched + ')')]
    .filter((one) => !one.closest('.table, .drawing-sheet, .provenance'))
    .map((one) => [one.innerText || one.getAttribute('aria-label') || one.id, one.getBoundingClientRect().height])
    .filter(([, height]) => height > 1 && height < 44)
    .map(([name, height]) => `${name}: ${height}`)
}"""


@pytest.mark.sample(0)
def test_pages_fit_a_phone_and_a_finger(page: Page, read_as: SignIn, subtests: Subtests) -> None:
    read_as(page, "admin")
    page.set_viewport_size(PHONE)
    for address in IN_A_HAND:
        with subtests.test(address):
            page.goto(f"/admin/{address}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
            assert overflow(page) == 0
            assert page.evaluate(TOO_SMALL) == []
