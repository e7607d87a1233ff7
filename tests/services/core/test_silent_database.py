"""A host that takes a connection and then says nothing, as one does whose process hangs."""

import socket
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import OperationalError

from services.core.db import engines
from services.core.db.db import Database


@pytest.fixture
def silent_url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Accepted by the system, read by nobody."""
    monkeypatch.setattr(engines, "CONNECT_SECONDS", 2)  # the least that the driver knows
    with socket.create_server(("127.0.0.1", 0)) as peer:
        yield f"postgresql+psycopg://voltigo@127.0.0.1:{peer.getsockname()[1]}/voltigo"


def refused(work: threading.Thread, errors: list[BaseException]) -> bool:
    """Whether it ended with an error, long before the system's own patience of minutes is over."""
    work.start()
    work.join(60)
    return not work.is_alive() and [type(error) for error in errors] == [OperationalError]


@pytest.mark.parametrize("way", ["write", "read", "by what its address says"])
def test_a_silent_host_is_given_up(way: str, silent_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "by what its address says":
        monkeypatch.setattr(engines, "CONNECT_SECONDS", 3_600)
        silent_url += "?connect_timeout=2"
    db = Database(silent_url)
    errors: list[BaseException] = []

    def call() -> None:
        try:
            if way == "read":
                with db.read() as session:
                    session.connection()
            else:
                db.write(lambda session: session.connection() and None)
        except OperationalError as error:
            errors.append(error)

    assert refused(threading.Thread(target=call, daemon=True), errors)
    db.close()
