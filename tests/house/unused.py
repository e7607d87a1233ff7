"""What the product defines and nobody uses: a function, a class, an export, a style, a template, a text, an address.

By names: a name that occurs nowhere in the product but where it is defined is unused. A test is no user. What only a
framework calls is recognised by its decorator, or named below with the reason.
"""

import ast
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)
_LINE_COMMENT: Final = re.compile(r"(?<!:)//.*")
_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_PART: Final = re.compile(r"[A-Za-z_][\w-]*")
_CODE: Final = {".py", ".ts", ".tsx", ".mjs", ".sql", ".toml", ".html", ".jinja", ".css", ".json", ".j2", ".txt", ".js"}
_GENERATED: Final = {"openapi.json", "schema.d.ts", "package-lock.json"}
_NOT_PRODUCT: Final = {"node_modules", ".venv", "dist", "__pycache__", "tests"}
_FOR_PROOFS: Final = {
    "RELEASES": "the revisions of released versions, which no migration may change",
    "weigh": "the attribution models in Python, which those in SQL are compared with",
    "forget_faults": "makes a process ask an engine again, as a new process does",
}
"""What only proofs call, and why it is part of the product."""
_PRODUCT: Final = ("services", "analytics", "migrations", "admin-web", "public-web")


def faults(root: Path) -> list[str]:
    """Each definition without a user, as `path:line: name`."""
    sources = {path: path.read_text(encoding="utf-8") for path in _sources(root)}
    words = Counter(word for path, text in sources.items() for word in _WORD.findall(_code(path, text)))
    found = [
        *_python(sources, words),
        *_exports(sources, words),
        *_styles(sources),
        *_texts(sources, words),
        *_templates(sources),
        *_addresses(root, sources),
    ]
    return [f"{path.relative_to(root).as_posix()}:{line}: {what} has no user" for path, line, what in found]


def _sources(root: Path) -> Iterator[Path]:
    yield root / "pyproject.toml"
    for top in _PRODUCT:
        for folder, inner, files in os.walk(root / top):
            inner[:] = sorted(set(inner) - _NOT_PRODUCT)
            for name in sorted(files):
                path = Path(folder) / name
                if path.suffix in _CODE and name not in _GENERATED:
                    yield path


def _code(path: Path, text: str) -> str:
    """Without comments and docstrings: a name that only they know is not used."""
    match path.suffix:
        case ".py":
            tree = ast.parse(text)
            for node in ast.walk(tree):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    node.body = [one for one in node.body if not _is_docstring(one)] or [ast.Pass()]
            return ast.unparse(tree)
        case ".ts" | ".tsx":
            return _LINE_COMMENT.sub("", _COMMENT.sub("", text))
    return text


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


_OF_PYTHON: Final = {"property", "staticmethod", "classmethod"}
Found = Iterator[tuple[Path, int, str]]


def _python(sources: dict[Path, str], words: Counter[str]) -> Found:
    for path, text in sources.items():
        if path.suffix != ".py" or "migrations" in path.parts:
            continue
        for node in ast.parse(text).body:
            yield from ((path, line, name) for line, name in _unused(node, words))


def _unused(node: ast.stmt, words: Counter[str]) -> Iterator[tuple[int, str]]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            if not node.decorator_list and words[name] == 1 and name not in _FOR_PROOFS:
                yield node.lineno, name
        case ast.ClassDef(name=name):
            if words[name] == 1 and not node.decorator_list:
                yield node.lineno, name
            yield from ((line, f"{name}.{member}") for line, member in _members(node) if words[member] == 1)
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            if words[name] == 1 and not name.startswith("__") and name not in _FOR_PROOFS:
                yield node.lineno, name


def _members(owner: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Fields, and methods but those that only Python or a framework calls: of a class that a library's one is the base
    of, or under a decorator of a library.
    """
    for node in owner.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield node.lineno, name
            case ast.FunctionDef(name=name, decorator_list=decorators):
                is_ours = all(isinstance(one, ast.Name) and one.id in _OF_PYTHON for one in decorators)
                if is_ours and not owner.bases and not name.startswith("__"):
                    yield node.lineno, name


_EXPORT: Final = re.compile(r"^export (?:default )?(?:async )?(?:function|const|class|type|interface|enum) (\w+)", re.M)


def _exports(sources: dict[Path, str], words: Counter[str]) -> Found:
    for path, text in sources.items():
        if path.suffix in {".ts", ".tsx"}:
            for match in _EXPORT.finditer(text):
                if words[match[1]] == 1:
                    yield path, text.count("\n", 0, match.start()) + 1, match[1]


_FILTERS: Final = frozenset({"filter-field", "hide-filter", "add-filter"})
"""Classes that react-admin gives the parts of its filters."""
_RULE: Final = re.compile(r"([^{}]+)\{")
_CLASS: Final = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_BUILT: Final = re.compile(r"([A-Za-z_][\w-]*[-_])(?:\$\{|\{\{|\{)")


def _styles(sources: dict[Path, str]) -> Found:
    parts: set[str] = set()
    prefixes: set[str] = set()
    for path, text in sources.items():
        if path.suffix != ".css":
            parts.update(_PART.findall(text))
            prefixes.update(_BUILT.findall(text))
    for path, text in sources.items():
        if path.suffix == ".css":
            plain = _COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)
            seen = set()
            for rule in _RULE.finditer(plain):
                for name in _CLASS.findall(rule[1]):
                    if (
                        name in seen
                        or name in parts
                        or name.startswith(("Mui", "Ra", "recharts", "ra-"))
                        or name in _FILTERS
                    ):
                        continue
                    seen.add(name)
                    if not any(name.startswith(prefix) for prefix in prefixes):
                        yield path, plain.count("\n", 0, rule.start(1)) + 1, f".{name}"


_TEMPLATE: Final = re.compile(r"""["'/](\w[\w-]*)(?:\.html|\.txt)?["']""")


def _templates(sources: dict[Path, str]) -> Found:
    """Of mails, letters and pages of the server, by the name that renders or includes them."""
    templates = [path for path in sources if path.suffix in {".html", ".txt"} and "templates" in path.parts]
    named = {name for text in sources.values() for name in _TEMPLATE.findall(text)}
    for path in templates:
        if path.stem not in named:
            yield path, 1, path.name


_LITERAL: Final = re.compile(r"""['"`]([\w$/{][^'"`\s]*)['"`]""")
_HOLE: Final = re.compile(r"\$\{[^}]*\}|\{[^}]*\}")
_FOR_PROGRAMS: Final = {
    "/api/reports/policy": "browsers report here which of the site's rules a page broke",
    "/api/reports/{id}/runs/latest.parquet": "programs of the company read the newest run",
}


def _addresses(root: Path, sources: dict[Path, str]) -> Found:
    """Addresses of the API that its web app does not name, in whole or by their end."""
    for app in ("admin-web", "public-web"):
        document = root / app / "src/api/openapi.json"
        named = {
            _HOLE.sub("*", literal).split("?")[0].strip("/")
            for path, text in sources.items()
            if app in path.parts and path.suffix != ".css"
            for literal in _LITERAL.findall(text)
        }
        ends = [one.split("/") for one in named]
        for path in json.loads(document.read_text(encoding="utf-8"))["paths"]:
            if path not in _FOR_PROGRAMS and not any(_fits(path.split("/")[1:], end) for end in ends):
                yield document, 1, path


def _fits(steps: list[str], end: list[str]) -> bool:
    """Whether `end` is the end of the address; a hole in either stands for one step."""
    if len(end) > len(steps) or end == ["*"]:
        return False
    last = steps[len(steps) - len(end) :]
    return all("*" in one or "{" in step or one == step for step, one in zip(last, end, strict=True))


_KEY: Final = re.compile(r"^ +(\w+)[:,]", re.M)


def _texts(sources: dict[Path, str], words: Counter[str]) -> Found:
    """Members of the German texts of the web apps."""
    for path, text in sources.items():
        if path.suffix == ".ts" and "content" in path.parts:
            for match in _KEY.finditer(text):
                if words[match[1]] == 1:
                    yield path, text.count("\n", 0, match.start()) + 1, match[1]
