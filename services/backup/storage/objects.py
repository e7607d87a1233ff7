"""An object store as the target: S3 and what speaks like it, Google, Azure. Needs the extra `object-store`.

Credentials come from the environment variables that are usual for the store (`AWS_ACCESS_KEY_ID`, `AWS_REGION`,
`AWS_ENDPOINT_URL` …).
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from services.backup.errors import NotConfigured, Unreachable
from services.backup.storage.storage import Stored

_TIMEOUTS: Final = {"timeout": "60s", "connect_timeout": "10s"}
_RETRIES: Final[Any] = {"max_retries": 3}


class ObjectStorage:
    """Each object is one of the store's, which writes it at once or not at all."""

    def __init__(self, url: str) -> None:
        try:
            import obstore
            from obstore.exceptions import BaseError
            from obstore.store import from_url
        except ImportError as error:
            raise NotConfigured(
                "VOLTIGO_BACKUP_URL names an object store; that needs the extra `object-store`: "
                "`.venv/bin/uv pip install --require-hashes -r requirements-extras.lock`."
            ) from error
        self._calls: Any = obstore
        self._error: type[Exception] = BaseError
        self._url = url
        is_plain = _is_plain_endpoint()
        with self._reported():
            options: Any = {**_TIMEOUTS, "allow_http": is_plain}
            self._store: Any = from_url(url, client_options=options, retry_config=_RETRIES)

    def put(self, name: str, content: bytes) -> None:
        """See Storage."""
        with self._reported():
            self._calls.put(self._store, name, content)

    def put_new(self, name: str, content: bytes) -> bool:
        """See Storage."""
        from obstore.exceptions import AlreadyExistsError

        with self._reported():
            try:
                self._calls.put(self._store, name, content, mode="create", use_multipart=False)
            except AlreadyExistsError:
                return False
            return True

    def get(self, name: str) -> bytes | None:
        """See Storage."""
        with self._reported():
            try:
                return bytes(self._calls.get(self._store, name).bytes())
            except FileNotFoundError:
                return None

    def list(self, prefix: str) -> Iterator[Stored]:
        """See Storage."""
        with self._reported():
            for batch in self._calls.list(self._store, prefix=prefix):
                for one in batch:
                    yield Stored(one["path"], one["size"], one["last_modified"])

    def delete(self, name: str) -> None:
        """See Storage."""
        with self._reported():
            try:
                self._calls.delete(self._store, name)
            except FileNotFoundError:
                return

    def settle(self) -> None:
        """See Storage: the store answers only once it has an object for good."""

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except (self._error, OSError) as error:
            reason = str(error).strip().splitlines()[0][:200]
            raise Unreachable(f"The object store {self._url} cannot be used: {reason}") from error


def _is_plain_endpoint() -> bool:
    """Whether the store was named by an address without TLS, which it then may have."""
    return os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
