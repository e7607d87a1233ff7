"""Messages of the contact form, as data protection sees them."""

from typing import Final

from services.contact.models import ContactMessage
from services.core.personal_data.description import CONTRACT, Description, Effect, Lead, Personal, Subject, table_of

TABLES: Final = (
    Description(
        table_of(ContactMessage),
        "status suspected_spam",
        label="Nachrichten",
        purpose="Anfragen beantworten.",
        basis=CONTRACT,
        rule="contact",
        personal={
            "id": Personal("Kennung", Effect.DELETE, is_exported=False),
            "reference": Personal("Nummer der Nachricht", Effect.DELETE),
            "created_at": Personal("Eingegangen am", Effect.DELETE),
            "name": Personal("Name", Effect.DELETE),
            "email": Personal("E-Mail-Adresse", Effect.DELETE),
            "email_normalized": Personal("E-Mail-Adresse, vergleichbar", Effect.DELETE, is_exported=False),
            "phone": Personal("Telefon", Effect.DELETE),
            "phone_e164": Personal("Telefon, vergleichbar", Effect.DELETE, is_exported=False),
            "topic": Personal("Thema", Effect.DELETE),
            "reservation_reference": Personal("Nummer der Reservierung", Effect.DELETE),
            "message": Personal("Nachricht", Effect.DELETE, names_others=True),
            "project": Personal("Solarpark", Effect.DELETE),
            "amount_cents": Personal("Betrag in Cent", Effect.DELETE),
            "payment_method": Personal("Zahlungsart", Effect.DELETE),
        },
        leads=(Lead(Subject.CONTACT, "id"),),
        dated_by="created_at",
    ),
)
