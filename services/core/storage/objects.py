"""An object store: S3 and compatible ones, Google, Azure. Needs the extra `object-store`.

Credentials come from the provider's usual environment variables (`AWS_ACCESS_KEY_ID`, `AWS_REGION`,
`AWS_ENDPOINT_URL` …).
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final

from services.core.storage.storage import Purpose, Stored
from services.core.telemetry.measures import FILES_BYTES, FILES_SECONDS, FILES_UP

_CONNECT_SECONDS: Final = 5
_MOST_RETRIES: Final = 2
_PREFIXES: Final = ("AWS_", "GOOGLE_", "AZURE_")
_MOST_CLIENTS: Final = 8


class ObjectStorage:
    """Each object is one of the store's, which writes it at once or not at all."""

    def __init__(self, url: str, purpose: Purpose, local: Path) -> None:
        try:
            import obstore
            from obstore.exceptions import BaseError
            from obstore.store import from_url
        except ImportError as error:
            raise purpose.unusable(
                f"{purpose.setting} nennt einen Objektspeicher; der braucht das Extra `object-store`: "
                "`.venv/bin/uv pip install --require-hashes -r requirements-extras.lock`."
            ) from error
        self.local = local
        self.url = url
        self._calls: Any = obstore
        self._error: type[Exception] = BaseError
        self._purpose = purpose
        with self._reported():
            options: Any = {
                "timeout": f"{purpose.seconds}s",
                "connect_timeout": f"{min(_CONNECT_SECONDS, purpose.seconds)}s",
                "allow_http": _is_plain_endpoint(),
            }
            retries: Any = {"max_retries": _MOST_RETRIES, "retry_timeout": timedelta(seconds=purpose.seconds)}
            self._store: Any = from_url(url, client_options=options, retry_config=retries)

    def __reduce__(self) -> tuple[object, ...]:
        return object_storage, (self.url, self._purpose, self.local)

    def put(self, name: str, content: bytes) -> None:
        with self._reported(), self._transfer("uploaded") as count:
            self._calls.put(self._store, name, content)
            count(len(content))

    def put_new(self, name: str, content: bytes) -> bool:
        from obstore.exceptions import AlreadyExistsError

        with self._reported(), self._transfer("uploaded") as count:
            try:
                self._calls.put(self._store, name, content, mode="create", use_multipart=False)
            except AlreadyExistsError:
                return False
            count(len(content))
            return True

    def put_file(self, name: str, path: Path) -> None:
        """See Storage. The store shows nothing of it before the last part has arrived."""
        with self._reported(), self._transfer("uploaded") as count:
            self._calls.put(self._store, name, path)
            count(path.stat().st_size)
        path.unlink()

    def get(self, name: str) -> bytes | None:
        with self._reported(), self._transfer("fetched") as count:
            try:
                content = bytes(self._calls.get(self._store, name).bytes())
            except FileNotFoundError:
                return None
            count(len(content))
            return content

    def open(self, name: str) -> IO[bytes] | None:
        """See Storage: a copy without a name."""
        self.local.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            file = held.enter_context(tempfile.TemporaryFile(dir=self.local))
            if not self._copy(name, file):
                return None
            file.seek(0)
            held.pop_all()  # it is the caller's
        return file

    def fetch(self, name: str, path: Path) -> bool:
        with path.open("wb") as file:
            return self._copy(name, file)

    def read(self, name: str, start: int, end: int) -> bytes:
        with self._reported(passing=FileNotFoundError), self._transfer("fetched") as count:
            content = bytes(self._calls.get_range(self._store, name, start=start, end=end))
            count(len(content))
            return content

    def size(self, name: str) -> int | None:
        with self._reported():
            try:
                return int(self._calls.head(self._store, name)["size"])
            except FileNotFoundError:
                return None

    def list(self, prefix: str) -> Iterator[Stored]:
        with self._reported():
            for batch in self._calls.list(self._store, prefix=prefix):
                for one in batch:
                    yield Stored(one["path"], one["size"], one["last_modified"])

    def delete(self, name: str) -> None:
        with self._reported():
            try:
                self._calls.delete(self._store, name)
            except FileNotFoundError:
                return

    def settle(self) -> None:
        """See Storage: the store answers only once it has an object for good."""

    def _copy(self, name: str, file: IO[bytes]) -> bool:
        with self._reported(), self._transfer("fetched") as count:
            try:
                for part in self._calls.get(self._store, name).stream():
                    file.write(part)
                    count(len(part))
            except FileNotFoundError:
                return False
        file.flush()
        return True

    @contextmanager
    def _reported(self, passing: type[Exception] | tuple[()] = ()) -> Iterator[None]:
        try:
            yield
        except passing:
            raise
        except (self._error, OSError) as error:
            self._note(is_up=False)
            reason = str(error).strip().splitlines()[0][:200]
            raise self._purpose.unreachable(f"Der Objektspeicher {self.url} ist nicht benutzbar: {reason}") from error
        self._note(is_up=True)

    def _note(self, *, is_up: bool) -> None:
        if self._purpose.is_measured:
            FILES_UP.set(is_up)

    @contextmanager
    def _transfer(self, direction: str) -> Iterator[Callable[[int], None]]:
        """Measure what the block fetches or uploads; it calls what it is given with each number of bytes."""
        if not self._purpose.is_measured:
            yield lambda _: None
            return
        with FILES_SECONDS.labels(direction).time():
            yield FILES_BYTES.labels(direction).inc


def object_storage(url: str, purpose: Purpose, local: Path) -> ObjectStorage:
    """The object store at an address: one client a process, with its connections, for the same credentials."""
    surroundings = tuple(sorted((name, value) for name, value in os.environ.items() if name.startswith(_PREFIXES)))
    return _kept(url, purpose, local, surroundings)


@lru_cache(_MOST_CLIENTS)
def _kept(url: str, purpose: Purpose, local: Path, _surroundings: tuple[tuple[str, str], ...]) -> ObjectStorage:
    return ObjectStorage(url, purpose, local)


def _is_plain_endpoint() -> bool:
    """Whether the store was named by an address without TLS, which it then may have."""
    return os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
