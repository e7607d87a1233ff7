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

from pydantic import BaseModel, Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from services import settings_checks, settings_databases
from services.settings_checks import NO_PROXIES

_WEB_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/[^\s\"'<>;,]*")


class RateLimit(BaseModel):
    """A number of calls per number of seconds, written `30/600`."""

    calls: int = Field(gt=0)
    seconds: int = Field(gt=0)


_USUAL_PORT: Final = 8000

# Parsed by their own validators; without this annotation the environment variable would have to be JSON.
CommaList = Annotated[tuple[str, ...], NoDecode]
RateText = Annotated[RateLimit, NoDecode]


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
    store_cache: str = Field("2GB", pattern=r"^[1-9][0-9]{0,5} ?(MB|GB|MiB|GiB)$")
    """How much of an object store's files this machine keeps copies of, in `data_dir`."""

    drain_seconds: float = Field(2.0, ge=0, le=60)
    """How long a stopping server keeps serving while it reports itself as not ready."""
    keep_alive_seconds: int = Field(75, ge=1, le=600)
    """Longer than a proxy keeps its connections: else the proxy may send a request on one that is being closed."""
    connections: int = Field(10_000, ge=10)
    connections_per_address: int = Field(100, ge=1)

    smtp_url: str = ""
    mail_from: str = "Voltigo <reservierung@voltigo.invalid>"
    imap_url: SecretStr = SecretStr("")
    """The mailbox that messages are read from; empty: none."""

    costs_folder: Path | None = None
    """Where files of costs arrive by themselves; None: nowhere."""

    cors_origins: CommaList = ()
    trusted_proxies: CommaList = ()
    rate_limits: Literal["on", "off"] = "on"
    rate_limit_reserve: RateText = RateLimit(calls=30, seconds=600)
    rate_limit_reserve_refused: RateText = RateLimit(calls=120, seconds=600)
    """Reservation calls with an invalid body: they are counted separately and never block valid ones."""
    rate_limit_reserved_network: RateText = RateLimit(calls=60, seconds=3600)
    """New reservations out of one IPv4 /24 or IPv6 /48."""
    rate_limit_reserved_block: RateText = RateLimit(calls=12, seconds=3600)
    """New reservations out of one IPv6 /56."""
    rate_limit_reserved_address: RateText = RateLimit(calls=3, seconds=86400)
    """New reservations of one address before the shared limit `rate_limit_reserved_repeats` applies."""
    rate_limit_reserved_repeats: RateText = RateLimit(calls=30, seconds=3600)
    """New reservations in one park from addresses that are beyond `rate_limit_reserved_address`, all together."""
    rate_limit_reserved_wide: RateText = RateLimit(calls=60, seconds=3600)
    """New reservations out of one IPv4 /16, IPv6 /40 or IPv6 /32, before the next one has to be confirmed first."""
    rate_limit_reserved_domain: RateText = RateLimit(calls=12, seconds=3600)
    """New reservations with mailboxes of one domain that is no large provider's, before that; confirmed ones too."""
    rate_limit_outcome: RateText = RateLimit(calls=60, seconds=600)
    rate_limit_contact: RateText = RateLimit(calls=10, seconds=600)
    rate_limit_visit: RateText = RateLimit(calls=300, seconds=60)
    rate_limit_visitors: RateText = RateLimit(calls=20, seconds=3600)
    """New visitors from one IPv4 address or IPv6 /56; further ones are flagged as bots."""
    rate_limit_staff_login: RateText = RateLimit(calls=5, seconds=60)
    rate_limit_staff_address: RateText = RateLimit(calls=30, seconds=600)
    rate_limit_staff_account: RateText = RateLimit(calls=10, seconds=15)
    rate_limit_staff_code: RateText = RateLimit(calls=5, seconds=300)
    rate_limit_acknowledgement: RateText = RateLimit(calls=3, seconds=86400)
    """Confirmation mails to one mailbox from each public form."""
    reserve_fill_seconds: int = Field(3, ge=0, le=60)
    """How long the page must have been open before it may send a reservation; 0: no matter."""
    reservations_per_email: int = Field(3, ge=1)
    reservations_per_phone: int = Field(5, ge=1)
    confirm_within_days: int = Field(14, ge=0, le=365)
    """How long a place is held for an address that is not confirmed; 0: for good."""
    confirm_within_hours_in_burst: int = Field(24, ge=1, le=336)
    """The same while too many of a park's places are unconfirmed."""
    confirm_burst_percent: int = Field(10, ge=1, le=100)
    """How many of a park's places may be unconfirmed before that."""
    rate_limit_household: RateText = RateLimit(calls=20, seconds=600)
    """Links asked for and tried by one caller."""
    rate_limit_household_mail: RateText = RateLimit(calls=5, seconds=86400)
    """Mails that a household can have sent to one mailbox without being signed in."""
    scheduler: Literal["embedded", "off"] = "embedded"

    backup_url: str = ""
    """Where backups go: a folder, `file:///…`, or an object store, `s3://bucket/prefix`. Empty: there are none."""
    backup_key: SecretStr = SecretStr("")
    """Encrypts the backups; kept apart from the server."""
    backup_every_seconds: int = Field(30, ge=1, le=86_400)
    backup_keep_days: int = Field(35, ge=1, le=400)
    backup_keep_months: int = Field(0, ge=0, le=36)

    """A PEM file with the root certificates of that authority."""

    webhooks_to_loopback: Literal["on", "off"] = "off"
    """Whether webhooks may go to this machine, to try out a receiver."""
    rate_limit_machine: RateText = RateLimit(calls=120, seconds=60)
    rate_limit_report_link: RateText = RateLimit(calls=120, seconds=600)

    duckdb_memory_limit: str = Field("400MB", pattern=r"^[1-9][0-9]{0,5} ?(MB|GB|MiB|GiB)$")
    """What one run of a report may hold in memory; beyond it DuckDB writes into a temporary folder."""
    engine_url: SecretStr = SecretStr("")
    """A distributed engine (Spark Connect) for what grows with visits; empty: DuckDB computes everything."""
    engine_files: str = ""
    """Where that engine finds the store's files; empty: in the same folder as this server."""

    metrics_port: int | None = Field(None, ge=0, le=65535)
    """Where Prometheus reads the figures of this process; None: nowhere, 0: a free port, which is announced."""
    metrics_host: str = "127.0.0.1"
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
    security_contact: str = Field("", pattern=r"^$|^(https://|mailto:)[^\s]+$")
    """Where security holes are reported; the company's address without one."""
    company_vat_id: str = Field("DE000000000", pattern=r"^[A-Z]{2}[0-9A-Z]{2,12}$")

    @field_validator("metrics_port", mode="before")
    @classmethod
    def _empty_is_off(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("cors_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator(
        "rate_limit_reserve",
        "rate_limit_reserve_refused",
        "rate_limit_reserved_network",
        "rate_limit_reserved_block",
        "rate_limit_reserved_address",
        "rate_limit_reserved_repeats",
        "rate_limit_reserved_wide",
        "rate_limit_reserved_domain",
        "rate_limit_outcome",
        "rate_limit_acknowledgement",
        "rate_limit_contact",
        "rate_limit_visit",
        "rate_limit_visitors",
        "rate_limit_staff_login",
        "rate_limit_staff_address",
        "rate_limit_staff_account",
        "rate_limit_staff_code",
        "rate_limit_machine",
        "rate_limit_report_link",
        "rate_limit_household",
        "rate_limit_household_mail",
        mode="before",
    )
    @classmethod
    def _read_rate(cls, value: object) -> object:
        if isinstance(value, str):
            calls, _, seconds = value.partition("/")
            return {"calls": calls, "seconds": seconds or "60"}
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
            raise ValueError("VOLTIGO_ENVIRONMENT=demo listens on loopback only (VOLTIGO_HOST)")
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
