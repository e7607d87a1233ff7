"""Settings: safe to start with nothing, refused where production would be unsafe."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from services.limits import Limits, RateLimit
from services.settings import Settings
from services.settings_checks import lacking
from tests.factories import production_settings


@pytest.fixture(autouse=True)
def _no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith("VOLTIGO_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def settings(**values: Any) -> Settings:
    return Settings(**values)


def refused(**values: Any) -> str:
    """The sentences with which these settings are refused."""
    with pytest.raises(ValidationError) as refusal:
        settings(**values)
    (fault,) = refusal.value.errors()
    return str(fault["msg"]).removeprefix("Value error, ")


def test_nothing_has_to_be_set(tmp_path: Path) -> None:
    defaults = settings()
    assert defaults.environment == "local"
    assert (defaults.host, defaults.port) == ("127.0.0.1", 8000)
    assert defaults.database == f"sqlite:///{tmp_path.resolve()}/var/voltigo.sqlite3"
    assert defaults.reservations_per_email == 3
    assert (defaults.rate_limits, defaults.scheduler) == (Limits(), "embedded")
    assert defaults.rate_limits.reserve == RateLimit(calls=30, seconds=600)


@pytest.mark.parametrize(
    ("given", "address"),
    [({}, "http://127.0.0.1:8000"), ({"port": 9000}, "http://127.0.0.1:9000"), ({"port": 0}, "http://127.0.0.1:8000")],
)
def test_links_lead_to_the_port_that_the_server_has(given: dict[str, int], address: str) -> None:
    assert settings(**given).public_url == address
    assert settings(**given, public_url="https://voltigo.example/").public_url == "https://voltigo.example"


def test_values_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "PORT": "9000",
        "CORS_ORIGINS": "https://a.example, https://b.example,",
        "TRUSTED_PROXIES": "10.0.0.0/8,fd00::/8",
        "RATE_LIMITS": "reserve=5/60, connections=20",
        "PUBLIC_URL": "https://voltigo.example/",
        "DATABASE_URL": "postgresql+psycopg://host/name",
    }.items():
        monkeypatch.setenv(f"VOLTIGO_{name}", value)
    read = settings()
    assert read.port == 9000
    assert read.cors_origins == ("https://a.example", "https://b.example")
    assert read.proxy_networks == (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
    assert read.rate_limits == Limits(reserve=RateLimit(calls=5, seconds=60), connections=20)
    assert settings(**read.model_dump()) == read, "a demonstration and a trial of a backup are made this way"
    assert read.public_url == "https://voltigo.example"
    assert read.database == "postgresql+psycopg://host/name"


def test_a_file_beside_the_product_is_read_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("VOLTIGO_PORT=9001\nOTHER=1\n")
    assert settings().port == 9001


@pytest.mark.parametrize(
    "values",
    [
        {"port": 65_536},
        {"port": "http"},
        {"environment": "staging"},
        {"rate_limits": "maybe"},
        {"trusted_proxies": "10.0.0.1/8"},
        {"trusted_proxies": "proxy.example"},
        {"reservations_per_email": 0},
        {"company_vat_id": "12/345/67890"},
        {"contact_widget_url": "forms.example/embed.js"},
        {"contact_widget_url": "javascript://forms.example/x"},
        {"contact_widget_url": "https://forms.example/x;script-src *"},
        {"contact_widget_url": "https://forms.example"},
        {"database_url": "voltigo.sqlite3"},
        {"database_url": "mysql://host/name"},
    ],
    ids=str,
)
def test_an_unusable_value_is_refused(values: dict) -> None:
    with pytest.raises(ValidationError):
        settings(**values)


def test_production_starts_with_real_data() -> None:
    assert settings(**production_settings()).environment == "production"


@pytest.mark.parametrize(
    ("left_as_it_was", "said"),
    [
        ("secret", "VOLTIGO_SECRET fehlt"),
        ("public_url", "VOLTIGO_PUBLIC_URL muss mit https:// beginnen"),
        ("trusted_proxies", "VOLTIGO_TRUSTED_PROXIES fehlt"),
    ],
)
def test_production_refuses_what_nobody_could_enter_later(left_as_it_was: str, said: str) -> None:
    assert refused(**production_settings(**{left_as_it_was: None})).startswith(said)


@pytest.mark.parametrize(
    "name",
    [
        "company_name", "company_street", "company_phone", "company_representative", "company_register_court",
        "company_register_number", "company_vat_id", "company_email", "mail_from", "booking_url", "smtp_url",
    ],
)  # fmt: skip
def test_production_names_what_it_lacks_to_serve_anybody(name: str) -> None:
    assert lacking(settings(**production_settings())) == []
    given = settings(**production_settings(**{name: None}))
    assert lacking(given) == [name]
    assert lacking(given.adopting({name: production_settings()[name]})) == []


def test_what_is_entered_stands_below_the_environment_and_above_the_default() -> None:
    ours = settings(company_name="Aus der Umgebung GmbH", port=9000, company_street="")
    assert (ours.given, lacking(ours)[0]) == ({"company_name"}, "company_street")
    ours.adopt({"company_name": "Eingetragen GmbH", "company_phone": "+49 841 5", "public_url": "https://v.example"})
    assert (ours.company_name, ours.company_phone) == ("Aus der Umgebung GmbH", "+49 841 5")
    assert (ours.public_url, ours.has_secure_cookies) == ("https://v.example", True)
    assert ours.own("company_street") == "", "a placeholder is nobody's"
    ours.adopt({})
    assert (ours.own("company_phone"), ours.public_url) == ("", "http://127.0.0.1:9000")
    assert ours.has_secure_cookies is False


UNSAFE = [
    ({"secret": "x"}, "VOLTIGO_SECRET ist zu kurz"),
    ({"secret": "geheim" * 6}, "VOLTIGO_SECRET ist nicht zufällig genug"),
    ({"rate_limits": "off"}, "VOLTIGO_RATE_LIMITS muss hier „on“ sein"),
    ({"rate_limits": "off,reserve=5/60"}, "VOLTIGO_RATE_LIMITS muss hier „on“ sein"),
    ({"smtp_url": "smtp://post:geheim@mail.voltigo.example"}, "VOLTIGO_SMTP_URL schickt das Passwort unverschlüsselt"),
    ({"smtp_url": "smtp://mail.voltigo.example:25"}, "VOLTIGO_SMTP_URL schickt Namen und Adressen unverschlüsselt"),
    *(
        ({"database_url": f"postgresql+psycopg://voltigo@{rest}"}, "VOLTIGO_DATABASE_URL nennt einen anderen Rechner")
        for rest in (
            "db.voltigo.example/voltigo",
            "10.0.0.5/voltigo?sslmode=require",
            "db.voltigo.example/voltigo?sslmode=prefer&sslrootcert=system",
            "127.0.0.1/voltigo?host=db.voltigo.example",
        )
    ),
    ({"cors_origins": "*"}, "VOLTIGO_CORS_ORIGINS lässt jede fremde Website zu"),
    (
        {"cors_origins": "https://a.example,http://b.example"},
        "VOLTIGO_CORS_ORIGINS muss lauter Herkünfte",
    ),
    ({"trusted_proxies": ""}, "VOLTIGO_TRUSTED_PROXIES fehlt"),
    ({"trusted_proxies": "0.0.0.0/0"}, "VOLTIGO_TRUSTED_PROXIES ist zu weit gefasst"),
    ({"trusted_proxies": "10.0.0.0/8,::/0"}, "VOLTIGO_TRUSTED_PROXIES ist zu weit gefasst"),
    ({"booking_url": "http://termine.example/x"}, "VOLTIGO_BOOKING_URL muss mit https:// beginnen"),
]
UNUSABLE = [
    (
        {"public_url": 'https://voltigo.example/"><script>'},
        "VOLTIGO_PUBLIC_URL hat einen Wert, der nicht",
    ),
    ({"public_url": "voltigo.example"}, "VOLTIGO_PUBLIC_URL hat einen Wert, der nicht"),
    ({"public_url": "https://möhre.example"}, "VOLTIGO_PUBLIC_URL hat einen Wert, der nicht"),
    ({"mail_from": "a@b.example\r\nBcc: c@d.example"}, "VOLTIGO_MAIL_FROM enthält einen Zeilenumbruch"),
    ({"mail_from": "Voltigo"}, "VOLTIGO_MAIL_FROM hat einen Wert, der nicht"),
    ({"company_email": "a@b.example, c@d.example"}, "VOLTIGO_COMPANY_EMAIL hat einen Wert, der nicht"),
    ({"company_name": "Voltigo\nGmbH"}, "VOLTIGO_COMPANY_NAME enthält einen Zeilenumbruch"),
    ({"booking_url": "javascript:alert(1)"}, "VOLTIGO_BOOKING_URL hat einen Wert, der nicht"),
    ({"booking_url": "termine.voltigo.example"}, "VOLTIGO_BOOKING_URL hat einen Wert, der nicht"),
    ({"smtp_url": "mail.voltigo.example:25"}, "VOLTIGO_SMTP_URL hat einen Wert, der nicht"),
    ({"smtp_url": "smtp://"}, "VOLTIGO_SMTP_URL hat einen Wert, der nicht"),
    ({"cors_origins": "partner.example"}, "VOLTIGO_CORS_ORIGINS hat einen Wert, der nicht"),
    (
        {"cors_origins": "https://partner.example/seite"},
        "VOLTIGO_CORS_ORIGINS hat einen Wert, der nicht",
    ),
]


@pytest.mark.parametrize(("values", "said"), UNSAFE, ids=str)
def test_production_refuses_what_would_undo_its_promises(values: dict, said: str) -> None:
    assert said in refused(**production_settings(**values))


@pytest.mark.parametrize(("values", "said"), UNUSABLE, ids=str)
def test_no_installation_starts_with_what_cannot_be_used(values: dict, said: str) -> None:
    assert said in refused(**values)
    assert said in refused(**production_settings(**values))


@pytest.mark.parametrize(
    "values",
    [
        {"trusted_proxies": "10.0.0.0/8,fc00::/7"},
        {"smtp_url": "smtp://127.0.0.1:25"},
        {"smtp_url": "smtp+starttls://post:geheim@mail.voltigo.example:587"},
        {
            "database_url": "postgresql+psycopg://voltigo@db.voltigo.example/voltigo?sslmode=verify-full&sslrootcert=system"
        },
        {"database_url": "postgresql+psycopg://voltigo@127.0.0.1/voltigo"},
        {"database_url": "postgresql+psycopg://voltigo@[::1]/voltigo"},
        {"database_url": "postgresql+psycopg:///voltigo?host=/run/postgresql"},
        {"cors_origins": "https://partner.example,https://zweiter.example:8443"},
        {"company_street": "Straße des 17.\u00a0Juni 135"},
    ],
    ids=str,
)
def test_production_accepts_what_is_safe(values: dict) -> None:
    assert settings(**production_settings(**values)).environment == "production"


def test_without_proxies_nobody_is_believed() -> None:
    assert settings(trusted_proxies="none").proxy_networks == ()
    with pytest.raises(ValidationError):
        settings(trusted_proxies="none,10.0.0.0/8")


def test_production_refuses_a_misspelt_name_and_knows_the_right_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VOLTIGO_SMTPURL", "smtps://mail.voltigo.example")
    (tmp_path / ".env").write_text("VOLTIGO_TRUSTED_PROXY=10.0.0.0/8\nOTHER=1\n")
    assert refused(**production_settings()) == (
        "VOLTIGO_SMTPURL ist keine Einstellung: Gemeint ist vielleicht VOLTIGO_SMTP_URL; VOLTIGO_TRUSTED_PROXY ist "
        "keine Einstellung: Gemeint ist vielleicht VOLTIGO_TRUSTED_PROXIES"
    )
    assert settings().environment == "local"


def test_a_contact_widget_is_https_in_production() -> None:
    assert settings().contact_widget_origin == ""
    url = "https://forms.example:8443/embed.js?id=7"
    assert (
        settings(**production_settings(), contact_widget_url=url).contact_widget_origin == "https://forms.example:8443"
    )
    plain = url.replace("https", "http")
    assert settings(contact_widget_url=plain).contact_widget_origin == "http://forms.example:8443"
    with pytest.raises(ValidationError, match="VOLTIGO_CONTACT_WIDGET_URL muss mit https:// beginnen"):
        settings(**production_settings(), contact_widget_url=plain)


def test_production_names_every_fault_at_once_and_never_the_secret() -> None:
    together = {name: value for values, _ in (*UNSAFE, *UNUSABLE) for name, value in values.items()}
    said = refused(environment="production", **{**together, "secret": "correct horse"})
    for name in together:
        assert f"VOLTIGO_{name.upper()} " in said
    assert "correct horse" not in said
    assert "correct horse" not in repr(settings(secret="correct horse"))


def test_a_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    data_dir = tmp_path / "deep" / "var"
    first = settings(data_dir=data_dir).secret_key
    path = data_dir / "secret"
    assert len(first) == 64
    assert path.read_bytes() == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert settings(data_dir=data_dir).secret_key == first
    assert [entry.name for entry in data_dir.iterdir()] == ["secret"]
    assert settings(data_dir=tmp_path / "other").secret_key != first


def test_a_configured_secret_is_taken_and_no_file_made(tmp_path: Path) -> None:
    assert settings(secret="from outside", data_dir=tmp_path / "var").secret_key == b"from outside"
    assert not (tmp_path / "var").exists()


def test_installations_that_start_together_agree_on_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: settings(data_dir=tmp_path / "var").secret_key, range(40)))
    assert len(set(keys)) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_a_demonstration_listens_on_loopback(host: str) -> None:
    assert settings(environment="demo", host=host).host == host


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "voltigo.example", ""])
def test_a_demonstration_refuses_to_listen_anywhere_else(host: str) -> None:
    with pytest.raises(ValidationError, match="nur auf diesem Rechner"):
        settings(environment="demo", host=host)
    assert settings(host=host).host == host


@pytest.mark.parametrize(
    ("public_url", "is_secure"),
    [
        ("http://127.0.0.1:8000", False),
        ("http://localhost:8000", False),
        ("http://[::1]:8000", False),
        ("https://127.0.0.1", True),
        ("https://voltigo.example", True),
        ("http://voltigo.example", True),
        ("http://192.168.1.5:8000", True),
        ("http://localhost.attacker.example", True),
    ],
)
def test_only_plain_loopback_has_cookies_without_https(public_url: str, is_secure: bool) -> None:
    assert settings(public_url=public_url).has_secure_cookies is is_secure
