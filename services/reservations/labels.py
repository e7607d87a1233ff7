"""German names of states and card checks for staff: in sentences, tables, files and mails.

The console has the same words in `fields/states.ts` and `reservations/names.ts`;
`tests/golden/reservation_words.json` is the table both are compared with.
"""

from collections.abc import Mapping
from typing import Final

from services.reservations.desk_entry.entry import Channel
from services.reservations.models import FIELDS
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

MEMBER: Final = {
    "first_name": "den Vornamen",
    "last_name": "den Nachnamen",
    "email": "die E-Mail-Adresse",
    "mobile_phone": "die Telefonnummer",
    **{one.column: one.accusative for one in FIELDS},
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
    "decided_at": "die Festlegung des Anteils",
    "price_checked_at": "die Prüfung des Preises",
    "duplicate_checked_at": "die Prüfung auf Dubletten",
}
"""What of a reservation was changed, in the accusative: „Jonas Reiter hat die Postleitzahl geändert“."""

DEPOSIT: Final = {
    DepositState.RESERVED: "Offen",
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

ACTION: Final[Mapping[str, str]] = {
    "reservation.reserved": "Neue Reservierung",
    "reservation.edited": "Änderung von Angaben",
    "reservation.undo_edited": "Änderung von Angaben zurückgenommen",
    "reservation.revealed": "Einsicht in Kontaktdaten",
    "reservation.evidence_read": "Einsicht in einen Nachweis",
    "reservation.note_added": "Neue Notiz",
    "reservation.note_pinned": "Angeheftete Notiz",
    "reservation.note_unpinned": "Gelöste Notiz",
    "reservation.note_withdrawn": "Zurückgezogene Notiz",
    "reservation.invite": "Einladung zum Vertrag",
    "reservation.undo_invite": "Einladung zum Vertrag zurückgenommen",
    "reservation.decide": "Anteil festgelegt",
    "reservation.undo_decide": "Festgelegter Anteil zurückgenommen",
    "reservation.contract": "Vertragsabschluss",
    "reservation.undo_contract": "Vertragsabschluss zurückgenommen",
    "reservation.activate": "Beginn der Lieferung",
    "reservation.undo_activate": "Beginn der Lieferung zurückgenommen",
    "reservation.end": "Ende der Lieferung",
    "reservation.undo_end": "Ende der Lieferung zurückgenommen",
    "reservation.cancel": "Stornierung",
    "reservation.undo_cancel": "Stornierung zurückgenommen",
    "reservation.expire": "Verfall",
    "reservation.undo_expire": "Verfall zurückgenommen",
    "reservation.withdraw": "Widerruf",
    "reservation.cancel_park": "Absage mit dem Park",
    "reservation.begin_card_check": "Kartenprüfung begonnen",
    "reservation.end_card_check": "Kartenprüfung nachgefragt oder freigegeben",
    "reservation.verify_deposit": "Kartenprüfung bestätigt",
    "reservation.undo_verify_deposit": "Bestätigte Kartenprüfung zurückgenommen",
    "reservation.fail_deposit": "Kartenprüfung gescheitert",
    "reservation.undo_fail_deposit": "Gescheiterte Kartenprüfung zurückgenommen",
    "reservation.refund_deposit": "Erstattung der Kartenprüfung",
    "reservation.undo_refund_deposit": "Erstattung der Kartenprüfung zurückgenommen",
    "reservation.waive_deposit": "Erlass der Kartenprüfung",
    "reservation.undo_waive_deposit": "Erlass der Kartenprüfung zurückgenommen",
    "reservation.add_tag": "Merkmal eingetragen",
    "reservation.undo_add_tag": "Eingetragenes Merkmal zurückgenommen",
    "reservation.remove_tag": "Merkmal entfernt",
    "reservation.undo_remove_tag": "Entferntes Merkmal zurückgeholt",
    "reservation.set_follow_up": "Wiedervorlage",
    "reservation.undo_set_follow_up": "Wiedervorlage zurückgenommen",
    "reservation.mark_price_checked": "Prüfung des Preises",
    "reservation.undo_mark_price_checked": "Prüfung des Preises zurückgenommen",
    "reservation.flag_duplicate": "Mögliche Dublette",
    "reservation.mark_not_duplicate": "Keine Dublette",
    "reservation.undo_mark_not_duplicate": "„Keine Dublette“ zurückgenommen",
    "reservation_import.added": "Einlesen von Reservierungen",
    "reservation_import.undone": "Einlesen von Reservierungen zurückgenommen",
    "reservation.take_back_import": "Zurücknahme mit ihrer Liste",
    "reservation.merge": "Zusammenführung",
    "reservation.undo_merge": "Zusammenführung zurückgenommen",
    "reservation.release_spot": "Freigabe des Platzes nach der Rücknahmefrist",
    "reservation.give_up": "Rückgabe durch den Haushalt",
    "reservation.undo_give_up": "Rückgabe durch den Haushalt zurückgenommen",
    "reservation.ask_hand_over": "Angebot des Platzes an einen anderen Haushalt",
    "reservation.hand_over_declined": "Abgelehnte Übernahme",
    "reservation.hand_over_withdrawn": "Zurückgezogenes Angebot des Platzes",
    "reservation.hand_over_expired": "Angebot des Platzes ohne Antwort",
    "reservation.hand_over_closed": "Hinfälliges Angebot des Platzes",
    "reservation.hand_over": "Übergabe an einen anderen Haushalt",
    "reservation.take_over": "Übernahme von einem anderen Haushalt",
    "reservation.lapse": "Aufgabe ohne Bestätigung der Adresse",
    "reservation.undo_lapse": "Aufgabe ohne Bestätigung zurückgenommen",
    "reservation.lapse_invitation": "Aufgabe ohne Antwort auf die Einladung",
    "reservation.undo_lapse_invitation": "Aufgabe ohne Antwort zurückgenommen",
    "reservation.confirm_email": "Bestätigung der Adresse",
    "reservation.correct_email": "Berichtigung der Adresse nach der Reservierung",
    "reservation.change_email": "Neue Adresse, vom Haushalt bestätigt",
    "reservation.ask_for_address": "Link an eine neue Adresse",
    "reservation.change_contact": "Name oder Telefon, vom Haushalt geändert",
    "reservation.change_share": "Paket oder Zahlung geändert",
    "reservation.undo_change_share": "Änderung von Paket oder Zahlung zurückgenommen",
    "reservation.move_spot": "Anderer Platz",
    "reservation.undo_move_spot": "Anderer Platz zurückgenommen",
    "reservation.swap_spots": "Plätze getauscht",
    "reservation.undo_swap_spots": "Tausch der Plätze zurückgenommen",
    "reservation.reopen": "Wiederaufnahme",
    "reservation.undo_reopen": "Wiederaufnahme zurückgenommen",
    "operation_request.asked": "Großer Vorgang zur Freigabe vorgelegt",
    "operation_request.approved": "Großer Vorgang freigegeben",
    "operation_request.refused": "Großer Vorgang nicht freigegeben",
    "reservation.erase": "Löschung der Daten eines Haushalts",
}
"""What is done to reservations, as the audit log names it."""
