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

from services.alerts.models import AlertRule
from services.campaigns.models import Alias, Campaign, CampaignCost, ChartNote, ContractTarget, ShortLink
from services.checks.models import SetupConfirmation
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Base, Database
from services.integrations.events import EVENTS
from services.integrations.models import MachineToken, WebhookEndpoint
from services.jobs.models import KnownJob
from services.messages.templates.models import AnswerTemplate
from services.parks.models import Park, ParkChange
from services.referral_codes.models import ReferralCode
from services.reports.models import ReportRun, ReportSegment
from services.reservations.models import SavedView
from services.schedules.models import ReportSchedule
from services.staff.models import Account
from tests.fixtures.staff import PASSWORD, add_member
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.marketing_year import add_campaign
from tests.journeys.filling import Values, expect_stored, fill_completely
from tests.services.reservations.standing import households, reserve_many

TODAY = berlin_day(utc_now())
LATER = TODAY + timedelta(days=30)
DIALOG = "[role=dialog] form"
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
        "spots",
        *("staff", f"{PARK}/show", ()),
        {"Plätze": "200–203", "Grund": "Wechselrichter"},
        *(("4 Plätze sperren",), ParkChange, {"reason": "Wechselrichter"}),
        scope="section[aria-labelledby=block-spots] form",
    ),
    Form(
        "park of Munich is paused",
        *("admin", "/admin/parks/munich/show", ("Anhalten",)),
        {"Grund": "Der Netzbetreiber prüft"},
        *(("Anhalten",), ParkChange, {"reason": "Der Netzbetreiber prüft"}),
    ),
    Form(
        "new campaign",
        *("marketing", "/admin/campaigns/create", ()),
        {
            "Name": "Winterpost",
            **UTM,
            "Zielseite": "Reservierung (/reservierung)",
            "Beginn": TODAY.isoformat(),
            "Ende": LATER.isoformat(),
            "Budget in €": "1.500,50",
            "Notiz": "Mit Beilage",
        },
        ("Anlegen",),
        Campaign,
        {
            "name": "Winterpost",
            "utm_medium": "email",
            "starts_on": TODAY,
            "ends_on": LATER,
            "budget_cents": 150_050,
            "note": "Mit Beilage",
        },
        scope="main form",
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
        "costs of a day",
        *("marketing", f"{CAMPAIGN}/show", ("Betrag eintragen",)),
        {"Tag": TODAY.isoformat(), "Betrag in €": "1.049,90", "Notiz": "Rechnung 7"},
        *(("Speichern",), CampaignCost, {"day": TODAY, "cents": 104_990, "note": "Rechnung 7"}),
    ),
    Form(
        "remark on charts",
        *("marketing", "/admin/notes", ("Anmerkung eintragen",)),
        {"Tag": TODAY.isoformat(), "Was war an diesem Tag?": "Energiemesse", "Zu sehen": "nur in: Herbst"},
        *(("Speichern",), ChartNote, {"day": TODAY, "text": "Energiemesse", "campaign_id": 1}),
    ),
    Form(
        "short link",
        *("marketing", f"{CAMPAIGN}/show", ("Kurzlink anlegen",)),
        {"Wunsch nach /l/": "plakat", "Zielseite": "Fragen und Antworten (/faqs)", "Inhalt": "a1", "Begriff": "strom"},
        ("Anlegen",),
        ShortLink,
        {"slug": "plakat", "target_path": "/faqs", "utm_content": "a1", "utm_term": "strom"},
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
        "invitation",
        *("admin", "/admin/accounts", ("Person einladen",)),
        {"Name": "Jonas Reh", "E-Mail-Adresse": "jonas@example.org", "Rolle": "Marketing"},
        *(("Einladen",), Account, {"name": "Jonas Reh", "email": "jonas@example.org", "role": "marketing"}),
    ),
    Form(
        "own name and address",
        *("staff", "/admin/account", ()),
        {"Ihr Name": "Nele Berg", "E-Mail-Adresse": "nele.berg@example.org"},
        *(("Speichern",), Account, {"name": "Nele Berg", "email": "nele.berg@example.org"}),
        scope="section:has(> h2:text-is('Name und E-Mail-Adresse')) form",
    ),
    Form(
        "pause of a job",
        *("admin", "/admin/jobs/forget", ("Anhalten",)),
        {"Grund": "Umzug der Platte"},
        *(("Anhalten",), KnownJob, {"name": "forget", "paused_reason": "Umzug der Platte"}),
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
        "rule of an alert",
        *("admin", "/admin/alerts", (re.compile("Ändern.*Park voll oder fast voll"),)),
        {
            "Eingeschaltet": True,
            "Ab wie viel Prozent?": "85",
            "Alle mit der Rolle Administration": False,
            "Weitere Adressen": "chefin@example.org",
            **QUIET,
        },
        *(("Speichern",), AlertRule, {"kind": "capacity", "threshold": 85, "to_admins": False, **QUIET_KEPT}),
        scope="form.rule-form",
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


@pytest.mark.sample(8)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_it_is_filled_completely_and_saved(form: Form, page: Page, write_as: SignIn, module_db: Database) -> None:
    write_as(page, form.role)
    page.goto(form.path)
    for name in form.presses:
        buttons = (page.get_by_role(role, name=name, exact=True) for role in ("button", "menuitem", "tab"))
        functools.reduce(Locator.or_, buttons).first.click()
    fields = page.locator(form.scope)
    expect(fields).to_be_visible()
    fill_completely(fields, form.values)
    for button in form.sends:
        fields.get_by_role("button", name=button, exact=True).click()
    expect_stored(module_db, form.model, form.kept)


DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
FORMATS = {"Kennzahlen in der Mail": True, "PDF": True, "Excel": True, "CSV": True, "Parquet": True}
ASKED = {
    "Bericht": "Überblick",
    "Zeitraum": "Letzte 30 ganze Tage",
    "Vergleich": "Zeitraum davor",
    "Bots mitzählen": True,
    "Rückblick": "14",
    "Uhrzeit": "07:45",
    "Auf der Uhr von": "Wien",
    "Tabellen ab": "5",
    "Dateien aufheben": "90",
    **FORMATS,
}
RHYTHMS: tuple[tuple[Values, dict[str, object]], ...] = (
    ({"Rhythmus": "Täglich"}, {"kind": "daily", "time": "07:45"}),
    (
        {"Rhythmus": "Wöchentlich", **{day: day in DAYS[:2] for day in DAYS}},
        {"kind": "weekly", "weekdays": [1, 2]},
    ),
    ({"Rhythmus": "Monatlich", "An welchem Tag": "Erster Werktag"}, {"kind": "monthly", "month_day": 0}),
    (
        {
            "Rhythmus": "Vierteljährlich",
            "In welchem Monat des Quartals": "Zweiter: Februar, Mai, August, November",
            "An welchem Tag": "5",
        },
        {"kind": "quarterly", "month": 2, "month_day": 5},
    ),
    (
        {"Rhythmus": "Jährlich", "In welchem Monat": "November", "An welchem Tag": "Letzter"},
        {"kind": "yearly", "month": 11, "month_day": 31},
    ),
)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("rhythm", "timing"), RHYTHMS, ids=lambda part: str(part.get("Rhythmus", "")))
def test_a_schedule_of_each_rhythm_is_filled_and_saved(
    rhythm: Values, timing: dict[str, object], page: Page, write_as: SignIn, module_db: Database
) -> None:
    name = f"Zustellung {rhythm['Rhythmus']}"
    address = add_member(module_db, "marketing").email
    write_as(page, "marketing")
    page.goto("/admin/reports/schedules/new?report=overview")
    form = page.locator(".schedule-form")
    expect(form).to_be_visible()
    fill_completely(form, {"Name": name, "E-Mail-Adresse": address, **ASKED, **rhythm})
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    kept = {"name": name, "timing": timing, "zone": "Europe/Vienna", "retention_days": 90, "least_rows": 5}
    expect_stored(module_db, ReportSchedule, {**kept, "formats": ["xlsx", "csv", "parquet", "pdf", "body"]})
    page.get_by_role("button", name="Anhalten").click()
    dialog = page.get_by_role("dialog", name="Bericht anhalten")
    fill_completely(dialog, {"Grund": "Niemand liest ihn"})
    dialog.get_by_role("button", name="Anhalten").click()
    expect_stored(module_db, ReportSchedule, {"name": name, "paused_reason": "Niemand liest ihn"})


def test_an_account_is_changed_and_a_password(page: Page, write_as: SignIn, module_db: Database) -> None:
    colleague = add_member(module_db, "staff")
    write_as(page, "admin")
    page.goto(f"/admin/accounts/{colleague.id}/show")
    form = page.get_by_role("region", name="Ändern", exact=True).locator("form")
    whom = {"Name": "Jonas Weber", "E-Mail-Adresse": "jonas.weber@example.org", "Rolle": "Marketing"}
    fill_completely(form, whom)
    form.get_by_role("button", name="Speichern").click()
    kept = {"name": "Jonas Weber", "email": "jonas.weber@example.org", "role": "marketing"}
    expect_stored(module_db, Account, {"id": colleague.id, **kept})
    page.goto("/admin/account")
    form = page.get_by_role("region", name="Passwort", exact=True).locator("form")
    fill_completely(form, {"Bisheriges Passwort": PASSWORD, "Neues Passwort": "ein Feld voller Margeriten"})
    form.get_by_role("button", name="Passwort ändern").click()
    expect(page.get_by_text("Ihr Passwort ist geändert.")).to_be_visible()


def test_every_assumption_of_the_credit_report_is_typed(page: Page, write_as: SignIn) -> None:
    write_as(page, "marketing")
    page.goto("/admin/reports/credits")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    asked = {
        "Park": "Ingolstadt",
        "Paket": "Premium",
        "Zahlweise": "24 Raten",
        "Reserviert": "Alle Reservierungen",
        "Freier Satz je kWh": "5,5",
        "Gewinn des Parks je kWh": "1,5",
        "Preispfad": "1,25",
        "Beträge und Preispfad": "real (heutiges Geld)",
        "Inflation": "1,5",
        "Rechnen über": "15",
        "Erster Monat": "04/2027",
        "Alterung der Module": "0,4",
        "Zinssatz des Barwerts": "3",
    }
    fill_completely(page.get_by_role("region", name="Was der Bericht zeigt"), asked)
    page.keyboard.press("Enter")
    for part in ("price_path_bp=125", "starts_on=2027-04-01", "years=15", "inflation_bp=150", "discount_bp=300"):
        expect(page).to_have_url(re.compile(part))


@pytest.mark.sample(0)
def test_the_look_back_of_a_report_is_typed(page: Page, write_as: SignIn) -> None:
    write_as(page, "marketing")
    page.goto("/admin/reports/models")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    asked = {
        "Zeitraum": "90 Tage bis heute",
        "Gewähltes Modell": "Letzter Kontakt",
        "Rückblick": "14",
        "Halbwertszeit": "5",
    }
    fill_completely(page.get_by_role("region", name="Was der Bericht zeigt"), asked)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("look_back_days=14.*half_life_days=5"))


def test_a_value_of_a_filter_is_looked_for_and_chosen(page: Page, write_as: SignIn, module_db: Database) -> None:
    write_as(page, "marketing")
    page.goto("/admin/reports/overview")
    page.get_by_role("button", name="Filter hinzufügen").click()
    page.get_by_role("menuitem", name="Quelle").click()
    form = page.locator("form.value-choice")
    fill_completely(form, {"Quelle suchen": "goo"})
    form.get_by_role("button", name="Anwenden").click()
    expect(form).to_have_count(0)
