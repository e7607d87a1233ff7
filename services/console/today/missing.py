"""Checklist for administrators: what a fresh installation still lacks before going live."""

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.settings import Settings
from services.staff.models import Account, AccountState, Role

_PLACEHOLDER = "noch einzusetzen"
_NOWHERE = ".invalid"


@dataclass(frozen=True, slots=True)
class Missing:
    """One missing item: a sentence, and the setting or console page that fixes it."""

    sentence: str
    setting: str | None = None
    path: str | None = None


def missing(session: Session, settings: Settings) -> list[Missing]:
    """All missing items, most serious first; empty in a demonstration, which is meant to be incomplete."""
    if settings.environment == "demo":
        return []
    return [*_of_settings(settings), *_of_accounts(session)]


def _of_settings(settings: Settings) -> Iterator[Missing]:
    if not settings.smtp_url:
        yield Missing("Mails gehen in Dateien und erreichen niemanden.", "VOLTIGO_SMTP_URL")
    if _is_local(settings.public_url):
        host = urlsplit(settings.public_url).hostname
        yield Missing(f"Links in Mails führen zu {host}, also nur auf diesen Rechner.", "VOLTIGO_PUBLIC_URL")
    if _PLACEHOLDER in f"{settings.company_name} {settings.company_representative}":
        yield Missing(
            "Impressum und Mails nennen noch die Musterangaben des Unternehmens.",
            "VOLTIGO_COMPANY_NAME und die übrigen VOLTIGO_COMPANY_…",
        )
    if settings.company_email.endswith(_NOWHERE):
        yield Missing(
            f"Wer auf eine Mail antwortet oder schreibt, erreicht {settings.company_email}, also niemanden.",
            "VOLTIGO_COMPANY_EMAIL",
        )
    if _NOWHERE in settings.mail_from:
        yield Missing("Als Absender der Mails steht eine Adresse, die es nicht gibt.", "VOLTIGO_MAIL_FROM")


def _of_accounts(session: Session) -> Iterator[Missing]:
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    if (session.scalar(select(func.count()).select_from(Account).where(is_admin)) or 0) < 2:
        yield Missing(
            "Nur eine Person hat die Rolle Administration. Verliert sie den Zugang, kommt niemand mehr an die Konten.",
            path="/accounts",
        )


def _is_local(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
