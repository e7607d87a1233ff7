"""Referrer spam: hosts that fake visits to appear in a site's reports. Flagged, never refused.

There is no maintained package of such a list, so a list of known hosts lies beside this file. To extend it in an
installation, put any list of hosts (one a line; the community's public-domain lists have this form) into
`DATA_DIR` as `referrer-spam.txt` and restart: it is added to ours. Rows already stored keep their flag.
"""

from collections.abc import Iterator
from pathlib import Path

_OWN_LIST = Path(__file__).with_name("referrer_spam.txt")
ADDED_LIST = "referrer-spam.txt"
"""Name of the installation's own list in the data directory."""


class SpamList:
    """Known hosts and their subdomains."""

    def __init__(self, data_dir: Path) -> None:
        added = data_dir / ADDED_LIST
        paths = [_OWN_LIST, added] if added.is_file() else [_OWN_LIST]
        self._hosts = frozenset(host for path in paths for host in _hosts(path))

    def __contains__(self, host: object) -> bool:
        """Whether a host named by a referrer or a campaign field is on the list or a subdomain of one that is."""
        if not isinstance(host, str) or "." not in host:
            return False
        labels = host.lower().partition(":")[0].rstrip(".").split(".")
        return any(".".join(labels[start:]) in self._hosts for start in range(len(labels) - 1))


def _hosts(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        host = line.partition("#")[0].strip().lower()
        if "." in host:
            yield host
