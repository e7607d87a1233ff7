"""Alert rules by person: whom they mail, handing that over, and removing an external address."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.alerts.models import AlertRule
from services.alerts.rules import choices, roles_of, title_of
from services.core.contact_details import read_email
from services.core.german import numeric_day
from services.staff.holdings import AddressRemoval, HandOver, Holding, Outcome, Step, for_change
from services.staff.models import Account, AccountState, Role

_OFF = "Der Hinweis ist ausgeschaltet."
_NOT_ACTIVE = "Das Konto ist nicht aktiv."
_WRONG_ROLE = "Die Rolle dieses Kontos sieht diesen Hinweis nicht."
"""Texts of people who stand in a rule that does not reach them."""


def held(session: Session, _now: datetime) -> Iterator[Holding]:
    """Each recipient that is entered in a rule; administrators who get it by their role are not entered."""
    accounts = {one.id: one for one in session.scalars(select(Account))}
    by_address = {one.email_normalized: one for one in accounts.values()}
    known = choices(session)
    for rule in session.scalars(select(AlertRule).order_by(AlertRule.id)):
        for entered in rule.recipients:
            account = accounts.get(entered) if isinstance(entered, int) else by_address.get(_normalized(entered))
            yield _holding(rule, title_of(rule, known), entered, account)


def _holding(rule: AlertRule, title: str, entered: int | str, account: Account | None) -> Holding:
    return Holding(
        holder=account.id if account else _normalized(str(entered)),
        kind="alert_rule",
        name=title,
        about="Hinweis per Mail",
        path="/alerts",
        problem=_problem(rule, account),
        facts=[("Geändert", numeric_day(rule.changed_at.date()))] if rule.changed_at else [],
    )


def _problem(rule: AlertRule, account: Account | None) -> str:
    if account is not None and account.state != AccountState.ACTIVE.value:
        return _NOT_ACTIVE
    if account is not None and Role(account.role) not in roles_of(rule.kind):
        return _WRONG_ROLE
    return "" if rule.is_on else _OFF


def hand_over_steps(over: HandOver) -> Iterator[Step]:
    """The steps for each rule in which the leaver is entered, with the rules locked."""
    concerned = [rule.id for rule in _rules(over.session) if _entered_as(rule, over.leaver)]
    known = choices(over.session)
    for rule in over.session.scalars(for_change(_named(concerned), over)).all():
        theirs = _entered_as(rule, over.leaver)
        if not theirs:
            continue
        title = title_of(rule, known)
        others = [one for one in rule.recipients if one not in theirs]
        if Role(over.heir.role) not in roles_of(rule.kind):
            words = f"Die Rolle von {over.heir.name} sieht diesen Hinweis nicht. {over.is_still_served}"
            yield Step("alert_rule", _subject(rule), title, "stays", words, _seen(rule), None)
        elif _entered_as(rule, over.heir):
            save = partial(_save, rule, others, over.actor, over.now)
            words = f"{over.heir.name} bekommt ihn schon."
            yield Step("alert_rule", _subject(rule), title, "has_it", words, _seen(rule), save)
        else:
            place = rule.recipients.index(theirs[0])
            after = [*others[:place], over.heir.id, *others[place:]]
            save = partial(_save, rule, after, over.actor, over.now)
            words = f"{over.heir.name} bekommt die Mails."
            yield Step("alert_rule", _subject(rule), title, "moves", words, _seen(rule), save)


def removal_steps(removal: AddressRemoval) -> Iterator[Step]:
    """The steps for each rule in which the address is entered, with the rules locked."""
    concerned = [rule.id for rule in _rules(removal.session) if len(_others(rule, removal)) < len(rule.recipients)]
    known = choices(removal.session)
    for rule in removal.session.scalars(for_change(_named(concerned), removal)).all():
        others = _others(rule, removal)
        if len(others) == len(rule.recipients):
            continue
        is_told = bool(others) or rule.to_admins
        words = "Die anderen bekommen ihn weiter." if is_told else "Danach bekommt niemand mehr eine Mail."
        save = partial(_save, rule, others, removal.actor, removal.now)
        outcome: Outcome = "removed" if is_told else "empties"
        yield Step("alert_rule", _subject(rule), title_of(rule, known), outcome, words, _seen(rule), save)


def _rules(session: Session) -> Sequence[AlertRule]:
    return session.scalars(select(AlertRule)).all()


def _named(ids: Sequence[int]) -> Select[AlertRule]:
    return select(AlertRule).where(AlertRule.id.in_(ids)).order_by(AlertRule.id)


def _others(rule: AlertRule, removal: AddressRemoval) -> list[int | str]:
    return [one for one in rule.recipients if isinstance(one, int) or _normalized(one) != removal.address]


def _entered_as(rule: AlertRule, account: Account) -> list[int | str]:
    """How an account is entered: by its id or, if it joined the team later, by its address."""
    return [
        one
        for one in rule.recipients
        if one == account.id or (isinstance(one, str) and _normalized(one) == account.email_normalized)
    ]


def _save(rule: AlertRule, recipients: list[int | str], actor: str, now: datetime) -> None:
    rule.recipients = recipients
    rule.version += 1
    rule.changed_at, rule.changed_by = now, actor


def _normalized(address: str) -> str:
    return read_email(address, allow_test_domains=True)[1]


def _subject(rule: AlertRule) -> str:
    return f"alert_rule:{rule.id}"


def _seen(rule: AlertRule) -> dict[str, int]:
    return {"version": rule.version}
