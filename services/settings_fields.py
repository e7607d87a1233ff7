"""All settings, field by field, and what follows from them. `manual/settings.md` is made of them.

Each default lets `make run` work on a fresh machine.
"""

import contextlib
import os
import re
import secrets
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from services import settings_databases
from services.limits import Limits, read_limits

PREFIX = "VOLTIGO_"
NO_PROXIES = ("none",)
"""What `TRUSTED_PROXIES` says where callers reach the server themselves."""
_PLACE = re.compile(r"(?:(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):)?(?P<port>[0-9]{1,5})")
_WEB_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/[^\s\"'<>;,]*")


_USUAL_PORT: Final = 8000
_HIGHEST_PORT: Final = 65_535

# Parsed by their own validators; without this annotation the environment variable would have to be JSON.
CommaList = Annotated[tuple[str, ...], NoDecode]


class SettingsFields(BaseSettings):
    """The text below each field explains it in `manual/settings.md` and in the file that `voltigo init` writes."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", extra="ignore", frozen=True, use_attribute_docstrings=True
    )

    environment: Literal["local", "demo", "production"] = "local"
    """`local` writes readable logs to a terminal, everything else JSON. `demo` has log-ins without a second factor and
    listens on loopback only. `production` refuses to start with unsafe settings and names all of them at once, and
    serves staff alone while company data or a mail server are missing, which may be entered in the console."""
    host: str = "127.0.0.1"
    """Address of this machine on which the server listens."""
    port: int = Field(_USUAL_PORT, ge=0, le=65535)
    """Its port."""
    public_url: str = Field("", validate_default=True)
    """Scheme and host that people see, in links of mails and canonical addresses; empty: this machine alone.
    Production answers only to this `Host` and to loopback names. The console needs HTTPS here unless it is a loopback
    address. Passkeys belong to the name: `http://localhost:8000` has them, `http://127.0.0.1:8000` has not, and a new
    name ends those of the old one."""
    data_dir: Path = Path("var")
    """Database, mails and secret. Only the user that the server runs as may read it; an older folder is closed once by
    `chmod -R go-rwx var`."""
    database_url: str = ""
    """`postgresql+psycopg://user:password@host/name`, or several hosts; on another machine, production needs
    `?sslmode=verify-full&sslrootcert=system` or your own authority's file. Empty: SQLite in `DATA_DIR`."""
    replica_url: str = ""
    """A hot standby of the PostgreSQL database, written like it. Reports and exports read it while it is at most five
    minutes behind. Empty: they read the database."""
    secret: SecretStr = SecretStr("")
    """At least 32 random characters (`openssl rand -hex 32`), the key of keyed hashes and second factors; backups
    contain it. Empty: a random one kept in `DATA_DIR/secret`. The database keeps a fingerprint of it, so a server with
    another one, or whose file is gone, does not start; `voltigo secret adopt` takes a new one, and its help lists what
    stops working."""

    store_url: str = ""
    """Where the reports' store, kept reports and attachments lie for all servers: a folder they all see
    (`/mnt/voltigo`, `file:///…`) or an object store (`s3://bucket/prefix`, `gs://`, `az://`; needs the extra
    `object-store` and the variables named at `BACKUP_URL`). Never inside `DATA_DIR`; with PostgreSQL it needs `SECRET`.
    Empty: in `DATA_DIR`."""

    smtp_url: str = ""
    """`smtp://`, `smtps://` or `smtp+starttls://user:password@host:port`; empty: `.eml` files in `DATA_DIR/mail`.
    Production allows plain `smtp://` only to this machine. It, `MAIL_FROM`, `PUBLIC_URL`, `BOOKING_URL` and `COMPANY_…`
    may be entered in the console where they are not set here."""
    mail_from: str = "Voltigo <reservierung@voltigo.invalid>"
    """Sender of mails."""
    imap_url: SecretStr = SecretStr("")
    """The mailbox that messages are read from: `imaps://user:password@host:993/INBOX`; special characters in user,
    password and folder are percent-encoded (`@` as `%40`). Mails stay in it, unread. `imap://` only on this machine.
    Empty: off."""

    costs_folder: Path | None = None
    """A folder in which files of costs arrive. A job looks every minute and shows new ones in the console; they count
    once somebody in marketing takes them over, and then move to `eingelesen` within it. All servers must see the same
    folder. Empty: off."""

    cors_origins: CommaList = ()
    """Other sites whose pages may reserve, separated by commas."""
    trusted_proxies: CommaList = ()
    """Networks of the proxies in front of the server, whose `X-Forwarded-For` is believed: without them all callers
    count as one. Production needs them, or `none` where callers reach the server directly."""
    rate_limits: Annotated[Limits, NoDecode] = Limits()
    """`on`, or single limits that differ from those of `services/limits.py`: `reserve=60/600` (calls per seconds),
    `connections=20000`, separated by commas. `off` is for load tests; production refuses it."""
    reservations_per_email: int = Field(3, ge=1)
    """Reservations of one mailbox that may hold a spot (`+tag`, and dots of Gmail, make no difference)."""
    confirm_within_days: int = Field(14, ge=0, le=365)
    """How long a place is held for an address that is not confirmed, with two reminders; `0`: for good."""

    scheduler: Literal["embedded", "off"] = "embedded"
    """`off`: this server sends no mail and runs no jobs; any number of `voltigo worker` processes do."""

    backup_url: str = ""
    """Where backups go: a folder on another disk or machine (`/mnt/backup/voltigo`, `file:///…`) or an object store
    (`s3://bucket/prefix`, `gs://`, `az://`; needs the extra `object-store` and the store's usual variables such as
    `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`). Never inside `DATA_DIR`.
    Empty: there are none."""
    backup_key: SecretStr = SecretStr("")
    """Encrypts the backups; `voltigo backup key` prints one. Keep a copy apart from the server: without it no backup
    can be read."""
    backup_keep_days: int = Field(35, ge=1, le=400)
    """How long one snapshot of each day is kept; erased personal data stays in backups for as long."""

    duckdb_memory_limit: str = Field("400MB", pattern=r"^[1-9][0-9]{0,5} ?(MB|GB|MiB|GiB)$")
    """Memory of three runs over the reports' store, a third of it for one alone; beyond it a temporary folder is
    used."""
    engine_url: SecretStr = SecretStr("")
    """A Spark Connect server, `sc://host:15002`, that computes what grows with visits (`scaling.md`; needs the extra
    `engine`); options after `/;`, such as `token=…;use_ssl=true`. Empty: DuckDB computes everything."""
    engine_files: str = ""
    """Where that engine finds the store's files: `/mnt/voltigo/store`, `s3a://bucket/store`. Empty: in the same folder
    as this server."""

    metrics_address: str = ""
    """Where Prometheus reads the figures of this process, `9464` or `10.0.0.5:9464`; port `0`: a free one, which the
    log names. It must not be reachable from outside. Empty: off."""
    traces_url: str = ""
    """Where traces are sent, OTLP over HTTP (`http://127.0.0.1:4318/v1/traces`), without name and password; needs the
    extra `traces`. Empty: off."""

    attribution_storage: Literal["session", "memory"] = "session"
    """`memory`: campaign touches are kept in no storage of the browser."""
    instalments_offered: bool = True
    """`false` hides and refuses the instalment plans."""
    stripe_key: SecretStr = SecretStr("")
    """Secret key of the account at Stripe that checks cards with 1 €, which is authorised and given back; a restricted
    one (`rk_…`) needs to write Checkout sessions, payment intents and refunds. Empty: a simulated provider takes its
    place, and in production households are offered no check."""
    stripe_webhook_secret: SecretStr = SecretStr("")
    """Signs Stripe's messages to `/api/payments/stripe` (`whsec_…`); set up for `checkout.session.*` and
    `payment_intent.*`."""
    creditor_id: str = Field("", pattern=r"^(?:[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28})?$")
    """Creditor identifier of the company (`DE98ZZZ…`, from the Bundesbank), which every debit names. Without it and
    `CREDITOR_IBAN` no file for the bank is made."""
    creditor_iban: str = ""
    """The company's account, to which debits go and from which refunds come."""
    contact_widget_url: str = ""
    """The script of another provider's contact form, loaded on `/kontakt` after a click. Empty: our own form."""
    booking_url: str = "https://example.com/voltigo-termin"
    """The page that the feedback button opens; HTTPS in production."""

    credit_security: str = (
        "Ob Ihre Gutschriften für diesen Fall abgesichert werden, steht noch nicht fest. Gehen Sie davon aus, dass sie "
        "es nicht sind."
    )
    """Whether credits are secured should the company fail: one or two German sentences, which
    `/wenn-etwas-schiefgeht` prints."""
    dismantling: str = "Wer den Rückbau des Parks bezahlt und ob dafür Geld zurückgelegt wird, steht noch nicht fest."
    """Who pays for dismantling the park, and whether money is put aside for it: printed there as well."""
    contact_person: str = ""
    """The person who answers, shown on the start page and on `/kontakt`. Empty: nobody is."""
    contact_hours: str = ""
    """When that person answers the telephone: `Montag bis Freitag, 9 bis 16 Uhr`."""
    contact_picture: str = Field("", pattern=r"^(?:[A-Za-z0-9][A-Za-z0-9_-]*\.(?:jpg|png|webp|avif))?$")
    """Their picture: the name of a file in `DATA_DIR`, best of 400 × 400 pixels and at most 90 kB. Empty: none."""

    company_name: str = "Voltigo Muster GmbH (Angaben noch einzusetzen)"
    """Imprint, legal texts and footer of mails take this and the following from here, or from the console."""
    company_street: str = "Musterstraße 1"
    """Street and number."""
    company_postcode_city: str = "85049 Ingolstadt"
    """Postcode and city."""
    company_email: str = "kontakt@voltigo.invalid"
    """Address of the company, which the contact form writes to as well."""
    company_phone: str = "+49 841 000000"
    """Telephone number."""
    company_representative: str = "Erika Muster (Angabe noch einzusetzen)"
    """Who may sign for the company; also answers for the content of the site, so one person."""
    company_register_court: str = "Amtsgericht Ingolstadt (Angabe noch einzusetzen)"
    """Register court."""
    company_register_number: str = "HRB 00000"
    """Number in that register."""
    company_vat_id: str = Field("DE000000000", pattern=r"^[A-Z]{2}[0-9A-Z]{2,12}$")
    """VAT identification number."""

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
        # An invalid port is reported separately.
        return value.rstrip("/") or own_address(others.data.get("port"))

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

    @property
    def has_secure_cookies(self) -> bool:
        """False on plain-HTTP loopback only. Elsewhere a browser on plain HTTP drops the cookie, so nobody signs in
        over a connection that could be read.
        """
        address = urlsplit(self.public_url)
        return not (address.scheme == "http" and settings_databases.is_loopback(address.hostname or ""))

    @property
    def card_check(self) -> Literal["off", "simulated", "stripe"]:
        """Who checks cards."""
        if self.stripe_key.get_secret_value():
            return "stripe"
        return "off" if self.environment == "production" else "simulated"

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


def own_address(port: int | None) -> str:
    """Where the server is reached while nobody has said it: on this machine."""
    return f"http://127.0.0.1:{port or _USUAL_PORT}"


def _write_once(path: Path, text: str) -> None:
    """Create `path` atomically or keep another process's: a hard link appears with its content or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
