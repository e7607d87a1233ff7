"""Tables of reservations: the household's data, the offer, the state, and the history."""

from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    TextClause,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, validates

from services.core.contact_details import LONGEST_NAME_KEY, mailbox_of, name_key
from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, INTEREST, About, Effect, Hold, Lead, Subject, personal
from services.offer import OFFER
from services.reservations import fields
from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState

ACTIVE = text(f"state IN ({', '.join(repr(state.value) for state in HOLDS_A_SPOT)})")
"""SQL condition: the reservation holds its spot."""
GIVEN_UP = text(f"state NOT IN ({', '.join(repr(state.value) for state in HOLDS_A_SPOT)})")
OPEN_DUPLICATE = text("duplicate_suspected AND duplicate_checked_at IS NULL")
OPEN_MISMATCH = text("price_mismatch AND price_checked_at IS NULL")
TAKEN_OVER = text("taken_over_from_id IS NOT NULL")
FAILED_CARD = text("deposit_state = 'failed'")
OWED_CARD_CHECK = text("deposit_state = 'verified' AND state IN ('cancelled', 'expired', 'withdrawn', 'ended')")
UNCONFIRMED = text("email_confirmed_at IS NULL AND confirm_by IS NOT NULL AND state = 'reserved'")
UNDECIDED = text("state = 'invited' AND decide_by IS NOT NULL AND decided_at IS NULL")
DECIDED = text("state = 'invited' AND decided_at IS NOT NULL")
LABELLED = text("network IS NOT NULL")
WITHOUT_SEARCH_TEXT = text("search_text IS NULL")
WITH_SOURCE = text("utm_source <> ''")
WITH_CAMPAIGN = text("utm_campaign <> ''")
"""SQL conditions of work to be done. As text, since a database uses an index of few rows only where it reads the same
words."""


def _where(condition: TextClause) -> dict[str, Any]:
    """The condition of a partial index, for both databases."""
    return {"postgresql_where": condition, "sqlite_where": condition}


class Reservation(Base):
    """One household's spot. Money in cents, rates in tenths of a cent per kWh, interest in basis points."""

    __tablename__ = "reservations"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reference: Mapped[str] = mapped_column(
        String(12), unique=True, info=personal("Nummer der Reservierung", Effect.PSEUDONYM, hold=Hold.BOOKS)
    )
    park_id: Mapped[str] = mapped_column(String(40), info=personal("Solarpark", Effect.STATISTIC))
    spot_number: Mapped[int] = mapped_column(Integer, info=personal("Platz", Effect.STATISTIC))
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand", Effect.STATISTIC))
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save based on an older version is refused."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Reserviert am", Effect.STATISTIC))
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)

    first_name: Mapped[str] = mapped_column(String(100), info=personal("Vorname", Effect.PSEUDONYM, hold=Hold.BOOKS))
    last_name: Mapped[str] = mapped_column(String(100), info=personal("Nachname", Effect.PSEUDONYM, hold=Hold.BOOKS))
    email: Mapped[str] = mapped_column(String(254), info=personal("E-Mail-Adresse", Effect.PSEUDONYM, hold=Hold.BOOKS))
    """Empty, as the two that follow from it: the household has no address. See `has_mailbox`."""
    email_normalized: Mapped[str] = mapped_column(
        String(254), info=personal("E-Mail-Adresse, vergleichbar", Effect.PSEUDONYM, hold=Hold.BOOKS, is_exported=False)
    )
    email_confirmed_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Adresse bestätigt am", Effect.STATISTIC)
    )
    mobile_phone: Mapped[str] = mapped_column(String(40), info=personal("Mobilnummer", Effect.EMPTY, hold=Hold.BOOKS))
    mobile_phone_e164: Mapped[str] = mapped_column(
        String(20), info=personal("Mobilnummer, vergleichbar", Effect.EMPTY, hold=Hold.BOOKS, is_exported=False)
    )
    postcode: Mapped[str] = mapped_column(
        String(5),
        info=personal("Postleitzahl", Effect.EMPTY, hold=Hold.BOOKS)
        | fields.Field(
            fields.POSTCODE,
            "Postleitzahl",
            "die Postleitzahl",
            place=2,
            missing="Bitte geben Sie Ihre Postleitzahl an.",
            missing_for_staff="Die Postleitzahl fehlt.",
            is_in_lists=True,
            headings=("plz", "zip", "postal code", "zip code"),
        ).info,
    )
    energy_provider: Mapped[str] = mapped_column(
        String(40),
        info=personal("Stromversorger", Effect.EMPTY)
        | fields.Field(
            fields.choice_of(
                OFFER["energy_providers"],
                "Bitte wählen Sie einen Versorger aus der Liste, sonst „Andere“.",
                others_of="Versorger",
            ),
            "Stromversorger",
            "den Versorger",
            missing="Bitte wählen Sie Ihren Stromversorger.",
            missing_for_staff="Der Stromversorger fehlt.",
            is_in_lists=True,
            is_filter=True,
            headings=("versorger", "energieversorger", "anbieter", "stromanbieter", "provider"),
            may_be_fixed=True,
        ).info,
    )
    household_size: Mapped[str] = mapped_column(
        String(2),
        info=personal("Haushaltsgröße", Effect.EMPTY)
        | fields.Field(
            fields.persons(OFFER["household_sizes"], "Bitte wählen Sie 1, 2, 3, 4 oder 5+ Personen."),
            "Personen im Haushalt",
            "die Zahl der Personen",
            missing="Bitte wählen Sie die Haushaltsgröße.",
            missing_for_staff="Die Zahl der Personen fehlt.",
            band=fields.persons_band,
            is_in_lists=True,
            headings=("personen", "haushaltsgrosse", "anzahl personen"),
            may_be_fixed=True,
        ).info,
    )
    monthly_abschlag_cents: Mapped[int] = mapped_column(
        Integer,
        info=personal("Monatlicher Abschlag in Cent", Effect.EMPTY)
        | fields.Field(
            fields.MONTHLY_PAYMENT,
            "Abschlag im Monat",
            "den Abschlag",
            name="monthly_abschlag",
            missing="Bitte geben Sie Ihren monatlichen Abschlag an.",
            missing_for_staff="Der Abschlag fehlt.",
            headings=("abschlag", "monatlicher abschlag", "stromabschlag", "monthly payment"),
            may_be_fixed=True,
        ).info,
    )

    annual_kwh: Mapped[int] = mapped_column(Integer, info=personal("kWh im Jahr", Effect.STATISTIC))
    payment_plan: Mapped[str] = mapped_column(String(10), info=personal("Zahlung", Effect.STATISTIC))
    credit_tenth_ct: Mapped[int] = mapped_column(
        Integer, info=personal("Gutschrift in Zehntel Cent je kWh", Effect.STATISTIC)
    )
    nominal_interest_bp: Mapped[int] = mapped_column(
        Integer, info=personal("Nominalzins in Hundertstel Prozent", Effect.STATISTIC)
    )
    effective_interest_bp: Mapped[int] = mapped_column(
        Integer, info=personal("Effektiver Jahreszins in Hundertstel Prozent", Effect.STATISTIC)
    )
    share_amount_cents: Mapped[int] = mapped_column(Integer, info=personal("Paketpreis in Cent", Effect.STATISTIC))
    plan_total_cents: Mapped[int] = mapped_column(
        Integer, info=personal("Summe der Zahlungen in Cent", Effect.STATISTIC)
    )
    instalment_cents: Mapped[int] = mapped_column(Integer, info=personal("Rate in Cent", Effect.STATISTIC))
    last_instalment_cents: Mapped[int] = mapped_column(Integer, info=personal("Letzte Rate in Cent", Effect.STATISTIC))
    monthly_credit_cents: Mapped[int] = mapped_column(
        Integer, info=personal("Gutschrift im Monat in Cent", Effect.STATISTIC)
    )
    annual_credit_cents: Mapped[int] = mapped_column(
        Integer, info=personal("Gutschrift im Jahr in Cent", Effect.STATISTIC)
    )
    total_credits_cents: Mapped[int] = mapped_column(
        Integer, info=personal("Gutschriften in 20 Jahren in Cent", Effect.STATISTIC)
    )
    minimum_total_cents: Mapped[int] = mapped_column(
        Integer, info=personal("Gutschriften in 20 Jahren bei 5 Cent, in Cent", Effect.STATISTIC)
    )
    break_even_tenth_years: Mapped[int] = mapped_column(
        Integer, info=personal("Gedeckt nach der Formel mit 50 €, in Zehntel Jahren", Effect.STATISTIC)
    )
    setup_fee_cents: Mapped[int] = mapped_column(Integer, info=personal("Einrichtung in Cent", Effect.STATISTIC))
    yearly_platform_fee_cents: Mapped[int] = mapped_column(
        Integer, info=personal("Gebühr im Jahr in Cent", Effect.STATISTIC)
    )
    deposit_cents: Mapped[int] = mapped_column(Integer, info=personal("Kartenprüfung in Cent", Effect.STATISTIC))
    deposit_state: Mapped[str] = mapped_column(String(20), info=personal("Stand der Kartenprüfung", Effect.STATISTIC))

    client_figures: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Zahlen, wie Ihr Browser sie gerechnet hat", Effect.EMPTY)
    )
    """What the client had computed, exactly as sent."""
    price_mismatch: Mapped[bool] = mapped_column(Boolean)
    duplicate_suspected: Mapped[bool] = mapped_column(Boolean)
    utm_source: Mapped[str] = mapped_column(String(200), info=personal("Quelle", Effect.REDACT))
    utm_campaign: Mapped[str] = mapped_column(String(200), info=personal("Kampagne", Effect.REDACT))
    referral_code: Mapped[str] = mapped_column(String(200), info=personal("Empfehlungscode", Effect.REDACT))

    notes: Mapped[str] = mapped_column(
        Text, server_default=text("''"), info=personal("Frühere Notizen des Teams", Effect.EMPTY, names_others=True)
    )
    """What staff had written down before notes became rows (`notes/models.py`). Read and written only by servers of the
    release before; it goes with the release after this one (decision 21). Until then it may hold personal data.
    """
    follow_up_on: Mapped[date | None] = mapped_column(Date, info=personal("Wiedervorlage", Effect.EMPTY))
    """The day, in Berlin, on which staff want to see this again."""
    price_checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When staff reviewed the price mismatch; until then it is open."""
    duplicate_checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When staff decided that it is not a duplicate."""
    merged_into_id: Mapped[int | None] = mapped_column(BigId)
    """The reservation that lives on, when this one turned out to be its duplicate. No foreign key: either may be
    erased without the other, and SQLite could not take the column away again."""
    paid_break_even_tenth_years: Mapped[int] = mapped_column(
        Integer, server_default=text("0"), info=personal("Zahlungen gedeckt nach Zehntel Jahren", Effect.STATISTIC)
    )
    """As `break_even_tenth_years`, with what the chosen plan really costs: its total and the set-up."""
    mailbox: Mapped[str] = mapped_column(
        String(254),
        server_default=text("''"),
        info=personal("Postfach", Effect.PSEUDONYM, hold=Hold.BOOKS, is_exported=False),
    )
    """Whose mailbox the address is, without tag: what one household is counted and compared by."""
    touch_consent: Mapped[int | None] = mapped_column(
        SmallInteger, info=personal("Erlaubnis, sich die Herkunft zu merken", Effect.STATISTIC)
    )
    """`Consent`: whether its touches may be remembered beyond a visit. None: the call did not say."""
    confirm_by: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until when the address has to be confirmed, or the place is given up; None: no matter."""
    erased_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when nothing in this row leads to a person any more; what is left is a statistic."""
    taken_over_from_id: Mapped[int | None] = mapped_column(BigId)
    """The reservation of the household that handed this place over. No foreign key, as of `merged_into_id`."""
    street: Mapped[str | None] = mapped_column(
        String(120),
        info=personal("Straße und Hausnummer", Effect.EMPTY, hold=Hold.BOOKS, names_others=True)
        | fields.Field(
            fields.one_line(120, "Am Stein 3"),
            "Straße und Hausnummer",
            "die Straße",
            place=1,
            headings=("strasse", "str", "adresse", "anschrift", "strasse hausnummer"),
        ).info,
    )
    town: Mapped[str | None] = mapped_column(
        String(80),
        info=personal("Ort", Effect.EMPTY, hold=Hold.BOOKS, names_others=True)
        | fields.Field(
            fields.one_line(80, "Ingolstadt"), "Ort", "den Ort", place=3, headings=("wohnort", "stadt", "city")
        ).info,
    )
    channel: Mapped[str | None] = mapped_column(
        String(12), info=personal("Wie die Reservierung zu uns kam", Effect.STATISTIC)
    )
    """A `Channel`: how it reached staff, who entered it. None: the household reserved by itself."""
    received_on: Mapped[date | None] = mapped_column(
        Date, info=personal("Tag des Schreibens oder der Messe", Effect.EMPTY)
    )
    """The day of its letter, or of the fair."""
    follow_up_subject: Mapped[str | None] = mapped_column(
        String(120), info=personal("Worum es bei der Wiedervorlage geht", Effect.EMPTY, names_others=True)
    )
    """What the follow-up is about, as staff wrote it down; removed together with its day."""
    burst_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the burst began that it came in, the same for all of one burst; None: in none."""
    network: Mapped[str | None] = mapped_column(
        String(12), info=personal("Kennzeichen des Netzes, für sieben Tage", Effect.EMPTY, is_exported=False)
    )
    """A label of the network it came from, which leads to no address without the secret; kept for seven days."""
    line: Mapped[str | None] = mapped_column(
        String(12), info=personal("Kennzeichen des Anschlusses, für sieben Tage", Effect.EMPTY, is_exported=False)
    )
    """The same of its line: an IPv4 address, or an IPv6 /56."""

    name_key: Mapped[str] = mapped_column(
        String(LONGEST_NAME_KEY).with_variant(String(LONGEST_NAME_KEY, collation="C"), "postgresql"),
        server_default=text("''"),
        info=personal("Name zum Sortieren", Effect.PSEUDONYM, hold=Hold.BOOKS, is_exported=False),
    )
    """Sort key of the name, byte by byte, also used to find duplicates: `contact_details.name_key`."""
    search_text: Mapped[str | None] = mapped_column(
        Text, deferred=True, info=personal("Wörter zum Suchen", Effect.EMPTY, hold=Hold.BOOKS, is_exported=False)
    )
    """The words it is found by; None until they are written behind a change (`listing/search_text.py`)."""

    invited_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Zum Vertrag eingeladen am", Effect.STATISTIC)
    )
    decide_by: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until when an invited household has to say which share it wants, or the place is given up; None: no matter."""
    decided_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Anteil festgelegt am", Effect.STATISTIC)
    )
    """When the invited household, or staff for it, said that it wants the contract with the present share."""

    __table_args__ = (
        ForeignKeyConstraint(["park_id", "spot_number"], ["spots.park_id", "spots.number"]),
        CheckConstraint(one_of("state", ReservationState), name="state"),
        CheckConstraint(one_of("deposit_state", DepositState), name="deposit_state"),
        Index("uq_reservations_active_spot", "park_id", "spot_number", unique=True, **_where(ACTIVE)),
        # All that lists filter and sort by, so that they read no whole rows.
        Index(
            "ix_reservations_list",
            *("created_at", "id", "name_key", "updated_at", "spot_number", "follow_up_on", "state", "annual_kwh"),
            *("payment_plan", "energy_provider", "park_id", "utm_source", "utm_campaign", "referral_code"),
            *("duplicate_suspected", "duplicate_checked_at", "price_mismatch", "price_checked_at"),
        ),
        Index(
            "ix_reservations_active_name", "name_key", "postcode", **_where(ACTIVE)
        ),  # for duplicates alone: a list that took it for its order would read whole rows
        Index("ix_reservations_utm_source", "utm_source", **_where(WITH_SOURCE)),
        Index(
            "ix_reservations_utm_campaign", "utm_campaign", **_where(WITH_CAMPAIGN)
        ),  # to list what is written, not to find who has it
        Index("ix_reservations_without_search_text", "id", **_where(WITHOUT_SEARCH_TEXT)),
        Index("ix_reservations_given_up_spot", "park_id", "spot_number", **_where(GIVEN_UP)),
        Index("ix_reservations_unconfirmed", "park_id", "confirm_by", **_where(UNCONFIRMED)),
        Index("ix_reservations_undecided", "park_id", "decide_by", **_where(UNDECIDED)),
        Index("ix_reservations_decided", "decided_at", **_where(DECIDED)),
        Index(None, "mailbox"),
        Index("ix_reservations_active_phone", "mobile_phone_e164", **_where(ACTIVE)),
        Index("ix_reservations_active_choice", "annual_kwh", "payment_plan", **_where(ACTIVE)),
        Index(
            "ix_reservations_open_duplicate",
            "id",
            "state",
            "created_at",
            "mailbox",
            "mobile_phone_e164",
            "name_key",
            "postcode",
            "duplicate_suspected",
            "duplicate_checked_at",
            **_where(OPEN_DUPLICATE),
        ),  # all that the search for duplicates reads of them
        Index("uq_reservations_taken_over_from_id", "taken_over_from_id", unique=True, **_where(TAKEN_OVER)),
        Index("ix_reservations_failed_card", "id", **_where(FAILED_CARD)),
        Index("ix_reservations_owed_card_check", "id", **_where(OWED_CARD_CHECK)),
        Index("ix_reservations_burst_at", "burst_at", **_where(text("burst_at IS NOT NULL"))),
        Index("ix_reservations_labelled", "created_at", **_where(LABELLED)),
        Index("ix_reservations_open_mismatch", "id", **_where(OPEN_MISMATCH)),
        Index("ix_reservations_follow_up_on", "follow_up_on", **_where(text("follow_up_on IS NOT NULL"))),
    )
    __privacy__ = About(
        "Reservierungen",
        purpose="Einen Platz reservieren und den Vertrag vorbereiten und erfüllen.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "id"),),
        dated_by="created_at",
        nobody="id version updated_at price_mismatch duplicate_suspected price_checked_at duplicate_checked_at "
        "merged_into_id confirm_by decide_by erased_at taken_over_from_id burst_at",
    )

    @property
    def has_mailbox(self) -> bool:
        """Whether mails reach the household. Without an address it gets letters, see `mail/outbox.py`."""
        return bool(self.email_normalized)

    @property
    def postal_address(self) -> list[str]:
        """The lines on an envelope; empty where street or town is not known."""
        if not self.street or not self.town:
            return []
        return [f"{self.first_name} {self.last_name}", self.street, f"{self.postcode} {self.town}"]

    @validates("email_normalized")
    def _follow_with_mailbox(self, _name: str, email: str) -> str:
        self.mailbox = mailbox_of(email)
        return email

    @validates("first_name", "last_name")
    def _follow_with_name_key(self, which: str, name: str) -> str:
        names = {"first_name": self.first_name or "", "last_name": self.last_name or "", which: name}
        self.name_key = name_key(names["last_name"], names["first_name"])
        return name


FIELDS: Final = fields.declared(Reservation.__table__)
ASKED: Final = tuple(one for one in FIELDS if one.missing)
"""Those that a form of the site asks for."""
FILTERS: Final = tuple(one for one in FIELDS if one.is_filter)
"""Fields that are filters of lists."""


class ReservationTag(Base):
    """A tag set by staff; one row each, so that a list can be filtered by an index."""

    __tablename__ = "reservation_tags"

    tag: Mapped[str] = mapped_column(String(40), primary_key=True, info=personal("Merkmal", names_others=True))
    reservation_id: Mapped[int] = mapped_column(
        ForeignKey("reservations.id"), primary_key=True, info=personal("Reservierung", is_exported=False)
    )

    __table_args__ = (Index(None, "reservation_id"),)
    __privacy__ = About(
        "Merkmale",
        purpose="Das Team ordnet Reservierungen.",
        basis=INTEREST,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
    )


class StaffOperation(Base):
    """One named staff operation on one or many reservations; its effect on each is in their changes."""

    __tablename__ = "staff_operations"
    __privacy__ = About(
        "Vorgänge des Teams",
        purpose="Nachweis, wer was warum getan hat, und Rücknahme.",
        basis=INTEREST,
        rule="remarks",
        dated_by="at",
        nobody="id name actor at undo_until undone_at undone_by",
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    actor: Mapped[str] = mapped_column(String(80))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    reason: Mapped[str] = mapped_column(String(500), info=personal("Grund in Worten des Teams", Effect.REDACT))
    undo_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until when it can be undone; None: never, because it had external effects that cannot be."""
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by: Mapped[str | None] = mapped_column(String(80))


IS_FREED = text("action IN ('release_spot', 'withdraw')")
"""Condition on changes: a place became free for others."""


class ReservationChange(Base):
    """One change of one reservation: who, when, before and after. Erased with the household's data."""

    __tablename__ = "reservation_changes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt", Effect.STATISTIC))
    actor: Mapped[str] = mapped_column(String(80), info=personal("Wer", Effect.STATISTIC))
    """As in the audit log: `household`, `system` or `staff:<id>`."""
    action: Mapped[str] = mapped_column(String(40), info=personal("Was", Effect.STATISTIC))
    version: Mapped[int] = mapped_column(Integer)
    """The reservation's version after this change; an undo is refused when another change came later."""
    before: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Vorher", Effect.HISTORY, hold=Hold.VOUCHERS, names_others=True)
    )
    """Only the fields that changed, by column name."""
    after: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Nachher", Effect.HISTORY, hold=Hold.VOUCHERS, names_others=True)
    )
    reason: Mapped[str] = mapped_column(
        String(500), info=personal("Grund", Effect.EMPTY, hold=Hold.VOUCHERS, names_others=True)
    )
    operation_id: Mapped[int | None] = mapped_column(ForeignKey("staff_operations.id"))

    __table_args__ = (
        Index(None, "reservation_id", "id"),
        Index(None, "operation_id"),
        Index("ix_reservation_changes_freed", "at", **_where(IS_FREED)),
    )
    __privacy__ = About(
        "Verlauf der Reservierungen",
        purpose="Nachweis jeder Änderung; für Verträge ein Beleg.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="at",
        nobody="id reservation_id version operation_id",
    )
