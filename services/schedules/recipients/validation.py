"""Validates recipients as entered: each is an address, matched to a colleague's account if there is one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from analytics.definitions import Definition
from services.core.contact_details import Email, deliverable_address, refuse_test_domain
from services.core.fields import Refused
from services.core.http.errors import FieldError
from services.schedules.pack.reports import may_see_all
from services.schedules.recipients.narrowing import Filters, key_of, require_narrower
from services.staff.colleagues import Colleague
from services.staff.models import AccountState, Role

_OUTSIDE: Final = "Adressen außerhalb trägt die Administration ein."
_OUTSIDE_FILTER: Final = "Den eigenen Filter einer Adresse außerhalb ändert die Administration."
_NO_RECIPIENT: Final = "Ein eigener Filter gehört zu einer Adresse, die nicht unter den Empfängern steht."
_DISABLED: Final = "Das Konto mit dieser Adresse ist abgeschaltet. Bitte nehmen Sie die Adresse heraus."
_INVITED: Final = "Das Konto mit dieser Adresse ist noch nicht eingerichtet."
_ROLE: Final = "Die Rolle dieses Kontos darf den Bericht nicht sehen."
_ROLE_OF_PACK: Final = "Die Rolle dieses Kontos darf nicht alle Berichte dieses Zeitplans sehen."


@dataclass(frozen=True, slots=True)
class Addressing:
    """Who enters recipients, and the addresses known: `accounts` by address, `known` those the schedule already has,
    with their own filters. Those may stay, no matter who saves it: eligibility is checked at every run.
    """

    role: Role
    accounts: Mapping[str, Colleague]
    known: Mapping[str, Filters | None]
    allow_test_domains: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """A recipient: an account, or an external address."""

    account_id: int | None
    address: str | None
    filters: Filters | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A report with the schedule's own parameters."""

    definition: Definition
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The reports of the schedule, and the filters entered on top by address; None: unchanged."""

    pack: Sequence[Asked]
    own: Mapping[str, Filters] | None = None


def choose(
    emails: Sequence[Email], addressing: Addressing, narrowing: Narrowing, faults: list[FieldError]
) -> list[Chosen]:
    """Every recipient once, however spelled; who may not be one, or not with this filter, is added to the faults, by
    position.
    """
    found: dict[str, Chosen] = {}
    entered = _by_address(narrowing.own, emails, faults)
    for place, email in enumerate(emails):
        key = email.normalized
        try:
            refuse_test_domain(email, addressing.allow_test_domains)
            address = deliverable_address(email.typed, key)
            chosen = _chosen(address, key, addressing, narrowing.pack)
            filters = addressing.known.get(key) if entered is None else entered.get(key)
            _require_allowed(chosen, key, filters, addressing, narrowing)
            found.setdefault(key, replace(chosen, filters=filters))
        except Refused as refused:
            faults.append({"field": f"recipients.{place}", "code": refused.code, "message": refused.sentence})
    return list(found.values())


def _by_address(
    own: Mapping[str, Filters] | None, emails: Sequence[Email], faults: list[FieldError]
) -> Mapping[str, Filters] | None:
    """The entered filters by normalised address. One that no recipient has is a fault, since it would be lost."""
    if own is None:
        return None
    spelled = {spelling: email.normalized for email in emails for spelling in (email.typed, email.normalized)}
    if set(own) - set(spelled):
        faults.append({"field": "own_filters", "code": "unknown_choice", "message": _NO_RECIPIENT})
    return {spelled[address]: filters for address, filters in own.items() if address in spelled}


def _require_allowed(
    chosen: Chosen, key: str, filters: Filters | None, addressing: Addressing, narrowing: Narrowing
) -> None:
    """Raise Refused for a filter that is not narrower than the schedule, and for one of an address outside that
    somebody else than the administration changes: it decides what leaves the company.
    """
    is_changed = key_of(filters) != key_of(addressing.known.get(key))
    if chosen.account_id is None and addressing.role is not Role.ADMIN and is_changed:
        raise Refused("outside", _OUTSIDE_FILTER)
    for asked in narrowing.pack if filters else ():
        _require_narrower(asked, filters or {}, is_pack=len(narrowing.pack) > 1)


def _require_narrower(asked: Asked, filters: Filters, *, is_pack: bool) -> None:
    """The filter narrows every report of a pack; raises Refused, which says of which it does not."""
    try:
        require_narrower(asked.definition, asked.parameters, filters)
    except Refused as refused:
        if not is_pack:
            raise
        raise Refused(refused.code, f"Bericht „{asked.definition.title}“: {refused.sentence}") from refused


def _chosen(address: str, key: str, addressing: Addressing, pack: Sequence[Asked]) -> Chosen:
    account, is_known = addressing.accounts.get(key), key in addressing.known
    if account is None:
        if addressing.role is not Role.ADMIN and not is_known:
            raise Refused("outside", _OUTSIDE)
        return Chosen(None, address)
    if not is_known:
        _require_entitled(account, [one.definition.name for one in pack])
    return Chosen(account.id, None)


def _require_entitled(account: Colleague, reports: Sequence[str]) -> None:
    if account.state is AccountState.DISABLED:
        raise Refused("disabled", _DISABLED)
    if account.state is AccountState.INVITED:
        raise Refused("invited", _INVITED)
    if not may_see_all(reports, account.role):
        raise Refused("role", _ROLE if len(reports) == 1 else _ROLE_OF_PACK)
