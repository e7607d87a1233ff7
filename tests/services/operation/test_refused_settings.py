"""Every setting with a wrong value: the start is refused with a sentence that names it and a line that would do."""

from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import make_url

from services.backup.repository import new_key
from services.settings import Settings
from services.settings_databases import may_be_in_clear, with_hosts
from services.settings_fields import PREFIX
from services.settings_help import HELP, faults_of

WRONG: dict[str, list[str]] = {
    "environment": ["", "live"],
    "host": ["a\nb"],
    "port": ["", "http", "-1", "70000"],
    "public_url": ["voltigo.example", "https://voltigo.example/pfad", "http://[", "https://ü.example"],
    "database_url": [
        "mysql://anna:geheim@host/db",
        "sqlite:///",
        "postgresql+psycopg://anna:ge@heim@host/db",
        "postgresql+psycopg://anna:geheim@[host/db",
        "postgresql+psycopg://anna:geheim@host:geheim/db",
    ],
    "replica_url": [
        "sqlite:////tmp/x.sqlite3",
        "mysql://anna:geheim@host/db",
        "postgresql+psycopg://anna:ge@heim@host/db",
        "postgresql+psycopg://anna:geheim@host:geheim/db",
        "postgresql+psycopg://anna:geheim@main.example/voltigo",
        "postgresql+psycopg://anna:geheim@main.example:5432/voltigo?sslmode=verify-full",
    ],
    "smtp_url": ["mail.example", "smtp://", "smtp://anna:geheim@[x", "smtp://anna:geheim@host:99999", "http://host"],
    "mail_from": ["", "Voltigo", "a@x.example, b@x.example"],
    "imap_url": [
        "x",
        "imaps://anna:geheim@host:0/INBOX",
        "imaps://anna:geheim@[h/INBOX",
        "imap://anna:geheim@host/INBOX",
    ],
    "cors_origins": ["partner.example", "https://partner.example/pfad"],
    "trusted_proxies": ["proxy.example", "10.0.0.0/99"],
    "rate_limits": [
        *("", "an", "are_on=off", "reserve", "unknown=5/60", "connections=9", "fill_seconds=61"),
        *(f"reserve={rate}" for rate in ("", "viele", "5", "0/60", "1/0", "1/2/3")),
    ],
    "reservations_per_email": ["0", "viele"],
    "confirm_within_days": ["-1", "366", "bald"],
    "scheduler": ["", "oft"],
    "duckdb_memory_limit": ["", "400", "viel", "0MB"],
    "engine_url": [
        "x",
        "http://engine.example",
        "sc://",
        "sc://engine.example:geheim",
        "sc://anna:geheim@engine.example",
        "sc://engine.example:443/;token=geheim",
    ],
    "metrics_address": ["-1", "70000", "an", "127.0.0.1", ":9464", "10.0.0.5:9464/metrics"],
    "traces_url": ["x", "http://[", "https://anna:geheim@host/v1/traces", "https://host/v1/traces?key=geheim"],
    "backup_url": ["ftp://host/x", "var/backup"],
    "store_url": ["ftp://host/x", "var/store"],
    "backup_key": ["x", "geheim" * 8],
    "backup_keep_days": ["0", "401", "viele"],
    "attribution_storage": ["", "cookie"],
    "instalments_offered": ["", "vielleicht"],
    "stripe_key": ["x", "pk_live_geheim123", "sk_live_kurz", "sk_geheim12345"],
    "stripe_webhook_secret": ["x", "geheim1234567"],
    "creditor_id": ["x", "98ZZZ09999999999", "DE98ZZZ"],
    "creditor_iban": ["x", "DE88370400440532013000"],
    "contact_widget_url": ["x", "javascript:alert(1)", "https://[/x"],
    "booking_url": ["x", "http://[", "https://"],
    "contact_picture": ["x", "../geheim.png", "bild.svg", "/bild.png"],
    "company_email": ["", "Voltigo"],
    "company_vat_id": ["", "123"],
    **{
        name: ["a\nb"]
        for name in HELP
        if name.startswith(("company_", "contact_", "credit_", "dismantling"))
        and name not in ("company_email", "company_vat_id", "contact_picture", "contact_widget_url")
    },
}
ANY_TEXT = {"data_dir", "secret", "engine_files", "costs_folder"}
"""Whatever is written there is a folder or a key; what is wrong with it shows only when it is used."""
NEEDED = {
    "stripe_key": {"stripe_webhook_secret": "whsec_12345678"},
    "backup_url": {"backup_key": new_key()},
    "replica_url": {"database_url": "postgresql+psycopg://voltigo@main.example/voltigo"},
}
"""What has to be set beside a setting."""
CASES = [(name, value) for name, values in WRONG.items() for value in values]


def refused(monkeypatch: pytest.MonkeyPatch, **values: str) -> list[Any]:
    """What is said about these settings; no fault is an empty list."""
    for name, value in values.items():
        monkeypatch.setenv(f"{PREFIX}{name.upper()}", value)
    try:
        Settings(_env_file=None)
    except ValidationError as error:
        return list(faults_of(error))
    return []


@pytest.mark.parametrize(("name", "value"), CASES, ids=[f"{name}={value!r}" for name, value in CASES])
def test_a_wrong_value_is_refused_with_the_settings_name_and_an_example(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = NEEDED.get(name, {})
    faults = refused(monkeypatch, **needed, **{name: value})
    assert faults, "it was accepted"
    for fault in faults:
        assert fault.name == PREFIX + name.upper()
        assert fault.words.startswith(f"{fault.name} ")
        assert f"Zum Beispiel: {fault.name}=" in fault.helps
        assert "geheim" not in fault.words + fault.helps


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_the_example_of_every_setting_would_be_accepted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other settings then lack is told of them: production lacks most."""
    example = HELP[name][0]
    value = new_key() if example.startswith("$(voltigo backup key") else example
    assert [fault for fault in refused(monkeypatch, **{name: value}) if fault.name == PREFIX + name.upper()] == []


def test_every_setting_has_a_wrong_value_here_or_none() -> None:
    assert set(Settings.model_fields) == {*WRONG, *ANY_TEXT}


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ("", None),
        ("9464", ("127.0.0.1", 9464)),
        ("0", ("127.0.0.1", 0)),
        ("10.0.0.5:9464", ("10.0.0.5", 9464)),
        ("[::1]:9464", ("::1", 9464)),
    ],
)
def test_figures_are_read_where_the_setting_says(
    given: str, place: tuple[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(monkeypatch, metrics_address=given) == []
    assert Settings(_env_file=None).metrics_place == place


MAIN = "postgresql+psycopg://voltigo:geheim@main.example"


@pytest.mark.parametrize(
    ("database", "replica", "named"),
    [
        ("", "postgresql+psycopg://voltigo@copy.example/voltigo", "database_url"),
        (
            f"{MAIN},copy.example/voltigo",
            "postgresql+psycopg://voltigo@copy.example,main.example/voltigo",
            "replica_url",
        ),
        (f"{MAIN}:5432,copy.example:x/voltigo", "", "database_url"),
        (f"{MAIN}:5432,[::1]:5432/voltigo", "", "database_url"),
    ],
)
def test_addresses_that_do_not_go_together_are_refused(
    database: str, replica: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = refused(monkeypatch, database_url=database, replica_url=replica)
    assert [fault.name for fault in faults] == [PREFIX + named.upper()]
    assert "geheim" not in faults[0].words


@pytest.mark.parametrize(
    ("database", "replica"),
    [
        (f"{MAIN}/voltigo", "postgresql+psycopg://voltigo@copy.example/voltigo"),
        (f"{MAIN}/voltigo", "postgresql+psycopg://voltigo@main.example:5433/voltigo"),
        (
            f"{MAIN}:5432,copy.example:5432/voltigo?target_session_attrs=read-write",
            "postgresql+psycopg://voltigo@main.example,copy.example/voltigo?target_session_attrs=standby",
        ),
    ],
)
def test_a_standby_on_another_server_or_among_the_same_ones_is_accepted(
    database: str, replica: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(monkeypatch, database_url=database, replica_url=replica) == []


def test_several_hosts_reach_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    given = f"{MAIN}:5433,copy.example:5432/voltigo?target_session_attrs=read-write"
    assert refused(monkeypatch, database_url=given) == []
    address = make_url(Settings(_env_file=None).database)
    _, options = address.get_dialect()().create_connect_args(address)
    assert (options["host"], options["port"]) == ("main.example,copy.example", "5433,5432")
    assert (options["password"], options["target_session_attrs"]) == ("geheim", "read-write")


@pytest.mark.parametrize(
    ("address", "is_in_clear"),
    [
        ("postgresql+psycopg://voltigo@127.0.0.1:5432,localhost:5433/voltigo", False),
        ("postgresql+psycopg://voltigo@127.0.0.1,copy.example/voltigo", True),
        ("postgresql+psycopg://voltigo@127.0.0.1,copy.example/voltigo?sslmode=verify-full", False),
    ],
)
def test_every_host_of_an_address_is_looked_at_for_tls(address: str, *, is_in_clear: bool) -> None:
    assert may_be_in_clear(with_hosts(address)) is is_in_clear
