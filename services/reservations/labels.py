"""German names of states and card checks for staff: in sentences, tables, files and mails.

The console has the same words in `fields/states.ts` and `reservations/names.ts`;
`tests/golden/reservation_words.json` is the table both are compared with.
"""

from typing import Final

from services.reservations.desk_entry.channels import Channel
from services.reservations.states import DepositState, ReservationState

STATE: Final = {
    ReservationState.RESERVED: "Reserviert",
    ReservationState.INVITED: "Eingeladen",
    ReservationState.CONTRACTED: "Vertrag geschlossen",
    ReservationState.ACTIVE: "Aktiv",
    ReservationState.ENDED: "Beendet",
    ReservationState.CANCELLED: "Storniert",
    ReservationState.EXPIRED: "Verfallen",
    ReservationState.WITHDRAWN: "Widerrufen",
    ReservationState.PARK_CANCELLED: "Park abgesagt",
}
SHORT_STATE: Final = STATE | {ReservationState.CONTRACTED: "Vertrag"}
"""In pictures, where there is little room."""

MEMBER: Final = {
    "first_name": "den Vornamen",
    "last_name": "den Nachnamen",
    "email": "die E-Mail-Adresse",
    "mobile_phone": "die Telefonnummer",
    "street": "die Straße",
    "postcode": "die Postleitzahl",
    "town": "den Ort",
    "energy_provider": "den Versorger",
    "household_size": "die Zahl der Personen",
    "monthly_abschlag_cents": "den Abschlag",
    "state": "den Stand",
    "deposit_state": "die Kartenprüfung",
    "park_id": "den Solarpark",
    "spot_number": "den Platz",
    "spot": "den Platz",
    "annual_kwh": "das Paket",
    "payment_plan": "die Zahlung",
    "follow_up_on": "die Wiedervorlage",
    "follow_up_subject": "die Wiedervorlage",
    "tags": "die Merkmale",
    "price_checked_at": "die Prüfung des Preises",
    "duplicate_checked_at": "die Prüfung auf Dubletten",
}
"""What of a reservation was changed, in the accusative: „Jonas Reiter hat die Postleitzahl geändert“."""

DEPOSIT: Final = {
    DepositState.RESERVED: "Vorgemerkt",
    DepositState.VERIFIED: "Geprüft",
    DepositState.REFUNDED: "Erstattet",
    DepositState.FAILED: "Gescheitert",
    DepositState.WAIVED: "Erlassen",
}

CHANNEL: Final = {
    Channel.TELEPHONE: "Telefon",
    Channel.LETTER: "Brief",
    Channel.FAIR: "Messe",
    Channel.IMPORT: "Eingelesene Liste",
}
