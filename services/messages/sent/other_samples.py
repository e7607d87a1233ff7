"""Samples of the mails that are about no place: declarations, enquiries, the console's own, reports."""

from datetime import date, datetime
from typing import Any, Final

from services.core.clock import BERLIN
from services.core.contact_details import Email
from services.declarations.deadlines import berlin_wording
from services.declarations.states import DeclarationKind, NoticeKind
from services.declarations.wording import Declared
from services.mail.catalogue import (
    AlertOpened,
    AuditCheckpointMailed,
    ContactForwarded,
    ContactReceived,
    MailKind,
    StaffLink,
    StaffNotice,
)
from services.mail.letters import declarations
from services.mail.letters.answers import StaffAnswer
from services.mail.letters.console import SetupTest, WebhookPaused, WorkOverdue
from services.mail.letters.erasure import DataErased
from services.mail.report_failures import ReportFailed
from services.mail.report_letters import ReportArrived
from services.messages.sent.household_samples import PARK, REFERENCE, SPOT

_CONSOLE: Final = "https://voltigo.example/admin"
_CASE: Final = "ER-5N2P-W8TD"
_RECEIVED: Final = datetime(2026, 11, 22, 19, 42, 7, tzinfo=BERLIN)
_DAY: Final = "Sonntag, 22. November 2026"
_ADDRESS: Final = "nele.hartwig@example.org"
_CLERK: Final = "Miriam Falk"


def _declared() -> list[MailKind]:
    contract = f"{REFERENCE}, Platz {SPOT}\nim Solarpark {PARK}"
    personal = ("Nele Hartwig", contract, Email(_ADDRESS, _ADDRESS))
    withdrawal = Declared(DeclarationKind.WITHDRAWAL, *personal)
    notice = Declared(DeclarationKind.NOTICE, *personal, notice_kind=NoticeKind.ORDINARY, wished_end=date(2027, 12, 31))
    decision: dict[str, Any] = {
        "reference": _CASE,
        "received_day": _DAY,
        "words": "Danke für Ihre schnelle Antwort am Telefon.",
    }
    late = (
        "Der Vertrag wurde am 2. November 2026 geschlossen; die 14 Tage für den Widerruf endeten am 16. November 2026."
    )
    return [
        declarations.WithdrawalReceived(**_receipt(withdrawal)),
        declarations.NoticeReceived(**_receipt(notice)),
        declarations.WithdrawalAccepted(**decision, outcome="withdrawn", refund_day="Sonntag, 6. Dezember 2026"),
        declarations.NoticeAccepted(**decision, last_day="Freitag, 31. Dezember 2027"),
        declarations.DeclarationRejected(**decision | {"words": late}, what="Widerruf"),
    ]


def _receipt(declared: Declared) -> dict[str, Any]:
    return {
        "reference": _CASE,
        "received": berlin_wording(_RECEIVED),
        "sentence": declared.sentence,
        "lines": declared.lines,
        "sha256": declared.sha256,
    }


def _contact() -> list[MailKind]:
    return [
        ContactReceived(reference="KA-3F6H-9QXM", topic="Frage zur Reservierung"),
        ContactForwarded(
            reference="KA-3F6H-9QXM",
            topic="Frage zur Reservierung",
            suspected_spam=False,
            name="Nele Hartwig",
            email=_ADDRESS,
            phone="0176 1234 5678",
            reservation_reference=REFERENCE,
            project=PARK,
            amount_cents=None,
            payment_method="",
            message="Guten Tag,\nwir ziehen im Frühjahr um. Bleibt unser Platz?\nNele Hartwig",
        ),
    ]


def _answered() -> StaffAnswer:
    return StaffAnswer(
        headline="Re: Frage zur Reservierung [NA-8D4K-2PXW]",
        text="Guten Tag Nele Hartwig,\n\nIhr Platz bleibt. Bitte schreiben Sie uns nur die neue Anschrift.",
        clerk=_CLERK,
        reference="NA-8D4K-2PXW",
    )


def _erased() -> DataErased:
    books = "Bücher und Aufzeichnungen sind zehn Jahre aufzubewahren (§ 147 AO, § 257 HGB)."
    return DataErased(
        deleted=["Mails", "Warteliste", "Nachrichten", "Links zur eigenen Seite"],
        kept=[["Name, Anschrift und Zahlen des Vertrags", books, "bis zum 31. Dezember 2036"]],
        others=[],
    )


def _console() -> list[MailKind]:
    alert: dict[str, Any] = {
        "action": "Zum Park",
        "link": f"{_CONSOLE}/parks/ingolstadt/show",
        "all_link": f"{_CONSOLE}/alerts",
    }
    return [
        StaffLink(name=_CLERK, purpose="invitation", role="staff", link=f"{_CONSOLE}/setup#muster", hours=48),
        StaffNotice(name=_CLERK, topic="new_device", role="staff", left=0, device="Firefox auf Windows"),
        AuditCheckpointMailed(name=_CLERK, entries=4812, sealed="4812:3d1f…muster"),
        AlertOpened(
            headline="Der Park Ingolstadt ist fast voll",
            words="452 von 500 Plätzen sind vergeben, das sind 90\u00a0%.",
            advice="Prüfen Sie, ob die Grenze noch stimmt.",
            since=f"{_DAY}, 19:42 Uhr",
            **alert,
        ),
        SetupTest(code="407215"),
        WorkOverdue(
            name=_CLERK,
            lines=[
                "2 Aufgaben der Art „Erstattung“, die erste fällig am Fr 20.11.",
                "1 Aufgabe der Art „Wiedervorlage“, die erste fällig am Do 19.11.",
            ],
            link=f"{_CONSOLE}/?whose=escalated",
        ),
        WebhookPaused(
            name=_CLERK,
            webhook="Buchhaltung",
            reason="Seit drei Tagen antwortet er nicht.",
            link=f"{_CONSOLE}/webhooks/1/show",
        ),
        ReportFailed(
            name=_CLERK,
            schedule="Montagsbericht",
            report="Kampagnen",
            topic="first",
            due="Montag, 23. November 2026, 7:00 Uhr",
            error="Der Speicher reichte nicht.",
            failures=1,
            path="/admin/reports/schedules/1",
        ),
    ]


def _report() -> ReportArrived:
    heads = [
        {"label": "Kampagne", "is_number": False, "is_text": True},
        {"label": "Reservierungen", "is_number": True, "is_text": False},
    ]
    return ReportArrived(
        name="Montagsbericht",
        report="Kampagnen",
        question="Was haben die Kampagnen gebracht?",
        period="16. bis 22. November 2026",
        asked=[["Modell", "letzter Klick"]],
        stand="23. November 2026, 7:00 Uhr",
        figures=[{"label": "Reservierungen", "value": "38", "note": "5 mehr als in der Woche davor"}],
        sentence="Die meisten Reservierungen brachte der Newsletter.",
        tables=[
            {
                "title": "Je Kampagne",
                "sentence": "",
                "heads": heads,
                "rows": [["Newsletter November", "21"], ["Flugblatt Ingolstadt", "17"]],
                "more": "",
            }
        ],
        file_names=["montagsbericht.pdf"],
        is_attached=True,
        kept_until="22. Februar 2027",
        link=f"{_CONSOLE}/reports/kept/1",
        next_words="Montag, 30. November 2026, 7:00 Uhr",
        note="",
        owner=_CLERK,
        owner_email="miriam.falk@example.org",
        is_test=False,
        metrics=["Reservierungen (reservations@1)"],
    )


OTHER_SAMPLES: Final[tuple[MailKind, ...]] = (*_declared(), *_contact(), _answered(), _erased(), *_console(), _report())
