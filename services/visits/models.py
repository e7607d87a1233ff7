"""Tables of visits: page views and steps, salts that visitors are hashed with, and touches."""

from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, MappedColumn, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, written_in
from services.core.personal_data import INTEREST, About, Effect, Lead, Subject, about_nobody, personal
from services.visits.devices import UNKNOWN_DEVICE
from services.visits.steps import Consent, Step
from services.visits.touches import LONGEST_VALUE, NO_CLICKED_AD

_VALUE = String(LONGEST_VALUE)


def _clicked_ad() -> MappedColumn[str]:
    """Whose click id the address had (`CLICKED_ADS`), or "none"."""
    return mapped_column(String(20), server_default=text(f"'{NO_CLICKED_AD}'"))


def _device() -> MappedColumn[str]:
    """The class of the device (`DEVICES`). Rows from before it was looked for say "unknown"."""
    return mapped_column(String(20), server_default=text(f"'{UNKNOWN_DEVICE}'"))


class ReservationTouch(Base):
    """One touch of the visit that led to a reservation; raw values, never changed afterwards."""

    __tablename__ = "reservation_touches"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    position: Mapped[int] = mapped_column(Integer, info=personal("Reihenfolge", Effect.STATISTIC))
    """1 is the earliest."""
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt", Effect.STATISTIC))
    utm_source: Mapped[str] = mapped_column(_VALUE, info=personal("Quelle", Effect.REDACT))
    utm_medium: Mapped[str] = mapped_column(_VALUE, info=personal("Medium", Effect.REDACT))
    utm_campaign: Mapped[str] = mapped_column(_VALUE, info=personal("Kampagne", Effect.REDACT))
    utm_term: Mapped[str] = mapped_column(_VALUE, info=personal("Suchwort", Effect.REDACT))
    utm_content: Mapped[str] = mapped_column(_VALUE, info=personal("Anzeige", Effect.REDACT))
    referral_code: Mapped[str] = mapped_column(_VALUE, info=personal("Empfehlungscode", Effect.REDACT))
    referrer_host: Mapped[str] = mapped_column(_VALUE, info=personal("Seite davor", Effect.REDACT))
    landing_path: Mapped[str] = mapped_column(_VALUE, info=personal("Erste Seite", Effect.REDACT))
    written_in: Mapped[int] = written_in()
    clicked_ad: Mapped[str] = _clicked_ad()
    device: Mapped[str] = _device()

    __table_args__ = (UniqueConstraint("reservation_id", "position"),)
    __privacy__ = About(
        "Wege zur Reservierung",
        purpose="Welche Werbung oder Empfehlung zu einer Reservierung geführt hat.",
        basis=INTEREST,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="at",
        nobody="id reservation_id written_in clicked_ad device",
    )


class Visit(Base):
    """One page view or step that the site reported, with the touch it is attributed to. Raw values, never changed.

    There is no address and no name of a visitor in it: `visitor` is a keyed hash whose salt lives for one day.
    """

    __tablename__ = "visits"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    written_in: Mapped[int] = written_in()
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    day: Mapped[date] = mapped_column(Date)
    """The day of `at` in Berlin; `visitor` means one person on this day only."""
    visitor: Mapped[int] = mapped_column(
        BigInteger, info=personal("Zahl eines Tages, deren Schlüssel danach vernichtet wird", Effect.STATISTIC)
    )
    step: Mapped[int] = mapped_column(SmallInteger)
    """`Step`."""
    path: Mapped[str] = mapped_column(_VALUE)
    """One of the site's routes; empty for any other address."""
    is_arrival: Mapped[bool] = mapped_column(Boolean)
    """The page view with which the visitor came from outside, or came back through another campaign."""
    utm_source: Mapped[str] = mapped_column(_VALUE, info=personal("Quelle", Effect.REDACT))
    utm_medium: Mapped[str] = mapped_column(_VALUE, info=personal("Medium", Effect.REDACT))
    utm_campaign: Mapped[str] = mapped_column(_VALUE, info=personal("Kampagne", Effect.REDACT))
    utm_term: Mapped[str] = mapped_column(_VALUE, info=personal("Suchwort", Effect.REDACT))
    utm_content: Mapped[str] = mapped_column(_VALUE, info=personal("Anzeige", Effect.REDACT))
    referral_code: Mapped[str] = mapped_column(_VALUE, info=personal("Empfehlungscode", Effect.REDACT))
    referrer_host: Mapped[str] = mapped_column(_VALUE, info=personal("Seite davor", Effect.REDACT))
    landing_path: Mapped[str] = mapped_column(_VALUE, info=personal("Erste Seite", Effect.REDACT))
    consent: Mapped[int] = mapped_column(SmallInteger)
    """`Consent`: whether the touch may be remembered on the device."""
    is_bot: Mapped[bool] = mapped_column(Boolean)
    is_referrer_spam: Mapped[bool] = mapped_column(Boolean)
    clicked_ad: Mapped[str] = _clicked_ad()
    device: Mapped[str] = _device()

    __table_args__ = (
        CheckConstraint(f"step BETWEEN {min(Step)} AND {max(Step)}", name="step"),
        CheckConstraint(f"consent BETWEEN {min(Consent)} AND {max(Consent)}", name="consent"),
    )
    __privacy__ = About(
        "Besuche",
        purpose="Wie viele Menschen die Seiten besuchen und woher sie kommen. Niemand wird wiedererkannt.",
        basis=INTEREST,
        rule="visits",
        dated_by="at",
        nobody="id written_in at day step path is_arrival clicked_ad device consent is_bot is_referrer_spam",
    )


class VisitSalt(Base):
    """The key of one day's visitor hashes. Deleted when the day is over: then no hash leads back to an address."""

    __tablename__ = "visit_salts"
    __privacy__ = about_nobody("day salt")

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    salt: Mapped[bytes] = mapped_column(LargeBinary)
