"""The command line, as its own process: what it says and with which exit code it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import typer
from sqlalchemy import create_engine
from typer.testing import CliRunner

from services.cli import app, context
from services.cli.context import reported_faults
from services.core.clock import utc_now
from services.core.db.db import Database
from services.jobs.claims import ask
from services.jobs.models import JobRun
from services.schema.migrate import current_revision, newest_revision
from services.settings import Settings
from services.staff import audit
from services.staff.audit import Event
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.next_migration import AddMigration
from tests.fixtures.served import run_forked
from tests.fixtures.servers import CAN_FORK, ROOT, Process, StartServer, environment_of, process_of
from tests.services.held_clock import HeldClock
from tests.services.stored import damage, execute, stored, wait_for

pytestmark = pytest.mark.both_databases


def voltigo(folder: Path, *arguments: str, first: str = "", **settings: object) -> "subprocess.CompletedProcess[str]":
    """Run a command in an empty folder; settings as keywords without their prefix, `first` as code before it."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("VOLTIGO_")}
    chosen = {f"VOLTIGO_{name.upper()}": str(value) for name, value in settings.items()}
    environment = {**inherited, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "NO_COLOR": "1", **chosen}
    if CAN_FORK:
        return run_forked(arguments, environment, folder, first)
    command = (sys.executable, "-c", f"{first}\nfrom services.cli import app; app()", *arguments)
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=180, check=False
    )


def test_migrate_builds_the_database_and_may_be_called_again(tmp_path: Path) -> None:
    for _ in range(2):
        result = voltigo(tmp_path, "migrate")
        assert (result.returncode, result.stdout) == (0, "")
    database = Database(f"sqlite:///{tmp_path / 'var' / 'voltigo.sqlite3'}")
    with database.engine.connect() as connection:
        assert current_revision(connection) == newest_revision()
    database.close()


def test_migrate_builds_a_postgresql_database(tmp_path: Path, postgresql_databases: PostgresqlDatabases) -> None:
    name = postgresql_databases.create("template0")
    url = postgresql_databases.url(name)
    result = voltigo(tmp_path, "migrate", database_url=url)
    assert result.returncode == 0, result.stderr
    assert not (tmp_path / "var").exists()
    database = Database(url)
    with database.engine.connect() as connection:
        assert current_revision(connection) == newest_revision()
    database.close()
    postgresql_databases.drop(name)


def test_jobs_are_listed_with_what_they_do(tmp_path: Path, sqlite_url: str) -> None:
    result = voltigo(tmp_path, "jobs", "list", database_url=sqlite_url)
    assert result.returncode == 0
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert {"deliver-mail", "search-texts", "release-spots", "carry-visits", "forget"} < set(lines)
    assert re.fullmatch(r"deliver-mail +alle 2 Sekunden +nie +Sendet, was im Postausgang .*", lines["deliver-mail"])
    assert re.fullmatch(
        r"self-check +täglich um 3:40 Uhr +nie +Geht alle Seiten und Kurzlinks ab .*", lines["self-check"]
    )


def test_a_job_can_be_run_by_name_and_an_unknown_one_is_refused(tmp_path: Path, sqlite_url: str) -> None:
    result = voltigo(tmp_path, "jobs", "run", "forget-salts", database_url=sqlite_url)
    assert (result.returncode, result.stdout) == (0, "forget-salts: Es gab nichts zu tun.\n")
    unknown = voltigo(tmp_path, "jobs", "history", "make-coffee", database_url=sqlite_url)
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr == "Einen Ablauf make-coffee gibt es nicht; `voltigo jobs list` nennt alle.\n"


@contextmanager
def worker_of(folder: Path, database_url: str, script: str) -> Iterator[Process]:
    """A script that becomes `voltigo worker`, in a process of its own; what it says to stderr is in `worker.log`."""
    path = folder / "worker.py"
    path.write_text(script)
    process = process_of(environment_of(database_url, folder / "var", {}), folder / "worker.log", path)
    assert process.stdout is not None
    with process.stdout:
        yield process


def test_a_worker_runs_what_another_process_asks_for_and_ends_on_the_signal_of_an_operator(
    tmp_path: Path, sqlite_url: str
) -> None:
    db = Database(sqlite_url)
    with worker_of(tmp_path, sqlite_url, "from services.cli import app\napp(['worker'])\n") as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "Voltigo führt die Abläufe aus.  (Strg-C beendet es)\n"
        run_id = db.write(lambda session: ask(session, "forget-salts", "system", utc_now()).id)
        ended = wait_for(lambda: next((r for r in stored(db, JobRun) if r["id"] == run_id and r["finished_at"]), None))
        worker.send_signal(signal.SIGTERM)
        out, log = worker.stdout.read(), tmp_path / "worker.log"
        assert (worker.wait(90), out) == (0, "Voltigo ist beendet.\n"), log.read_text()
    assert (ended["state"], ended["trigger"]) == ("done", "manual")
    assert f"-{worker.pid}-" in ended["owner"]
    assert "Traceback" not in log.read_text()
    assert {row["state"] for row in stored(db, JobRun)} == {"done"}, "a lease was left"
    db.close()


_SIGNAL_TO_ANOTHER_THREAD = """
import signal, threading
from services.cli import app, job_commands

work_until_stopped = job_commands.work_until_stopped

def work(settings, db, announce):
    def announce_and_end():
        announce()
        threading.Timer(1, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM)).start()

    work_until_stopped(settings, db, announce_and_end)

job_commands.work_until_stopped = work
app(['worker'])
"""


def test_a_worker_ends_whichever_of_its_threads_the_signal_meets(tmp_path: Path, sqlite_url: str) -> None:
    with worker_of(tmp_path, sqlite_url, _SIGNAL_TO_ANOTHER_THREAD) as worker:
        assert worker.stdout is not None
        assert worker.stdout.read().splitlines()[-1] == "Voltigo ist beendet."
        assert worker.wait(90) == 0, (tmp_path / "worker.log").read_text()


def test_audit_verify_says_whether_the_log_is_whole(tmp_path: Path, sqlite_url: str) -> None:
    database = Database(sqlite_url)
    clock = HeldClock()
    events = [Event("system", "test.happened", f"thing:{number}") for number in range(3)]
    database.write(lambda session: audit.append(session, events, clock.now))
    whole = voltigo(tmp_path, "audit", "verify", database_url=sqlite_url)
    assert (whole.returncode, whole.stdout) == (0, "Das Protokoll ist ganz.\n")
    execute(
        database.engine,
        "DROP TRIGGER audit_entries_no_update",
        "UPDATE audit_entries SET actor = 'staff:1' WHERE id = 2",
    )
    database.close()
    broken = voltigo(tmp_path, "audit", "verify", database_url=sqlite_url)
    assert (broken.returncode, broken.stdout) == (1, "")
    assert broken.stderr == "Die Kette ist bei Eintrag 2 gebrochen.\n"


def test_the_api_document_is_written_to_a_file_or_shown(tmp_path: Path) -> None:
    shown = voltigo(tmp_path, "openapi")
    assert shown.returncode == 0
    assert "/functions/v1/reserve-spot" in json.loads(shown.stdout)["paths"]
    assert voltigo(tmp_path, "openapi", "public.json").returncode == 0
    assert (tmp_path / "public.json").read_text(encoding="utf-8") == shown.stdout


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"port": "http"}, ["VOLTIGO_PORT hat einen Wert, der nicht angenommen wird."]),
        (
            {"port": 70_000, "scheduler": "sometimes"},
            [
                "VOLTIGO_PORT hat einen Wert, der nicht angenommen wird.",
                "VOLTIGO_SCHEDULER hat einen Wert, der nicht angenommen wird.",
            ],
        ),
        (
            {"rate_limits": "reserve=many"},
            ["VOLTIGO_RATE_LIMITS hat einen Wert, der nicht angenommen wird."],
        ),
        ({"trusted_proxies": "proxy.example"}, ["VOLTIGO_TRUSTED_PROXIES hat einen Wert, der nicht angenommen wird."]),
        (
            {"database_url": "mysql://anna:geheim@host/db"},
            ["VOLTIGO_DATABASE_URL hat einen Wert, der nicht angenommen wird."],
        ),
        ({"mail_from": "Voltigo"}, ["VOLTIGO_MAIL_FROM hat einen Wert, der nicht angenommen wird."]),
        (
            {"environment": "production", "secret": "geheim"},
            [
                "VOLTIGO_SECRET ist zu kurz.",
                "VOLTIGO_PUBLIC_URL muss mit https:// beginnen.",
                "VOLTIGO_TRUSTED_PROXIES fehlt.",
            ],
        ),
    ],
    ids=["port", "two", "rate", "proxies", "database", "sender", "production"],
)
@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_bad_settings_end_with_a_short_message_and_exit_code_2(
    command: str, settings: dict, said: list[str], tmp_path: Path
) -> None:
    result = voltigo(tmp_path, command, **settings)
    assert (result.returncode, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert len(lines) == len(said)
    for line, beginning in zip(lines, said, strict=True):
        assert beginning in line
    assert "Traceback" not in result.stderr
    assert "geheim" not in result.stderr
    assert not (tmp_path / "var").exists()


def test_a_misspelt_setting_is_named(tmp_path: Path, sqlite_url: str) -> None:
    result = voltigo(tmp_path, "audit", "verify", database_url=sqlite_url, databse="x")
    assert result.returncode == 0
    assert result.stderr == (
        "VOLTIGO_DATABSE ist keine Einstellung. Gemeint ist vielleicht VOLTIGO_DATABASE_URL. Sie wird übergangen.\n"
    )


def test_a_port_in_use_is_named_and_the_database_left_alone(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = voltigo(tmp_path, "serve", port=port)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"Auf 127.0.0.1:{port} ist kein Empfang möglich (die Adresse ist belegt). "
        "Läuft Voltigo schon? VOLTIGO_PORT nennt einen anderen Port.\n"
    )
    assert not (tmp_path / "var").exists()


def test_an_address_of_ipv6_is_printed_as_browsers_take_it(sqlite_url: str, start_server: StartServer) -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no loopback of IPv6")
    server = start_server(sqlite_url, host="::1", scheduler="off")
    assert server.url == f"http://[::1]:{server.port}"
    assert urllib.request.urlopen(f"{server.url}/healthz", timeout=30).status == 200


@contextmanager
def _nobody() -> Iterator[None]:
    """As a user without rights: root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("name", "said"),
    [("voltigo.sqlite3", "darf dieser Benutzer nicht schreiben"), ("gone/voltigo.sqlite3", "gibt es nicht")],
    ids=["read-only folder", "no folder"],
)
def test_a_database_that_cannot_be_opened_says_why(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o555)
        settings = Settings(_env_file=None, database_url=f"sqlite:///{folder}/{name}")
        with _nobody(), pytest.raises(typer.Exit), reported_faults(settings):
            create_engine(settings.database).connect()
    assert said in capsys.readouterr().err


def test_without_a_command_the_commands_are_listed(tmp_path: Path) -> None:
    result = voltigo(tmp_path)
    for command in ("serve", "migrate", "openapi", "jobs", "audit"):
        assert command in result.stdout + result.stderr


def test_a_served_product_ends_cleanly_on_the_signal_of_an_operator(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url)
    assert server.stop() == 0
    assert server.process.stdout is not None
    setup_link, farewell = server.process.stdout.read().splitlines()
    assert setup_link.startswith(f"Konsole einrichten: Der Link steht in {server.data_dir / 'setup-link'}; ")
    assert farewell == "Voltigo ist beendet."
    log = (server.data_dir / "server.log").read_text()
    assert "Traceback" not in log
    assert "metrics_served" not in log, "no port is opened without the setting"


def test_a_database_that_does_not_answer_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"postgresql+psycopg://voltigo@127.0.0.1:{probe.getsockname()[1]}/voltigo"
        ended = voltigo(tmp_path, "migrate", database_url=nobody)
    assert ended.returncode == 1
    assert "Die Datenbank antwortet nicht" in ended.stderr
    assert "Traceback" not in ended.stderr


def _file_for_folder(folder: Path) -> dict[str, object]:
    (folder / "taken").write_text("a file")
    return {"data_dir": "taken"}


def _garbage(folder: Path) -> dict[str, object]:
    (folder / "var").mkdir()
    (folder / "var" / "voltigo.sqlite3").write_bytes(b"no database at all" * 100)
    return {}


def _cut_off(folder: Path) -> dict[str, object]:
    voltigo(folder, "migrate")
    path = folder / "var" / "voltigo.sqlite3"
    path.write_bytes(path.read_bytes()[:4096] + b"x" * 40_000)
    return {}


def _newer(folder: Path) -> dict[str, object]:
    voltigo(folder, "migrate")
    database = Database(f"sqlite:///{folder / 'var' / 'voltigo.sqlite3'}")
    execute(database.engine, "UPDATE alembic_version SET version_num = '9999'")
    execute(database.engine, "UPDATE installation SET oldest_code = '9999'")
    database.close()
    return {}


def _of_development(folder: Path) -> dict[str, object]:
    voltigo(folder, "migrate")
    database = Database(f"sqlite:///{folder / 'var' / 'voltigo.sqlite3'}")
    execute(database.engine, "UPDATE alembic_version SET version_num = '0055'")
    database.close()
    return {}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_file_for_folder, "VOLTIGO_DATA_DIR (taken) ist nicht benutzbar: "),
        (lambda _folder: {"data_dir": "/proc/voltigo"}, "VOLTIGO_DATA_DIR (/proc/voltigo) ist nicht benutzbar: "),
        (_garbage, "ist beschädigt oder keine Datenbank. Stellen Sie eine Sicherung wieder her"),
        (_cut_off, "ist beschädigt oder keine Datenbank. Stellen Sie eine Sicherung wieder her"),
        (_newer, "Ein neueres Voltigo hat die Datenbank umgestellt (Revision 9999)."),
        (_of_development, "Führen Sie mit der letzten Vorabversion `voltigo migrate` aus"),
    ],
    ids=["a file", "no folder", "garbage", "cut off", "newer", "of development"],
)
@pytest.mark.parametrize("command", ["serve", "worker", "migrate"])
def test_trouble_at_the_start_is_one_sentence(
    command: str, make: Callable[[Path], dict[str, object]], said: str, tmp_path: Path
) -> None:
    settings = make(tmp_path)
    ended = voltigo(tmp_path, command, **({"port": 0} if command == "serve" else {}), **settings)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    (sentence,) = [line for line in ended.stderr.splitlines() if "ist nicht gebaut" not in line and line[0] != "{"]
    assert said in sentence


def test_a_database_without_tables_is_told_how_it_gets_them(tmp_path: Path) -> None:
    ended = voltigo(tmp_path, "store", "status")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith("fehlen Tabellen dieser Version. `voltigo migrate` bringt sie auf den Stand.\n")


def test_migrate_goes_to_a_revision_and_back_when_that_is_confirmed(
    tmp_path: Path, add_migration: AddMigration, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert voltigo(tmp_path, "migrate").returncode == 0
    before = str(newest_revision())
    with monkeypatch.context() as of_next:
        add_migration()
        of_next.setenv("VOLTIGO_DATA_DIR", str(tmp_path / "var"))
        of_next.setattr(context, "configure_logging", lambda **_: None)  # it would keep the runner's own stream
        call = partial(CliRunner().invoke, app)
        assert call(["migrate"]).exit_code == 0
        refused = call(["migrate", "--to", before])
        assert (refused.exit_code, "Gibt es eine Sicherung" in refused.output) == (1, True)
        went = call(["migrate", "--to", before, "--yes"])
        assert went.exit_code == 0, went.output
        assert went.stdout.startswith(f"Die Datenbank steht auf {before}.")
    database = Database(f"sqlite:///{tmp_path / 'var' / 'voltigo.sqlite3'}")
    with database.engine.connect() as connection:
        assert current_revision(connection) == before
    database.close()
    assert voltigo(tmp_path, "migrate", "--to", "never").returncode == 2
    assert voltigo(tmp_path, "migrate").returncode == 0


def test_a_second_machine_with_another_folder_is_refused_until_it_adopts(
    tmp_path: Path, postgresql_url: str, start_server: StartServer
) -> None:
    secret = "a secret that both machines of this test know"
    given = {"database_url": postgresql_url, "data_dir": "another", "secret": secret}
    assert start_server(postgresql_url, secret=secret).stop() == 0
    refused = voltigo(tmp_path, "worker", **given)
    assert refused.returncode == 1
    assert "gehört ein anderer Datenordner als another" in refused.stderr
    assert "Traceback" not in refused.stderr
    adopted = voltigo(tmp_path, "store", "adopt", **given)
    assert adopted.returncode == 0, adopted.stderr
    assert start_server(postgresql_url, data_dir=tmp_path / "another", secret=secret).stop() == 0


def test_an_older_server_starts_on_a_schema_that_still_serves_it(sqlite_url: str, start_server: StartServer) -> None:
    database = Database(sqlite_url)
    execute(database.engine, "UPDATE alembic_version SET version_num = '9999'")
    database.close()
    server = start_server(sqlite_url)
    assert server.stop() == 0
    assert "database_newer" in (server.data_dir / "server.log").read_text()


def test_check_says_that_all_is_whole(tmp_path: Path, database_url: str) -> None:
    whole = voltigo(tmp_path, "check", database_url=database_url)
    assert (whole.returncode, whole.stdout) == (0, "Datenbank, Protokoll und Datenspeicher sind ganz.\n"), whole.stderr


def test_check_names_a_damaged_page_and_the_log_of_the_server_does(
    tmp_path: Path, sqlite_url: str, start_server: StartServer
) -> None:
    damage(Path(sqlite_url.removeprefix("sqlite:///")), "parks")
    found = voltigo(tmp_path, "check", database_url=sqlite_url)
    assert (found.returncode, found.stdout) == (1, "")
    assert "beschädigt" in found.stderr or "SQLite meldet: " in found.stderr
    assert "Traceback" not in found.stderr
    server = start_server(sqlite_url, scheduler="off")
    with pytest.raises(urllib.error.HTTPError, match="503"):
        urllib.request.urlopen(f"{server.url}/api/parks", timeout=30)
    assert '"database_damaged"' in (server.data_dir / "server.log").read_text()
