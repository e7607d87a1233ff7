"""The commands, as an operator calls them: what they say, and with which exit code they end."""

import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from services.backup.repository import new_key
from services.core.clock import utc_now
from services.core.data_folder import STAGING
from services.core.db.db import Database
from services.jobs.claims import note_plan
from services.jobs.models import KnownJob
from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.fixtures.servers import ROOT, MakeClient, StartServer
from tests.fixtures.staff import add_member
from tests.services.backup.installations import KEY, Installation, block_files, snapshot_files
from tests.services.reports.kept_calls import reserve
from tests.services.stored import stored
from tests.services.test_cli import voltigo


def settings_of(at: Installation) -> dict[str, object]:
    """As keywords of `voltigo`."""
    chosen = {"data_dir": at.settings.data_dir, "backup_url": at.target, "backup_key": KEY}
    return chosen | ({"database_url": at.settings.database_url} if at.settings.database_url else {})


def test_a_backup_is_made_listed_verified_restored_and_pruned(
    tmp_path: Path, old: Installation, new: Installation, db: Database, make_client: MakeClient
) -> None:
    reserve(make_client(rate_limits="off"), 1)
    made = voltigo(tmp_path, "backup", **settings_of(old))
    assert made.returncode == 0, made.stderr
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  [\d.]+ Zeilen, .* MB  in .* s, \d+ neue Blöcke\n", made.stdout
    )
    listed = voltigo(tmp_path, "backup", "list", **settings_of(old)).stdout.splitlines()
    assert (len(listed), listed[-1].startswith("1 Sicherung, ")) == (2, True)
    verified = voltigo(tmp_path, "verify", **settings_of(old))
    assert (verified.returncode, verified.stdout.endswith("Sie ist ganz.\n")) == (0, True), verified.stderr
    restored = voltigo(tmp_path, "restore", **settings_of(new))
    assert restored.returncode == 0, restored.stderr
    assert "Halten Sie den Park in der Konsole an, bis E-Mails und Briefe dieser Zeit verglichen" in restored.stdout
    assert "Angehaltene E-Mails: 1. Sie warteten damals" in restored.stdout
    assert restored.stdout.endswith("`voltigo serve` (oder `make run`) startet den Server.\n")
    again = Database(new.settings.database)
    assert len(stored(again, Reservation)) == 1
    released = voltigo(tmp_path, "mails", "release", **settings_of(new))
    assert released.stdout == "1 angehaltene Mail wird jetzt gesendet.\n"
    assert [row["state"] for row in stored(again, Mail)] == ["queued"]
    again.close()
    refused = voltigo(tmp_path, "restore", **settings_of(new))
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    pruned = voltigo(tmp_path, "backup", "prune", **settings_of(old))
    assert pruned.stdout == "Gelöscht: 0 Sicherungen und 0 Blöcke.\n"


@pytest.mark.both_databases(sample="sqlite")
def test_a_drill_says_what_would_be_lost_and_how_long_it_takes(tmp_path: Path, old: Installation, db: Database) -> None:
    voltigo(tmp_path, "backup", **settings_of(old))
    done = voltigo(tmp_path, "backup", "drill", **settings_of(old))
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Höchstens verloren +\d+ s \(RPO\)", done.stdout, re.MULTILINE)
    assert re.search(
        r"^Wieder da nach +\d+ s \(RTO\): [\d.]+ s zum Wiederherstellen, [\d.]+ s, bis /readyz",
        done.stdout,
        re.MULTILINE,
    )
    assert "alles ganz" in done.stdout
    assert [path.name for path in old.settings.data_dir.iterdir() if path.name.startswith(".")] == []


def test_an_untouched_clone_and_a_backup_are_an_installation_again_by_one_command(
    tmp_path: Path, old: Installation, db: Database, make_client: MakeClient, start_server: StartServer
) -> None:
    """`make restore` in a fresh copy of the code, with the environment that `make` would have set up."""
    client = make_client(rate_limits="off")
    reserve(client, 1)
    add_member(db)
    old.ship(db)
    shutil.rmtree(old.settings.data_dir)
    clone = tmp_path / "clone"
    for part in ("services", "analytics", "migrations"):
        shutil.copytree(ROOT / part, clone / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / part, clone / part)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VOLTIGO_")}
    environment = kept | {"VOLTIGO_BACKUP_KEY": KEY, "PYTHONPATH": str(clone)}
    made = [f"{Path(sys.prefix)}/runtime", "public-web/dist/.built", "admin-web/dist/.built"]
    command = ["make", "restore", f"VENV={sys.prefix}", f"FROM={old.target}", *(f"--old-file={one}" for one in made)]
    done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    database = clone / "var" / "voltigo.sqlite3"
    server = start_server(f"sqlite:///{database}", data_dir=clone / "var", scheduler="off")
    assert server.process.poll() is None
    again = Database(f"sqlite:///{database}")
    assert [row["spot_number"] for row in stored(again, Reservation)] == [1]
    again.close()


def test_another_key_a_missing_repository_and_a_lost_block_are_one_sentence(
    tmp_path: Path, old: Installation, new: Installation, db: Database
) -> None:
    old.ship(db)
    wrong = voltigo(tmp_path, "restore", **settings_of(old) | {"backup_key": new_key()})
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert (
        wrong.stderr == "Das ist nicht der Schlüssel dieser Sicherungen (VOLTIGO_BACKUP_KEY). Nichts wurde geändert.\n"
    )
    missing = voltigo(tmp_path, "verify", "--from", str(tmp_path / "elsewhere"), **settings_of(old))
    assert missing.returncode == 1
    assert missing.stderr.startswith("An diesem Ort liegt keine Sicherung von Voltigo.")
    assert not (tmp_path / "elsewhere").exists()
    block_files(old.target)[0].unlink()
    done = voltigo(tmp_path, "restore", **settings_of(new))
    assert done.returncode == 1
    assert re.fullmatch(
        r"Der Block [0-9a-f]{64} fehlt\. Eine ältere, die sich wiederherstellen lässt, .* Nichts wurde geändert\.\n",
        done.stderr,
    )
    assert list(new.settings.data_dir.iterdir()) == []


def test_settings_that_cannot_work_are_refused_at_the_start(tmp_path: Path) -> None:
    inside = voltigo(tmp_path, "backup", data_dir=tmp_path / "var", backup_url=tmp_path / "var" / "b", backup_key=KEY)
    assert (inside.returncode, "VOLTIGO_BACKUP_URL" in inside.stderr) == (2, True)
    keyless = voltigo(tmp_path, "backup", backup_url=tmp_path / "b")
    assert (keyless.returncode, "VOLTIGO_BACKUP_KEY fehlt" in keyless.stderr) == (2, True)
    short = voltigo(tmp_path, "backup", backup_url=tmp_path / "b", backup_key="geheim")
    assert (short.returncode, "VOLTIGO_BACKUP_KEY" in short.stderr, "geheim" in short.stderr) == (2, True, False)
    strange = voltigo(tmp_path, "backup", backup_url="ftp://b", backup_key=KEY)
    assert (strange.returncode, "VOLTIGO_BACKUP_URL" in strange.stderr) == (2, True)
    none = voltigo(tmp_path, "verify", backup_key=KEY)
    assert (none.returncode, none.stderr.startswith("VOLTIGO_BACKUP_URL ist leer")) == (1, True)


def test_the_key_alone_goes_to_the_output(tmp_path: Path) -> None:
    done = voltigo(tmp_path, "backup", "key")
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}\n", done.stdout)
    assert "bewahren Sie ihn auch außerhalb dieses Servers auf" in done.stderr


def test_the_copy_of_the_key_is_asked_for_its_end(tmp_path: Path, old: Installation, db: Database) -> None:
    def asked(end: str, **settings: object) -> "subprocess.CompletedProcess[str]":
        return voltigo(tmp_path, "backup", "confirm-key", "--end", end, **settings)

    none = asked("falsch", data_dir=old.settings.data_dir)
    assert (none.returncode, none.stderr.startswith("VOLTIGO_BACKUP_KEY ist leer")) == (1, True)
    wrong = asked("falsch", **settings_of(old))
    assert (wrong.returncode, wrong.stderr.endswith("mit dem dieser Server sichert.\n")) == (1, True)
    right = asked(KEY[-6:], **settings_of(old))
    assert (right.returncode, right.stdout.endswith("Der Schlüssel ist auch anderswo aufbewahrt.\n")) == (0, True)


def test_a_snapshot_of_the_other_kind_of_database_names_the_way_there(
    tmp_path: Path, old: Installation, db: Database, postgresql_url: str
) -> None:
    old.ship(db)
    there = {
        "data_dir": tmp_path / "there",
        "backup_url": old.target,
        "backup_key": KEY,
        "database_url": postgresql_url,
    }
    refused = voltigo(tmp_path, "restore", **there)
    assert refused.returncode == 1
    assert "`voltigo export ORDNER --with-secret`" in refused.stderr
    assert "`voltigo import ORDNER`" in refused.stderr


def test_with_another_secret_the_last_line_says_what_has_to_be_done_first(
    tmp_path: Path, old: Installation, new: Installation, db: Database
) -> None:
    old.ship(db)
    done = voltigo(tmp_path, "restore", secret="another secret that the new machine made", **settings_of(new))
    assert done.returncode == 0, done.stderr
    assert f"Das der Sicherung steht jetzt in {new.settings.data_dir / 'secret'}" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Berichtigen Sie zuerst VOLTIGO_SECRET")


@pytest.mark.both_databases(sample="sqlite")
def test_no_room_is_one_sentence_and_leaves_nothing_half(tmp_path: Path, old: Installation, db: Database) -> None:
    """A limit on the size of files stands for a full disk: SQLite's copy needs room here, the blocks at the target."""
    old.ship(db)
    before = [path.name for path in snapshot_files(old.target)]
    if not db.is_sqlite:
        (old.settings.data_dir / "artefact").write_bytes(os.urandom(200_000))
    # The write-ahead log takes a renewed lease of a slow machine; neither copy nor block fits.
    done = limited(old, tmp_path, 100_000 if db.is_sqlite else 40_000)
    assert done.returncode == 1
    said = "Datenbank oder Datenordner lassen sich nicht lesen" if db.is_sqlite else "Der Ordner .* ist nicht benutzbar"
    assert re.fullmatch(rf"{said}.*\n", done.stderr), done.stderr
    assert [path.name for path in snapshot_files(old.target)] == before
    assert not list(old.settings.data_dir.glob(".backup-*"))
    assert voltigo(tmp_path, "backup", **settings_of(old)).returncode == 0
    assert voltigo(tmp_path, "verify", **settings_of(old)).returncode == 0


def limited(at: Installation, folder: Path, most_bytes: int) -> "subprocess.CompletedProcess[str]":
    """`voltigo backup` in a process whose files may only be so large."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, {most_bytes}))"
    return voltigo(folder, "backup", first=limit, **settings_of(at))


def test_a_restore_that_was_cut_off_keeps_servers_from_starting(tmp_path: Path, sqlite_url: str) -> None:
    (tmp_path / "var" / STAGING).mkdir(parents=True)
    for command in ("serve", "worker"):
        done = voltigo(tmp_path, command, database_url=sqlite_url, port=0)
        assert (done.returncode, "`voltigo import`, beginnt von vorn" in done.stderr) == (1, True)


def test_nothing_is_put_aside_under_a_running_server(tmp_path: Path, old: Installation, db: Database) -> None:
    old.ship(db)
    db.write(lambda session: note_plan(session, ["forget"], ["forget"], utc_now()))
    running = voltigo(tmp_path, "restore", "--replace", **settings_of(old))
    assert (running.returncode, running.stdout) == (1, "")
    assert running.stderr.endswith("Sekunden als laufend.\n")
    earlier = utc_now() - timedelta(minutes=3)
    db.write(lambda session: session.execute(update(KnownJob).values(seen_at=earlier)) and None)
    stopped = voltigo(tmp_path, "restore", "--replace", **settings_of(old))
    assert stopped.returncode == 0, stopped.stderr
    assert list(old.settings.data_dir.glob("replaced-*"))
