"""Throttling of password and code guesses by counts, each keyed by an anonymous hash.

A browser its owner has signed in with before (`known_devices`) is counted separately, for passwords and for codes, and
by nothing else: it never waits because of what strangers try. All other browsers share three counts:

- tries of one network at one account: refused first, so a guesser in one network is stopped here;
- tries of one network at any account;
- tries at one account from everywhere, in a short window.

A network is the block that one caller commonly owns: an IPv4 /24, an IPv6 /48. A try refused by one count does not
reach the next, so one network never exhausts what others may try at an account. Many networks together can: then a
browser that its owner has never signed in with waits as long as they keep it up. A known browser or a passkey still
gets in. No count locks an account.

Correct codes are not counted. Unknown addresses are counted like known ones, so that the answers do not differ.
"""

from sqlalchemy.orm import Session

from services.core.http.callers.networks import networks_of
from services.core.http.callers.rate_limit import Limit, check_call, give_back
from services.core.http.errors import RateLimited
from services.limits import RateLimit
from services.staff.call import Call

_CODE_FROM_EVERYWHERE = RateLimit(calls=20, seconds=300)
"""Guesses of a six-digit code. A guesser who gets here already knows the password."""
_SIGN_IN_PAGES = RateLimit(calls=120, seconds=600)
"""Challenges for the sign-in page, which asks for one whenever it is opened: an office shares an address."""


def count_address(call: Call) -> None:
    """Count one call of an address to a route that needs no account; raises RateLimited."""
    _count(call, (("staff-address", call.settings.rate_limits.staff_address, call.address),))


def count_password(call: Call, email: str, device: str | None = None) -> None:
    """Count one password attempt; raises RateLimited. `device`: known_devices."""
    settings = call.settings
    own = settings.rate_limits.staff_login
    if device is not None:
        _count(call, (("staff-login", own, f"{email}|device|{device}"),))
        return
    network = _network(call)
    _count(
        call,
        (
            ("staff-login", own, f"{email}|{network}"),
            ("staff-address", settings.rate_limits.staff_address, network),
            ("staff-account", settings.rate_limits.staff_account, email),
        ),
    )


def count_code(call: Call, account_id: int, device: str | None = None) -> None:
    """Count one try of a code, or of a password by a signed-in account; raises RateLimited. `device`: known_devices."""
    _count(call, _codes(call, account_id, device))


def give_back_code(call: Call, account_id: int, device: str | None = None) -> None:
    """Uncount an attempt that was correct, so no guess."""
    _give_back(call, _codes(call, account_id, device))


def _give_back(call: Call, counts: tuple[tuple[str, RateLimit, str], ...]) -> None:
    if not call.settings.rate_limits.are_on:
        return

    def unit(session: Session) -> None:
        for purpose, rate, key in counts:
            limit = Limit(purpose, rate.calls, rate.seconds)
            give_back(session, limit, limit.bucket(key, call.settings.secret_key), call.now)

    call.db.write(unit)


def count_passkey_page(call: Call) -> None:
    """Count one challenge for the sign-in page; raises RateLimited."""
    _count(call, (("staff-passkey-page", _SIGN_IN_PAGES, call.address),))


def count_passkey(call: Call, account_id: int) -> None:
    """Count one use of a passkey after the password or as confirmation; raises RateLimited.

    A signature cannot be guessed, so these counts are apart from those of codes: they only bound what it costs us.
    """
    _count(call, _passkeys(call, account_id))


def give_back_passkey(call: Call, account_id: int) -> None:
    """Uncount a passkey that was accepted."""
    _give_back(call, _passkeys(call, account_id))


def _passkeys(call: Call, account_id: int) -> tuple[tuple[str, RateLimit, str], ...]:
    return (("staff-passkey", call.settings.rate_limits.staff_code, f"{account_id}|{call.address}"),)


def _codes(call: Call, account_id: int, device: str | None) -> tuple[tuple[str, RateLimit, str], ...]:
    own = call.settings.rate_limits.staff_code
    if device is not None:
        return (("staff-code", own, f"{account_id}|device|{device}"),)
    return (
        ("staff-code", own, f"{account_id}|{_network(call)}"),
        ("staff-codes", _CODE_FROM_EVERYWHERE, str(account_id)),
    )


def _network(call: Call) -> str:
    """The block that one caller commonly owns; the address itself if none is known."""
    return next((one for one in networks_of(call.address) if one.endswith(("/24", "/48"))), call.address)


def _count(call: Call, counts: tuple[tuple[str, RateLimit, str], ...]) -> None:
    if not call.settings.rate_limits.are_on:
        return

    def unit(session: Session) -> RateLimited | None:
        for purpose, rate, key in counts:
            limit = Limit(purpose, rate.calls, rate.seconds)
            bucket = limit.bucket(key, call.settings.secret_key)
            if refused := check_call(session, limit=limit, bucket=bucket, now=call.now):
                return refused
        return None

    # One transaction for all: under a flood of guesses each one more would delay the reservations.
    if refused := call.db.write(unit):
        raise refused
