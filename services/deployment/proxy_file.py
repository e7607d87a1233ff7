"""The configuration of Caddy, for one server and its successor or for several servers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_name("Caddyfile")
_PLACES: Final = "127.0.0.1:8000 127.0.0.1:8001"
_ONE_SERVER: Final = (
    "The server has two addresses, so that the next version can start beside the present one; one of them\n"
    "# is usually down, which Caddy would note at every look."
)
_SEVERAL_SERVERS: Final = (
    "Requests go to the servers in turn, those of one browser too; one that is not ready gets none."
)
_TURNS: Final = (("lb_policy first", "lb_policy round_robin"), (_ONE_SERVER, _SEVERAL_SERVERS))


def caddyfile(servers: Sequence[str] = ()) -> str:
    """The text of the file. `servers`: addresses with ports of servers that all work at the same time."""
    text = _FILE.read_text(encoding="utf-8")
    if not servers:
        return text
    for usual, several in (*_TURNS, (_PLACES, " ".join(servers))):
        if usual not in text:
            raise LookupError(usual)
        text = text.replace(usual, several)
    return text
