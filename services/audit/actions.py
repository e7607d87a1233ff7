"""German labels of audit log actions, by area: for the filter and for exported files.

An operation is logged under two names: `operation.cancel` once, and `reservation.cancel` for each reservation. For
people these are one action, listed here under the second name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from services.reservations.labels import ACTION

AreaName = Literal["reservations", "mails", "waiting", "parks", "money", "campaigns", "reports", "access", "operations"]
_WHOLE = "operation."
_PART = "reservation."


@dataclass(frozen=True, slots=True)
class Area:
    """An area of work and its actions: action → German noun."""

    name: AreaName
    label: str
    actions: Mapping[str, str]


AREAS: Sequence[Area] = (
    Area(
        "reservations",
        "Reservierungen",
        ACTION,
    ),
    Area(
        "mails",
        "Mails und Nachrichten",
        {
            "mail.printed": "Gedruckter Brief",
            "mail.posted": "Versandter Brief",
            "mail.letter_expired": "Nicht versandter letzter Brief",
            "mail.resent": "Erneuter Versand",
            "mail.retried": "Neuer Versuch nach einem Fehler",
            "mail.all_retried": "Neuer Versuch für alle gescheiterten Mails",
            "mail.released": "Angehaltene Mail gesendet",
            "mail.cancelled": "Zurückgezogene Mail",
            "mail.settled": "Abgelehnte Mail erledigt",
            "mail.address_corrected": "Adresse nach abgelehnter Mail berichtigt",
            "contact.received": "Kontaktanfrage",
            "conversation.opened": "Schriftwechsel aus dem Kontaktformular",
            "conversation.received": "Eingang einer Mail",
            "conversation.revealed": "Einsicht in Adresse oder Nummer",
            "conversation.assigned": "Zuordnung einer Nachricht",
            "conversation.belongs_to_none": "Nachricht gehört zu niemandem",
            "conversation.unassigned": "Zuordnung einer Nachricht aufgehoben",
            "conversation.attachment_fetched": "Heruntergeladene Datei einer Nachricht",
            "mailbox.refusal_fetched": "Heruntergeladene unlesbare Mail",
            "mailbox.refusal_settled": "Unlesbare Mail erledigt",
            "declaration.received": "Eingang von Widerruf oder Kündigung",
            "conversation.answered": "Antwort geschrieben",
            "conversation.answer_withdrawn": "Antwort zurückgezogen",
            "conversation.answer_hastened": "Antwort vorgezogen",
            "conversation.closed": "Schriftwechsel erledigt",
            "conversation.reopened": "Schriftwechsel wieder aufgenommen",
            "answer_template.added": "Neue Antwortvorlage",
            "answer_template.edited": "Änderung einer Antwortvorlage",
            "answer_template.removed": "Gelöschte Antwortvorlage",
            "declaration.match": "Zuordnung von Widerruf oder Kündigung",
            "declaration.accept": "Annahme von Widerruf oder Kündigung",
            "declaration.reject": "Ablehnung von Widerruf oder Kündigung",
            "declaration.refund": "Erstattung nach Widerruf vermerkt",
        },
    ),
    Area(
        "waiting",
        "Warteliste",
        {
            "waiting_list.joined": "Eintrag",
            "waiting_list.confirmed": "Bestätigte Adresse",
            "waiting_list.wish_changed": "Geändertes Paket",
            "waiting_list.offered": "Angebot",
            "waiting_list.asked_to_confirm": "Reservierung, die erst zu bestätigen ist",
            "waiting_list.offer_accepted": "Angenommenes Angebot",
            "waiting_list.offer_declined": "Abgelehntes Angebot",
            "waiting_list.offer_expired": "Abgelaufenes Angebot",
            "waiting_list.offer_withdrawn": "Zurückgezogenes Angebot",
            "waiting_list.passed": "Übergangener Eintrag",
            "waiting_list.skipped": "Überspringen",
            "waiting_list.moved": "Geänderte Reihenfolge",
            "waiting_list.noted": "Notiz zu einem Eintrag",
            "waiting_list.address_corrected": "Berichtigte Adresse",
            "waiting_list.revealed": "Einsicht in eine Adresse",
            "waiting_list.left": "Austritt",
            "waiting_list.taken_off": "Von der Liste genommen",
            "waiting_list.unconfirmed": "Nicht bestätigter Eintrag beendet",
            "waiting_list.park_cancelled": "Ende mit dem Park",
        },
    ),
    Area(
        "parks",
        "Parks und Plätze",
        {
            "park.edited": "Änderung eines Parks",
            "park.cancelled": "Absage eines Parks",
            "park.confirmed": "Bestätigung eines Parks",
            "park.confirmation_taken_back": "Bestätigung eines Parks zurückgenommen",
            "park.connected": "Netzanschluss eines Parks",
            "park.paused": "Reservierungen angehalten",
            "park.resumed": "Reservierungen wieder geöffnet",
            "park.spots_blocked": "Sperrung von Plätzen",
            "park.spots_released": "Freigabe von Plätzen",
        },
    ),
    Area(
        "campaigns",
        "Kampagnen und Empfehlungen",
        {
            "campaign.added": "Neue Kampagne",
            "campaign.edited": "Änderung einer Kampagne",
            "campaign.archived": "Archivierung einer Kampagne",
            "campaign.unarchived": "Kampagne aus dem Archiv zurückgeholt",
            "link.added": "Neuer Kurzlink",
            "link.disabled": "Stilllegung eines Kurzlinks",
            "link.enabled": "Kurzlink wieder aktiviert",
            "alias.added": "Zuordnung einer Schreibweise",
            "alias.undone": "Zuordnung einer Schreibweise aufgehoben",
            "told_text.mapped": "Zuordnung einer Antwort in eigenen Worten",
            "told_text.undone": "Zuordnung einer Antwort aufgehoben",
            "note.added": "Neue Anmerkung",
            "note.edited": "Änderung einer Anmerkung",
            "note.removed": "Löschung einer Anmerkung",
            "experiment.added": "Neuer Versuch",
            "experiment.edited": "Änderung eines Versuchs",
            "experiment.removed": "Löschung eines Versuchs",
            "experiment.started": "Beginn eines Versuchs",
            "experiment.stopped": "Ende eines Versuchs",
            "contract_target.set": "Ziel je Vertrag",
            "cost.set": "Eintrag von Kosten",
            "cost.removed": "Entfernung von Kosten",
            "cost_import.added": "Einlesen von Kosten",
            "cost_import.undone": "Einlesen von Kosten zurückgenommen",
            "cost_arrival.found": "Eingang einer Kostendatei",
            "cost_arrival.accepted": "Einlesen einer eingegangenen Kostendatei",
            "cost_arrival.dismissed": "Eingegangene Kostendatei verworfen",
            "platform_name.remembered": "Name einer Plattform gemerkt",
            "platform_name.forgotten": "Name einer Plattform vergessen",
            "referral_code.issued": "Ausgabe von Empfehlungscodes",
            "referral_code.added": "Neuer Empfehlungscode",
            "referral_code.disabled": "Sperrung eines Empfehlungscodes",
            "referral_code.enabled": "Empfehlungscode wieder zugelassen",
            "referral_use.judged": "Beurteilung von Empfehlungen",
            "self_check.run": "Prüfung der Kampagnenwerte",
        },
    ),
    Area(
        "reports",
        "Berichte und Exporte",
        {
            "export.fetched": "Export",
            "metric.checked": "Definition einer Kennzahl bestätigt",
            "report_run.kept": "Festgehaltener Bericht",
            "report_run.removed": "Löschung eines festgehaltenen Berichts",
            "report.recounted": "Daten zum Nachrechnen",
            "report_link.added": "Link zu einem Bericht angelegt",
            "report_link.revoked": "Link zu einem Bericht widerrufen",
            "report_run.generated": "Berechnung nach Zeitplan",
            "report_run.delivered": "Zustellung eines Berichts",
            "report_run.failed": "Gescheiterter Bericht",
            "report_run.repeated": "Wiederholung eines gescheiterten Berichts",
            "figure_alert.created": "Neuer eigener Hinweis",
            "figure_alert.changed": "Änderung eines eigenen Hinweises",
            "figure_alert.paused": "Eigener Hinweis angehalten",
            "figure_alert.resumed": "Eigener Hinweis fortgesetzt",
            "figure_alert.removed": "Löschung eines eigenen Hinweises",
            "figure_alert.handed_over": "Übergabe eines eigenen Hinweises",
            "figure_alert.tested": "Testmail zu einem eigenen Hinweis",
            "alert.opened": "Hinweis eröffnet",
            "alert.closed": "Hinweis beendet",
            "report_schedule.created": "Neuer Zeitplan",
            "report_schedule.changed": "Änderung eines Zeitplans",
            "report_schedule.paused": "Zeitplan angehalten",
            "report_schedule.resumed": "Zeitplan fortgesetzt",
            "report_schedule.recipient_confirmed": "Adresse außerhalb bestätigt",
            "report_schedule.recipient_left": "Ein Empfänger hat den Bericht abbestellt",
            "report_schedule.recipient_filtered": "Eigener Filter eines Empfängers",
            "report_schedule.removed": "Löschung eines Zeitplans",
            "segment.added": "Neues Segment",
            "segment.edited": "Änderung eines Segments",
            "segment.removed": "Löschung eines Segments",
        },
    ),
    Area(
        "access",
        "Team und Zugang",
        {
            "staff.signed_in": "Anmeldung",
            "staff.signed_out": "Abmeldung",
            "staff.sign_in_failed": "Falsches Passwort",
            "staff.password_accepted": "Passwort bestätigt",
            "staff.code_failed": "Falscher Code",
            "staff.view_started": "Ansicht als andere Rolle begonnen",
            "staff.view_ended": "Ansicht als andere Rolle beendet",
            "staff.confirmed": "Erneuter Ausweis",
            "staff.confirmation_failed": "Gescheiterter Ausweis",
            "staff.first_account_created": "Erstes Konto",
            "staff.invited": "Einladung ins Team",
            "staff.invitation_accepted": "Angenommene Einladung",
            "staff.link_sent": "Neuer Link für ein Konto",
            "staff.name_changed": "Änderung eines Namens",
            "staff.email_changed": "Änderung einer E-Mail-Adresse",
            "staff.role_changed": "Änderung einer Rolle",
            "staff.disabled": "Deaktivierung eines Kontos",
            "staff.enabled": "Konto wieder aktiviert",
            "staff.password_changed": "Änderung des eigenen Passworts",
            "staff.password_reset": "Neues Passwort über einen Link",
            "staff.second_factor_set": "Einrichtung des zweiten Faktors",
            "staff.second_factor_changed": "Wechsel des zweiten Faktors",
            "staff.second_factor_reset": "Zurücksetzung des zweiten Faktors",
            "staff.second_factor_link_used": "Link für eine neue Authenticator-App benutzt",
            "staff.recovery_code_used": "Wiederherstellungscode benutzt",
            "staff.recovery_codes_renewed": "Neue Wiederherstellungscodes",
            "staff.passkey_added": "Neuer Passkey",
            "staff.passkey_renamed": "Anderer Name eines Passkeys",
            "staff.passkey_removed": "Entfernter Passkey",
            "staff.passkey_used": "Passkey benutzt",
            "staff.passkey_failed": "Abgelehnter Passkey",
            "staff.passkey_counter_fell": "Passkey mit rückwärts gelaufenem Zähler",
            "staff.sessions_ended": "Beendete Sitzungen",
            "responsibilities.handed_over": "Übergabe von allem eines Kontos",
            "responsibilities.address_removed": "Adresse außerhalb überall entfernt",
            "machine_token.added": "Neuer Zugangsschlüssel",
            "machine_token.revoked": "Widerruf eines Zugangsschlüssels",
        },
    ),
    Area(
        "money",
        "Zahlungen",
        {
            "bank_run.draft": "Entwurf einer Datei für die Bank",
            "bank_run.release": "Freigabe einer Datei für die Bank",
            "bank_run.send": "Datei an die Bank gegeben",
            "bank_run.discard": "Datei für die Bank verworfen",
            "bank_line.retry": "Lastschrift wird noch einmal eingezogen",
            "bank_line.transfer": "Lastschrift wird überwiesen",
            "bank_line.write_off": "Lastschrift wird ausgebucht",
            "bank_statement.book": "Kontoauszug gebucht",
            "statement_line.allocate": "Zahlung zugeordnet",
            "statement_line.send_back": "Zahlung wird zurückgesendet",
            "statement_line.fee": "Gebühr der Bank",
            "statement_line.undo": "Entscheidung über eine Zahlung zurückgenommen",
        },
    ),
    Area(
        "operations",
        "Betrieb",
        {
            "work.assigned": "Aufgabe übernommen oder zugewiesen",
            "work.snoozed": "Aufgabe zurückgestellt",
            "work.done": "Aufgabe erledigt",
            "work.undone": "Änderung an einer Aufgabe zurückgenommen",
            "job.run_asked": "Automatischer Ablauf von Hand gestartet",
            "job.paused": "Automatischer Ablauf angehalten",
            "job.resumed": "Automatischer Ablauf fortgesetzt",
            "alert.noted": "Hinweis zur Kenntnis genommen",
            "alert_rule.added": "Neue Regel für Hinweise",
            "alert_rule.changed": "Änderung einer Regel für Hinweise",
            "alert_rule.removed": "Löschung einer Regel für Hinweise",
            "backup.restored": "Sicherung wiederhergestellt",
            "installation.imported": "Export eingespielt",
            "installation.settings_edited": "Änderung von Firma, Mailserver oder Adresse",
            "installation.secret_adopted": "Neues Geheimnis der Installation übernommen",
            "backup.mails_released": "Angehaltene Mails nach einer Wiederherstellung freigegeben",
            "setup.test_mail_ordered": "Testmail angefordert",
            "setup.mail_arrived": "Ankunft der Testmail bestätigt",
            "setup.backup_confirmed": "Sicherung bestätigt",
            "setup.backup_key_confirmed": "Zweite Abschrift des Schlüssels der Sicherungen bestätigt",
            "setup.legal_texts_confirmed": "Rechtstexte bestätigt",
            "webhook.added": "Neuer Webhook",
            "webhook.edited": "Änderung eines Webhooks",
            "webhook.removed": "Entfernung eines Webhooks",
            "webhook.paused": "Webhook angehalten",
            "webhook.resumed": "Webhook fortgesetzt",
            "webhook.secret_rotated": "Neues Geheimnis eines Webhooks",
            "webhook.tested": "Test eines Webhooks",
            "webhook.replayed": "Wiederholte Zustellung an einen Webhook",
        },
    ),
)
_BY_NAME: Mapping[str, Area] = {area.name: area for area in AREAS}
_AREA_OF = {action: area for area in AREAS for action in area.actions}


def area_of(action: str) -> AreaName | None:
    """The area of an action; None for an action that no longer exists."""
    area = _AREA_OF.get(as_part(action))
    return area.name if area else None


def area_label(name: str) -> str:
    return _BY_NAME[name].label


def action_label(action: str) -> str:
    """The label of an action; the raw name if it no longer exists."""
    area = _AREA_OF.get(as_part(action))
    return area.actions[as_part(action)] if area else action


def as_part(action: str) -> str:
    """`operation.cancel` → `reservation.cancel`; others unchanged."""
    return _PART + action.removeprefix(_WHOLE) if action.startswith(_WHOLE) else action


def written_as(actions: Iterable[str]) -> list[str]:
    """Every name under which these actions are logged."""
    parts = {as_part(action) for action in actions}
    return sorted(parts | {_WHOLE + part.removeprefix(_PART) for part in parts if part.startswith(_PART)})


def actions_in(area: AreaName) -> list[str]:
    """Every name under which the actions of an area are logged."""
    return written_as(_BY_NAME[area].actions)
