"""Each check, with what it warns of really there."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from services.alerts.models import Alert, AlertRule
from services.backup.leased import note
from services.backup.repository import new_key
from services.checks.check import TITLES, Finding, Level
from services.checks.examine import CHECKS, examine, examine_freshly
from services.checks.models import InvariantResult
from services.checks.prove import INVARIANTS
from services.checks.setup import recheck
from services.core import data_folder
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.models import RateCount
from services.core.storage.folder import FolderStorage
from services.integrations.models import WebhookEndpoint
from services.jobs.models import KnownJob
from services.mail import outbox
from services.mail.models import Fault, Mail
from services.schema.migrate import newest_revision
from services.settings import Settings
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.smtp import SmtpPeer, listening
from tests.services.checks.test_setup_checks import guarded
from tests.services.stored import damage, execute


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    (tmp_path / "var").mkdir(mode=0o700)
    return settings_for(database_url, tmp_path)


def settings_for(database_url: str, tmp_path: Path, **values: Any) -> Settings:
    given = {"data_dir": tmp_path / "var", "secret": "0123456789abcdef" * 2, **values}
    return Settings(_env_file=None, database_url=database_url, **given)


@pytest.fixture
def look(settings: Settings, db: Database) -> Callable[[str], Finding]:
    """The finding of one check as of now."""
    return lambda name: found_in(examine(settings, db, utc_now), name)


def found_in(findings: list[Finding], name: str) -> Finding:
    return next(one for one in findings if one.check.name == name)


def add(db: Database, *rows: object) -> None:
    db.write(lambda session: session.add_all(rows))


def see_jobs(db: Database, seconds_ago: float = 0, **values: Any) -> None:
    seen = utc_now() - timedelta(seconds=seconds_ago)
    row = KnownJob(**{"name": "deliver-mail", "known_since": seen, "seen_at": seen, "failures": 0, **values})
    db.write(lambda session: session.merge(row) and None)


def order_mail(db: Database, minutes_late: int = 0, **values: Any) -> None:
    """A mail in the outbox that has been due for so long."""
    at = utc_now() - timedelta(minutes=minutes_late)

    def unit(session: Any) -> None:
        order = outbox.Order("reservation-received", "kim@example.org", "reservation:1", f"key:{minutes_late}", {})
        outbox.order(session, [order], at)
        session.execute(update(Mail).values(next_attempt_at=at, created_at=at, **values))

    db.write(unit)


def test_every_check_has_a_name_of_its_own_and_words_for_people() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert {check.group for check in CHECKS} == set(TITLES)
    for check in CHECKS:
        assert check.title
        assert check.means.endswith("."), check.name
        assert check.helps.endswith((".", "?")), check.name
        assert '"' not in check.means + check.helps, "typographic quotes"


@pytest.mark.both_databases
def test_a_working_installation_has_no_faults(settings: Settings, db: Database) -> None:
    see_jobs(db)
    found = examine_freshly(settings, db, utc_now)
    assert [one.check.name for one in found] == [check.name for check in CHECKS]
    assert [(one.check.name, one.words) for one in found if one.level is Level.FAULT] == []
    assert [one.check.name for one in found if one.level is Level.UNKNOWN] == []


def test_an_older_schema_keeps_the_other_checks_from_looking(look: Callable[[str], Finding], db: Database) -> None:
    execute(db.engine, "DELETE FROM alembic_version")
    found = look("schema")
    assert (found.level, found.words) == (Level.FAULT, f"Stand leer, dieses Programm braucht {newest_revision()}.")
    assert look("database").level is Level.OK
    assert look("outbox").level is Level.UNKNOWN


def test_a_newer_schema_is_told_by_whether_this_code_can_use_it(look: Callable[[str], Finding], db: Database) -> None:
    execute(db.engine, "UPDATE alembic_version SET version_num = '9999'")
    assert look("schema").level is Level.HINT
    execute(db.engine, "UPDATE installation SET oldest_code = '9998'")
    assert look("schema").level is Level.FAULT


def test_a_damaged_page_is_found_by_reading_the_file(sqlite_url: str, tmp_path: Path) -> None:
    damage(Path(sqlite_url.removeprefix("sqlite:///")), "visits")
    db = Database(sqlite_url)
    found = examine_freshly(settings_for(sqlite_url, tmp_path), db, utc_now)
    db.close()
    assert found_in(found, "whole").level is Level.FAULT
    assert "beschädigt" in found_in(found, "whole").words


def test_a_reference_to_nothing_is_found(sqlite_url: str, tmp_path: Path) -> None:
    db = Database(sqlite_url)
    with db.engine.connect() as connection:
        connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("UPDATE spots SET park_id = 'nowhere' WHERE id = 1")
        connection.commit()
    found = found_in(examine_freshly(settings_for(sqlite_url, tmp_path), db, utc_now), "whole")
    db.close()
    assert (found.level, found.words) == (Level.FAULT, "Zeilen verweisen auf andere, die es nicht gibt, in: spots.")


def test_an_index_that_failed_to_build_is_found(postgresql_url: str, tmp_path: Path) -> None:
    db = Database(postgresql_url)
    execute(db.engine, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_mails_due'::regclass")
    found = found_in(examine(settings_for(postgresql_url, tmp_path), db, utc_now), "whole")
    db.close()
    assert found.level is Level.FAULT
    assert found.words.startswith("1 ungültiger Index")


def test_a_database_with_a_broken_index_is_not_lent_to_another_test(postgresql_databases: PostgresqlDatabases) -> None:
    broken, *others = (postgresql_databases.lend() for _ in range(4))
    db = Database(postgresql_databases.url(broken))
    execute(db.engine, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_mails_due'::regclass")
    db.close()
    for name in (broken, *others):
        postgresql_databases.take_back(name)
    lent = [postgresql_databases.lend() for _ in range(8)]
    for name in lent:
        postgresql_databases.take_back(name)
    assert broken not in lent


def test_a_database_that_only_reads_is_found(
    postgresql_url: str, tmp_path: Path, postgresql_databases: PostgresqlDatabases
) -> None:
    owner = Database(postgresql_url)
    name = postgresql_url.rpartition("/")[2].partition("?")[0]
    execute(owner.engine, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    owner.close()
    db = Database(postgresql_url)
    found = found_in(examine(settings_for(postgresql_url, tmp_path), db, utc_now), "writable")
    db.close()
    assert (found.level, found.words) == (Level.FAULT, "Die Datenbank lässt sich nur lesen.")
    with postgresql_databases.unreachable(postgresql_url):
        away = Database(postgresql_url)
        found = found_in(examine(settings_for(postgresql_url, tmp_path), away, utc_now), "database")
        away.close()
    assert (found.level, found.words) == (Level.FAULT, "Die Datenbank antwortet nicht.")


def test_broken_rules_between_rows_are_told(look: Callable[[str], Finding], db: Database) -> None:
    assert look("invariants").level is Level.HINT
    row = {"run_at": utc_now(), "violations": 2, "examples": ["spot:1"], "duration_ms": 1}
    add(db, InvariantResult(name=INVARIANTS[0].name, **row))
    assert (look("invariants").level, look("invariants").words) == (Level.FAULT, "1 Regel ist verletzt.")


def test_the_product_s_own_backups_are_told_by_how_they_stand(db: Database, database_url: str, tmp_path: Path) -> None:
    settings = settings_for(database_url, tmp_path, backup_url=str(tmp_path / "target"), backup_key=new_key())

    def found() -> tuple[Level, str]:
        finding = found_in(examine(settings, db, utc_now), "backup")
        return finding.level, finding.words

    assert found() == (Level.HINT, "Die erste Sicherung steht noch aus.")
    now = utc_now()
    db.write(lambda session: note(session, taken_at=now, seconds=0.5, snapshot="a"))
    assert found() == (Level.OK, "Voltigo sichert laufend, noch nicht erprobt.")
    db.write(lambda session: note(session, seconds=20.0))
    assert found()[0] is Level.HINT
    assert recheck(db, settings, utc_now, ["backup"]) == 0, "a remark is no alert"
    db.write(lambda session: note(session, taken_at=now - timedelta(hours=3), error="Das Ziel ist voll."))
    assert found()[0] is Level.FAULT
    assert found()[1].endswith("Das Ziel ist voll.")


def test_a_clock_that_was_put_back_is_told(sqlite_url: str, tmp_path: Path) -> None:
    db = Database(sqlite_url)
    see_jobs(db, seconds_ago=-3600)
    found = found_in(examine(settings_for(sqlite_url, tmp_path), db, utc_now), "clock")
    assert found.level is Level.FAULT
    assert "59 Minuten" in found.words
    db.close()


def test_clocks_that_differ_are_told(postgresql_url: str, tmp_path: Path) -> None:
    db = Database(postgresql_url)
    ours = settings_for(postgresql_url, tmp_path)
    late = [
        found_in(examine(ours, db, lambda by=by: utc_now() - timedelta(seconds=by)), "clock") for by in (0, 10, 630)
    ]
    db.close()
    assert [one.level for one in late] == [Level.OK, Level.HINT, Level.FAULT]
    assert "10 Minuten" in late[2].words


@pytest.mark.both_databases
def test_files_that_others_may_read_are_told_with_what_closes_them(
    look: Callable[[str], Finding], settings: Settings, database_url: str, db: Database, tmp_path: Path
) -> None:
    if db.is_sqlite:
        for file in tmp_path.glob("voltigo.sqlite3*"):
            file.chmod(0o600)
    assert look("rights").level is Level.OK
    secret = settings.data_dir / "secret"
    secret.write_text("x")
    secret.chmod(0o644)
    assert look("rights").level is Level.HINT
    assert "secret" in look("rights").words
    assert f"chmod -R go-rwx {settings.data_dir}" in look("rights").helps


def test_a_folder_of_data_that_is_none_or_anothers_is_told(postgresql_url: str, tmp_path: Path) -> None:
    db = Database(postgresql_url)
    (tmp_path / "one").mkdir()
    (tmp_path / "file").write_text("")
    db.write(lambda session: data_folder.claim(session, FolderStorage(tmp_path / "one")))
    levels = {}
    for name in ("one", "other", "file"):
        (tmp_path / "other").mkdir(exist_ok=True)
        ours = settings_for(postgresql_url, tmp_path, data_dir=tmp_path / name)
        levels[name] = found_in(examine(ours, db, utc_now), "folder").level
    db.close()
    assert levels == {"one": Level.OK, "other": Level.FAULT, "file": Level.FAULT}


def test_a_disk_without_room_is_told(db: Database, database_url: str, tmp_path: Path) -> None:
    # A file system that never has any room.
    found = found_in(examine(settings_for(database_url, tmp_path, data_dir=Path("/proc")), db, utc_now), "room")
    assert (found.level, found.words) == (
        Level.FAULT,
        "Nur noch 0 Byte frei in /proc: Voltigo nimmt keine Arbeit mehr an.",
    )


def test_mails_that_wait_are_told_by_how_long(look: Callable[[str], Finding], db: Database) -> None:
    assert look("outbox").words == "Keine Mail wartet."
    order_mail(db, minutes_late=2)
    assert look("outbox").level is Level.OK
    order_mail(db, minutes_late=20)
    assert look("outbox").level is Level.HINT
    order_mail(db, minutes_late=90)
    assert look("outbox").level is Level.FAULT
    order_mail(db, minutes_late=1, state="retrying", fault=Fault.ACCOUNT.value)
    assert "weist unser Konto ab" in look("outbox").words
    assert "voltigo mails retry" in look("outbox").helps
    order_mail(db, minutes_late=3, state="failed", fault=Fault.RECIPIENT.value)
    assert look("refused_mails").level is Level.HINT
    assert "kim@example.org" not in look("refused_mails").words


def test_a_mail_server_is_asked_and_its_answer_told_without_the_password(
    db: Database, database_url: str, tmp_path: Path, smtp_peer: SmtpPeer
) -> None:
    def server(**values: Any) -> Finding:
        ours = settings_for(database_url, tmp_path, **values)
        return found_in(examine_freshly(ours, db, utc_now), "mail_server")

    assert server().level is Level.HINT
    assert server(smtp_url=smtp_peer.url).words == "Als Absender der Mails steht eine Adresse, die es nicht gibt."
    unproven = server(smtp_url=smtp_peer.url, mail_from="post@voltigo.example")
    assert unproven.words == "Die Anmeldung gelingt. Dass eine Testmail ankommt, hat noch niemand bestätigt."
    with guarded(SmtpPeer()) as url:
        refused = server(smtp_url=url)
    assert refused.level is Level.FAULT
    assert "535" in refused.words
    assert "geheim" not in refused.words
    gone = SmtpPeer()
    with listening(gone):
        pass
    assert "nimmt niemand Verbindungen an" in server(smtp_url=gone.url).words


def test_a_mailbox_that_cannot_be_opened_is_told(
    db: Database, database_url: str, tmp_path: Path, imaps_url: str
) -> None:
    ours = settings_for(database_url, tmp_path, imap_url=imaps_url)
    found = found_in(examine_freshly(ours, db, utc_now), "mailbox")
    assert found.level is Level.FAULT
    assert "secret" not in found.words


def test_nobody_at_work_and_failing_jobs_are_told(look: Callable[[str], Finding], db: Database) -> None:
    assert look("jobs_alive").level is Level.HINT
    see_jobs(db, seconds_ago=600)
    assert (look("jobs_alive").level, look("job_runs").level) == (Level.FAULT, Level.UNKNOWN)
    assert "10 Minuten" in look("jobs_alive").words
    see_jobs(db)
    assert (look("jobs_alive").level, look("job_runs").level) == (Level.OK, Level.OK)
    see_jobs(db, failures=5, failed_at=utc_now(), last_error="Der Server antwortet nicht.")
    assert look("job_runs").level is Level.FAULT
    assert "5-mal in Folge" in look("job_runs").words


def test_webhooks_alerts_and_an_unlisted_proxy_are_told(look: Callable[[str], Finding], db: Database) -> None:
    assert [look(name).level for name in ("webhooks", "alerts", "proxy")] == [Level.OK] * 3
    now = utc_now()
    endpoint = {
        "name": "x",
        "url": "https://x.example",
        "events": [],
        "version": 1,
        "created_by": "s",
        "created_at": now,
    }
    add(db, WebhookEndpoint(**endpoint, failures=3, failing_since=now))
    assert look("webhooks").level is Level.HINT
    add(db, WebhookEndpoint(**endpoint, failures=99, failing_since=now, paused_at=now, paused_because="refused"))
    assert look("webhooks").level is Level.FAULT
    alert = {"rule_id": 1, "kind": "capacity", "subject": "park:x", "headline": "Voll", "words": "Voll.", "value": 1}
    add(db, Alert(**alert, opened_at=now, seen_at=now))
    assert look("alerts").words == "1 Hinweis ist offen."
    db.write(lambda session: session.execute(update(AlertRule).values(checked_at=now - timedelta(days=1))) and None)
    assert look("alerts").level is Level.FAULT
    add(db, RateCount(bucket="unlisted-proxy", window_start=int(now.timestamp()) // 3600 * 3600, calls=1))
    assert look("proxy").level is Level.FAULT


def test_misspelt_settings_are_told_by_name(look: Callable[[str], Finding], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOLTIGO_DATABSE", "postgresql://anna:geheim@host/db")
    found = look("names")
    assert (found.level, found.words) == (Level.HINT, "Keine Einstellung, also ohne Wirkung: VOLTIGO_DATABSE.")
    assert found.helps == "VOLTIGO_DATABSE heißt vielleicht VOLTIGO_DATABASE_URL."


def test_a_public_address_without_encryption_is_told(db: Database, database_url: str, tmp_path: Path) -> None:
    ours = settings_for(database_url, tmp_path, public_url="http://voltigo.example")
    assert found_in(examine(ours, db, utc_now), "public_address").level is Level.FAULT
    ours = settings_for(database_url, tmp_path, public_url="https://voltigo.example")
    found = {one.check.name: one.level for one in examine(ours, db, utc_now)}
    assert (found["public_address"], found["proxy"]) == (Level.HINT, Level.HINT)
