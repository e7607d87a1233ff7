"""`voltigo doctor` as a process of its own: what it says of broken installations, and with which code it ends."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from services.core.db.db import Database
from tests.factories import reservation_body
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.servers import StartServer
from tests.fixtures.smtp import SmtpPeer
from tests.services.checks.test_setup_checks import guarded
from tests.services.stored import damage, execute
from tests.services.test_cli import voltigo

Broken = Callable[[Path, Path], dict[str, object]]
"""Breaks the installation of a folder; it also gets the file of a database as the migrations build it."""


def file_of(folder: Path) -> Path:
    return folder / "var" / "voltigo.sqlite3"


def migrated(folder: Path, template: Path) -> None:
    """As `voltigo migrate` leaves it."""
    file_of(folder).parent.mkdir()
    shutil.copy(template, file_of(folder))


def nothing_there(_folder: Path, _template: Path) -> dict[str, object]:
    return {}


def garbage(folder: Path, _template: Path) -> dict[str, object]:
    file_of(folder).parent.mkdir()
    file_of(folder).write_bytes(b"no database at all" * 100)
    return {}


def cut_off(folder: Path, template: Path) -> dict[str, object]:
    migrated(folder, template)
    file_of(folder).write_bytes(file_of(folder).read_bytes()[:4096] + b"x" * 40_000)
    return {}


def damaged_page(folder: Path, template: Path) -> dict[str, object]:
    migrated(folder, template)
    damage(file_of(folder), "parks")
    return {}


def too_old(folder: Path, template: Path) -> dict[str, object]:
    migrated(folder, template)
    db = Database(f"sqlite:///{file_of(folder)}")
    execute(db.engine, "UPDATE alembic_version SET version_num = '0030'")
    db.close()
    return {}


def newer(folder: Path, template: Path) -> dict[str, object]:
    migrated(folder, template)
    db = Database(f"sqlite:///{file_of(folder)}")
    execute(db.engine, "UPDATE alembic_version SET version_num = '9999'")
    execute(db.engine, "UPDATE installation SET oldest_code = '9999'")
    db.close()
    return {}


def file_for_folder(folder: Path, _template: Path) -> dict[str, object]:
    (folder / "taken").write_text("a file")
    return {"data_dir": "taken"}


def nobody_listens(_folder: Path, _template: Path) -> dict[str, object]:
    return {"database_url": "postgresql+psycopg://voltigo:geheim@127.0.0.1:1/voltigo"}


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("make", "said", "helps"),
    [
        (nothing_there, "gibt es noch nicht", "`voltigo serve` legt sie beim Start an."),
        (garbage, "beschädigt oder gar keine", "spielen Sie die letzte Sicherung zurück"),
        (cut_off, "beschädigt oder gar keine", "spielen Sie die letzte Sicherung zurück"),
        (damaged_page, "beschädigt oder gar keine", "spielen Sie die letzte Sicherung zurück"),
        (too_old, "Stand 0030 stammt von einer Vorabversion", "der letzten Vorabversion `voltigo migrate`"),
        (newer, "stammt von einer neueren Version", "`voltigo migrate --to REVISION`"),
        (file_for_folder, "ist kein Ordner", "VOLTIGO_DATA_DIR muss ein Ordner sein."),
        (nobody_listens, "antwortet nicht", "VOLTIGO_DATABASE_URL"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_database_is_told_with_what_helps(
    make: Broken, said: str, helps: str, tmp_path: Path, sqlite_template: Path
) -> None:
    settings = make(tmp_path, sqlite_template)
    before = sorted(tmp_path.rglob("*"))
    told = voltigo(tmp_path, "doctor", **settings)
    assert (told.returncode, told.stderr) == (2, ""), told.stdout
    fault = told.stdout.index("FEHLER")
    assert said in told.stdout[fault:]
    assert helps in told.stdout[fault:]
    assert "Traceback" not in told.stdout
    assert "geheim" not in told.stdout
    assert sorted(path for path in tmp_path.rglob("*") if not path.name.endswith(("-wal", "-shm"))) == before


def test_a_full_disk_is_told(tmp_path: Path, sqlite_template: Path) -> None:
    """The system lets the process write no further into a file than others have written already."""
    migrated(tmp_path, sqlite_template)
    db = Database(f"sqlite:///{file_of(tmp_path)}")
    execute(db.engine, "CREATE TABLE filling (x)", "INSERT INTO filling VALUES (zeroblob(200000))")
    limit = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))"
    )
    done = voltigo(tmp_path, "doctor", first=limit)
    db.close()
    assert (done.returncode, done.stderr) == (2, ""), done.stdout
    assert (
        "FEHLER   Schreiben: Die Datenbankdatei lässt sich nicht lesen oder schreiben: Der Datenträger ist voll"
        in done.stdout
    )
    assert "Traceback" not in done.stdout


def test_a_locked_database_is_told_within_seconds(tmp_path: Path, sqlite_template: Path) -> None:
    migrated(tmp_path, sqlite_template)
    db = Database(f"sqlite:///{file_of(tmp_path)}")
    with db.engine.connect() as connection, connection.begin():
        told = voltigo(tmp_path, "doctor")
    db.close()
    assert "Schreiben: Ein anderer Prozess hält die Datenbank fest." in told.stdout
    assert told.returncode in (1, 2)


def test_a_fresh_installation_has_hints_and_no_faults(tmp_path: Path) -> None:
    voltigo(tmp_path, "migrate")
    told = voltigo(tmp_path, "doctor")
    assert (told.returncode, told.stderr) == (1, ""), told.stdout
    assert "Hinweis" in told.stdout
    assert "\x1b" not in told.stdout, "no colours in a pipe"
    assert told.stdout.startswith("Voltigo, Befund vom ")
    assert not (tmp_path / "var" / "secret").exists(), "looking creates nothing"


def test_refused_settings_are_explained_with_a_line_that_would_be_accepted(tmp_path: Path) -> None:
    told = voltigo(
        tmp_path, "doctor", port="http", smtp_url="smtp://konto:geheim@[x", rate_limits="reserve=viele", scheduler="oft"
    )
    assert (told.returncode, told.stderr) == (2, "")
    for line in ("VOLTIGO_PORT=8000", "VOLTIGO_RATE_LIMITS=reserve=30/600,visit=300/60", "VOLTIGO_SCHEDULER=embedded"):
        assert line in told.stdout
    assert "geheim" not in told.stdout
    assert "Voltigo startet so nicht." in told.stdout


def test_each_refusal_of_production_has_german_words_of_its_own(tmp_path: Path) -> None:
    given = {
        "secret": "geheim",
        "cors_origins": "*",
        "rate_limits": "off",
        "smtp_urll": "x",
    }
    told = voltigo(tmp_path, "doctor", environment="production", trusted_proxies="0.0.0.0/0", **given)
    assert told.returncode == 2
    assert "hat einen Wert, der nicht angenommen wird" not in told.stdout
    for words in ("ist zu kurz", "lässt jede fremde Website zu", "ist zu weit gefasst", "ist keine Einstellung"):
        assert words in told.stdout
    assert "geheim" not in told.stdout


def test_a_file_of_settings_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"VOLTIGO_COMPANY_NAME=M\xfcller\n")
    told = voltigo(tmp_path, "doctor")
    assert (told.returncode, told.stderr) == (2, "")
    assert "Die Datei .env lässt sich nicht lesen." in told.stdout
    refused = voltigo(tmp_path, "migrate")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "Die Datei .env mit den Einstellungen lässt sich nicht lesen: kein Text in UTF-8.\n"


def test_a_mail_server_is_tried_and_a_test_mail_sent_when_asked_for(
    tmp_path: Path, smtp_peer: SmtpPeer, sqlite_template: Path
) -> None:
    migrated(tmp_path, sqlite_template)
    quiet = voltigo(tmp_path, "doctor", smtp_url=smtp_peer.url)
    assert "Mailserver: Als Absender der Mails steht eine Adresse, die es nicht gibt." in quiet.stdout
    assert smtp_peer.received == []
    sent = voltigo(tmp_path, "doctor", "--mail", "kim@example.org", smtp_url=smtp_peer.url)
    assert "Der Mailserver hat sie angenommen." in sent.stdout
    (mail,) = smtp_peer.received
    assert b"Subject: Testmail von Voltigo" in mail
    with guarded(SmtpPeer()) as url:
        refused = voltigo(tmp_path, "doctor", "--mail", "kim@example.org", smtp_url=url)
    assert refused.returncode == 2
    assert "Der Mailserver weist unser Konto oder den Absender ab." in refused.stdout
    assert "geheim" not in refused.stdout


def test_json_for_programs_has_the_same_findings(tmp_path: Path, sqlite_template: Path) -> None:
    migrated(tmp_path, sqlite_template)
    told = voltigo(tmp_path, "doctor", "--json")
    answer = json.loads(told.stdout)
    assert (told.returncode, answer["status"]) == (1, "hint")
    assert {"name", "group", "title", "level", "words", "helps", "at"} == set(answer["findings"][0])
    assert {one["level"] for one in answer["findings"]} >= {"ok", "hint"}
    refused = json.loads(voltigo(tmp_path, "doctor", "--json", port="http").stdout)
    assert refused["settings"][0]["name"] == "VOLTIGO_PORT"


def test_the_doctor_runs_beside_a_server_and_says_nothing_of_a_household(
    sqlite_url: str, start_server: StartServer, tmp_path: Path
) -> None:
    import httpx2

    server = start_server(sqlite_url, rate_limits="off")
    body = reservation_body(first_name="Kanarina", last_name="Zwitscherle", email="kanarina@vogelhaus.example")
    assert httpx2.post(f"{server.url}/functions/v1/reserve-spot", json=body, timeout=60).status_code == 200
    told = voltigo(tmp_path, "doctor", database_url=sqlite_url, data_dir=server.data_dir)
    for word in ("Kanarina", "Zwitscherle", "vogelhaus"):
        assert word not in told.stdout
    assert "Schreiben: Ein Versuch, zu schreiben, ist gelungen." in told.stdout
    assert httpx2.get(f"{server.url}/healthz", timeout=60).status_code == 200


def test_a_postgresql_that_accepts_nobody_is_told(
    tmp_path: Path, postgresql_url: str, postgresql_databases: PostgresqlDatabases
) -> None:
    with postgresql_databases.unreachable(postgresql_url):
        told = voltigo(tmp_path, "doctor", database_url=postgresql_url)
    assert (told.returncode, told.stderr) == (2, "")
    assert "Die Datenbank antwortet nicht." in told.stdout
