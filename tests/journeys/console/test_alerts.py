"""What wants attention: seen on the start page, noted, done something about; and the rules for it."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from services.alerts.built_in import Reading
from services.alerts.check import check_alerts
from services.alerts.models import AlertRule
from services.core.clock import utc_now
from services.core.db.db import Database
from services.settings import Settings
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.test_forms_filled import QUIET, QUIET_KEPT
from tests.journeys.filling import expect_stored, fill_completely
from tests.services.mail.posting import post
from tests.services.stored import set_spots

WIDTHS = (390, 1280)
Look = Callable[[], object]


@pytest.fixture
def look(server: Server, records_db: Database, tmp_path: Path) -> Look:
    """The watch looks at the figures, with one job found wanting: twice, since the first time it was away itself."""
    settings = Settings(_env_file=None, data_dir=tmp_path, public_url=server.url)
    job = Reading("job:self-check", 1, "Selbstprüfung ist ausgeblieben", "Erwartet war sie heute um 3:40 Uhr.")
    return lambda: [check_alerts(records_db, settings, utc_now, lambda _session, _now: [job]) for _ in range(2)]


def test_an_alert_is_seen_noted_and_gone_with_its_cause_and_its_rule_is_set(
    page: Page, sign_in: SignIn, records_db: Database, look: Look, watch: Watch
) -> None:
    watch.expect("status of 422")
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/alerts")
    expect(page.get_by_text("Noch nicht geprüft.")).to_be_visible()
    set_spots(records_db, "reserved", range(1, 456))
    post(records_db, lambda: utc_now() - timedelta(hours=2), "Nele")
    look()
    go(page, "/admin/")
    band = page.get_by_role("region", name="Hinweise")
    expect(band).to_contain_text("3 Hinweise:")
    assert violations_as_it_stands(page) == []
    band.get_by_role("link", name="Zu den Hinweisen").click()
    current = page.get_by_role("region", name="Offen")
    park = current.get_by_role("listitem").filter(has_text="Ingolstadt ist fast voll")
    expect(park).to_contain_text("455 von 500 belegt: 455 reserviert. 45 Plätze sind noch frei.")
    # Nothing is sent in this test, which the page knows.
    expect(park).to_contain_text("Die Mail dazu ist noch nicht hinausgegangen. Bis dahin steht es nur hier.")
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    park.get_by_role("button", name="Zur Kenntnis genommen").click()
    expect(park).to_contain_text("Zur Kenntnis genommen: Miriam Falk, heute")
    go(page, "/admin/")
    expect(band).to_contain_text("2 Hinweise:")
    set_spots(records_db, "free", range(1, 456))
    look()
    go(page, "/admin/alerts")
    past = page.get_by_role("region", name="Verlauf")
    expect(past.get_by_role("row").last).to_contain_text("Ingolstadt ist fast voll")
    expect(past.get_by_role("row").last).to_contain_text("Miriam Falk")
    expect(current.get_by_role("listitem")).to_have_count(2)
    set_a_rule_by_keyboard(page)
    expect_stored(records_db, AlertRule, {"kind": "capacity", "threshold": 85, "to_admins": False, **QUIET_KEPT})
    current.get_by_role("link", name="Mails ansehen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mails")


def set_a_rule_by_keyboard(page: Page) -> None:
    """Where it stands; what is wrong is said at its field, and the focus comes back."""
    rules = page.get_by_role("region", name="Regeln")
    change = rules.get_by_role("button", name=re.compile("Ändern.*Park voll oder fast voll"))
    change.press("Enter")
    form = rules.get_by_role("region", name="Park voll oder fast voll")
    form.get_by_label("Ab wie viel Prozent?").fill("101")
    form.get_by_label("Weitere Adressen").fill("chefin@example.org\nkein Ort")
    form.get_by_role("button", name="Speichern").click()
    expect(form).to_contain_text("Bitte geben Sie eine Grenze von 1 % bis 100 % an.")
    expect(form).to_contain_text("Bitte prüfen Sie die 2. Adresse")
    assert violations_as_it_stands(page) == []
    asked = {
        "Eingeschaltet": True,
        "Ab wie viel Prozent?": "85",
        "Alle mit der Rolle Administration": False,
        "Weitere Adressen": "chefin@example.org",
    }
    fill_completely(form, {**asked, **QUIET})
    form.get_by_role("button", name="Speichern").press("Enter")
    expect(rules).to_contain_text("Ein Park ist zu 85 % oder mehr belegt.")
    expect(rules).to_contain_text("Mail an chefin@example.org. Ruhe Mo bis Do von 21:30 bis 7:15 Uhr")
    expect(change).to_be_focused()
