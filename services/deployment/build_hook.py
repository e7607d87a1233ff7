"""Hatch's build hook: adds the built web apps and the lists of components to the wheel, not to an editable install.

Not imported by the product; hatchling loads it by its path (`pyproject.toml`).
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_CONTENTS = {
    "public-web/dist/client": "services/web_apps/public-web",
    "admin-web/dist": "services/web_apps/admin-web",
    "dist/sbom": "services/deployment/sbom",
    "requirements.lock": "services/deployment/requirements.lock",
}
_STAMPS = frozenset({".built", ".written"})
"""Files of `make` among what was built."""


class Contents(BuildHookInterface[Any]):
    """Adds what no version control holds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises FileNotFoundError, with the command that helps, when something was not built."""
        if version == "editable":
            return
        root = Path(self.root)
        for source, target in _CONTENTS.items():
            if not (root / source).exists():
                raise FileNotFoundError(f"{source} is missing: `make wheel` builds it")
            for path in _files(root / source):
                inside = path.relative_to(root / source).as_posix()
                build_data["force_include"][str(path)] = target if inside == "." else f"{target}/{inside}"


def _files(source: Path) -> list[Path]:
    if source.is_file():
        return [source]
    return sorted(path for path in source.rglob("*") if path.is_file() and path.name not in _STAMPS)
