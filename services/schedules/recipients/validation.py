"""Validates recipients as entered: each is an address, matched to a colleague's account if there is one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from analytics.definitions import Definition
from services.core.contact_details import Email, deliverable_address, refuse_test_domain
from services.core.fields import Refused
from services.core.http.errors import FieldError
from services.reports.kept.keep import may_see
from services.staff.colleagues import Colleague
from services.staff.models import AccountState, Role

_OUTSIDE: Final = "Adressen außerhalb trägt die Administration ein."
_DISABLED: Final = "Das Konto mit dieser Adresse ist abgeschaltet. Bitte nehmen Sie die Adresse heraus."
_INVITED: Final = "Das Konto mit dieser Adresse ist noch nicht eingerichtet."
_ROLE: Final = "Die Rolle dieses Kontos darf den Bericht nicht sehen."


@dataclass(frozen=True, slots=True)
class Addressing:
    """Who enters recipients, and the addresses known: `accounts` by address, `known` those the schedule already has.
    Those may stay, no matter who saves it: eligibility is checked at every run.
    """

    role: Role
    accounts: Mapping[str, Colleague]
    known: frozenset[str]
    allow_test_domains: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """A recipient: an account, or an external address."""

    account_id: int | None
    address: str | None


def choose(
    emails: Sequence[Email], addressing: Addressing, definition: Definition, faults: list[FieldError]
) -> list[Chosen]:
    """Every recipient once, however spelled; who may not be one is added to the faults, by position."""
    found: dict[str, Chosen] = {}
    for place, email in enumerate(emails):
        try:
            refuse_test_domain(email, addressing.allow_test_domains)
            address = deliverable_address(email.typed, email.normalized)
            found.setdefault(email.normalized, _chosen(address, email.normalized, addressing, definition))
        except Refused as refused:
            faults.append({"field": f"recipients.{place}", "code": refused.code, "message": refused.sentence})
    return list(found.values())


def _chosen(address: str, key: str, addressing: Addressing, definition: Definition) -> Chosen:
    account, is_known = addressing.accounts.get(key), key in addressing.known
    if account is None:
        if addressing.role is not Role.ADMIN and not is_known:
            raise Refused("outside", _OUTSIDE)
        return Chosen(None, address)
    if not is_known:
        _require_entitled(account, definition)
    return Chosen(account.id, None)


def _require_entitled(account: Colleague, definition: Definition) -> None:
    if account.state is AccountState.DISABLED:
        raise Refused("disabled", _DISABLED)
    if account.state is AccountState.INVITED:
        raise Refused("invited", _INVITED)
    if not may_see(definition.name, account.role):
        raise Refused("role", _ROLE)
