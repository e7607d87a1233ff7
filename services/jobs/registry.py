"""Registry of all periodic jobs. A module adds one entry here."""

from collections.abc import Callable, Sequence
from datetime import datetime, time
from typing import TYPE_CHECKING, Final

from sqlalchemy.orm import Session

from services.alerts.built_in import EVERY, Reading
from services.alerts.check import Looked, check_alerts
from services.backup import jobs as backups
from services.campaigns.costs import arrivals as cost_files
from services.campaigns.site_check.check import check_site
from services.checks import prove
from services.checks.setup import HOURLY, QUARTERLY, recheck
from services.contracts import settle
from services.contracts.models import ContractDocument
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.german import counted
from services.core.http.static_files import PUBLIC_SITE, page_addresses
from services.core.job_queue.job import NOTHING, Job
from services.core.schedules import AtTime, Every
from services.core.storage.installed import files_of
from services.data_protection.erasure.cleanup import finish_erasures
from services.data_protection.retention.apply import Applied, apply_retention
from services.data_protection.retention.rules import AT, JOB
from services.household.deadlines import Watched, watch_deadlines
from services.household.hand_over.deadlines import end_hand_overs
from services.integrations.delivery import WebhookDelivery
from services.jobs.health import findings
from services.jobs.sweep import forget_all_expired
from services.mail.delivery import Delivery, Post, enclosed_from
from services.mail.letters.answers import StaffAnswer
from services.mail.reservation_letters import ContractAsked, ContractClosed, ContractTakenOver
from services.messages.intake import fetch
from services.messages.models import MessageAttachment
from services.payments import check_card, reminders
from services.payments.providers import provider_of
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from services.reports.kept.sweep import sweep_results
from services.reservations.desk.duplicates import DuplicateWatch
from services.reservations.imports import carry_out as imports
from services.reservations.listing.search_text import catch_up_wholly
from services.reservations.release import release_due
from services.schedules.files import sweep_artefacts
from services.schedules.jobs import schedule_job, schedule_jobs
from services.schedules.recipients import LAST_LOOKS as REPORT_LOOKS
from services.schedules.runs import finalize
from services.settings import Settings
from services.store.ingest import Ingested, Mended, StoreIngest, mend
from services.store.place import store_of
from services.tasks.escalate import escalate
from services.visits.visitors import SaltRemoval
from services.waiting_list.deadlines import Served, serve_waiting_lists

if TYPE_CHECKING:
    from services.backup.verify import Verified

Source = Callable[[], Sequence[Job]]
_NAMED: Final = 3
_BROKEN: Final = {"missing": "nicht gelaufen", "failing": "gescheitert"}
LAST_LOOKS: Final = {
    **REPORT_LOOKS,
    StaffAnswer.kind: enclosed_from(MessageAttachment),
    **dict.fromkeys((ContractClosed.kind, ContractAsked.kind, ContractTakenOver.kind), enclosed_from(ContractDocument)),
}
"""What is looked at once more before a mail leaves, by its kind."""


def planned_jobs(settings: Settings, db: Database, clock: Clock) -> list[Job]:
    """Every current job, those of the sources last."""
    changing = [job for source in all_sources(settings, db, clock) for job in source()]
    return [*all_jobs(settings, db, clock), *changing]


def all_jobs(settings: Settings, db: Database, clock: Clock) -> tuple[Job, ...]:
    """The permanent jobs, including the one that checks all others."""
    return (*_continuous(settings, db, clock), *_slotted(settings, db, clock), _alerts(settings, db, clock))


def all_sources(settings: Settings, db: Database, clock: Clock) -> tuple[Source, ...]:
    """Where jobs come from that change at run time. Each is polled every few seconds."""
    return (lambda: schedule_jobs(db, settings, clock),)


def unlisted_job(settings: Settings, db: Database, clock: Clock, name: str) -> Job | None:
    """A job that no source lists, but of which a run may be open: a paused or removed schedule's."""
    return schedule_job(db, settings, clock, name)


def _continuous(settings: Settings, db: Database, clock: Clock) -> Sequence[Job]:
    post = Post(settings)
    delivery = Delivery(db, post, post, clock, LAST_LOOKS, post.account)
    return (
        Job(
            "deliver-mail",
            "Mails senden",
            "Sendet, was im Postausgang an der Reihe ist.",
            Every(2),
            delivery.deliver_due,
            lambda states: _counted(states.total(), "Mail bearbeitet", "Mails bearbeitet"),
        ),
        Job(
            "search-texts",
            "Suche nachführen",
            "Hält die Suche der Konsole auf dem Stand der Reservierungen.",
            Every(2),
            lambda: catch_up_wholly(db),
            _counts("Reservierung aufgenommen", "Reservierungen aufgenommen"),
        ),
        Job(
            "settle-reports",
            "Berichte zu Ende bringen",
            "Schließt Berichte ab, deren Mails hinausgegangen sind.",
            Every(2),
            lambda: finalize(db, clock),
            _counts("Bericht abgeschlossen", "Berichte abgeschlossen"),
        ),
        Job(
            "deliver-webhooks",
            "Webhooks zustellen",
            "Meldet angebundenen Systemen, was geschehen ist.",
            Every(2),
            WebhookDelivery(db, settings, clock).deliver_due,
            lambda states: _counted(states.total(), "Zustellung versucht", "Zustellungen versucht"),
        ),
        Job(
            "ship-backups",
            "Laufend sichern",
            "Sichert Datenbank und Dateien alle halbe Minute verschlüsselt an das eingestellte Ziel.",
            Every(2),
            backups.shipping(db, settings, clock),
            _counts("Sicherung angelegt", "Sicherungen angelegt"),
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
            _counts("Reservierung gekennzeichnet", "Reservierungen gekennzeichnet"),
        ),
        Job(
            "serve-waiting-lists",
            "Warteliste bedienen",
            "Bietet freie Plätze der Warteliste an, erinnert an Angebote und beendet, was abgelaufen ist.",
            Every(60),
            lambda: serve_waiting_lists(db, clock),
            _served,
        ),
        Job(
            "issue-referral-codes",
            "Empfehlungscodes vergeben",
            "Gibt jedem Haushalt mit einem Platz seinen Empfehlungscode.",
            Every(60),
            codes.issue,
            _counts("Code vergeben", "Codes vergeben"),
        ),
        Job(
            "check-referrals",
            "Empfehlungen beurteilen",
            "Beurteilt die Empfehlungscodes, mit denen Reservierungen kamen.",
            Every(60),
            referrals.check,
            _counts("Empfehlung beurteilt", "Empfehlungen beurteilt"),
        ),
        Job(
            "release-spots",
            "Plätze freigeben",
            "Gibt Plätze frei, deren Rücknahmefrist abgelaufen ist.",
            Every(60),
            lambda: release_due(db, clock),
            _counts("Platz freigegeben", "Plätze freigegeben"),
        ),
        Job(
            "watch-confirmations",
            "Fristen der Haushalte überwachen",
            "Erinnert Haushalte, die ihre Adresse nicht bestätigt oder auf die Einladung zum Vertrag nicht geantwortet "
            "haben, und gibt ihren Platz nach der Frist auf.",
            Every(60),
            lambda: watch_deadlines(db, settings, clock),
            _watched,
        ),
        Job(
            imports.JOB,
            "Listen zu Ende einlesen",
            "Trägt die übrigen Zeilen eingelesener Listen ein, auch wenn die Seite geschlossen ist.",
            Every(60),
            lambda: imports.continue_imports(db, settings, clock),
            _counts("Zeile eingetragen", "Zeilen eingetragen"),
        ),
        Job(
            "end-hand-overs",
            "Übergaben beenden",
            "Beendet Angebote, einen Platz zu übernehmen, die niemand beantwortet hat oder die hinfällig sind.",
            Every(60),
            lambda: end_hand_overs(db, clock),
            _counts("Übergabe beendet", "Übergaben beendet"),
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
            _counts("Datei gefunden", "Dateien gefunden"),
        ),
        Job(
            "follow-card-checks",
            "Kartenprüfungen verfolgen",
            "Fragt den Zahlungsdienst nach Kartenprüfungen, die noch nicht zu Ende sind, und gibt Vorgemerktes frei.",
            Every(60),
            lambda: check_card.follow_due(db, provider_of(settings, db, clock), clock),
            _counts("Prüfung nachgesehen", "Prüfungen nachgesehen"),
        ),
        Job(
            "pull-card-checks",
            "Kartenprüfungen abgleichen",
            "Fragt jede Nacht auch nach Kartenprüfungen, die bei uns schon beendet sind.",
            AtTime(time(4, 10)),
            lambda: check_card.pull(db, provider_of(settings, db, clock), clock),
            _counts("Prüfung abgeglichen", "Prüfungen abgeglichen"),
        ),
        Job(
            settle.JOB,
            "Verträge fortschreiben",
            "Bucht, was fällig oder zu erstatten ist, und hält fest, an welchen Tagen ein Anteil Gutschriften bringt.",
            AtTime(time(2, 15)),
            lambda: settle.settle_all(db, settings, clock),
            _counts("Vertrag fortgeschrieben", "Verträge fortgeschrieben"),
        ),
        Job(
            "remind-of-payments",
            "An Zahlungen erinnern",
            "Erinnert nach einer zurückgegebenen Lastschrift oder ohne Mandat an offene Beträge, höchstens zweimal.",
            AtTime(time(7, 30)),
            lambda: reminders.remind_all(db, settings, clock),
            _counts("Erinnerung verschickt", "Erinnerungen verschickt"),
        ),
        Job(
            "forget-salts",
            "Besucherschlüssel vernichten",
            "Vernichtet den Schlüssel, mit dem die Besucher von gestern gezählt wurden.",
            Every(300),
            salts.run,
            _counts("Schlüssel vernichtet", "Schlüssel vernichtet"),
        ),
        Job(
            "self-check",
            "Seiten und Kurzlinks prüfen",
            "Geht alle Seiten und Kurzlinks ab und meldet, wo die Angaben einer Kampagne verloren gehen.",
            AtTime(time(3, 40)),
            lambda: check_site(settings, db, clock, page_addresses(PUBLIC_SITE)).findings,
            lambda findings: _counted(len(findings), "Fund", "Funde", none="Alles kam an."),
        ),
        Job(
            prove.JOB,
            "Daten prüfen",
            "Beweist jede Nacht, dass Plätze, Summen, Warteliste, Nachweise und Protokoll zueinander passen.",
            AtTime(time(4, 20)),
            lambda: prove.prove_and_keep(db, clock),
            _proven,
        ),
        Job(
            backups.TRIAL,
            "Sicherung erproben",
            "Stellt jede Woche die neueste Sicherung an einem anderen Ort wieder her und prüft sie ganz.",
            AtTime(time(4, 50), weekdays=frozenset({6})),
            backups.trial(db, settings, clock),
            _tried,
        ),
        Job(
            "check-setup",
            "Einrichtung prüfen",
            "Prüft den Postausgang und alles andere, was auf der Seite „Zustand“ zur Einrichtung steht.",
            Every(900),
            lambda: recheck(db, settings, clock, QUARTERLY),
            _counts("Prüfung offen", "Prüfungen offen", none="Alles ist in Ordnung."),
        ),
        Job(
            "check-public-address",
            "Öffentliche Adresse prüfen",
            "Ruft die Website unter ihrer öffentlichen Adresse auf und liest ihr Zertifikat.",
            Every(3600),
            lambda: recheck(db, settings, clock, HOURLY),
            _counts("Prüfung offen", "Prüfungen offen", none="Alles ist in Ordnung."),
        ),
        Job(
            "escalate-work",
            "Überfällige Aufgaben melden",
            "Meldet der Administration an Werktagen, was überfällig geworden ist.",
            AtTime(time(7)),
            lambda: escalate(db, settings, clock),
            _counts("Aufgabe gemeldet", "Aufgaben gemeldet"),
        ),
        Job(
            "carry-visits",
            "Auswertungen nachführen",
            "Überträgt neue Besuche und Berührungen in die Auswertungen.",
            Every(300),
            StoreIngest(db, store_of(settings), clock).run,
            _carried,
        ),
        Job(
            "verify-store",
            "Auswertungen prüfen",
            "Liest jede Datei der Auswertungen und schreibt beschädigte aus der Datenbank neu.",
            AtTime(time(4, 37)),
            lambda: mend(StoreIngest(db, store_of(settings), clock), store_of(settings)),
            mended,
        ),
        Job(
            "sweep-results",
            "Dateien von Berichten aufräumen",
            "Löscht die Dateien gelöschter, abgelaufener und nie fertig gewordener Berichte.",
            Every(3600),
            lambda: sweep_results(db, files_of(settings), clock) + sweep_artefacts(db, files_of(settings), clock),
            _counts("Datei gelöscht", "Dateien gelöscht"),
        ),
        Job(
            JOB,
            "Aufbewahrung anwenden",
            "Löscht oder entkoppelt von Personen, was nach den Regeln des Datenschutzes fällig ist.",
            AT,
            lambda: apply_retention(db, settings, clock),
            _applied,
        ),
        Job(
            "finish-erasures",
            "Löschungen abschließen",
            "Entfernt nach einer Löschung die Dateien der Mails und überschreibt frei gewordenen Platz.",
            Every(60),
            lambda: finish_erasures(db, settings, clock),
            _counts("Löschung abgeschlossen", "Löschungen abgeschlossen"),
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


def _alerts(settings: Settings, db: Database, clock: Clock) -> Job:
    """A problem with a job becomes an alert, as a full park does."""

    def broken_jobs(session: Session, now: datetime) -> list[Reading]:
        return [
            Reading(f"job:{found.job}", found.count, f"{found.title}: {_BROKEN[found.kind]}", found.words)
            for found in findings(session, planned_jobs(settings, db, clock), now)
        ]

    return Job(
        "check-alerts",
        "Hinweise prüfen",
        "Prüft Parks, Reservierungen, Budgets, Postausgang und Abläufe, nach jedem Tag auch Zahlen mit "
        "eigenen Regeln, und meldet, was Aufmerksamkeit braucht.",
        Every(int(EVERY.total_seconds())),
        lambda: check_alerts(db, settings, clock, broken_jobs),
        _looked,
    )


def _counted(count: int, one: str, many: str, none: str = NOTHING) -> str:
    """What was done, as a German sentence for the console and the history of runs."""
    return f"{counted(count, one, many)}." if count else none


def _counts(one: str, many: str, none: str = NOTHING) -> Callable[[int], str]:
    return lambda count: _counted(count, one, many, none)


def _tried(found: "Verified | None") -> str:
    return f"{counted(found.snapshot.rows, 'Zeile', 'Zeilen')} wiederhergestellt und geprüft." if found else NOTHING


def _watched(done: Watched) -> str:
    parts = (
        _counted(done.reminded, "Erinnerung geschrieben", "Erinnerungen geschrieben", none=""),
        _counted(done.lapsed, "Platz aufgegeben", "Plätze aufgegeben", none=""),
    )
    return " ".join(filter(None, parts)) or NOTHING


def _proven(found: Sequence[prove.Proven]) -> str:
    broken = sum(one.broken.count > 0 for one in found)
    refused = f"{counted(broken, 'Prüfung', 'Prüfungen')} von {len(found)} nicht bestanden."
    return refused if broken else f"Alle {len(found)} Prüfungen bestanden."


def _served(done: Served) -> str:
    parts = (
        _counted(done.offered, "Platz angeboten", "Plätze angeboten", none=""),
        _counted(done.reminded, "Erinnerung geschrieben", "Erinnerungen geschrieben", none=""),
        _counted(done.ended, "Eintrag oder Angebot beendet", "Einträge oder Angebote beendet", none=""),
    )
    return " ".join(filter(None, parts)) or NOTHING


def _applied(done: Applied) -> str:
    """How many rows, of how many rules; the page of data protection tells which."""
    words = f"{counted(done.total, 'Zeile', 'Zeilen')} nach {counted(len(done.rows), 'Regel', 'Regeln')}."
    return words if done.rows else NOTHING


def _carried(done: Ingested) -> str:
    words = _counted(done.rows, "Zeile übertragen", "Zeilen übertragen")
    return f"{words} Ein anderer Vorgang überträgt gerade." if done.is_elsewhere else words


def mended(done: Mended) -> str:
    words = [_counted(done.files, "Datei gelesen", "Dateien gelesen")]
    if done.damaged:
        words.append(f"Beschädigt und aus der Datenbank neu geschrieben: {_some(done.damaged)}.")
    if done.copies:
        words.append(f"Beschädigte Kopien auf diesem Rechner gelöscht: {_some(done.copies)}.")
    if done.ingested.is_elsewhere:
        words.append("Ein anderer Vorgang überträgt gerade; was er hält, ist morgen an der Reihe.")
    return " ".join(words)


def _some(names: Sequence[str]) -> str:
    """As many as fit into the row of a run."""
    rest = len(names) - _NAMED
    return f"{', '.join(names[:_NAMED])} und {rest} weitere" if rest > 0 else ", ".join(names)


def _looked(found: Looked) -> str:
    told = ((found.opened, "eröffnet"), (found.closed, "beendet"))
    return " ".join(f"{counted(count, 'Hinweis', 'Hinweise')} {what}." for count, what in told if count) or NOTHING
