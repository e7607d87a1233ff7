"""What operators read at the terminal when the secret is not the database's, and `voltigo secret adopt`."""

from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.core import identity
from services.core.db.db import Database
from services.staff.models import AuditEntry
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import state_of
from tests.services.stored import stored
from tests.services.test_cli import StartServer, voltigo

ONE, OTHER = "the one secret of this test, long enough", "another secret of this test, long enough"
SIGNING = (
    ("worker",),
    ("mails", "retry"),
    ("mails", "release"),
    ("jobs", "run", "carry-visits"),
    ("staff", "setup-link"),
    ("staff", "reset-totp", "nobody@voltigo.example"),
    ("audit", "verify"),
    ("backup",),
    ("export", "elsewhere", "--with-secret"),
)
READING = (("export", "elsewhere"), ("check",), ("store", "status"), ("jobs", "list"))


def test_whatever_signs_or_sends_is_refused_with_another_secret(
    tmp_path: Path, sqlite_url: str, start_server: StartServer
) -> None:
    data = tmp_path / "data"
    assert start_server(sqlite_url, data_dir=data, secret=ONE).stop() == 0
    given = {"database_url": sqlite_url, "data_dir": data}
    for command in proved(SIGNING[-2:], SIGNING):
        refused = voltigo(tmp_path, *command, secret=OTHER, **given)
        assert (refused.returncode, refused.stdout) == (1, ""), command
        assert refused.stderr.startswith("VOLTIGO_SECRET ist nicht das, das zu dieser Datenbank gehört"), command
        assert "`voltigo secret adopt`" in refused.stderr
    assert not (tmp_path / "elsewhere").exists()
    missing = voltigo(tmp_path, "mails", "retry", **given)
    assert missing.stderr.startswith("Das Geheimnis, das zu dieser Datenbank gehört, fehlt")
    assert not (data / "secret").exists()
    for command in proved(READING[:1], READING):
        assert voltigo(tmp_path, *command, secret=OTHER, **given).returncode == 0, "signs nothing"
    told = voltigo(tmp_path, "secret", "adopt", "--help").stdout
    for word in (
        "Links in",
        "zweite Faktoren",
        "Ersatzcodes",
        "Webhooks",
        "Passkeys",
        "Protokolls",
        "Kennungen",
    ):
        assert word in " ".join(told.replace("│", " ").split()), word
    adopted = voltigo(tmp_path, "secret", "adopt", secret=OTHER, **given)
    assert (adopted.returncode, adopted.stdout.splitlines()[0]) == (
        0,
        "Die Datenbank gehört von jetzt an zu diesem Geheimnis.",
    )
    with closing(Database(sqlite_url)) as db:
        assert stored(db, AuditEntry)[-1]["action"] == "installation.secret_adopted"
    assert (
        voltigo(tmp_path, "secret", "adopt", secret=OTHER, **given).stdout
        == "Die Datenbank gehört zu diesem Geheimnis.\n"
    )
    assert voltigo(tmp_path, "mails", "retry", secret=OTHER, **given).returncode == 0
    assert voltigo(tmp_path, "mails", "retry", secret=ONE, **given).returncode == 1


@pytest.mark.both_databases
def test_a_server_whose_secret_was_given_up_is_not_ready(make_client: MakeClient, database_url: str) -> None:
    client = make_client(secret=ONE)
    settings, db = state_of(client).settings, state_of(client).db
    db.write(lambda session: identity.claim(session, settings))
    assert "other_secret" not in _causes(client)
    with closing(Database(database_url)) as beside:
        other = settings.model_copy(update={"secret": type(settings.secret)(OTHER)})
        other.__dict__.pop("secret_key", None)
        beside.write(lambda session: identity.adopt(session, other) and None)
    assert "other_secret" in _causes(client)


def _causes(client: TestClient) -> list[str]:
    return list(client.get("/readyz").json()["causes"])
