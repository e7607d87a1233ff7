"""Table of contact form messages."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Boolean, CheckConstraint, Index, Integer, String, Text, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from services.contact.topics import PaymentMethod, Topic
from services.core.db.db import Base, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Lead, Subject, personal


class MessageStatus(StrEnum):
    NEW = "new"
    ANSWERED = "answered"
    CLOSED = "closed"


class ContactMessage(Base):
    """One enquiry. The client address is not stored."""

    __tablename__ = "contact_messages"

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, info=personal("Kennung", is_exported=False))
    reference: Mapped[str] = mapped_column(String(12), unique=True, info=personal("Nummer der Nachricht"))
    """The enquiry's own, `KA-7K3M-Q2XH`."""
    status: Mapped[str] = mapped_column(String(20))
    suspected_spam: Mapped[bool] = mapped_column(Boolean)
    """The hidden field was filled in."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Eingegangen am"))

    name: Mapped[str] = mapped_column(String(100), info=personal("Name"))
    email: Mapped[str] = mapped_column(String(254), info=personal("E-Mail-Adresse"))
    email_normalized: Mapped[str] = mapped_column(
        String(254), info=personal("E-Mail-Adresse, vergleichbar", is_exported=False)
    )
    phone: Mapped[str | None] = mapped_column(String(40), info=personal("Telefon"))
    phone_e164: Mapped[str | None] = mapped_column(
        String(20), info=personal("Telefon, vergleichbar", is_exported=False)
    )
    topic: Mapped[str] = mapped_column(String(20), info=personal("Thema"))
    reservation_reference: Mapped[str | None] = mapped_column(String(12), info=personal("Nummer der Reservierung"))
    """As given, with a right check character; whether there is such a reservation is for staff to see."""
    message: Mapped[str] = mapped_column(Text, info=personal("Nachricht", names_others=True))

    project: Mapped[str | None] = mapped_column(String(40), info=personal("Solarpark"))
    """Of an enquiry about a share, like the two below: a park's id."""
    amount_cents: Mapped[int | None] = mapped_column(Integer, info=personal("Betrag in Cent"))
    payment_method: Mapped[str | None] = mapped_column(String(10), info=personal("Zahlungsart"))

    __table_args__ = (
        CheckConstraint(one_of("status", MessageStatus), name="status"),
        CheckConstraint(one_of("topic", Topic), name="topic"),
        CheckConstraint(f"payment_method IS NULL OR {one_of('payment_method', PaymentMethod)}", name="payment_method"),
        Index(None, "created_at"),
        Index(None, "email_normalized"),
    )
    __privacy__ = About(
        "Nachrichten",
        purpose="Anfragen beantworten.",
        basis=CONTRACT,
        rule="contact",
        leads=(Lead(Subject.CONTACT, "id"),),
        dated_by="created_at",
        nobody="status suspected_spam",
    )
