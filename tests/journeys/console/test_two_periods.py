"""Two periods chosen without a mouse: what changed in the overview, and how much of each origin."""

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
SENTENCE = "5 Reservierungen, 150 % mehr als davor (Quote 4,2 %). Dieser Unterschied an Reservierungen kann Zufall sein"
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


def reservations_of(table: Locator) -> dict[str, tuple[int, int]]:
    """Reservations by origin, and how many there were before, which few say without a percentage."""
    heads = [words.strip() for words in table.get_by_role("columnheader").all_inner_texts()]
    place = next(place for place, head in enumerate(heads) if head.startswith("Reservierungen"))
    rows = table.get_by_role("row").filter(has=table.page.locator("td"))
    cells = [row.locator("th, td").all_inner_texts() for row in rows.all()]
    found = {row[0].strip(): re.findall(r"[0-9]+", row[place]) for row in cells}
    return {origin: (int(now), int(before)) for origin, (now, before, *_) in found.items()}


def expect_the_chosen(page: Page) -> None:
    """Both choices in their fields, and what they come to."""
    is_there(page)
    expect(page.get_by_label("Zeitraum", exact=True)).to_have_value("last_year")
    expect(page.get_by_label("Vergleich", exact=True)).to_have_value("weekdays")
    expect(page.get_by_text("53 Wochen früher, also dieselben Wochentage")).to_be_visible()


def test_two_periods_are_chosen_by_keyboard_and_seen_by_origin(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    page.goto("/admin/reports/overview")
    is_there(page)
    choose(page, "Zeitraum", "Letztes J", "last_year")
    choose(page, "Vergleich", "Gleiche", "weekdays")
    expect_the_chosen(page)
    expect(page.get_by_role("region", name="Im ganzen Zeitraum")).to_contain_text(SENTENCE)

    page.get_by_role("link", name="Beide Zeiträume nach Herkunft").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aufschlüsselung")
    expect_the_chosen(page)
    page.get_by_text("Als Tabelle").click()
    table = page.get_by_role("region", name="Tabelle: Nach Herkunft")
    assert reservations_of(table) == {
        "E-Mail": (3, 0),
        "Direkt, Startseite": (1, 0),
        "Soziale Netze, unbezahlt": (1, 2),
    }
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
