"""Contact topics and payment methods; the ids are those in the page's URL."""

from enum import StrEnum


class Topic(StrEnum):
    """The closed list of the form."""

    QUESTION = "frage"
    RESERVATION = "reservierung"
    CANCELLATION = "stornierung"
    SHARE = "anteil"
    FREE_PLACE = "platz"
    """Wants to be notified when a place becomes free. Reserves nothing."""
    CALLBACK = "rueckruf"
    OTHER = "sonstiges"


class PaymentMethod(StrEnum):
    """The payment methods of the invest screen."""

    SEPA = "sepa"
    CARD = "card"
    BANK = "bank"


TOPIC_NAMES: dict[str, str] = {
    Topic.QUESTION: "Frage zum Angebot",
    Topic.RESERVATION: "Meine Reservierung",
    Topic.CANCELLATION: "Reservierung stornieren",
    Topic.SHARE: "Anteil sichern",
    Topic.FREE_PLACE: "Freier Platz",
    Topic.CALLBACK: "Rückruf",
    Topic.OTHER: "Etwas anderes",
}
"""As mails call them."""

PAYMENT_NAMES: dict[str, str] = {
    PaymentMethod.SEPA: "SEPA-Lastschrift",
    PaymentMethod.CARD: "Kreditkarte",
    PaymentMethod.BANK: "Überweisung",
}
