"""Every column a file of reservations can have: what it is called, what it holds, and who may see it.

The table is the only source of columns: what is not in it cannot be asked for, and what it marks as personal never
reaches a file of marketing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ColumnElement

from services.core.http.errors import ValidationProblem
from services.core.table_files.table import Kind
from services.offer.constants import OFFER
from services.reservations.labels import DEPOSIT, STATE
from services.reservations.models import Reservation
from services.staff.models import Role


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `name` is what the console asks for, `field` what machines read, `heading` what people read."""

    name: str
    heading: str
    kind: Kind
    source: ColumnElement[Any]
    """What is read from the database."""
    field: str
    is_personal: bool = False
    """Not for marketing."""
    is_free: bool = False
    """Written by whoever made a link: marketing gets it unless it names the household."""
    places: int = 0
    """Decimals of money and decimal columns; they are stored as whole numbers, so many places to the left."""
    words: Mapping[str, str] | None = None
    """What codes are called in the files that people open; those of machines keep the codes."""
    unit: ClassVar[str] = ""
    """Headings have theirs in their words."""
    number_format: ClassVar[str] = ""
    field_notes: ClassVar[Mapping[str, str]] = {}

    @property
    def field_kind(self) -> Kind:
        """Programs get decimals as decimals."""
        return self.kind

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        """Turns a stored value into the cell's: text, whole number, Decimal, day, aware moment, boolean or None."""
        if self.words is not None and in_words:
            words = self.words
            return lambda value: words.get(value, value)
        if self.places:
            shift = -self.places
            return lambda value: None if value is None else Decimal(value).scaleb(shift)
        if self.kind is Kind.BOOLEAN:
            return bool
        return lambda value: value


PAYMENT_PLANS = {plan["id"]: plan["name"] for plan in OFFER["payment_plans"]}
_RESERVATIONS = Reservation.__table__.c


def _text(name: str, heading: str, source: str = "", **more: Any) -> Column:
    return Column(name, heading, Kind.TEXT, _RESERVATIONS[source or name], name, **more)


def _personal(name: str, heading: str, source: str = "") -> Column:
    return _text(name, heading, source, is_personal=True)


def _computed(name: str, heading: str, **more: Any) -> Column:
    """`reading.py` makes the text from the reservation's id."""
    return _text(name, heading, "id", **more)


def _plain(kind: Kind, name: str, heading: str) -> Column:
    return Column(name, heading, kind, _RESERVATIONS[name], name)


def _money(name: str, heading: str) -> Column:
    return Column(name, heading, Kind.MONEY, _RESERVATIONS[name], name.replace("_cents", "_eur"), places=2)


def _decimal(name: str, heading: str, field: str, places: int) -> Column:
    return Column(name, heading, Kind.DECIMAL, _RESERVATIONS[name], field, places=places)


def _was_done(name: str, heading: str) -> Column:
    return Column(name, heading, Kind.BOOLEAN, _RESERVATIONS[f"{name}_at"].is_not(None), name)


COLUMNS: Sequence[Column] = (
    _plain(Kind.INTEGER, "id", "Nummer"),
    _personal("reference", "Referenz"),
    _computed("pseudonym", "Haushalt"),
    _text("park", "Solarpark", "park_id"),
    replace(_plain(Kind.INTEGER, "spot_number", "Platz"), is_personal=True),
    _text("state", "Stand", words=STATE),
    _text("deposit_state", "Kartenprüfung", words=DEPOSIT),
    _personal("first_name", "Vorname"),
    _personal("last_name", "Nachname"),
    _personal("email", "E-Mail-Adresse"),
    _plain(Kind.MOMENT, "email_confirmed_at", "E-Mail bestätigt am"),
    _personal("phone", "Telefon", "mobile_phone_e164"),
    _personal("mobile_as_typed", "Telefon wie angegeben", "mobile_phone"),
    _personal("postcode", "Postleitzahl"),
    _personal("energy_provider", "Energieversorger"),
    _text("household_size", "Personen im Haushalt"),
    replace(_money("monthly_abschlag_cents", "Abschlag im Monat"), is_personal=True),
    _plain(Kind.INTEGER, "annual_kwh", "Paket (kWh im Jahr)"),
    _text("payment_plan", "Zahlweise", words=PAYMENT_PLANS),
    _decimal("credit_tenth_ct", "Gutschrift (ct/kWh)", "credit_ct_per_kwh", 1),
    _decimal("nominal_interest_bp", "Aufschlag nominal (%)", "nominal_interest_percent", 2),
    _decimal("effective_interest_bp", "Effektiver Jahreszins (%)", "effective_interest_percent", 2),
    _money("share_amount_cents", "Preis des Anteils"),
    _money("plan_total_cents", "Gesamtpreis"),
    _money("instalment_cents", "Rate"),
    _money("last_instalment_cents", "Letzte Rate"),
    _money("monthly_credit_cents", "Gutschrift im Monat"),
    _money("annual_credit_cents", "Gutschrift im Jahr"),
    _money("total_credits_cents", "Gutschriften gesamt"),
    _money("minimum_total_cents", "Gutschriften mindestens"),
    _decimal("break_even_tenth_years", "Amortisiert nach (Jahre)", "break_even_years", 1),
    _decimal("paid_break_even_tenth_years", "Amortisiert mit Zahlungsplan (Jahre)", "paid_break_even_years", 1),
    _money("setup_fee_cents", "Einrichtung"),
    _money("yearly_platform_fee_cents", "Plattformgebühr im Jahr"),
    _money("deposit_cents", "Betrag der Kartenprüfung"),
    _text("utm_source", "Quelle", is_free=True),
    _text("utm_campaign", "Kampagne", is_free=True),
    _text("referral_code", "Empfehlungscode", is_free=True),
    _plain(Kind.BOOLEAN, "duplicate_suspected", "Mögliche Dublette"),
    _was_done("duplicate_checked", "Dublette geprüft"),
    _plain(Kind.BOOLEAN, "price_mismatch", "Preisabweichung"),
    _was_done("price_checked", "Preisabweichung geprüft"),
    _computed("tags", "Merkmale", is_personal=True),
    _personal("notes", "Notizen"),
    _plain(Kind.DAY, "follow_up_on", "Wiedervorlage"),
    _plain(Kind.INTEGER, "merged_into_id", "Zusammengeführt mit Nummer"),
    _plain(Kind.MOMENT, "created_at", "Eingang"),
    _plain(Kind.MOMENT, "updated_at", "Letzte Änderung"),
    _plain(Kind.INTEGER, "version", "Fassung"),
)
_BY_NAME = {column.name: column for column in COLUMNS}


def with_park_names(columns: Sequence[Column], names: Mapping[str, str]) -> list[Column]:
    """The columns, with what the parks are called at this moment."""
    return [replace(column, words=names) if column.name == "park" else column for column in columns]


def choose(names: Sequence[str] | None, role: Role) -> list[Column]:
    """The columns of a file, in the order of the table; all of them when none are named.

    Personal ones are left out for marketing as the lists leave them empty, so that a view of the whole team can be
    exported by everyone. An unknown name is a ValidationProblem, and so is a choice of which nothing is left.
    """
    wanted = _BY_NAME.keys() if names is None else set(names)
    if not wanted <= _BY_NAME.keys():
        raise _refused("unknown_choice", "Mindestens eine dieser Spalten gibt es nicht.")
    chosen = [c for c in COLUMNS if c.name in wanted and not (c.is_personal and role is Role.MARKETING)]
    if not chosen:
        raise _refused("required", "Bitte wählen Sie mindestens eine Spalte, die Ihre Rolle sehen darf.")
    return chosen


def _refused(code: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": "columns", "code": code, "message": message}])
