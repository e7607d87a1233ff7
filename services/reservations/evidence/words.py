"""What evidence says, as answers of the API and in German. Pure: nothing comes from the offer of today."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, Literal

from services.core.german import number, numeric_day
from services.core.http.answers import Answer
from services.core.money import format_decimal, format_eur, to_cents
from services.offer import TERM_YEARS, money
from services.privacy.published import TextKind

MomentName = Literal["reserved", "offer_accepted", "taken_over", "share_changed", "not_recorded"]
"""`not_recorded`: the reservation is older than the recording; shows only what was stored then."""


class ShownTextOut(Answer):
    """One text that was shown. `content` is null where its wording is not kept. It has the company's data as they were
    shown then; `sha256` is of the wording with the places left for them, which is the same for all moments.
    """

    kind: TextKind
    version: str
    sha256: str
    content: str | None


class EvidenceMomentOut(Answer):
    """One decision of the household, with what it was shown. `is_intact`: the row still has the fingerprint it was
    stored with; null if it has none. `price_book` is null if it was not recorded. `offer` are the server's figures by
    the names of the reservation's columns; `before` is the offer that a change has replaced. `company` are the
    company's data of that moment, as JSON; null if they were not kept yet: the texts then contain their placeholders.
    """

    moment: MomentName
    at: datetime
    at_berlin: str
    price_book: ShownTextOut | None
    company: ShownTextOut | None
    texts: list[ShownTextOut]
    place: dict[str, Any]
    offer: dict[str, Any]
    before: dict[str, Any] | None
    client_figures: dict[str, Any]
    sha256: str | None
    is_intact: bool | None


class EvidenceOut(Answer):
    """The evidence of one reservation, in order."""

    reference: str
    moments: list[EvidenceMomentOut]


Pair = tuple[str, str]

MOMENTS: Final = {
    "reserved": "Reservierung",
    "offer_accepted": "Annahme eines Platzes der Warteliste",
    "taken_over": "Übernahme des Platzes eines anderen Haushalts",
    "share_changed": "Änderung von Paket oder Zahlung",
    "not_recorded": "Reservierung, vor Beginn der Aufzeichnung",
}
TEXTS: Final = {
    TextKind.CONSENT: "Zustimmung",
    TextKind.ADDRESS: "Bestätigung der Adresse",
    TextKind.FORM: "Reservierungsformular",
    TextKind.TERMS: "Nutzungsbedingungen (AGB)",
    TextKind.PRIVACY: "Datenschutzhinweise",
    TextKind.IMPRINT: "Impressum",
    TextKind.ACCESSIBILITY: "Barrierefreiheit",
    TextKind.PRICE_BOOK: "Preisbuch",
    TextKind.COMPANY: "Angaben des Unternehmens",
}
NOT_RECORDED: Final = "nicht aufgezeichnet"
_CLIENT: Final = {
    "solar_share_amount": ("Paketpreis", "share_amount_cents"),
    "expected_monthly_credit": ("Gutschrift im Monat", "monthly_credit_cents"),
    "expected_annual_credit": ("Gutschrift im Jahr", "annual_credit_cents"),
    "expected_total_credits": ("Gutschriften der Laufzeit", "total_credits_cents"),
    "yearly_platform_fee": ("Jahresgebühr", "yearly_platform_fee_cents"),
    "deposit_amount": ("Kartenprüfung", "deposit_cents"),
    "setup_fee": ("Einrichtung", "setup_fee_cents"),
}
_SOURCES: Final = {
    "explicit": "im Formular angekreuzt",
    "client_form": "Formular der früheren Website, das nur mit Zustimmung sendet",
    "telephone": "mündlich am Telefon, nachdem der Text vorgelesen war",
    "fair": "mündlich auf einer Messe, nachdem der Text vorgelesen war",
    "letter": "schriftlich",
    "import": "schriftlich, mit einer Liste übernommen",
}


def place_pairs(moment: EvidenceMomentOut) -> list[Pair]:
    facts = moment.place
    utc = f"{moment.at:%Y-%m-%d %H:%M:%S.%f} UTC"
    of = f" von {number(facts['spots_total'])}" if "spots_total" in facts else ""
    return [
        ("Zeitpunkt in Berlin", moment.at_berlin),
        ("Zeitpunkt in UTC", utc),
        ("Referenz", facts["reference"]),
        ("Platz", f"{number(facts['spot_number'])}{of}, Solarpark {facts['park_name']}"),
    ]


def figure_pairs(facts: Mapping[str, Any]) -> list[Pair]:
    """The offer as the server computed it then, what the minimum brings before the household's own assumption."""
    year = (facts["minimum_total_cents"] // TERM_YEARS, facts["annual_kwh"])
    expected = money.expected(*year).removeprefix("Erwartet: ")
    least = [("Erwartet", expected), ("In der Laufzeit", money.in_term(*year))]
    assumed = (
        f"{_cent(facts['credit_tenth_ct'])} je kWh: {format_eur(facts['monthly_credit_cents'])} im Monat, "
        f"{format_eur(facts['annual_credit_cents'])} im Jahr, "
        f"{format_eur(facts['total_credits_cents'])} in {TERM_YEARS} Jahren"
    )
    return [
        ("Solarpaket", f"{facts['package']}, {number(facts['annual_kwh'])} kWh im Jahr"),
        *least,
        ("Mit der gewählten Annahme", assumed),
        ("Paketpreis, einmal bezahlt", format_eur(facts["share_amount_cents"])),
        *_plan_pairs(facts),
        ("Einrichtung", format_eur(facts["setup_fee_cents"])),
        ("Kartenprüfung", format_eur(facts["deposit_cents"])),
        ("Jahresgebühr", format_eur(facts["yearly_platform_fee_cents"])),
        (
            "Gedeckt, nach der Formel (Preis + 50 €)",
            f"nach {_years(facts['break_even_tenth_years'])} Jahren, mit der Annahme",
        ),
        ("Gedeckt, wirklich gezahlt", f"nach {_years(facts['paid_break_even_tenth_years'])} Jahren, mit der Annahme"),
    ]


def _plan_pairs(facts: Mapping[str, Any]) -> list[Pair]:
    months = facts["plan_months"]
    if not months:
        return [("Zahlung", "Einmalzahlung")]
    more = facts["plan_total_cents"] - facts["share_amount_cents"]
    return [
        ("Rate", f"{format_eur(facts['instalment_cents'])}, {months}-mal"),
        ("Aufpreis", format_eur(more)),
        ("Effektiver Jahreszins", f"{_percent(facts['effective_interest_bp'])} (nominal "
         f"{_percent(facts['nominal_interest_bp'])})"),
        ("Summe der Raten", format_eur(facts["plan_total_cents"])),
        ("Letzte Rate", format_eur(facts["last_instalment_cents"])),
    ]  # fmt: skip


def client_pairs(moment: EvidenceMomentOut) -> list[Pair]:
    """What the browser had shown, with our value where it differs. Empty if it sent nothing."""
    sent, facts = moment.client_figures, moment.offer
    pairs = [
        _client_pair(label, sent[name], facts[column]) for name, (label, column) in _CLIENT.items() if name in sent
    ]
    if "payment_interest_rate" in sent:
        theirs = round(Decimal(repr(sent["payment_interest_rate"])) * 10_000)
        word = "" if theirs == facts["nominal_interest_bp"] else f" (bei uns {_percent(facts['nominal_interest_bp'])})"
        pairs.append(("Nominalzins", f"{_percent(theirs)}{word}"))
    return pairs


def _client_pair(label: str, value: float, ours: int) -> Pair:
    cents = to_cents(value)
    return label, format_eur(cents) if cents == ours else f"{format_eur(cents)} (bei uns {format_eur(ours)})"


def consent_words(moment: EvidenceMomentOut) -> str:
    """How the consent came, and who of the staff wrote it down: the number of the account, since a name may change."""
    facts = moment.place
    told = _SOURCES.get(facts["consent_source"], NOT_RECORDED)
    if facts.get("received_on"):
        day = numeric_day(date.fromisoformat(facts["received_on"]))
        told += f", Schreiben vom {day}" if facts["consent_source"] == "letter" else f", am {day}"
    return f"{told}; aufgenommen von {_account(facts['taken_by'])}" if facts.get("taken_by") else told


def _account(actor: str) -> str:
    number_of_account = actor.removeprefix("staff:")
    return f"Konto {number_of_account} der Konsole" if number_of_account != actor else actor


def _cent(tenth: int) -> str:
    whole, part = divmod(tenth, 10)
    return f"{whole},{part} Cent" if part else f"{whole} Cent"


def _percent(basis_points: int) -> str:
    return f"{format_decimal(Decimal(basis_points) / 100, 2)} %"


def _years(tenths: int) -> str:
    return format_decimal(Decimal(tenths) / 10, 1)
