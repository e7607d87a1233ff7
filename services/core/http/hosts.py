"""Host header check: RFC 9112 requires exactly one `Host`, and production accepts only its own.

Any other name comes from a scanner, or from a page that pointed its own name here (DNS rebinding). Local monitoring
uses loopback names, and the two health addresses accept any.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from services.settings import Settings

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
_FOR_WATCHERS: Final = frozenset({"/healthz", "/readyz"})


def host_check(settings: Settings) -> Callable[[Scope], bool]:
    """Whether a request names a host that this installation answers to."""
    own = frozenset({_bare(urlsplit(settings.public_url).netloc), *_LOOPBACK})
    is_limited = settings.environment == "production"

    def names_us(scope: Scope) -> bool:
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if not hosts and scope.get("http_version") == "1.0":
            return True
        if len(hosts) != 1:
            return False
        return not is_limited or scope["path"] in _FOR_WATCHERS or _bare(hosts[0]) in own

    return names_us


def _bare(host: str) -> str:
    """Without the port."""
    name, _, port = host.lower().rpartition(":")
    return name if name and port.isdigit() else host.lower()
