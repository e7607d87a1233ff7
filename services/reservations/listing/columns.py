"""Every column of lists of reservations and of their files: heading and content.

Who may see a column is marked where the console reads it (`desk/schemas.py`); columns marked as personal never appear
in a file for marketing. The table is the only source of columns: anything else cannot be requested.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import ColumnElement

from services.core.http.errors import ValidationProblem
from services.core.table_files.table import Kind
from services.offer import OFFER
from services.reservations.desk.schemas import FiguresOut, ReservationOut
from services.reservations.fields import Field, Mark
from services.reservations.labels import CHANNEL, DEPOSIT, STATE
from services.reservations.models import FIELDS, Reservation
from services.staff.models import Role


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `name` is used by the console, `field` in files for programs, `heading` in files for people."""

    name: str
    heading: str
    kind: Kind
    source: ColumnElement[Any]
    """SQL expression of the stored value."""
    field: str
    places: int = 0
    """Decimals of money and decimal columns, which are stored as integers scaled by this many digits."""
    words: Mapping[str, str] | None = None
    """Labels of codes in files for people; files for programs keep the codes."""
    unit: ClassVar[str] = ""
    """Empty: headings already contain the unit."""
    number_format: ClassVar[str] = ""
    field_notes: ClassVar[Mapping[str, str]] = {}

    @property
    def mark(self) -> Mark:
        """What marketing gets of it."""
        return _MARKS[self.name]

    @property
    def field_kind(self) -> Kind:
        """Decimals stay decimals in files for programs."""
        return self.kind

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        """Converts a stored value to a cell value: text, int, Decimal, date, aware datetime, bool or None."""
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
_MARKS: Mapping[str, Mark] = {**FiguresOut.marks, **ReservationOut.marks, "notes": Mark.PERSONAL}


def _text(name: str, heading: str, source: str = "", **more: Any) -> Column:
    return Column(name, heading, Kind.TEXT, _RESERVATIONS[source or name], name, **more)


def _computed(name: str, heading: str, **more: Any) -> Column:
    """`export.py` computes the text from the reservation's id."""
    return _text(name, heading, "id", **more)


def _plain(kind: Kind, name: str, heading: str) -> Column:
    return Column(name, heading, kind, _RESERVATIONS[name], name)


def _money(name: str, heading: str) -> Column:
    return Column(name, heading, Kind.MONEY, _RESERVATIONS[name], name.replace("_cents", "_eur"), places=2)


def _detail(one: Field) -> Column:
    return _money(one.column, one.label) if one.values.kind is Kind.MONEY else _text(one.column, one.label)


def _decimal(name: str, heading: str, field: str, places: int) -> Column:
    return Column(name, heading, Kind.DECIMAL, _RESERVATIONS[name], field, places=places)


def _was_done(name: str, heading: str) -> Column:
    return Column(name, heading, Kind.BOOLEAN, _RESERVATIONS[f"{name}_at"].is_not(None), name)


COLUMNS: Sequence[Column] = (
    _plain(Kind.INTEGER, "id", "Nummer"),
    _text("reference", "Referenz"),
    _computed("pseudonym", "Haushalt"),
    _text("park", "Solarpark", "park_id"),
    _plain(Kind.INTEGER, "spot_number", "Platz"),
    _text("state", "Stand", words=STATE),
    _text("deposit_state", "Kartenprüfung", words=DEPOSIT),
    _text("first_name", "Vorname"),
    _text("last_name", "Nachname"),
    _text("email", "E-Mail-Adresse"),
    _plain(Kind.MOMENT, "email_confirmed_at", "E-Mail bestätigt am"),
    _plain(Kind.MOMENT, "confirm_by", "E-Mail zu bestätigen bis"),
    _plain(Kind.MOMENT, "invited_at", "Eingeladen am"),
    _plain(Kind.MOMENT, "decide_by", "Zu antworten bis"),
    _plain(Kind.MOMENT, "decided_at", "Anteil festgelegt am"),
    _text("phone", "Telefon", "mobile_phone_e164"),
    _text("mobile_as_typed", "Telefon wie angegeben", "mobile_phone"),
    *map(_detail, FIELDS),
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
    _money("minimum_total_cents", "Gutschriften in 20 Jahren bei 5 Cent"),
    _decimal("break_even_tenth_years", "Gedeckt nach der Formel mit 50 € (Jahre)", "break_even_years", 1),
    _decimal("paid_break_even_tenth_years", "Gedeckt, was gezahlt wird (Jahre)", "paid_break_even_years", 1),
    _money("setup_fee_cents", "Einrichtung"),
    _money("yearly_platform_fee_cents", "Plattformgebühr im Jahr"),
    _money("deposit_cents", "Betrag der Kartenprüfung"),
    _text("utm_source", "Quelle"),
    _text("utm_campaign", "Kampagne"),
    _text("referral_code", "Empfehlungscode"),
    _plain(Kind.BOOLEAN, "duplicate_suspected", "Mögliche Dublette"),
    _was_done("duplicate_checked", "Dublette geprüft"),
    _plain(Kind.BOOLEAN, "price_mismatch", "Preisabweichung"),
    _was_done("price_checked", "Preisabweichung geprüft"),
    _computed("tags", "Merkmale"),
    _computed("notes", "Notizen"),
    _plain(Kind.DAY, "follow_up_on", "Wiedervorlage"),
    _text("follow_up_subject", "Wiedervorlage wozu"),
    _plain(Kind.INTEGER, "merged_into_id", "Zusammengeführt mit Nummer"),
    _plain(Kind.INTEGER, "taken_over_from_id", "Übernommen von Nummer"),
    _plain(Kind.MOMENT, "created_at", "Eingang"),
    _text("channel", "Eingegangen über", words=CHANNEL),
    _plain(Kind.DAY, "received_on", "Brief oder Messe vom"),
    _plain(Kind.MOMENT, "updated_at", "Letzte Änderung"),
    _plain(Kind.MOMENT, "erased_at", "Personendaten gelöscht am"),
    _plain(Kind.INTEGER, "version", "Fassung"),
)
_BY_NAME = {column.name: column for column in COLUMNS}


def choose(names: Sequence[str] | None, role: Role) -> list[Column]:
    """The columns of a file, in table order; all of them if none are named.

    Personal ones are left out for marketing, just as lists leave them empty, so that everyone can export a team view.
    An unknown name is a ValidationProblem, and so is a selection of which nothing is left.
    """
    wanted = _BY_NAME.keys() if names is None else set(names)
    if not wanted <= _BY_NAME.keys():
        raise _refused("unknown_choice", "Mindestens eine dieser Spalten gibt es nicht.")
    chosen = [c for c in COLUMNS if c.name in wanted and not (c.mark is Mark.PERSONAL and role is Role.MARKETING)]
    if not chosen:
        raise _refused("required", "Bitte wählen Sie mindestens eine Spalte, die Ihre Rolle sehen darf.")
    return chosen


def _refused(code: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": "columns", "code": code, "message": message}])
