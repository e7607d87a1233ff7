"""How full a park is, as staff see it: pictures, their tables, their files, and the reservations behind."""

import re
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.journeys.axe import defects, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.tables import leave_few_rows
from tests.services.reservations.standing import households, reserve_many

ADDRESS = "/admin/reports/capacity"
API = "/api/staff/reports/capacity"
WIDTHS = (390, 1280)
WEEKS = 10


@pytest.fixture(scope="module")
def prepared(prepared_db: Database) -> None:
    """Three households a week for ten weeks, the last of them yesterday."""
    bodies = households(3 * WEEKS)
    for week in range(WEEKS):
        day = utc_now() - timedelta(days=1, weeks=WEEKS - 1 - week)
        at = day.replace(hour=12, minute=0, second=0, microsecond=0)  # the same day in Berlin all year
        reserve_many(prepared_db, at, bodies[3 * week : 3 * week + 3])


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


def test_how_full_the_park_is_and_when_it_will_be_stands_on_the_page_and_in_its_files(
    page: Page, read_prepared_as: SignIn, subtests: Subtests
) -> None:
    read_prepared_as(page, "marketing")
    page.goto(f"{ADDRESS}?park=paris")
    expect(page.get_by_role("heading", name="Auslastung", level=1)).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Diesen Park gibt es nicht.")).to_be_visible()
    page.get_by_label("Park", exact=True).select_option(label="Ingolstadt")
    tables = answer(page)["tables"]
    days = tables["days"]["rows"]

    with subtests.test("every table has its sentence, and the forecast its day"):
        assert tables["totals"]["rows"][0]["taken"] == 3 * WEEKS
        forecast = tables["forecast"]["rows"][0]
        assert (forecast["net_per_week"], forecast["room"]) == (3_000_000, 470)
        for table in ("totals", "forecast", "days", "mix", "cancellations"):
            expect(page.get_by_text(tables[table]["sentence"]).first).to_be_visible()
        expect(page.get_by_role("img", name=tables["forecast"]["sentence"]).first).to_be_visible()
        expect(section(page, "Auf einen Blick")).to_contain_text(german(forecast["likely_day"]))
    with subtests.test("the field of places is walked through the days by keys"):
        slider = page.get_by_role("slider")
        slider.press("Home")
        expect(slider).to_have_attribute("aria-valuetext", f"{german(days[0]['day'])}: 0 von 500 belegt")
        slider.press("End")
        expect(
            page.get_by_role("img", name=re.compile("30 von 500 belegt: 30 reserviert; davon 30 noch"))
        ).to_be_visible()
        slider.press("ArrowLeft")
        expect(page.get_by_text(f"Stand am {german(days[-2]['day'])}")).to_be_visible()
    with subtests.test("screen, files and API say the same"):
        section(page, "Tag für Tag").get_by_text("Als Tabelle").click()
        row = section(page, "Tag für Tag").get_by_role("row").last
        expect(row).to_contain_text(german(days[-1]["day"]))
        expect(row).to_contain_text("60.000")
        book = openpyxl.load_workbook(BytesIO(downloaded(page, "Tag für Tag", "Excel (XLSX)")))
        head, *lines = book["Tag für Tag"].iter_rows(values_only=True)
        assert head[:3] == ("Tag", "Plätze", "Mit Reservierung")
        assert [[f"{line[0]:%Y-%m-%d}", *line[1:]] for line in lines] == [list(day.values()) for day in days]
    with subtests.test("the picture can be taken along"):
        svg = downloaded(page, "Füllung und Vorhersage", "Bild als SVG").decode()
        assert svg.startswith("<svg")
        assert "Voll bei 500" in svg
        assert downloaded(page, "Füllung und Vorhersage", "Bild als PNG").startswith(b"\x89PNG")
    with subtests.test("it is readable for everybody"):
        leave_few_rows(page)
        assert defects(page, WIDTHS) == []
        assert violations_in_forced_colours(page, WIDTHS) == []


def german(day: str) -> str:
    return f"{datetime.fromisoformat(day):%d.%m.%Y}"
