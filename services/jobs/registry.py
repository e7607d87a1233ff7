"""Registry of all periodic jobs. A module adds one entry here."""

from collections.abc import Sequence
from datetime import time
from typing import Final

from services.backup import jobs as backups
from services.campaigns.costs import arrivals as cost_files
from services.campaigns.site_check.check import check_site
from services.console.queue.sources.every import SOURCES
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.static_files import PUBLIC_SITE, page_addresses
from services.core.schedules import AtTime, Every
from services.core.storage.installed import files_of
from services.data_protection.erasure.leftovers import finish_erasures
from services.data_protection.retention.apply import apply_retention
from services.data_protection.retention.rules import AT, JOB
from services.household.deadlines import watch_deadlines
from services.household.hand_over.deadlines import end_hand_overs
from services.integrations.webhooks.delivery import WebhookDelivery
from services.invariants import prove
from services.jobs.job import NOTHING, Job
from services.jobs.sweep import forget_all_expired
from services.jobs.words import results
from services.mail.delivery import Delivery
from services.mail.rendering import renderer_for
from services.mail.transport import transport_for
from services.messages.answers import enclose
from services.messages.intake import fetch
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from services.reports.kept.sweep import sweep_results
from services.reservations.desk.duplicates import DuplicateWatch
from services.reservations.imports import carry_out as imports
from services.reservations.listing.search_text import catch_up_wholly
from services.reservations.release import release_due
from services.schedules.files import sweep_artefacts
from services.schedules.recipients import LAST_LOOKS as REPORT_LOOKS
from services.schedules.settle import settle
from services.settings import Settings
from services.setup_checks.recheck import HOURLY, QUARTERLY, recheck
from services.store.ingest import StoreIngest
from services.store.mend import mend
from services.store.place import store_of
from services.visits.visitors import SaltRemoval
from services.waiting_list.deadlines import serve_waiting_lists
from services.work.escalate import escalate

LAST_LOOKS: Final = {**REPORT_LOOKS, **enclose.LAST_LOOKS}
"""What is looked at once more before a mail leaves, by its kind."""


def all_jobs(settings: Settings, db: Database, clock: Clock) -> Sequence[Job]:
    """The jobs of this installation; scheduled reports are added by `sources.py`."""
    return (*_continuous(settings, db, clock), *_slotted(settings, db, clock))


def _continuous(settings: Settings, db: Database, clock: Clock) -> Sequence[Job]:
    transport = transport_for(settings.smtp_url, settings.data_dir)
    delivery = Delivery(db, transport, renderer_for(settings), clock, LAST_LOOKS)
    return (
        Job(
            "deliver-mail",
            "Mails senden",
            "Sendet, was im Postausgang an der Reihe ist.",
            Every(2),
            delivery.deliver_due,
            lambda states: results.counted(states.total(), "Mail bearbeitet", "Mails bearbeitet"),
        ),
        Job(
            "search-texts",
            "Suche nachführen",
            "Hält die Suche der Konsole auf dem Stand der Reservierungen.",
            Every(2),
            lambda: catch_up_wholly(db),
            lambda count: results.counted(count, "Reservierung aufgenommen", "Reservierungen aufgenommen"),
        ),
        Job(
            "settle-reports",
            "Berichte zu Ende bringen",
            "Schließt Berichte ab, deren Mails hinausgegangen sind.",
            Every(2),
            lambda: settle(db, clock),
            lambda count: results.counted(count, "Bericht abgeschlossen", "Berichte abgeschlossen"),
        ),
        Job(
            "deliver-webhooks",
            "Webhooks zustellen",
            "Meldet angebundenen Systemen, was geschehen ist.",
            Every(2),
            WebhookDelivery(db, settings, clock).deliver_due,
            lambda states: results.counted(states.total(), "Zustellung versucht", "Zustellungen versucht"),
        ),
        Job(
            "ship-backups",
            "Laufend sichern",
            "Sichert Datenbank und Dateien alle halbe Minute verschlüsselt an das eingestellte Ziel.",
            Every(2),
            backups.shipping(db, settings, clock),
            lambda count: results.counted(count, "Sicherung angelegt", "Sicherungen angelegt"),
        ),
    )


def _slotted(settings: Settings, db: Database, clock: Clock) -> Sequence[Job]:
    duplicates, salts = DuplicateWatch(db, clock), SaltRemoval(db, clock)
    codes, referrals = CodeIssue(db, clock), ReferralWatch(db, clock)
    return (
        Job(
            "flag-duplicates",
            "Doppelte Reservierungen erkennen",
            "Kennzeichnet neue Reservierungen, die einer bekannten gleichen.",
            Every(60),
            duplicates.look,
            lambda count: results.counted(count, "Reservierung gekennzeichnet", "Reservierungen gekennzeichnet"),
        ),
        Job(
            "serve-waiting-lists",
            "Warteliste bedienen",
            "Bietet freie Plätze der Warteliste an, erinnert an Angebote und beendet, was abgelaufen ist.",
            Every(60),
            lambda: serve_waiting_lists(db, clock),
            results.served,
        ),
        Job(
            "issue-referral-codes",
            "Empfehlungscodes vergeben",
            "Gibt jedem Haushalt mit einem Platz seinen Empfehlungscode.",
            Every(60),
            codes.issue,
            lambda count: results.counted(count, "Code vergeben", "Codes vergeben"),
        ),
        Job(
            "check-referrals",
            "Empfehlungen beurteilen",
            "Beurteilt die Empfehlungscodes, mit denen Reservierungen kamen.",
            Every(60),
            referrals.check,
            lambda count: results.counted(count, "Empfehlung beurteilt", "Empfehlungen beurteilt"),
        ),
        Job(
            "release-spots",
            "Plätze freigeben",
            "Gibt Plätze frei, deren Rücknahmefrist abgelaufen ist.",
            Every(60),
            lambda: release_due(db, clock),
            lambda count: results.counted(count, "Platz freigegeben", "Plätze freigegeben"),
        ),
        Job(
            "watch-confirmations",
            "Bestätigungen überwachen",
            "Erinnert Haushalte, die ihre Adresse noch nicht bestätigt haben, und gibt ihren Platz nach der Frist auf.",
            Every(60),
            lambda: watch_deadlines(db, settings, clock),
            results.watched,
        ),
        Job(
            imports.JOB,
            "Listen zu Ende einlesen",
            "Trägt die übrigen Zeilen eingelesener Listen ein, auch wenn die Seite geschlossen ist.",
            Every(60),
            lambda: imports.continue_imports(db, settings, clock),
            lambda count: results.counted(count, "Zeile eingetragen", "Zeilen eingetragen"),
        ),
        Job(
            "end-hand-overs",
            "Übergaben beenden",
            "Beendet Angebote, einen Platz zu übernehmen, die niemand beantwortet hat oder die hinfällig sind.",
            Every(60),
            lambda: end_hand_overs(db, clock),
            lambda count: results.counted(count, "Übergabe beendet", "Übergaben beendet"),
        ),
        Job(
            fetch.JOB,
            "Nachrichten abholen",
            "Holt neue Mails aus dem Postfach und ordnet sie Haushalten zu.",
            Every(60),
            fetch.MessageFetch(db, settings, clock).run,
            lambda done: done.words or NOTHING,
        ),
        Job(
            cost_files.JOB,
            "Kostendateien abholen",
            "Sieht im Ordner nach neuen Dateien mit Kosten. Sie zählen erst, wenn das Marketing sie einliest.",
            Every(60),
            lambda: cost_files.look(db, settings, clock),
            lambda count: results.counted(count, "Datei gefunden", "Dateien gefunden"),
        ),
        Job(
            "forget-salts",
            "Besucherschlüssel vernichten",
            "Vernichtet den Schlüssel, mit dem die Besucher von gestern gezählt wurden.",
            Every(300),
            salts.run,
            lambda count: results.counted(count, "Schlüssel vernichtet", "Schlüssel vernichtet"),
        ),
        Job(
            "self-check",
            "Seiten und Kurzlinks prüfen",
            "Geht alle Seiten und Kurzlinks ab und meldet, wo die Angaben einer Kampagne verloren gehen.",
            AtTime(time(3, 40)),
            lambda: check_site(settings, db, clock, page_addresses(PUBLIC_SITE)).findings,
            lambda findings: results.counted(len(findings), "Fund", "Funde", none="Alles kam an."),
        ),
        Job(
            prove.JOB,
            "Daten prüfen",
            "Beweist jede Nacht, dass Plätze, Summen, Warteliste, Nachweise und Protokoll zueinander passen.",
            AtTime(time(4, 20)),
            lambda: prove.prove_and_keep(db, clock),
            results.proven,
        ),
        Job(
            backups.TRIAL,
            "Sicherung erproben",
            "Stellt jede Woche die neueste Sicherung an einem anderen Ort wieder her und prüft sie ganz.",
            AtTime(time(4, 50), weekdays=frozenset({6})),
            backups.trial(db, settings, clock),
            results.tried,
        ),
        Job(
            "check-setup",
            "Einrichtung prüfen",
            "Prüft den Postausgang und alles andere, was auf der Seite „Zustand“ zur Einrichtung steht.",
            Every(900),
            lambda: recheck(db, settings, clock, QUARTERLY),
            lambda count: results.counted(count, "Prüfung offen", "Prüfungen offen", none="Alles ist in Ordnung."),
        ),
        Job(
            "check-public-address",
            "Öffentliche Adresse prüfen",
            "Ruft die Website unter ihrer öffentlichen Adresse auf und liest ihr Zertifikat.",
            Every(3600),
            lambda: recheck(db, settings, clock, HOURLY),
            lambda count: results.counted(count, "Prüfung offen", "Prüfungen offen", none="Alles ist in Ordnung."),
        ),
        Job(
            "escalate-work",
            "Überfällige Aufgaben melden",
            "Meldet der Administration an Werktagen, was überfällig geworden ist.",
            AtTime(time(7)),
            lambda: escalate(db, settings, clock, SOURCES),
            lambda count: results.counted(count, "Aufgabe gemeldet", "Aufgaben gemeldet"),
        ),
        Job(
            "carry-visits",
            "Auswertungen nachführen",
            "Überträgt neue Besuche und Berührungen in die Auswertungen.",
            Every(300),
            StoreIngest(db, store_of(settings), clock).run,
            results.carried,
        ),
        Job(
            "verify-store",
            "Auswertungen prüfen",
            "Liest jede Datei der Auswertungen und schreibt beschädigte aus der Datenbank neu.",
            AtTime(time(4, 37)),
            lambda: mend(StoreIngest(db, store_of(settings), clock), store_of(settings)),
            results.mended,
        ),
        Job(
            "sweep-results",
            "Dateien von Berichten aufräumen",
            "Löscht die Dateien gelöschter, abgelaufener und nie fertig gewordener Berichte.",
            Every(3600),
            lambda: sweep_results(db, files_of(settings), clock) + sweep_artefacts(db, files_of(settings), clock),
            lambda count: results.counted(count, "Datei gelöscht", "Dateien gelöscht"),
        ),
        Job(
            JOB,
            "Aufbewahrung anwenden",
            "Löscht oder entkoppelt von Personen, was nach den Regeln des Datenschutzes fällig ist.",
            AT,
            lambda: apply_retention(db, settings, clock),
            results.applied,
        ),
        Job(
            "finish-erasures",
            "Löschungen abschließen",
            "Entfernt nach einer Löschung die Dateien der Mails und überschreibt frei gewordenen Platz.",
            Every(60),
            lambda: finish_erasures(db, settings, clock),
            lambda count: results.counted(count, "Löschung abgeschlossen", "Löschungen abgeschlossen"),
        ),
        Job(
            "forget",
            "Abgelaufenes löschen",
            "Löscht abgelaufene Antworten, Sitzungen und Links, alte Zählungen und Läufe.",
            Every(3600),
            lambda: forget_all_expired(db, clock),
            lambda _nothing: "Gelöscht, was abgelaufen war.",
        ),
    )
