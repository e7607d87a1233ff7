"""Forms of the console: every field of each is filled by keyboard and saved once, and what arrived is read back.

A field that a table here does not name fails its test. Which journey fills which form stands in `filled_forms.py`.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from services.alerts.models import AlertRule
from services.campaigns.models import Alias, Campaign, ContractTarget
from services.checks.models import SetupConfirmation
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Base, Database
from services.integrations.events import EVENTS
from services.integrations.models import MachineToken, WebhookEndpoint
from services.messages.templates.models import AnswerTemplate
from services.parks.models import Park, ParkChange
from services.referral_codes.models import ReferralCode
from services.reports.models import ReportRun, ReportSegment
from services.reservations.listing.models import SavedView
from services.schedules.models import ReportSchedule
from services.staff.models import Account
from tests.fixtures.staff import add_member
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.marketing_year import add_campaign
from tests.journeys.console.moving import go
from tests.journeys.filling import Values, expect_stored, fill_completely
from tests.services.reservations.standing import households, reserve_many

pytestmark = pytest.mark.xdist_group("console, forms")

TODAY = berlin_day(utc_now())
LATER = TODAY + timedelta(days=30)
DIALOG = "[role=dialog] form"
PROFILE = "section:has(> h2:text-is('Name und E-Mail-Adresse')) form"
"""It stays."""
PARK = "/admin/parks/ingolstadt"
CAMPAIGN = "/admin/campaigns/1"


@pytest.fixture(scope="module", autouse=True)
def prepared_module(module_db: Database) -> None:
    """Households, and one campaign."""
    reserve_many(module_db, utc_now(), households(3))
    add_campaign(module_db, "Herbst", ("zeitung", "print", "herbst"), 1000)


@dataclass(frozen=True)
class Form:
    """A form: where it is, what is put into it, and one row that it leaves."""

    name: str
    role: str
    path: str
    presses: tuple[str | re.Pattern[str], ...]
    """The buttons that lead to it."""
    values: Values
    sends: tuple[str, ...]
    """The buttons that save it."""
    model: type[Base]
    kept: Mapping[str, object]
    scope: str = DIALOG


UNTOLD = ("reservation.cancelled", "report_run.failed", "alert.closed")
UTM = {"Quelle": "stadtwerke", "Medium": "email", "Kampagne": "winter"}
QUIET = {
    "Ruhezeiten einhalten": True,
    **dict.fromkeys((f"Ruhe beginnt am {day}" for day in ("Montag", "Dienstag", "Mittwoch", "Donnerstag")), True),
    **dict.fromkeys((f"Ruhe beginnt am {day}" for day in ("Freitag", "Samstag", "Sonntag")), False),
    "Ruhe ab": "21:30",
    "Ruhe bis": "07:15",
}
QUIET_KEPT = {"quiet_from": time(21, 30), "quiet_to": time(7, 15), "quiet_days": [1, 2, 3, 4]}

FORMS = (
    Form(
        "park",
        *("admin", PARK, ()),
        {
            "Name": "Ingolstadt",
            "Ort": "Ingolstadt-Süd",
            "Stand des Baus": "Bauphase",
            "Zeitplan": "Frühjahr 2027",
            "Auskunft für Haushalte": "Die Fundamente stehen.",
            "Diese Auskunft gilt am": TODAY.isoformat(),
            "Leistung in kW": "1.450",
            "Haushalte laut Projekt": "480",
            "Mindestbetrag für Anlage in €": "750",
        },
        *(("Speichern",), Park, {"location": "Ingolstadt-Süd", "progress_note": "Die Fundamente stehen."}),
        scope="main form",
    ),
    Form(
        "limits",
        *("admin", f"{PARK}/show", ("Grenzen ändern",)),
        {"Plätze": "490", "Strom in kWh im Jahr": "900.000", "Grund": "Der Trafo ist kleiner"},
        *(("Speichern",), Park, {"id": "ingolstadt", "spot_limit": 490, "kwh_limit": 900_000}),
    ),
    Form(
        "park of Munich is paused",
        *("admin", "/admin/parks/munich/show", ("Anhalten",)),
        {"Grund": "Der Netzbetreiber prüft"},
        *(("Anhalten",), ParkChange, {"reason": "Der Netzbetreiber prüft"}),
    ),
    Form(
        "changed campaign",
        *("marketing", CAMPAIGN, ()),
        {
            "Name": "Herbst",
            **UTM,
            "Kampagne": "herbst",
            "Zielseite": "Kontakt (/kontakt)",
            "Beginn": TODAY.isoformat(),
            "Ende": LATER.isoformat(),
            "Budget in €": "99",
            "Notiz": "Läuft weiter",
        },
        *(("Speichern",), Campaign, {"name": "Herbst", "landing_path": "/kontakt", "note": "Läuft weiter"}),
        scope="main form",
    ),
    Form(
        "target of costs",
        *("marketing", "/admin/reports/money", ("Ziel festlegen",)),
        {"Höchstens, in €": "249,50"},
        *(("Festlegen",), ContractTarget, {"cents": 24_950}),
    ),
    Form(
        "code of a partner",
        *("marketing", "/admin/referrals/codes", ("Partner-Code anlegen",)),
        {"Name der Organisation": "TSV Ingolstadt-Nord", "Wunschcode": "TSV1919", "Notiz": "Sommerfest"},
        *(("Anlegen",), ReferralCode, {"code": "TSV1919", "partner_name": "TSV Ingolstadt-Nord", "note": "Sommerfest"}),
    ),
    Form(
        "webhook",
        *("admin", "/admin/webhooks", ("Ersten Webhook anlegen",)),
        {
            "Name": "Buchhaltung",
            "Adresse": "https://1.1.1.1/hook",
            **{f"{group}: Alle": True for group in ("Reservierungen", "Berichte", "Hinweise")},
            **{words: event not in UNTOLD for event, words in EVENTS.items()},
        },
        ("Anlegen",),
        WebhookEndpoint,
        {
            "name": "Buchhaltung",
            "url": "https://1.1.1.1/hook",
            "events": [event for event in EVENTS if event not in UNTOLD],
        },
    ),
    Form(
        "token",
        *("admin", "/admin/tokens", ("Schlüssel anlegen",)),
        {"Name": "Genossenschaft", "Alle": True, "Gilt bis": LATER.isoformat()},
        *(("Anlegen",), MachineToken, {"name": "Genossenschaft", "schedules": None}),
    ),
    Form(
        "own name and address",
        *("staff", "/admin/account", ()),
        {"Ihr Name": "Nele Berg", "E-Mail-Adresse": "nele.berg@example.org"},
        *(("Speichern",), Account, {"name": "Nele Berg", "email": "nele.berg@example.org"}),
        scope=PROFILE,
    ),
    Form(
        "template of answers",
        *("staff", "/admin/messages/templates", ("Neue Vorlage",)),
        {
            "Name": "Zwischenstand",
            "Thema": "Bau",
            "Betreff einer neuen Nachricht": "So weit ist Ihr Park",
            "Text": "Guten Tag {vorname} {nachname}, der Park wächst.",
            "Mit den Angaben von": "Änne",
        },
        ("Speichern",),
        AnswerTemplate,
        {"name": "Zwischenstand", "topic": "Bau", "text": "Guten Tag {vorname} {nachname}, der Park wächst."},
    ),
    Form(
        "backup",
        *("admin", "/admin/state", ("Andere Sicherung bestätigen",)),
        {"Tag der letzten Sicherung": TODAY.isoformat()},
        *(("Sicherung bestätigen",), SetupConfirmation, {"name": "backup", "done_on": TODAY}),
    ),
    Form(
        "rule on a figure against like days",
        *("marketing", "/admin/alerts", ("Regel anlegen",)),
        {
            "Eingeschaltet": True,
            "Welche Zahl?": "Besuche",
            "Wofür?": "Eine Kampagne",
            "Kampagne": "Herbst",
            "Wann möchten Sie es wissen?": "Weniger als sonst",
            "Wie viele Tage zusammen?": "1",
            "Um mehr als wie viel Prozent?": "50",
            "Alle mit der Rolle Administration": True,
            "Weitere Adressen": "",
            **QUIET,
        },
        *(("Speichern",), AlertRule, {"comparison": "less_than_usual", "threshold": 50, **QUIET_KEPT}),
        scope="form.rule-form",
    ),
    Form(
        "rule on a figure below a limit",
        *("marketing", "/admin/alerts", ("Regel anlegen",)),
        {
            "Eingeschaltet": False,
            "Welche Zahl?": "Besuche",
            "Wofür?": "Alles zusammen",
            "Wann möchten Sie es wissen?": "Unter einer Grenze",
            "Wie viele Tage zusammen?": "3",
            "Grenze": "12",
            "Alle mit der Rolle Administration": False,
            "Weitere Adressen": "",
            "Ruhezeiten einhalten": False,
        },
        *(("Speichern",), AlertRule, {"comparison": "below", "threshold": 12, "days": 3, "is_on": False}),
        scope="form.rule-form",
    ),
    Form(
        "view of the list",
        *(
            "staff",
            "/admin/reservations?filter=%7B%22annual_kwh%22%3A%222000%22%7D",
            (re.compile("^Ansicht: "), "Ansicht speichern"),
        ),
        {"Name": "Neue", "Auch für das Team": True},
        *(("Speichern",), SavedView, {"name": "Neue", "is_team": True}),
    ),
    Form(
        "segment of reports",
        *("marketing", "/admin/reports/overview?only_utm_source=google", ("Segmente", "Diese Filter speichern")),
        {"Name": "Nur Google"},
        *(("Speichern",), ReportSegment, {"name": "Nur Google", "filters": {"only_utm_source": ["google"]}}),
    ),
    Form(
        "kept report",
        *("marketing", "/admin/reports/overview", ("Festhalten",)),
        {"Name": "Stand heute"},
        *(("Festhalten",), ReportRun, {"label": "Stand heute"}),
    ),
    Form(
        "spelling",
        *("marketing", "/admin/aliases", ("Schreibweise zuordnen",)),
        {"Feld": "Quelle", "Steht im Link": "fb", "Zählt als": "facebook"},
        *(("Auswirkung ansehen", "So zuordnen"), Alias, {"field": "utm_source", "raw": "fb", "canonical": "facebook"}),
    ),
)


@pytest.mark.parametrize("role", ["admin", "staff", "marketing"])
def test_each_form_of_a_role_is_filled_completely_and_saved(
    role: str, page: Page, write_as: SignIn, module_db: Database, subtests: Subtests
) -> None:
    write_as(page, role)
    page.goto("/admin/help")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for form in FORMS:
        if form.role == role:
            with subtests.test(form.name):
                fill_and_save(page, module_db, form)


def fill_and_save(page: Page, db: Database, form: Form) -> None:
    go(page, form.path)
    for name in form.presses:
        buttons = (page.get_by_role(role, name=name, exact=True) for role in ("button", "menuitem", "tab"))
        functools.reduce(Locator.or_, buttons).first.click()
    fields = page.locator(form.scope)
    expect(fields).to_be_visible()
    fill_completely(fields, form.values)
    for button in form.sends:
        fields.get_by_role("button", name=button, exact=True).click()
    expect_stored(db, form.model, form.kept)
    # Until the page has taken the answer it asks before it is left.
    if form.scope != PROFILE:
        expect(fields).to_be_hidden()


DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
FORMATS = {"Kennzahlen in der Mail": True, "PDF": True, "Excel": True, "CSV": True, "Parquet": True}
ASKED = {
    "Bericht": "Überblick",
    "Zeitraum": "Letzte 30 ganze Tage",
    "Vergleich": "Zeitraum davor",
    "Feld": "Quelle",
    "Bots mitzählen": True,
    "Rückblick": "14",
    "Uhrzeit": "07:45",
    "Auf der Uhr von": "Wien",
    "Tabellen ab": "5",
    "Dateien aufheben": "90",
    **FORMATS,
}
WEEKLY = {"Rhythmus": "Wöchentlich", **{day: day in DAYS[:2] for day in DAYS}}
QUARTERLY = {
    "Rhythmus": "Vierteljährlich",
    "In welchem Monat des Quartals": "Zweiter: Februar, Mai, August, November",
    "An welchem Tag": "5",
    "Uhrzeit": "08:15",
    "Auf der Uhr von": "Wien",
}


def test_a_schedule_is_filled_in_two_rhythms_and_paused(page: Page, write_as: SignIn, module_db: Database) -> None:
    address, name = add_member(module_db, "marketing").email, "Zustellung"
    save = page.get_by_role("button", name="Speichern", exact=True)
    write_as(page, "marketing")
    page.goto("/admin/reports/schedules/new?report=overview")
    form = page.locator(".schedule-form")
    expect(form).to_be_visible()
    fill_completely(form, {"Name": name, "E-Mail-Adresse": address, **ASKED, **WEEKLY})
    save.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    kept = {"name": name, "zone": "Europe/Vienna", "retention_days": 90, "least_rows": 5}
    formats = ["xlsx", "csv", "parquet", "pdf", "body"]
    expect_stored(
        module_db, ReportSchedule, {**kept, "formats": formats, "timing": {"kind": "weekly", "weekdays": [1, 2]}}
    )
    page.get_by_role("link", name="Bearbeiten").click()
    fill_completely(page.get_by_role("region", name="Wann", exact=True), QUARTERLY)
    save.click()
    expect(page.get_by_role("button", name="Anhalten")).to_be_visible()
    expect_stored(module_db, ReportSchedule, {**kept, "timing": {"kind": "quarterly", "month": 2, "month_day": 5}})
    page.get_by_role("button", name="Anhalten").click()
    dialog = page.get_by_role("dialog", name="Bericht anhalten")
    fill_completely(dialog, {"Grund": "Niemand liest ihn"})
    dialog.get_by_role("button", name="Anhalten").click()
    expect_stored(module_db, ReportSchedule, {"name": name, "paused_reason": "Niemand liest ihn"})


def test_what_a_report_shows_is_typed_and_chosen(page: Page, write_as: SignIn) -> None:
    write_as(page, "marketing")
    page.goto("/admin/reports/money")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    asked = {
        "Zeitraum": "90 Tage bis heute",
        "Vergleich": "ohne Vergleich",
        "Zählweise": "Letzter Kontakt",
        "Rückblick": "14",
        "Halbwertszeit": "5",
    }
    fill_completely(page.get_by_role("region", name="Was der Bericht zeigt"), asked)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("look_back_days=14.*half_life_days=5"))
    page.goto("/admin/reports/overview")
    page.get_by_role("button", name="Filter hinzufügen").click()
    page.get_by_role("menuitem", name="Quelle").click()
    form = page.locator("form.value-choice")
    fill_completely(form, {"Quelle suchen": "goo"})
    form.get_by_role("button", name="Anwenden").click()
    expect(form).to_have_count(0)
