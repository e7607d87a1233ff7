"""„Warum“: from the overview to two periods chosen without a mouse, whose difference every origin adds up to."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.marketing_year import FACEBOOK, NEWSLETTER, noon
from tests.journeys.console.reserving import reserve_before
from tests.journeys.test_keyboard import tab_to

YEAR = berlin_day(datetime.now(UTC)).year - 1
NOW, BEFORE = date(YEAR, 6, 15), date(YEAR - 1, 6, 15)
SENTENCE = "5 Reservierungen statt 2: 3 mehr. So ein Unterschied kann Zufall sein"
VISITED = ((NEWSLETTER, NOW), (FACEBOOK, NOW), ({}, NOW), (FACEBOOK, BEFORE))
RESERVED = [*[(NEWSLETTER, NOW)] * 3, (FACEBOOK, NOW), ({}, NOW), *[(FACEBOOK, BEFORE)] * 2]


@pytest.fixture(scope="module")
def prepared(prepared_console: Server, prepared_db: Database) -> None:
    """Last year three reservations by a newsletter, one by Facebook and one directly, the year before two by Facebook;
    beside each of the four forty visits.
    """
    seen = {"landing_path": "/", "at": (datetime.now(UTC) - timedelta(minutes=5)).isoformat()}
    for origin, _day in RESERVED:
        reserve_before(prepared_console, touches=[origin | seen])

    def move(session: Session) -> None:
        for number, (_origin, day) in enumerate(RESERVED, 1):
            session.execute(update(Reservation).where(Reservation.id == number).values(created_at=noon(day)))

    prepared_db.write(move)
    rows = [
        visit(noon(day) + timedelta(seconds=n), visitor=100 * place + n, **origin)
        for place, (origin, day) in enumerate(VISITED)
        for n in range(40)
    ]
    add_visits(prepared_db, [visit(noon(date(YEAR - 2, 6, 15)), visitor=900), *rows])


def is_there(page: Page) -> None:
    expect(page.locator(".report[aria-busy=false]")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def choose(page: Page, label: str, words: str, value: str) -> None:
    """As a list of choices is used by keyboard: by the first letters of the wanted one."""
    field = page.get_by_label(label, exact=True)
    tab_to(page, field)
    page.keyboard.type(words)
    expect(field).to_have_value(value)


def number(words: str) -> int:
    """„+3“, „−1“, „2“."""
    return int(words.strip().replace("−", "-").replace("+", ""))


def differences(table: Locator) -> list[int]:
    """The column „Unterschied“, row by row."""
    heads = [words.strip() for words in table.get_by_role("columnheader").all_inner_texts()]
    place = next(place for place, head in enumerate(heads) if head.startswith("Unterschied"))
    rows = table.get_by_role("row").filter(has=table.page.locator("td"))
    return [number(row.locator("th, td").nth(place).inner_text()) for row in rows.all()]


def expect_the_chosen(page: Page) -> None:
    """Both choices in their fields, and what they come to."""
    is_there(page)
    expect(page.get_by_role("heading", level=2).first).to_contain_text(SENTENCE)
    expect(page.get_by_label("Zeitraum", exact=True)).to_have_value("last_year")
    expect(page.get_by_label("Vergleich", exact=True)).to_have_value("weekdays")
    expect(page.get_by_text("53 Wochen früher, also dieselben Wochentage")).to_be_visible()


def test_two_periods_are_chosen_by_keyboard_and_the_origins_add_up_to_their_difference(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    page.goto("/admin/reports/overview?compare=previous")
    is_there(page)
    page.get_by_role("link", name="Warum hat sich das geändert?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Was hat sich geändert")
    is_there(page)

    choose(page, "Zeitraum", "Letztes J", "last_year")
    choose(page, "Vergleich", "Gleiche", "weekdays")
    expect_the_chosen(page)

    table = page.get_by_role("region", name="Tabelle: Herkunft für Herkunft")
    found = differences(table)
    assert sorted(found) == [-1, 1, 3]
    shown = page.locator("dl > div").filter(has=page.get_by_text("Unterschied", exact=True)).locator(".number")
    assert sum(found) == number(shown.inner_text()) == 3
    assert defects(page, (390, 1280)) == []

    table.get_by_role("link", name="3", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen dahinter")
    is_there(page)
    expect(page.get_by_role("row")).to_have_count(1 + 3)
    page.go_back()
    expect_the_chosen(page)
    page.reload()
    expect_the_chosen(page)
    expect(page).to_have_url(re.compile(rf"from={YEAR}-01-01&to={YEAR}-12-31&compare=weekdays"))
