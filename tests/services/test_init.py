"""`voltigo init`: a file of settings that the server, python-dotenv and systemd read alike."""

import re
import stat
from pathlib import Path

import pytest
from dotenv import dotenv_values

from services.deployment.settings_file import UnusableValue, quoted
from services.deployment.settings_page import FIRST, page
from services.settings import Settings
from services.settings_fields import PREFIX
from tests.fixtures.servers import ROOT
from tests.services.test_cli import voltigo

PRODUCTION = {
    "PUBLIC_URL": "https://voltigo.example",
    "SMTP_URL": "smtps://user:pass%40word@mail.example:465",
    "MAIL_FROM": 'Voltigo "Team" <reservierung@voltigo.example>',
    "TRUSTED_PROXIES": "127.0.0.1,10.1.0.0/16",
    "BOOKING_URL": "https://termine.example/voltigo",
    "COMPANY_NAME": "Sonnenhof & Söhne GmbH",
    "COMPANY_STREET": "Hauptstraße 5",
    "COMPANY_POSTCODE_CITY": "85049 Ingolstadt",
    "COMPANY_EMAIL": "post@voltigo.example",
    "COMPANY_PHONE": "+49 841 123456",
    "COMPANY_REPRESENTATIVE": "Kim Beispiel",
    "COMPANY_REGISTER_COURT": "Amtsgericht Ingolstadt",
    "COMPANY_REGISTER_NUMBER": "HRB 12345",
    "COMPANY_VAT_ID": "DE123456789",
}


def assignments(values: dict[str, str]) -> list[str]:
    return [part for name, value in values.items() for part in ("--set", f"{name}={value}")]


def test_it_writes_every_setting_with_a_fresh_secret_for_the_owner_alone(tmp_path: Path) -> None:
    result = voltigo(tmp_path, "init", "--yes")
    assert (result.returncode, "voltigo serve" in result.stdout) == (0, True)
    file = tmp_path / ".env"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text()
    assert [name for name in Settings.model_fields if f"{PREFIX}{name.upper()}=" not in text] == []
    values = dotenv_values(file)
    assert set(values) == {"VOLTIGO_SECRET"}
    assert len(values["VOLTIGO_SECRET"] or "") == 64
    assert Settings(_env_file=file).environment == "local"  # type: ignore[call-arg]


def test_two_files_have_two_secrets(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert voltigo(tmp_path, "init", "--yes", "--file", name).returncode == 0
    assert dotenv_values(tmp_path / "a") != dotenv_values(tmp_path / "b")


def test_an_existing_file_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("mine")
    result = voltigo(tmp_path, "init", "--yes")
    assert (result.returncode, "gibt es schon, und sie bleibt" in result.stderr) == (1, True)
    assert (tmp_path / ".env").read_text() == "mine"


def test_settings_for_production_are_those_the_server_takes(tmp_path: Path) -> None:
    result = voltigo(tmp_path, "init", "--yes", "--file", "etc/voltigo.env", *assignments(PRODUCTION))
    assert result.returncode == 0, result.stderr
    settings = Settings(_env_file=tmp_path / "etc" / "voltigo.env")  # type: ignore[call-arg]
    assert settings.environment == "production"
    assert settings.company_name == PRODUCTION["COMPANY_NAME"]
    assert settings.mail_from == PRODUCTION["MAIL_FROM"]
    assert settings.trusted_proxies == ("127.0.0.1", "10.1.0.0/16")
    assert "--settings etc/voltigo.env serve" in result.stdout


def test_what_production_refuses_is_told_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    result = voltigo(tmp_path, "init", "--yes", "--set", "PUBLIC_URL=http://voltigo.example", "--set", "HOST=0.0.0.0")
    assert result.returncode == 2
    for name in (
        "PUBLIC_URL muss mit https:// beginnen",
        "TRUSTED_PROXIES fehlt",
    ):
        assert name in result.stderr
    assert not (tmp_path / ".env").exists()


@pytest.mark.parametrize("assignment", ["SMPT_URL=x", "SMTP_URL"])
def test_a_misspelt_setting_is_refused(assignment: str, tmp_path: Path) -> None:
    result = voltigo(tmp_path, "init", "--yes", "--set", assignment)
    assert (result.returncode, "Eine solche Einstellung gibt es nicht" in result.stderr) == (2, True)


def test_a_file_of_settings_is_read_by_every_command_and_the_environment_goes_before_it(tmp_path: Path) -> None:
    (tmp_path / "some.env").write_text("VOLTIGO_DATA_DIR=elsewhere\n")
    assert voltigo(tmp_path, "--settings", "some.env", "migrate").returncode == 0
    assert (tmp_path / "elsewhere" / "voltigo.sqlite3").is_file()
    assert voltigo(tmp_path, "--settings", "some.env", "migrate", data_dir="third").returncode == 0
    assert (tmp_path / "third" / "voltigo.sqlite3").is_file()
    missing = voltigo(tmp_path, "--settings", "none.env", "migrate")
    assert (missing.returncode, "lässt sich nicht lesen" in missing.stderr) == (2, True)


@pytest.mark.parametrize("value", ["plain", "a b", 'with "quotes"', "back\\slash", "$HOME", "umläut # no comment", "'"])
def test_values_come_back_as_they_were(value: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(f"NAME={quoted(value)}\n")
    assert dotenv_values(tmp_path / "file") == {"NAME": value}


@pytest.mark.parametrize("value", ["two\nlines", "${HOME}"])
def test_what_a_line_cannot_hold_is_refused(value: str) -> None:
    with pytest.raises(UnusableValue):
        quoted(value)


def test_every_setting_is_explained_and_the_page_of_the_manual_is_made_of_it() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
    written = (ROOT / "services/manual/settings.md").read_text(encoding="utf-8")
    assert written == page(), "stale: make manual"
    rows = re.findall(r"^\| `([A-Z_]+)` \|", written, re.MULTILINE)
    assert sorted(rows) == sorted(name.upper() for name in Settings.model_fields)
    assert rows[: len(FIRST)] == [name.upper() for name in FIRST]


def test_the_file_of_caddy_names_each_of_several_servers(tmp_path: Path) -> None:
    servers = ("10.0.0.11:8000", "10.0.0.12:8000", "10.0.0.13:8000")
    options = [part for server in servers for part in ("--server", server)]
    printed = voltigo(tmp_path, "deployment", "Caddyfile", "--host", "sonne.example", *options)
    assert printed.returncode == 0
    assert f"reverse_proxy {' '.join(servers)} {{" in printed.stdout
    (block,) = re.findall(
        r"```\n(reverse_proxy .*?)```", (ROOT / "services/manual/scaling.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert block.rstrip().replace("\n", "\n\t") in printed.stdout
    assert "127.0.0.1" not in printed.stdout
    assert voltigo(tmp_path, "deployment", "nginx.conf", *options).returncode == 2


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_the_configuration_of_a_proxy_is_printed_with_the_name_of_the_site(name: str, tmp_path: Path) -> None:
    printed = voltigo(tmp_path, "deployment", name, "--host", "sonne.example")
    assert (printed.returncode, "sonne.example" in printed.stdout, "voltigo.example" in printed.stdout) == (
        0,
        True,
        False,
    )


def test_the_manual_is_printed_where_there_is_no_repository(tmp_path: Path) -> None:
    for name in ("production.md", "settings.md", "scaling.md"):
        text = (ROOT / "services/manual" / name).read_text(encoding="utf-8")
        assert voltigo(tmp_path, "deployment", name).stdout == text
