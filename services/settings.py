"""All settings, read from environment variables with the prefix `VOLTIGO_`. The README lists them.

Each default lets `make run` work on a fresh machine; `ENVIRONMENT=production` refuses to start with values that
are only safe on a private machine (`settings_checks.py`).
"""

import contextlib
import os
import re
import secrets
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from services import settings_checks, settings_databases
from services.limits import Limits, read_limits
from services.settings_checks import NO_PROXIES

_PLACE = re.compile(r"(?:(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):)?(?P<port>[0-9]{1,5})")
_WEB_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/[^\s\"'<>;,]*")


_USUAL_PORT: Final = 8000
_HIGHEST_PORT: Final = 65_535

# Parsed by their own validators; without this annotation the environment variable would have to be JSON.
CommaList = Annotated[tuple[str, ...], NoDecode]


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=settings_checks.PREFIX, env_file=".env", extra="ignore", frozen=True)

    environment: Literal["local", "demo", "production"] = "local"
    host: str = "127.0.0.1"
    port: int = Field(_USUAL_PORT, ge=0, le=65535)
    public_url: str = Field("", validate_default=True)
    """Where browsers reach the product: links in mails and the console begin with it. Empty: this machine alone."""
    data_dir: Path = Path("var")
    database_url: str = ""
    replica_url: str = ""
    """A hot standby of the database, which reports and exports read; empty: they read the database."""
    secret: SecretStr = SecretStr("")

    store_url: str = ""
    """Where the store, kept reports and attachments lie, for all servers: a folder, `file:///…`, or an object store,
    `s3://bucket/prefix`. Empty: in `data_dir`."""

    smtp_url: str = ""
    mail_from: str = "Voltigo <reservierung@voltigo.invalid>"
    imap_url: SecretStr = SecretStr("")
    """The mailbox that messages are read from; empty: none."""

    costs_folder: Path | None = None
    """Where files of costs arrive by themselves; None: nowhere."""

    cors_origins: CommaList = ()
    trusted_proxies: CommaList = ()
    rate_limits: Annotated[Limits, NoDecode] = Limits()
    """`on`, `off`, or single limits that differ from those of `limits.py`, `reserve=60/600,visit=600/60`."""
    reservations_per_email: int = Field(3, ge=1)
    confirm_within_days: int = Field(14, ge=0, le=365)
    """How long a place is held for an address that is not confirmed; 0: for good."""

    scheduler: Literal["embedded", "off"] = "embedded"

    backup_url: str = ""
    """Where backups go: a folder, `file:///…`, or an object store, `s3://bucket/prefix`. Empty: there are none."""
    backup_key: SecretStr = SecretStr("")
    """Encrypts the backups; kept apart from the server."""
    backup_keep_days: int = Field(35, ge=1, le=400)

    """A PEM file with the root certificates of that authority."""

    duckdb_memory_limit: str = Field("400MB", pattern=r"^[1-9][0-9]{0,5} ?(MB|GB|MiB|GiB)$")
    """What one run of a report may hold in memory; beyond it DuckDB writes into a temporary folder."""
    engine_url: SecretStr = SecretStr("")
    """A distributed engine (Spark Connect) for what grows with visits; empty: DuckDB computes everything."""
    engine_files: str = ""
    """Where that engine finds the store's files; empty: in the same folder as this server."""

    metrics_address: str = ""
    """Where Prometheus reads the figures of this process, `9464` or `10.0.0.5:9464`; empty: nowhere, port 0: a free
    one, which is announced."""
    traces_url: str = ""
    """Where traces are sent (OTLP over HTTP); empty: nowhere."""

    attribution_storage: Literal["session", "memory"] = "session"
    instalments_offered: bool = True
    contact_widget_url: str = ""
    booking_url: str = "https://example.com/voltigo-termin"

    company_name: str = "Voltigo Muster GmbH (Angaben noch einzusetzen)"
    company_street: str = "Musterstraße 1"
    company_postcode_city: str = "85049 Ingolstadt"
    company_email: str = "kontakt@voltigo.invalid"
    company_phone: str = "+49 841 000000"
    company_representative: str = "Erika Muster (Angabe noch einzusetzen)"
    """Who may sign for the company; also answers for the content of the site, so one person."""
    company_register_court: str = "Amtsgericht Ingolstadt (Angabe noch einzusetzen)"
    company_register_number: str = "HRB 00000"
    company_vat_id: str = Field("DE000000000", pattern=r"^[A-Z]{2}[0-9A-Z]{2,12}$")

    @field_validator("cors_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("rate_limits", mode="before")
    @classmethod
    def _read_limits(cls, value: object) -> object:
        return read_limits(value) if isinstance(value, str) else value

    @field_validator("metrics_address")
    @classmethod
    def _must_be_a_place(cls, value: str) -> str:
        if value and not ((found := _PLACE.fullmatch(value)) and int(found["port"]) <= _HIGHEST_PORT):
            raise ValueError("must be a port, 9464, or an address of this machine with one, 10.0.0.5:9464")
        return value

    @field_validator("public_url")
    @classmethod
    def _without_slash(cls, value: str, others: ValidationInfo) -> str:
        # A port that was refused is told by itself.
        port = others.data.get("port") or _USUAL_PORT
        return value.rstrip("/") or f"http://127.0.0.1:{port}"

    @field_validator("database_url")
    @classmethod
    def _must_be_a_known_database(cls, value: str) -> str:
        if value and not settings_databases.is_database(value):
            raise ValueError(
                "must begin with sqlite:/// or postgresql+psycopg:// and name a database, with every @, : and / "
                "of user and password percent-encoded"
            )
        return value

    @field_validator("contact_widget_url")
    @classmethod
    def _must_be_a_web_address(cls, value: str) -> str:
        # Its origin becomes part of a header, so nothing may be in it that could end a directive there.
        if value and not _WEB_ADDRESS.fullmatch(value):
            raise ValueError("must be a web address, https://host/path")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _must_be_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in () if value == NO_PROXIES else value:
            ip_network(network)
        return value

    @model_validator(mode="after")
    def _keep_the_demonstration_at_home(self) -> Self:
        # Its accounts have known passwords and no second factor.
        if self.environment == "demo" and not settings_databases.is_loopback(self.host):
            raise ValueError(
                "VOLTIGO_ENVIRONMENT verträgt sich nicht mit VOLTIGO_HOST: Eine Vorführung läuft nur auf diesem Rechner"
            )
        return self

    @model_validator(mode="after")
    def _refuse_what_harms(self) -> Self:
        faults = list(settings_checks.unusable(self))
        if self.environment == "production":
            faults += settings_checks.unsafe(self)
        if faults:
            raise ValueError("; ".join(dict.fromkeys(faults)))
        return self

    @cached_property
    def database(self) -> str:
        """The SQLAlchemy address of the database; a SQLite file in `data_dir` unless one is named."""
        return (
            settings_databases.with_hosts(self.database_url)
            or f"sqlite:///{(self.data_dir / 'voltigo.sqlite3').resolve()}"
        )

    @cached_property
    def replica(self) -> str:
        """The SQLAlchemy address of the database's hot standby; empty: there is none."""
        return settings_databases.with_hosts(self.replica_url)

    @cached_property
    def has_secure_cookies(self) -> bool:
        """False on plain-HTTP loopback only. Elsewhere a browser on plain HTTP drops the cookie, so nobody signs in
        over a connection that could be read.
        """
        address = urlsplit(self.public_url)
        return not (address.scheme == "http" and settings_databases.is_loopback(address.hostname or ""))

    @cached_property
    def contact_widget_origin(self) -> str:
        """Scheme and host of the external contact widget; empty with our own."""
        return "/".join(self.contact_widget_url.split("/")[:3])

    @cached_property
    def metrics_place(self) -> tuple[str, int] | None:
        """Host and port of `metrics_address`; None: figures are read nowhere."""
        found = _PLACE.fullmatch(self.metrics_address)
        return ((found["host"] or "127.0.0.1").strip("[]"), int(found["port"])) if found else None

    @cached_property
    def mailbox_name(self) -> str:
        """The mailbox as staff read it, `post@voltigo.example@imap.example/INBOX`; empty where there is none."""
        url = urlsplit(self.imap_url.get_secret_value())
        folder = unquote(url.path.strip("/")) or "INBOX"
        return f"{unquote(url.username or '')}@{url.hostname}/{folder}" if url.hostname else ""

    @cached_property
    def proxy_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """Networks whose `X-Forwarded-For` is believed."""
        return () if self.trusted_proxies == NO_PROXIES else tuple(map(ip_network, self.trusted_proxies))

    @cached_property
    def secret_key(self) -> bytes:
        """The key of every keyed hash: the setting, or a random one kept in `data_dir` for this machine."""
        if configured := self.secret.get_secret_value():
            return configured.encode()
        path = self.data_dir / "secret"
        if not path.exists():
            _write_once(path, secrets.token_hex(32))
        return path.read_text(encoding="ascii").encode()


def _write_once(path: Path, text: str) -> None:
    """Create `path` atomically or keep another process's: a hard link appears with its content or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
