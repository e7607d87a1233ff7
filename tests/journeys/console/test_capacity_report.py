"""How full a park is, as staff see it: pictures, their tables, their files, and the reservations behind."""

import csv
from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from playwright.sync_api import Locator, Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.journeys.axe import defects, violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.tables import leave_few_rows
from tests.services.reservations.standing import households, reserve_many

ADDRESS = "/admin/reports/capacity"
API = "/api/staff/reports/capacity"
WIDTHS = (390, 1280)
WEEKS = 10
Open = Callable[..., None]


pytestmark = pytest.mark.xdist_group("console, capacity")


@pytest.fixture(scope="module")
def prepared(prepared_db: Database) -> None:
    """Three households a week for ten weeks, the last of them yesterday."""
    bodies = households(3 * WEEKS)
    for week in range(WEEKS):
        day = utc_now() - timedelta(days=1, weeks=WEEKS - 1 - week)
        at = day.replace(hour=12, minute=0, second=0, microsecond=0)  # the same day in Berlin all year
        reserve_many(prepared_db, at, bodies[3 * week : 3 * week + 3])


@pytest.fixture
def open_report(page: Page, read_prepared_as: SignIn) -> Open:
    def open_it(role: str = "staff", query: str = "") -> None:
        read_prepared_as(page, role)
        page.goto(f"{ADDRESS}{query}")
        expect(page.get_by_role("heading", name="Auslastung", level=1)).to_be_visible()

    return open_it


def answer(page: Page, **parameters: str) -> dict[str, Any]:
    """The report as its own call answers it."""
    found: dict[str, Any] = page.request.get(API, params=parameters).json()
    return found


def section(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title)


def downloaded(page: Page, title: str, choice: str) -> bytes:
    section(page, title).get_by_role("button", name=f"Laden: {title}").first.click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=choice).click()
    return Path(download.value.path()).read_bytes()


@pytest.mark.sample(1)
@pytest.mark.parametrize("role", ["staff", "marketing"])
def test_everybody_sees_how_full_the_park_is_and_when_it_will_be(page: Page, open_report: Open, role: str) -> None:
    open_report(role)
    tables = answer(page)["tables"]
    assert tables["totals"]["rows"][0]["taken"] == 3 * WEEKS
    forecast = tables["forecast"]["rows"][0]
    assert (forecast["net_per_week"], forecast["room"]) == (3_000_000, 470)
    for table in ("totals", "forecast", "days", "mix", "cancellations"):
        expect(page.get_by_text(tables[table]["sentence"]).first).to_be_visible()
    expect(page.get_by_role("img", name=tables["forecast"]["sentence"])).to_be_visible()
    likely = datetime.fromisoformat(forecast["likely_day"])
    expect(section(page, "Auf einen Blick")).to_contain_text(f"{likely:%d.%m.%Y}")


@pytest.mark.sample(0)
def test_the_field_of_places_is_walked_through_the_days_by_keys(page: Page, open_report: Open) -> None:
    open_report()
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", _empty_day(page))
    page.keyboard.press("End")
    expect(
        page.get_by_role("img", name="30 von 500 belegt: 30 reserviert; davon 30 noch nicht eingeladen")
    ).to_be_visible()
    page.keyboard.press("ArrowLeft")
    yesterday = answer(page)["tables"]["days"]["rows"][-2]["day"]
    expect(page.get_by_text(f"Stand am {datetime.fromisoformat(yesterday):%d.%m.%Y}")).to_be_visible()


def _empty_day(page: Page) -> str:
    first = datetime.fromisoformat(answer(page)["tables"]["days"]["rows"][0]["day"])
    return f"{first:%d.%m.%Y}: 0 von 500 belegt"


def test_screen_files_and_api_say_the_same(page: Page, open_report: Open) -> None:
    open_report("marketing")
    days = answer(page)["tables"]["days"]["rows"]
    section(page, "Tag für Tag").get_by_text("Als Tabelle").click()
    row = section(page, "Tag für Tag").get_by_role("row").last
    expect(row).to_contain_text(f"{datetime.fromisoformat(days[-1]['day']):%d.%m.%Y}")
    expect(row).to_contain_text("60.000")

    book = openpyxl.load_workbook(BytesIO(downloaded(page, "Tag für Tag", "Excel (XLSX)")))
    head, *lines = book["Tag für Tag"].iter_rows(values_only=True)
    assert head[:3] == ("Tag", "Plätze", "Mit Reservierung")
    told = [list(day.values()) for day in days]
    assert [[f"{line[0]:%Y-%m-%d}", *line[1:]] for line in lines] == told
    text = downloaded(page, "Tag für Tag", "CSV für Excel").decode("utf-8-sig")
    _, *lines_of_csv = csv.reader(StringIO(text, newline=""), delimiter=";")
    assert [[_iso(line[0]), *map(int, line[1:])] for line in lines_of_csv] == told


def _iso(day: str) -> str:
    return "-".join(reversed(day.split(".")))


@pytest.mark.sample(0)
def test_the_picture_can_be_taken_along(page: Page, open_report: Open) -> None:
    open_report()
    svg = downloaded(page, "Füllung und Vorhersage", "Bild als SVG").decode()
    assert svg.startswith("<svg")
    assert "voll bei 500" in svg
    assert downloaded(page, "Füllung und Vorhersage", "Bild als PNG").startswith(b"\x89PNG")


@pytest.mark.sample(0)
def test_numbers_lead_to_their_reservations(page: Page, open_report: Open) -> None:
    open_report()
    section(page, "Auf einen Blick").get_by_role("link", name="30").click()
    expect(page.get_by_role("heading", name="Reservierungen", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="30 Zeilen exportieren")).to_be_visible()


@pytest.mark.sample(0)
def test_another_park_and_an_empty_period_are_pictures_with_words(page: Page, open_report: Open) -> None:
    open_report(query="?from=2019-01-01&to=2019-01-31")
    expect(
        page.get_by_text("In diesem Zeitraum wurde kein Platz neu reserviert und keiner zurückgegeben.")
    ).to_be_visible()
    expect(page.get_by_text("Noch ist kein Platz reserviert.").first).to_be_visible()
    page.get_by_label("Park", exact=True).select_option("munich")
    expect(page.get_by_text("hatte der Park keine Plätze", exact=False).first).to_be_visible()
    assert violations(page, WIDTHS) == []


def test_an_unknown_park_is_said_in_german_beside_its_field(page: Page, open_report: Open) -> None:
    open_report(query="?park=paris")
    expect(page.get_by_role("alert").filter(has_text="Diesen Park gibt es nicht.")).to_be_visible()


def test_it_is_readable_for_everybody(page: Page, open_report: Open) -> None:
    open_report()
    expect(page.get_by_role("slider")).to_be_visible()
    leave_few_rows(page)
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
