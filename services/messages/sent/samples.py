"""Samples of every kind of mail for a fictional household: Nele Hartwig, place 217, Standard in 48 instalments. Figures
are computed by `services.offer.quote`, as for a real household.
"""

from datetime import date, datetime
from typing import Any, Final

from pydantic import BaseModel

from services.core.clock import BERLIN
from services.core.contact_details import Email
from services.declarations.deadlines import berlin_wording
from services.declarations.states import DeclarationKind, NoticeKind
from services.declarations.wording import Declared
from services.mail import reservation_letters as letters
from services.mail.catalogue import (
    AlertOpened,
    AuditCheckpointMailed,
    ContactForwarded,
    ContactReceived,
    MailKind,
    ReservationReceived,
    StaffLink,
    StaffNotice,
    to_values,
)
from services.mail.letters import declarations, hand_over, household, waiting
from services.mail.letters.answers import StaffAnswer
from services.mail.letters.console import SetupTest, WebhookPaused, WorkOverdue
from services.mail.letters.erasure import DataErased
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.mail.report_failures import ReportFailed
from services.mail.report_letters import ReportArrived
from services.messages.errors import UnknownTemplate
from services.offer import CARD_VERIFICATION_CENTS, MINIMUM_TENTH_CT, OFFER, SETUP_FEE_CENTS, TERM_YEARS, quote
from services.reservations.desk.change_share import changed_lines
from services.reservations.models import ASKED

_PARK: Final = "Ingolstadt"
_REFERENCE: Final = "VG-7K3M-Q2XH"
_CONTRACT: Final = "VG-7K3M-Q2XH-V1"
_SPOT: Final = 217
_SEED: Final = "muster"
_CONFIRM_BY: Final = "Sonntag, 6. Dezember 2026, 19:42 Uhr"
_DECIDE_BY: Final = "Montag, 1. Februar 2027, 10:30 Uhr"
_TENTH_CT: Final = 60
_QUOTE: Final = quote(2000, "48m", _TENTH_CT)
_LEAST: Final = quote(2000, "48m", MINIMUM_TENTH_CT)
_TIMELINE: Final = OFFER["timeline"]

_FIELD: Final[dict[str, Any]] = {"total_spots": 500, "taken": [[1, 60], [62, 130], [132, 190], [193, _SPOT]]}
_FULL_FIELD: Final[dict[str, Any]] = {"total_spots": 500, "taken": [[1, 500]]}
"""Only the household's place was free, and is held."""
_PLACE: Final[dict[str, Any]] = {
    "first_name": "Nele",
    "last_name": "Hartwig",
    "reference": _REFERENCE,
    "park_name": _PARK,
    "spot_number": _SPOT,
    "link_seed": _SEED,
    **_FIELD,
}
_SHARE: Final[dict[str, Any]] = {"package": _QUOTE.package.name, "annual_kwh": _QUOTE.package.annual_kwh}
_PRICE: Final[dict[str, Any]] = {
    "price_cents": _QUOTE.package.price_cents,
    "plan_months": _QUOTE.plan.months,
    "plan_total_cents": _QUOTE.instalments.total,
    "instalment_cents": _QUOTE.instalments.monthly,
    "last_instalment_cents": _QUOTE.instalments.last,
    "nominal_interest_bp": _QUOTE.plan.nominal_percent * 100,
    "effective_interest_bp": int(_QUOTE.instalments.effective_percent * 100),
}
_CLOSING: Final[dict[str, Any]] = {"card_check": "refund", "card_verification_cents": CARD_VERIFICATION_CENTS}
_DAYS: Final[dict[str, Any]] = {name: _TIMELINE[name] for name in ("withdrawal_days", "refund_days")}


_DEBIT: Final[dict[str, Any]] = {
    **{"contract": _CONTRACT, "what": "Einrichtung", "amount_cents": SETUP_FEE_CENTS, "last_four": "3000"},
    **{"day": "1. März 2027", "mandate": f"{_CONTRACT}-1", "creditor_id": "DE98ZZZ09999999999"},
}
_REMINDER: Final[dict[str, Any]] = {
    **{"contract": _CONTRACT, "step": 2, "what": "Einrichtung", "due": "1. März 2027", "open_cents": SETUP_FEE_CENTS},
    **{"has_mandate": False, "rests": True, "iban": "DE02 1203 0000 0000 2020 51"},
}
_EARLY: Final[dict[str, Any]] = {
    **{"contract": _CONTRACT, "cents": 72_344, "saved_cents": 8_656, "day": "15. Juni 2028", "instalments": 25},
    **{"is_collected": True, "is_over": False},
}
_ACCOUNT: Final[dict[str, Any]] = {"contract": _CONTRACT, "holder": "Nele Hartwig", "last_four": "3201"}


def _received() -> ReservationReceived:
    return ReservationReceived(
        **_PLACE,
        **_SHARE,
        **_PRICE,
        tenth_ct=_TENTH_CT,
        minimum_total_cents=_QUOTE.credits.minimum_total,
        setup_fee_cents=SETUP_FEE_CENTS,
        contract_weeks_from=_TIMELINE["contract_weeks_from"],
        contract_weeks_to=_TIMELINE["contract_weeks_to"],
        phone_ending="678",
        details=[(one.label, one.values.words(one.values.example)) for one in ASKED],
        confirm_by=_CONFIRM_BY,
    )


def _own_page() -> list[MailKind]:
    undo = "Montag, 23. November 2026, 19:42 Uhr"
    return [
        household.ConfirmAddress(**_PLACE, confirm_by=_CONFIRM_BY),
        household.ConfirmReminder(**_PLACE, confirm_by=_CONFIRM_BY),
        household.ReservationLapsed(**_PLACE, undo_until=undo),
        household.PageLink(**_PLACE),
        household.ConfirmNewAddress(**_PLACE),
        household.AddressChanged(**_PLACE | {"link_seed": ""}),
        household.ReservationChanged(**_PLACE, lines=changed_lines(quote(1000, "one-off", _TENTH_CT), _QUOTE)),
        household.ReservationGivenUp(**_PLACE, undo_until=undo),
        household.ReservationRestored(**_PLACE),
        household.DebitAnnounced(**_PLACE, **_DEBIT),
        household.ConfirmAccount(**_PLACE, **_ACCOUNT),
        household.AccountAsked(**_PLACE | {"link_seed": ""}, contract=_CONTRACT),
        household.AccountChanged(
            **_PLACE,
            **_ACCOUNT,
            mandate=f"{_CONTRACT}-2",
            creditor_id=_DEBIT["creditor_id"],
            at_bank=[["1. März 2027", "79,00\u00a0€"]],
        ),
        household.PaymentReminded(**_PLACE, **_REMINDER),
        household.EarlyPaymentAgreed(**_PLACE, **_EARLY),
    ]


def _decided() -> list[MailKind]:
    fee: dict[str, Any] = {"setup_fee_cents": SETUP_FEE_CENTS}
    invitation: dict[str, Any] = {
        **_PRICE,
        "withdrawal_days": _DAYS["withdrawal_days"],
        "least_annual_cents": _LEAST.credits.annual,
    }
    confirmed: dict[str, Any] = {
        "confirmed_day": "4. Januar 2027",
        "note": "Der Netzanschluss ist zugesagt. Nächster Schritt: Im Februar beginnt der Bau.",
    }
    return [
        letters.ParkConfirmed(**_PLACE, **_SHARE, **fee, **confirmed),
        letters.ContractInvitation(**_PLACE, **_SHARE, **fee, **invitation, decide_by=_DECIDE_BY),
        letters.InvitationReminder(**_PLACE, **_SHARE, decide_by=_DECIDE_BY),
        letters.InvitationLapsed(**_PLACE, undo_until="Dienstag, 2. Februar 2027, 10:30 Uhr"),
        letters.ShareDecided(**_PLACE, **_SHARE, **fee, **invitation),
        letters.ContractAsked(**_PLACE, number=_CONTRACT, plan_months=_QUOTE.plan.months),
        letters.ContractDeclined(
            **_PLACE, number=_CONTRACT, plan_months=_QUOTE.plan.months, price_cents=_QUOTE.package.price_cents
        ),
        letters.ContractTransferred(**_PLACE, number=_CONTRACT, last_day="10. Mai 2029"),
        letters.ContractTakenOver(
            **_PLACE, **_SHARE, number=_CONTRACT, first_day="11. Mai 2029", last_day="31. Mai 2047"
        ),
        letters.ContractClosed(**_PLACE, **_SHARE, **fee, **_DAYS, term_years=TERM_YEARS),
        letters.SupplyBegins(**_PLACE, **_SHARE, **_PRICE, term_years=TERM_YEARS),
        letters.SupplyEnded(**_PLACE),
        letters.ReservationCancelled(**_PLACE, **_CLOSING),
        letters.ReservationExpired(**_PLACE, **_CLOSING),
        letters.WithdrawalConfirmed(**_PLACE, **_CLOSING, refund_days=_DAYS["refund_days"]),
        letters.ParkCancelled(**_PLACE, **_CLOSING),
        letters.ReservationsMerged(**_PLACE, **_CLOSING, dropped_references=["VG-4PRT-8WNK"]),
        letters.ReservationReinstated(**_PLACE),
    ]


def _waiting() -> list[MailKind]:
    entry: dict[str, Any] = {"name": "Nele Hartwig", "park_name": _PARK, "link_seed": _SEED}
    offer: dict[str, Any] = {
        "spot_number": _SPOT,
        **_SHARE,
        "wished_kwh": 2000,
        "price_cents": _QUOTE.package.price_cents,
        "setup_fee_cents": SETUP_FEE_CENTS,
        "least_annual_cents": _LEAST.credits.annual,
        "until": "Mittwoch, 25. November 2026, 19:42 Uhr",
        **_FULL_FIELD,
    }
    joined: dict[str, Any] = {"joined": "Sonntag, 22. November 2026, 19:42 Uhr", "confirm_by": _CONFIRM_BY}
    ended: dict[str, Any] = {"spot_number": _SPOT, "wished_kwh": 2000, "annual_kwh": 2000}
    return [
        waiting.WaitingJoined(**entry | {"name": ""}, position=38, **_SHARE, **joined),
        waiting.ConfirmFirst(**entry | {"name": ""}, **_SHARE, confirm_by=_CONFIRM_BY),
        waiting.WaitingLink(**entry),
        waiting.WaitingOffer(**entry, **offer),
        waiting.WaitingOfferEnding(**entry, **offer),
        waiting.WaitingOfferEnded(**entry, **ended, how="expired"),
        waiting.WaitingPassed(**entry, freed_kwh=1000, wished_kwh=2000, position=1, left=2),
        waiting.WaitingOver(**entry, why="left"),
    ]


def _handed_over() -> list[MailKind]:
    figures: dict[str, Any] = {"setup_fee_cents": SETUP_FEE_CENTS, "least_annual_cents": _LEAST.credits.annual}
    until = "Sonntag, 6. Dezember 2026, 19:42 Uhr"
    offered = {name: value for name, value in _PLACE.items() if name != "reference"}
    return [
        hand_over.HandOverAsked(**_PLACE, until=until),
        hand_over.HandOverOffered(**offered, **_SHARE, **_PRICE, **figures, until=until),
        hand_over.ContractOffered(**offered, **_SHARE, until=until),
        hand_over.ContractOfferAsked(**_PLACE, until=until),
        hand_over.HandOverEnded(**_PLACE, how="declined"),
        hand_over.HandOverDone(**_PLACE, **_CLOSING),
        hand_over.HandOverTaken(**_PLACE, **_SHARE, **_PRICE, **figures),
    ]


_HOUSEHOLDS: Final[tuple[MailKind, ...]] = (
    _received(),
    *_own_page(),
    *_decided(),
    *_waiting(),
    *_handed_over(),
)


_CONSOLE: Final = "https://voltigo.example/admin"
_CASE: Final = "ER-5N2P-W8TD"
_RECEIVED: Final = datetime(2026, 11, 22, 19, 42, 7, tzinfo=BERLIN)
_DAY: Final = "Sonntag, 22. November 2026"
_ADDRESS: Final = "nele.hartwig@example.org"
_CLERK: Final = "Miriam Falk"


def _declared() -> list[MailKind]:
    contract = f"{_REFERENCE}, Platz {_SPOT}\nim Solarpark {_PARK}"
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
            reservation_reference=_REFERENCE,
            project=_PARK,
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
        metrics=["Reservierungen (reservations)"],
    )


_OTHERS: Final[tuple[MailKind, ...]] = (*_declared(), *_contact(), _answered(), _erased(), *_console(), _report())
SAMPLES: Final[dict[str, MailKind]] = {mail.kind: mail for mail in (*_HOUSEHOLDS, *_OTHERS)}
"""One of every kind in the order of the page: first those to households."""
TO_HOUSEHOLDS: Final = frozenset(mail.kind for mail in _HOUSEHOLDS)
_DATED: Final = datetime(2026, 11, 22, 19, 42, tzinfo=BERLIN)


class MailTemplateRowOut(BaseModel):
    """A kind of mail. `is_to_household`: about a place or the waiting list."""

    kind: str
    subject: str
    is_to_household: bool


class MailTemplateOut(MailTemplateRowOut):
    """With a sample as its recipient reads it. `size`: bytes of the HTML as sent."""

    text: str
    html: str
    size: int


def row_of(sample: MailKind) -> MailTemplateRowOut:
    return MailTemplateRowOut(kind=sample.kind, subject=sample.subject, is_to_household=sample.kind in TO_HOUSEHOLDS)


def shown(kind: str, renderer: Renderer) -> MailTemplateOut:
    """The sample of a kind; some mail programs cut off what is longer than 102 kB. UnknownTemplate."""
    sample = SAMPLES.get(kind)
    if sample is None:
        raise UnknownTemplate
    message = renderer.message(Leased(0, kind, _ADDRESS, to_values(sample), f"muster-{kind}", 1, _DATED))
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    if text is None or html is None:
        raise RuntimeError(f"the mail {kind} lacks a part")
    return MailTemplateOut(
        **row_of(sample).model_dump(), text=text.get_content(), html=html.get_content(), size=len(html.as_bytes())
    )
