"""`python -m tests.mutants [words…]`: put each fault of the tables into the product and say which no test notices.

Words choose tables by their name, else faults by what is in theirs. Nothing in this tree is changed: the work is done
in copies of it. Ends with 1 when a fault is not noticed, with 2 when the table does not fit the product any more.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing.connection import Connection, Listener
from pathlib import Path

from tests.mutants.plugin import ADDRESS, WARM, Answer
from tests.mutants.table import WEB_APPS, Fault, problems, read

ROOT = Path(__file__).resolve().parents[2]
_2001 = 1_000_000_000
_SHARED = (".venv", *(f"{app}/{folder}" for app in WEB_APPS for folder in ("node_modules", "dist")))


@dataclass
class Result:
    """What became of one fault."""

    room: str
    name: str
    file: str
    noticed: bool
    by: str | None
    """The first test that failed."""
    how: str
    seconds: float
    tests: int
    whole: bool = True
    """All tests of the room were asked; else there was no time for some."""


@dataclass
class Patience:
    """Seconds: of the processor for one fault, and of the clock for one test."""

    limit: float
    hang: float


class Copy:
    """A copy of the tree, and pytest waiting in it with its tests collected."""

    def __init__(self, folder: Path, paths: Sequence[str], patience: Patience) -> None:
        self.folder, self._paths, self._patience = folder, paths, patience
        self._pytest: Pytest | None = None
        self._changes = 0
        _copy_tree(folder)

    def try_fault(self, fault: Fault) -> Result:
        begun = time.monotonic()
        with self._changed(fault) as old:
            answer = self._in_web_app(fault) if fault.web_app else self._in_python(fault, old)
        seconds = round(time.monotonic() - begun, 1)
        by, how = answer.get("by"), answer.get("how", "")
        whole = answer.get("whole", True)
        return Result(fault.room, fault.name, fault.file, bool(by), by, how, seconds, answer.get("after", 0), whole)

    def end(self) -> None:
        if self._pytest:
            self._pytest.end()

    @contextmanager
    def _changed(self, fault: Fault) -> Iterator[str]:
        path = self.folder / fault.file
        old, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(fault.changed(old), encoding="utf-8")
        # Cached byte code goes by the time of its source, so each change gets another; ZIP knows none before 1980.
        self._changes += 1
        os.utime(path, (_2001 + self._changes, _2001 + self._changes))
        try:
            yield old
        finally:
            path.write_text(old, encoding="utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))

    def _in_python(self, fault: Fault, old: str) -> Answer:
        if not fault.fresh:
            self._pytest = self._pytest or self._unchanged(fault)
            answer = self._pytest.ask(fault, old, self._patience)
            if not answer.get("fresh"):
                return answer
        answer = {}
        # The tests it names are collected in half the time that the whole room takes.
        for paths in filter(None, (fault.named(self.folder), fault.folders)):
            fresh = Pytest(self.folder, paths)  # without what others would share: it is asked once
            try:
                answer = fresh.ask(fault, "", self._patience)
            finally:
                fresh.end()
            if answer["by"]:
                break
        return answer

    def _unchanged(self, fault: Fault) -> "Pytest":
        """Collected from the product as it is; the fault that is in the copy already comes back after that."""
        path = self.folder / fault.file
        changed, times = path.read_text(encoding="utf-8"), path.stat()
        shutil.copy2(ROOT / fault.file, path)
        try:
            return Pytest(self.folder, (WARM, *self._paths))
        finally:
            path.write_text(changed, encoding="utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))

    def _in_web_app(self, fault: Fault) -> Answer:
        assert fault.web_app
        folder, said = self.folder / fault.web_app, self.folder / "said.json"
        file = str(Path(fault.file).relative_to(fault.web_app))
        named = [str(Path(test).relative_to(fault.web_app)) for test in fault.named(self.folder)]
        answer: Answer = {}
        for asked in filter(None, (["run", *named] if named else [], ["related", "--run", file])):
            said.unlink(missing_ok=True)
            options = ["--bail=1", "--maxWorkers=1", "--reporter=json", f"--outputFile={said}"]
            command = ["node_modules/.bin/vitest", *asked, *options]
            try:
                subprocess.run(command, cwd=folder, capture_output=True, timeout=10 * self._patience.hang, check=False)
            except subprocess.TimeoutExpired:
                return {"by": " ".join(asked), "how": "does not end"}
            answer = _told_by_vitest(said)
            if answer["by"]:
                break
        return answer


class Pytest:
    """A process of pytest that has collected some folders. Raises RuntimeError if it cannot."""

    def __init__(self, folder: Path, paths: Iterable[str]) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="voltigo-mutant-"))
        address = str(self._home / "socket")
        environment = {**os.environ, ADDRESS: address, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
        options = ("-n", "0", "-q", "-p", "tests.mutants.plugin", "-o", "faulthandler_timeout=0")
        command = (sys.executable, "-m", "pytest", *options, *dict.fromkeys(paths))
        self._log = self._home / "log"
        with Listener(address) as listener, self._log.open("wb") as log:
            self._process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
            accepted: list[Connection] = []
            thread = threading.Thread(target=lambda: accepted.append(listener.accept()), daemon=True)
            thread.start()
            while thread.is_alive() and self._process.poll() is None:
                thread.join(0.2)
        if not accepted:
            raise RuntimeError(self._log.read_text(errors="replace")[-4000:])
        self._connection = accepted[0]
        self._connection.recv()

    def ask(self, fault: Fault, old: str, patience: Patience) -> Answer:
        self._connection.send((fault, old, patience.limit, patience.hang))
        try:
            answer: Answer = self._connection.recv()
        except EOFError:
            raise RuntimeError(self._log.read_text(errors="replace")[-4000:]) from None
        return answer

    def end(self) -> None:
        self._connection.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._home, ignore_errors=True)


def _told_by_vitest(said: Path) -> Answer:
    if not said.exists():
        return {"by": "vitest", "how": "the tests could not be run"}
    told = json.loads(said.read_text(encoding="utf-8"))
    for file in told["testResults"]:
        for test in file["assertionResults"]:
            if test["status"] == "failed":
                how = (test["failureMessages"] or [""])[0].partition("\n")[0][:200]
                return {
                    "by": f"{Path(file['name']).name}: {test['fullName']}",
                    "how": how,
                    "after": told["numTotalTests"],
                }
        if file["status"] == "failed":
            return {"by": Path(file["name"]).name, "how": file["message"][:200], "after": told["numTotalTests"]}
    return {"by": None, "after": told["numTotalTests"]}


def _copy_tree(folder: Path) -> None:
    """All files that git knows or would know, as they are now; what is installed and built is shared."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        source, target = ROOT / name, folder / name
        if name and source.is_file() and not source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    # Byte code goes along, as far as there is any: compiling takes longer than all else of a start.
    for kept in [*ROOT.glob("services/**/__pycache__"), *ROOT.glob("analytics/**/__pycache__")]:
        shutil.copytree(kept, folder / kept.relative_to(ROOT), dirs_exist_ok=True)
    for name in _SHARED:
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(ROOT / name)


def _chosen(faults: Sequence[Fault], words: Sequence[str]) -> list[Fault]:
    rooms = {fault.room for fault in faults}
    found = [
        fault
        for fault in faults
        if not words or any(word == fault.room if word in rooms else word in fault.name for word in words)
    ]
    # Those of one folder stand together; the web apps come last, so that both processors have work to the end.
    return sorted(found, key=lambda fault: fault.web_app is not None)


def _work(
    copy: Copy,
    faults: "deque[Fault]",
    results: list[Result],
    failed: list[BaseException],
    tell: Callable[[Sequence[Result]], None],
) -> None:
    while faults and not failed:
        try:
            fault = faults.popleft()
        except IndexError:
            return
        try:
            result = copy.try_fault(fault)
        except BaseException as error:
            failed.append(error)
            raise
        results.append(result)
        sys.stdout.write(f"{_line(result)}\n")
        sys.stdout.flush()
        tell(results)


def _line(result: Result) -> str:
    whole = "" if result.whole else ", and there was no time for the others"
    whole += f" ({result.how})" if result.how else ""
    became = f"noticed by {result.by}" if result.noticed else f"NOT NOTICED by {result.tests} tests{whole}"
    return f"{result.seconds:6.1f} s  {result.room}: {result.name}\n          {became}"


def _table(results: Sequence[Result]) -> str:
    rooms = sorted({result.room for result in results})
    lines = [f"{'room':24}{'faults':>8}{'noticed':>9}{'not':>5}{'seconds':>9}"]
    for room in [*rooms, "all"]:
        of_room = [result for result in results if room in (result.room, "all")]
        noticed = sum(result.noticed for result in of_room)
        seconds = sum(result.seconds for result in of_room)
        lines.append(f"{room:24}{len(of_room):8}{noticed:9}{len(of_room) - noticed:5}{seconds:9.0f}")
    lines += [f"NOT NOTICED  {one.room}: {one.name} ({one.file})" for one in results if not one.noticed]
    return "\n".join(lines)


def _known(out: Path | None, table: Sequence[Fault]) -> list[Result]:
    """The results of a run that was broken off, as far as their faults are still in the tables."""
    if out is None or not out.exists():
        return []
    names = {fault.name for fault in table}
    return [Result(**row) for row in json.loads(out.read_text(encoding="utf-8")) if row["name"] in names]


def _compared(results: Sequence[Result], before: Path) -> str:
    was = {row["name"]: row["noticed"] for row in json.loads(before.read_text(encoding="utf-8"))}
    lost = [one.name for one in results if was.get(one.name) and not one.noticed]
    won = [one.name for one in results if was.get(one.name) is False and one.noticed]
    lines = [f"no longer noticed: {name}" for name in lost] + [f"noticed since: {name}" for name in won]
    return "\n".join(lines or ["noticed as before"])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("words", nargs="*", help="tables (rooms), or words in the names of faults; all if none")
    parser.add_argument("--at-once", type=int, default=2, help="how many faults are tried at the same time")
    parser.add_argument("--limit", type=float, default=300, help="seconds of the processor for one fault")
    parser.add_argument("--hang", type=float, default=240, help="seconds after which one test counts as endless")
    parser.add_argument("--out", type=Path, help="write the results as JSON, after each fault")
    parser.add_argument("--go-on", action="store_true", help="leave out what is in this file already")
    parser.add_argument("--before", type=Path, help="compare with the results of an earlier run")
    asked = parser.parse_args()
    table = read()
    if wrong := list(problems(table, ROOT)):
        sys.stdout.write("".join(f"{problem}\n" for problem in wrong))
        return 2
    results = _known(asked.out, table) if asked.go_on else []
    done = {result.name for result in results}
    faults = [fault for fault in _chosen(table, asked.words) if fault.name not in done]
    paths = tuple(
        dict.fromkeys(path for fault in faults if not fault.web_app for path in (*fault.folders, *fault.named(ROOT)))
    )
    failed: list[BaseException] = []
    waiting = deque(faults)

    def tell(so_far: Sequence[Result]) -> None:
        if asked.out:
            rows = [asdict(result) for result in sorted(so_far, key=lambda result: (result.room, result.name))]
            asked.out.write_text(json.dumps(rows, indent=1, ensure_ascii=False), encoding="utf-8")

    with ExitStack() as entered:
        threads = []
        for _ in range(min(asked.at_once, len(faults))):
            folder = Path(entered.enter_context(tempfile.TemporaryDirectory(prefix="voltigo-mutants-")))
            copy = Copy(folder, paths, Patience(asked.limit, asked.hang))
            entered.callback(copy.end)
            threads.append(threading.Thread(target=partial(_work, copy, waiting, results, failed, tell)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    sys.stdout.write(f"\n{_table(results)}\n")
    if asked.before:
        sys.stdout.write(f"{_compared(results, asked.before)}\n")
    return 1 if failed or not all(result.noticed for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
