"""Secrets among the tracked files: keys, tokens and passwords by the patterns of `detect-secrets`.

`python -m tests.house.secrets` prints those that are not known to be none, a line each, and ends with 1 if there are
any. Tests invent passwords for people who do not exist; there only the patterns of real keys and addresses are looked
for. What merely looks random is left out everywhere: locks and goldens consist of hashes.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.core.scan import scan_file
from detect_secrets.plugins.base import BasePlugin
from detect_secrets.settings import transient_settings

_LEFT_OUT: Final = (
    ".lock",
    "lock.json",
    "openapi.json",
    ".gen.json",
    ".gen.ts",
    ".svg",
    ".png",
    ".jpg",
    ".webp",
    ".woff2",
)
_HASHES: Final = {"HexHighEntropyString", "Base64HighEntropyString"}
_WORDS: Final = "KeywordDetector"

KNOWN: Final[Mapping[str, tuple[int, str]]] = {
    "admin-web/src/features/audit/words/accessSentences.ts": (3, "sentences about passwords"),
    "admin-web/src/features/audit/words/sentences.ts": (2, "sentences about secrets"),
    "admin-web/src/i18n/de.ts": (1, "the label of a field"),
    "services/README.md": (2, "a sentence"),
    "services/audit/actions.py": (5, "labels"),
    "services/manual/production.md": (2, "the form of a mail server's address"),
    "services/manual/scaling.md": (2, "the form of a database's address"),
    "services/manual/settings.md": (3, "the forms of addresses with a password"),
    "services/settings_fields.py": (3, "the forms of addresses with a password"),
    "services/integrations/sending.py": (1, "a sentence"),
    "services/portability/words.py": (1, "what a table holds"),
    "services/messages/intake/mailbox.py": (1, "the form of a mailbox's address"),
    "services/messages/models.py": (1, "a sentence"),
    "services/settings_help.py": (4, "examples of addresses"),
    "tests/services/site/test_policy_reports.py": (1, "an address that a report may name"),
    "tests/factories.py": (1, "an invented mail server"),
    "tests/fixtures/imap.py": (2, "a mailbox on this machine that lives as long as a test"),
    "tests/fixtures/receiver.pem": (1, "the certificate of a receiver on this machine, trusted by tests alone"),
    "tests/services/core/test_settings.py": (2, "an invented mail server"),
    "tests/services/integrations/test_addresses.py": (1, "an address that is refused"),
    "tests/services/checks/test_checks.py": (1, "an invented mail server"),
    "tests/services/checks/test_doctor.py": (2, "invented servers"),
    "tests/services/operation/test_refused_settings.py": (16, "addresses that are refused"),
    "tests/services/test_init.py": (1, "an invented mail server"),
    "tests/services/test_cli.py": (1, "an invented database"),
}
"""How many findings a file has that are no secrets, and what they are."""


def unknown(root: Path, known: Mapping[str, tuple[int, str]] = KNOWN) -> Iterator[str]:
    """Findings beyond the known ones, and known ones that are gone, as `file:line: kind`. Never the secret itself."""
    files = _tracked(root)
    product = [path for path in files if not _is_test(path)]
    found = [
        *_found(root, files, _plugin_names() - _HASHES - {_WORDS}),
        *_found(root, product, {_WORDS}),
    ]
    counts = Counter(path for path, _, _ in found)
    for path, line, kind in found:
        if counts[path] > known.get(path, (0, ""))[0]:
            yield f"{path}:{line}: {kind}"
    for path, (count, what) in known.items():
        if path in files and counts[path] < count:
            yield f"{path}: {count} findings are known ({what}), and there are {counts[path]}"


def _tracked(root: Path) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.split("\0") if path and not path.endswith(_LEFT_OUT) and (root / path).is_file()]


def _is_test(path: str) -> bool:
    return path.startswith("tests/") or "/tests/" in path


def _found(root: Path, files: Sequence[str], plugins: set[str]) -> Iterator[tuple[str, int, str]]:
    """The library asks two dozen filters about each line; only files in which a pattern matches at all go to it."""
    classes = get_mapping_from_secret_type_to_class().values()
    patterns = [make() for make in classes if make.__name__ in plugins]
    with transient_settings({"plugins_used": [{"name": name} for name in sorted(plugins)]}):
        for path in files:
            if _may_match(root / path, patterns):
                for secret in scan_file(str(root / path)):
                    yield path, secret.line_number, secret.type


def _may_match(path: Path, patterns: Sequence[BasePlugin]) -> bool:
    lines = path.read_text(encoding="utf-8", errors="ignore").splitlines()
    return any(True for line in lines for pattern in patterns for _ in pattern.analyze_string(line))


def _plugin_names() -> set[str]:
    return {plugin.__name__ for plugin in get_mapping_from_secret_type_to_class().values()}


if __name__ == "__main__":
    sentences = list(unknown(Path.cwd()))
    sys.stdout.write("".join(f"{sentence}\n" for sentence in sentences))
    sys.exit(bool(sentences))
