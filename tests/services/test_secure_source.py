"""What the sources never do: each would undo a promise without any test of behaviour noticing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.servers import ROOT

_WEAK_HASHES = {"md5", "sha1", "new"}
_CODE_OF_TEXT = {"eval", "exec", "compile", "__import__"}
_UNSAFE_MODULES = {"pickle", "marshal", "shelve", "dill", "yaml", "telnetlib", "ftplib"}
_SHELL = {("os", "system"), ("os", "popen"), ("subprocess", "getoutput"), ("subprocess", "getstatusoutput")}
_NAMED = re.compile("|".join({"hashlib", "shell", *_CODE_OF_TEXT, *_UNSAFE_MODULES, *(one for _, one in _SHELL)}))
"""A module that names none of these needs no closer look: to take all of them apart takes seconds."""
_DRAWS_OPENLY = {
    "services/core/http/web.py",  # numbers of requests
    "services/integrations/queue.py",  # jitter
    "services/mail/outbox.py",  # jitter
    "services/self_reported_source/answers.py",  # the order of answers to choose from
}


def modules() -> list[Path]:
    return [path for folder in ("services", "analytics") for path in sorted((ROOT / folder).rglob("*.py"))]


def _faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from ((node.lineno, name) for name in names if name.partition(".")[0] in _UNSAFE_MODULES)
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in _CODE_OF_TEXT:
            yield node.lineno, node.func.id
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            called = (node.func.value.id, node.func.attr)
            if called in _SHELL or (called[0] == "hashlib" and called[1] in _WEAK_HASHES):
                yield node.lineno, ".".join(called)
        yield from ((node.lineno, "shell=") for keyword in node.keywords if keyword.arg == "shell")


def _faults_of(source: str) -> list[tuple[int, str]]:
    return list(_faults(ast.parse(source))) if _NAMED.search(source) else []


def test_no_weak_hash_no_shell_and_no_code_made_of_text() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in modules()
        for line, fault in _faults_of(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    ["import pickle", "from yaml import load", "eval('1')", "hashlib.md5(b'')", "os.system('ls')", "run('', shell=1)"],
)
def test_such_a_source_is_noticed(source: str) -> None:
    assert len(_faults_of(source)) == 1


def test_what_must_not_be_guessed_is_drawn_by_the_system() -> None:
    """`random` can be predicted; these modules draw nothing that anybody would want to guess."""
    drawing = re.compile(r"^\s*(?:import random|from random import)", re.MULTILINE)
    found = {path.relative_to(ROOT).as_posix() for path in modules() if drawing.search(path.read_text("utf-8"))}
    assert {path for path in found if not path.startswith("services/demo/")} == _DRAWS_OPENLY


# The web apps


def scripts() -> dict[str, str]:
    found = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for app in ("public-web", "admin-web")
        for path in sorted((ROOT / app / "src").rglob("*.ts*"))
    }
    assert len(found) > 200
    return found


_MARKUP = re.compile(r"dangerouslySetInnerHTML|innerHTML\s*=|outerHTML|insertAdjacentHTML|document\.write(?!\w)")
_MAIL_FRAME = "admin-web/src/ui/mail/MailFrame.tsx"
_FRAME = re.compile(r"<iframe\b[^>]*>", re.DOTALL)
_CODE = re.compile(r"\beval\(|new Function\(|javascript:|set(?:Timeout|Interval)\(\s*['\"`]")


def test_no_page_makes_markup_or_code_of_texts() -> None:
    """The one exception is written when the site is built; in the browser it is never run (`trusted-types`)."""
    found = scripts()
    assert [path for path, text in found.items() if _MARKUP.search(text)] == [
        "public-web/src/features/declarations/FormPage.tsx"
    ]
    assert [path for path, text in found.items() if _CODE.search(text)] == []


def test_a_mail_is_shown_in_a_frame_that_runs_nothing() -> None:
    """One component makes all frames of texts, and no other place makes a policy that could."""
    frames = {path: _FRAME.findall(text) for path, text in scripts().items() if _FRAME.search(text)}
    assert [path for path, text in scripts().items() if "srcdoc" in text.lower()] == [_MAIL_FRAME]
    assert all('sandbox=""' in frame for frame in frames[_MAIL_FRAME])
    made = {
        (path, name) for path, text in scripts().items() for name in re.findall(r"createPolicy\(\s*'([^']*)'", text)
    }
    assert made == {(_MAIL_FRAME, "mail-frame"), ("public-web/src/shown/contact.ts", "contact-form")}


def test_no_window_of_another_site_is_listened_to() -> None:
    """`onmessage` belongs to a stream and to a channel of this origin alone."""
    listens = re.compile(r"addEventListener\(\s*['\"]message|window\.onmessage|\.postMessage\(")
    found = {path for path, text in scripts().items() if listens.search(text)}
    assert found == {"admin-web/src/api/live/sharedSource.ts"}
    assert "new BroadcastChannel(" in scripts()["admin-web/src/api/live/sharedSource.ts"]


def test_password_fields_are_masked_open_to_managers_and_take_what_is_pasted() -> None:
    found = scripts()
    # A list of addresses is taken apart when it is pasted: the one field that listens.
    pasting = [path for path, text in found.items() if "onPaste=" in text]
    assert pasting == ["admin-web/src/features/reports/schedules/fields/recipients/RecipientsField.tsx"]
    fields = [
        (path, text[at.start() - 400 : at.end() + 400])
        for path, text in found.items()
        for at in re.finditer(r'autoComplete="(?:current|new)-password"', text)
    ]
    assert len(fields) >= 5
    assert [path for path, around in fields if 'type="password"' not in around] == []
    masked = [text for text in found.values() if 'type="password"' in text]
    assert all(re.search(r'autoComplete="(?:current|new)-password"', text) for text in masked)


@pytest.mark.parametrize("lock", ["*.lock", "*/package-lock.json", "tests/tools/package-lock.json"])
def test_no_lock_holds_an_address(lock: str) -> None:
    """Where a part comes from is the machine's business; npm copies links for donations into its lock by itself."""
    locks = list(ROOT.glob(lock))
    assert locks
    assert [path.name for path in locks if re.search(r"https?://", path.read_text(encoding="utf-8"))] == []
