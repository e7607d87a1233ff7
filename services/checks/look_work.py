"""Checks of background work: mails, jobs, the analytical store, webhooks, alerts."""

from datetime import timedelta
from typing import Final

from sqlalchemy import func, select

from services.alerts.check import checked_at, is_late
from services.alerts.models import IS_OPEN, Alert
from services.checks.check import Found, Ground, Group, Level, check, fault, hint, lasting, ok
from services.checks.readiness import MAILS_WAIT
from services.core.german import counted
from services.integrations.models import WebhookEndpoint
from services.jobs.health import finding_of, read_rows
from services.jobs.registry import planned_jobs
from services.mail.models import UNSENT, Mail, MailState
from services.mail.waiting import waiting_mails
from services.payments.models import CardCheck
from services.store.place import fault_now, has_computed, latest_fault
from services.store.status import is_restored, store_status

_VERY_LATE: Final = timedelta(hours=1)
_STORE_MAY_WAIT: Final = timedelta(hours=1)
_SHOWN: Final = 3


@check(
    "outbox",
    Group.MAILS,
    "Postausgang",
    "Solange Mails warten, erfahren Haushalte nichts von ihrer Reservierung.",
    "Läuft der Server oder `voltigo worker`, und nimmt der Mailserver an?",
    path="/mails",
)
def outbox(ground: Ground) -> Found:
    """How long the oldest mail has been due."""
    found = waiting_mails(ground.rows, ground.now)
    if found is None:
        return ok("Keine Mail wartet.")
    late = ground.now - found.since
    words = f"{counted(found.count, 'Mail wartet', 'Mails warten')}, die älteste seit {lasting(late)}."
    if found.is_refused:
        helps = (
            "Prüfen Sie Anmeldung und Absender in VOLTIGO_SMTP_URL und VOLTIGO_MAIL_FROM, dann `voltigo mails retry`."
        )
        return fault(f"{words} Der Mailserver weist unser Konto ab.", helps)
    if late > _VERY_LATE:
        return fault(words)
    return hint(words) if late > MAILS_WAIT else ok(words)


@check(
    "refused_mails",
    Group.MAILS,
    "Aufgegebene Mails",
    "Diese Haushalte haben eine Nachricht nicht bekommen.",
    "Berichtigen Sie die Adresse, oder vermerken Sie, dass es geklärt ist.",
    path="/mails",
)
def refused(ground: Ground) -> Found:
    is_open = (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None)
    count = ground.rows.scalar(select(func.count()).select_from(Mail).where(UNSENT, is_open)) or 0
    if not count:
        return ok("Keine ungeklärte Mail.")
    return hint(f"{counted(count, 'Mail wurde', 'Mails wurden')} aufgegeben und noch nicht geklärt.")


@check(
    "jobs_alive",
    Group.JOBS,
    "Abläufe in Arbeit",
    "Mails, Fristen, Warteliste und Berichte erledigt ein Prozess im Hintergrund.",
    "Starten Sie `voltigo serve` mit VOLTIGO_SCHEDULER=embedded, oder `voltigo worker` daneben.",
    path="/jobs",
)
def alive(ground: Ground) -> Found:
    rows = read_rows(ground.rows)
    if rows.seen_at is None:
        return hint("Noch hat kein Prozess die Abläufe übernommen.")
    if rows.is_alive(ground.now):
        return ok("Ein Prozess arbeitet sie ab.")
    return fault(f"Seit {lasting(ground.now - rows.seen_at)} meldet sich kein Prozess, der sie abarbeitet.")


@check(
    "job_runs",
    Group.JOBS,
    "Läufe nach Plan",
    "Was ausfällt, wird nachgeholt; was mehrmals scheitert, braucht einen Menschen.",
    "Der Verlauf des Ablaufs nennt den Grund. Danach lässt er sich von Hand starten.",
    path="/jobs",
)
def runs(ground: Ground) -> Found:
    rows = read_rows(ground.rows)
    if not rows.is_alive(ground.now):
        return Found(Level.UNKNOWN, "Kein Prozess arbeitet die Abläufe ab.")
    jobs = planned_jobs(ground.settings, ground.db, ground.clock)
    found = [one for job in jobs if (one := finding_of(job, rows, ground.now)) is not None]
    if not found:
        paused = sum(row.paused_at is not None for row in rows.known.values())
        return ok(f"Alle laufen nach Plan{f', {paused} angehalten' if paused else ''}.")
    rest = len(found) - _SHOWN
    more = [f"Dazu {counted(rest, 'weiterer Ablauf', 'weitere Abläufe')}."] if rest > 0 else []
    return fault(" ".join([*(one.words for one in found[:_SHOWN]), *more]))


@check(
    "store",
    Group.JOBS,
    "Datenspeicher der Berichte",
    "Aus ihm werden Berichte gerechnet. Ist er älter, dauern sie länger, stimmen aber.",
    "Sehen Sie nach dem Ablauf „Auswertungen nachführen“.",
    path="/jobs/carry-visits",
)
def store(ground: Ground) -> Found:
    if is_restored(ground.rows):
        return fault(
            "Die Datenbank stammt aus einem anderen PostgreSQL, und der Datenspeicher passt nicht mehr zu ihr.",
            "`voltigo store rebuild` baut ihn neu auf.",
        )
    now = ground.now
    behind = [
        (now - dataset.watermark_at, dataset.waiting_rows)
        for dataset in store_status(ground.rows, now).datasets
        if dataset.waiting_rows and dataset.watermark_at is not None and now - dataset.watermark_at > _STORE_MAY_WAIT
    ]
    if not behind:
        return ok("Auf dem neuesten Stand.")
    late, rows = max(behind)
    return hint(f"Seit {lasting(late)} nicht nachgeführt, {counted(rows, 'Zeile wartet', 'Zeilen warten')}.")


@check(
    "webhooks",
    Group.OUTSIDE,
    "Webhooks",
    "Andere Programme erfahren über sie, was geschieht.",
    "Fragen Sie den Betreiber des Empfängers. Danach lässt sich die Zustellung fortsetzen.",
    path="/webhooks",
)
def webhooks(ground: Ground) -> Found:
    is_ours = WebhookEndpoint.removed_at.is_(None)
    query = select(
        func.count().filter(WebhookEndpoint.paused_because.is_not(None)),
        func.count().filter(WebhookEndpoint.failing_since.is_not(None) & WebhookEndpoint.paused_at.is_(None)),
    ).where(is_ours)
    stopped, failing = ground.rows.execute(query).one()
    if stopped:
        return fault(f"{counted(stopped, 'Empfänger ist', 'Empfänger sind')} nach einem Tag voller Fehler angehalten.")
    if failing:
        return hint(f"{counted(failing, 'Empfänger nimmt', 'Empfänger nehmen')} gerade nichts an.")
    return ok("Kein Empfänger weist etwas ab.")


@check(
    "alerts",
    Group.JOBS,
    "Offene Hinweise",
    "Was Aufmerksamkeit braucht, steht als Hinweis auf „Heute“.",
    "Sehen Sie sich die offenen Hinweise an.",
    path="/alerts",
)
def alerts(ground: Ground) -> Found:
    """Alerts that wait for somebody, and whether anything still looks for them."""
    count = ground.rows.scalar(select(func.count()).select_from(Alert).where(IS_OPEN)) or 0
    if is_late(checked_at(ground.rows), ground.now):
        return fault("Es wird nicht mehr geprüft, ob etwas zu melden ist.")
    return hint(f"{counted(count, 'Hinweis ist', 'Hinweise sind')} offen.") if count else ok("Keiner ist offen.")


@check(
    "card_checks",
    Group.OUTSIDE,
    "Kartenprüfungen",
    "Der Zahlungsdienst merkt 1 € auf einer Karte vor und gibt ihn wieder frei.",
    "Gilt der Schlüssel in VOLTIGO_STRIPE_KEY noch, und ist api.stripe.com erreichbar?",
)
def card_checks(ground: Ground) -> Found:
    """Who checks cards, and how long a check has waited for the provider's answer."""
    since = ground.rows.scalar(select(func.min(CardCheck.look_at)).where(CardCheck.look_at < ground.now - _VERY_LATE))
    if since is not None:
        return fault(f"Der Zahlungsdienst antwortet nicht: Eine Prüfung wartet seit {lasting(ground.now - since)}.")
    match ground.settings.card_check:
        case "off":
            return ok("Werden nicht angeboten: VOLTIGO_STRIPE_KEY ist leer.")
        case "simulated":
            return ok("Nur simuliert, solange VOLTIGO_STRIPE_KEY leer ist: Keine Karte wird wirklich geprüft.")
    return ok("Stripe prüft, und keine Prüfung wartet.")


_INSTEAD = "Auswertungen rechnet so lange dieser Server, mit denselben Zahlen."


@check(
    "engine",
    Group.FILES,
    "Verteilte Auswertung",
    "Was mit den Besuchen wächst, rechnet ein Spark-Cluster, wenn einer genannt ist.",
    "Läuft der Server in VOLTIGO_ENGINE_URL, und liest er die Dateien unter VOLTIGO_ENGINE_FILES?",
)
def engine(ground: Ground) -> Found:
    """What it said last; when thorough, what it says now."""
    if not ground.settings.engine_url.get_secret_value():
        return ok("Keine eingerichtet: Dieser Server rechnet alle Auswertungen selbst.")
    found = fault_now(ground.settings, ground.session) if ground.is_thorough else latest_fault(ground.settings)
    if found:
        return hint(f"Sie rechnet nicht mit. Gemeldet wurde: „{found}“. {_INSTEAD}")
    if ground.is_thorough:
        return ok("Sie antwortet.")
    if has_computed(ground.settings):
        return ok("Sie rechnet mit.")
    return ok("Dieser Server hat sie seit seinem Start noch nicht gebraucht; „Jetzt prüfen“ fragt sie.")


CHECKS: Final = (engine, outbox, refused, alive, runs, store, alerts, webhooks, card_checks)
