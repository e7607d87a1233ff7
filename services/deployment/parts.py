"""`make sbom`: the bill of materials as CycloneDX documents and as a list of licences. Run in the repository.

Without serial numbers and times, so that the same lock files give the same bytes.
"""

import json
import re
import subprocess  # nosec B404
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

_WEB_APPS: Final = ("public-web", "admin-web")
_LOCKED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
_HEAD: Final = "# Parts and their licences\n\n| part | version | licence |\n|---|---|---|\n"
_UNSTATED: Final[Mapping[str, str]] = {
    "IMAPClient": "BSD-3-Clause",
    "crawler-user-agents": "MIT",
    "css-mediaquery": "BSD-3-Clause",
}
"""Licences of packages whose metadata name none, read from the text they ship."""

Document = dict[str, Any]


def write_parts(root: Path, folder: Path) -> None:
    """Write `python.cdx.json`, one document for each web app, and `LICENCES.md`. Raises CalledProcessError."""
    documents = {"python": python_parts(root), **{app: _npm_parts(root / app) for app in _WEB_APPS}}
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in documents.items():
        text = json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)
        (folder / f"{name}.cdx.json").write_text(text + "\n", encoding="utf-8")
    lines = sorted({line for document in documents.values() for line in _lines(document)})
    (folder / "LICENCES.md").write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def python_parts(root: Path) -> Document:
    """Of the packages of this environment those that `requirements.lock` names."""
    command = (sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--output-format", "JSON")
    document = _document(command, root)
    wanted = {normalised(name) for name, _ in locked(root / "requirements.lock")}
    return _kept(document, lambda one: normalised(one["name"]) in wanted)


def locked(lock: Path) -> list[tuple[str, str]]:
    """Name and version of each package of a lock file; a name has several where the version of Python decides."""
    return _LOCKED.findall(lock.read_text(encoding="utf-8"))


def normalised(name: str) -> str:
    """The name as package indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licences_of(component: Mapping[str, Any]) -> str:
    """Its licences as one text, empty where none is stated."""
    stated = []
    for one in component.get("licenses", ()):
        licence = one.get("license", {})
        stated.append(one.get("expression") or licence.get("id") or licence.get("name") or "")
    return " AND ".join(dict.fromkeys(filter(None, stated))) or _UNSTATED.get(component["name"], "")


def _npm_parts(folder: Path) -> Document:
    """What the lock does not mark as for development alone. `npm sbom --omit=dev` would leave React out: it omits what
    a package for development needs, too.
    """
    command = ("npm", "sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only")
    packages: dict[str, Any] = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    shipped = {
        f"{path.rpartition('node_modules/')[2]}@{one['version']}"
        for path, one in packages.items()
        if path and not one.get("dev") and not one.get("devOptional")
    }
    return _kept(_document(command, folder), lambda one: f"{one['name']}@{one['version']}" in shipped)


def _kept(document: Document, is_shipped: Callable[[Document], bool]) -> Document:
    """The document without other parts, and its graph without them."""
    components = [one for one in document["components"] if is_shipped(one)]
    names = {one["bom-ref"] for one in components}
    graph = [
        {**one, "dependsOn": sorted(names & set(one.get("dependsOn", ())))}
        for one in document.get("dependencies", ())
        if one["ref"] in names
    ]
    return {**document, "components": components, "dependencies": graph}


def _document(command: Iterable[str], folder: Path) -> Document:
    done = subprocess.run([*command], cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603 - our tools  # nosec B603
    document: Document = json.loads(done.stdout)
    document.pop("serialNumber", None)
    document.get("metadata", {}).pop("timestamp", None)
    return document


def _lines(document: Document) -> Iterable[str]:
    for one in document["components"]:
        yield f"| {one['name']} | {one.get('version', '')} | {licences_of(one)} |"


if __name__ == "__main__":
    write_parts(Path.cwd(), Path(sys.argv[1]))
