"""Pages of reports in the console: the way to a contract, quality, paths, and the reservations behind a number."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select, update

from services.core.clock import berlin_day, start_of_berlin_day, utc_now
from services.core.db.db import Database
from services.referral_codes.models import ReferralCode
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from services.reservations.models import Reservation
from services.visits.steps import Step
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve, reserve_before
from tests.journeys.pages import overflow

WIDTHS = (390, 1280)
GOOGLE = {"utm_source": "google", "utm_medium": "cpc", "utm_campaign": "herbst"}
LETTER = {"utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "november"}


pytestmark = pytest.mark.xdist_group("console, pages of reports")


@pytest.fixture(scope="module")
def prepared(prepared_console: Server, prepared_db: Database) -> None:
    """Thirty visitors by google, of whom ten begin the form and four go on to its end, three of them to the thanks; ten
    directly. One reservation by google, then by a newsletter; one directly.
    """
    now = datetime.now(UTC)
    # Yesterday: who visits before midnight and begins the form after it is two visitors, and this may run at any hour.
    noon = start_of_berlin_day(berlin_day(now) - timedelta(days=1)) + timedelta(hours=12)
    rows = [visit(noon + timedelta(seconds=number), visitor=number, **GOOGLE) for number in range(30)]
    rows += [visit(noon + timedelta(seconds=number), visitor=100 + number) for number in range(10)]
    steps = ((Step.FORM_STARTED, 10), (Step.STEP_2, 4), (Step.STEP_3, 4), (Step.STEP_4, 4), (Step.RESERVED, 3))
    for step, count in steps:
        at = noon + timedelta(minutes=step)
        rows += [visit(at, visitor=number, step=step, is_arrival=False, **GOOGLE) for number in range(count)]
    add_visits(prepared_db, rows)
    reserve_before(prepared_console, touches=by_two_campaigns())
    reserve_before(prepared_console, touches=[])


def by_two_campaigns() -> list[dict[str, str]]:
    """Three days ago google, yesterday a newsletter."""
    now = datetime.now(UTC)
    earlier, later = ((now - timedelta(days=days, minutes=5)).isoformat() for days in (3, 1))
    return [{**GOOGLE, "landing_path": "/", "at": earlier}, {**LETTER, "landing_path": "/", "at": later}]


def open_report(page: Page, name: str, query: str = "") -> None:
    """Open a report and wait for its picture."""
    page.goto(f"/admin/reports/{name}?{query}")
    is_there(page)


def is_there(page: Page) -> None:
    """The picture has come, and none is on its way."""
    expect(page.locator(".report[aria-busy=false]")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def is_sound(page: Page) -> None:
    """No barrier in light, dark and forced colours, nothing wider than the window, no text too small to read."""
    assert violations(page, WIDTHS) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0
        sizes = page.locator("svg.drawing text").evaluate_all(
            "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"
        )
        assert min(sizes, default=12) >= 12
    assert violations_in_forced_colours(page, WIDTHS) == []
    page.emulate_media(forced_colors="none", color_scheme="light")


def test_the_way_to_a_contract_names_where_most_are_lost_and_leads_to_one_origin(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "funnel", "compare=previous")
    [_, began, _, *_] = page.request.get("/api/staff/reports/funnel").json()["tables"]["steps"]["rows"]
    assert (began["amount"], began["lost"]) == (10, 30)
    picture = page.locator(".figure").first.locator("svg.drawing")
    expect(picture).to_contain_text("−60 %: hier geht der größte Anteil verloren".replace(" %", "\u00a0%"))
    expect(picture).to_contain_text("eine Zelle: eine Reservierung")
    is_sound(page)
    page.get_by_role("link", name="Nur google / cpc / herbst zeigen").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Kampagne: herbst")).to_be_visible()
    is_there(page)
    expect(picture).to_contain_text("Besuch30")
    page.go_back()
    expect(page.get_by_role("button", name="Kampagne: herbst")).to_have_count(0)
    is_there(page)
    page.get_by_text("Als Tabelle").first.click()
    page.get_by_role("region", name="Tabelle: Schritt für Schritt").get_by_role("link", name="2", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen dahinter")


@pytest.mark.sample(0)
def test_few_reservations_are_not_judged_and_a_choice_stays_in_the_address(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "quality")
    expect(page.locator("svg.drawing").first).to_contain_text("zu wenige: eine Reservierung")
    page.get_by_role("button", name="Aufgegeben").click()
    expect(page).to_have_url(re.compile(r"\?outcome=cancelled$"))
    page.reload()
    expect(page.get_by_role("button", name="Aufgegeben")).to_have_attribute("aria-pressed", "true")
    is_there(page)
    is_sound(page)
    page.get_by_role("link", name="newsletter / email / november: 1 Reservierung").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen dahinter")
    expect(page.get_by_role("button", name="Kampagne: november")).to_be_visible()


def test_paths_are_chains_of_stations_and_take_a_look_back(page: Page, server: Server, sign_in: SignIn) -> None:
    """Five took the same; the path of one alone is not told."""
    for _ in range(5):
        reserve_before(server, touches=by_two_campaigns())
    reserve_before(server, touches=[])
    sign_in(page, "marketing")
    open_report(page, "paths")
    chains = page.get_by_role("region", name="Stationen").locator("svg.drawing")
    for words in ("herbst", "google / cpc", "november", "seltene Wege mit einer Station", "noch kein Vertrag"):
        expect(chains).to_contain_text(words)
    is_sound(page)
    page.get_by_label("Rückblick").fill("2")
    page.get_by_label("Rückblick").press("Enter")
    expect(page).to_have_url(re.compile("look_back_days=2"))
    expect(chains).not_to_contain_text("herbst")


@pytest.mark.sample(0)
def test_the_reservations_behind_a_number_are_narrowed_by_state_and_name_nobody(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    open_report(page, "reservations")
    rows = page.get_by_role("region", name="Tabelle: Reservierungen").get_by_role("row")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Reserviert 2").click()
    expect(page).to_have_url(re.compile("state=reserved"))
    expect(page.get_by_role("button", name="Filter Stand entfernen")).to_be_visible()
    is_there(page)
    is_sound(page)
    assert "@example.org" not in page.content()
    page.get_by_role("button", name="Filter Stand entfernen").click()
    expect(page.get_by_role("button", name="Filter Stand entfernen")).to_have_count(0)


@pytest.mark.sample(0)
def test_an_empty_period_is_an_empty_picture_with_words(page: Page, read_as: SignIn) -> None:
    read_as(page, "admin")
    for name in ("funnel", "quality", "paths", "reservations"):
        open_report(page, name, "from=2020-01-01&to=2020-01-31")
        expect(page.locator("svg.drawing .fallow").first).to_be_visible()
        assert "NaN" not in page.content()
        assert violations(page, (390,)) == []


def test_of_each_code_it_is_shown_how_many_count(
    page: Page, server: Server, sign_in: SignIn, records_db: Database
) -> None:
    reserve(page, server, first_name="Nele", last_name="Hartwig")
    CodeIssue(records_db, utc_now).issue()
    with records_db.read() as session:
        code = session.scalars(select(ReferralCode.code)).one()
    reserve(page, server, mobile_phone="0841 555678", referral_code=code)
    reserve(page, server, referral_code="NIRGENDS")
    confirmed = update(Reservation).values(email_confirmed_at=utc_now())  # who has not does not count yet
    records_db.write(lambda session: session.execute(confirmed) and None)
    ReferralWatch(records_db, utc_now).check()
    sign_in(page, "marketing")
    open_report(page, "referrals")
    picture = page.locator("svg.drawing").first
    expect(picture).to_contain_text(code)
    expect(picture).to_contain_text("Gültige Empfehlungen")
    assert "Hartwig" not in page.locator("main").inner_text()
    is_sound(page)
    open_report(page, "referrals", "from=2020-01-01&to=2020-01-31")
    expect(page.get_by_role("img", name="kam niemand mit einem Empfehlungscode")).to_be_visible()
