"""Stripe as far as the adapter needs it: localstripe as a process, and Checkout over it.

localstripe (1.15) knows payments with manual capture, authentication, and signed messages. It has no Checkout and keeps
to no idempotency key: this peer adds the sessions, over HTTP, and passes everything else on. It also takes the messages
of localstripe, for a test to deliver, twice, late, or not at all.
"""

import contextlib
import hashlib
import hmac
import json
import secrets
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.fixtures.left_behind import CLEANER
from tests.fixtures.ports import free_port

SECRET = "whsec_test12345678"
GOOD, REFUSED, ASKING, ASKING_THEN_REFUSED = (
    "4242424242424242",
    "4000000000000341",
    "4000002500003155",
    "4000008260003178",
)
_SERVE = """
import sys
from aiohttp import web
from localstripe import resources, server
resources.Store.dump_to_disk = lambda self: None
web.run_app(server.app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
"""


@dataclass
class Message:
    """A signed message as it arrives."""

    payload: bytes
    signature: str

    @property
    def kind(self) -> str:
        return str(json.loads(self.payload)["type"])


@dataclass
class StripePeer:
    """Both together. `is_forgetful`: keeps to no idempotency key, as localstripe."""

    localstripe: str
    url: str = ""
    is_forgetful: bool = False
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    _arrived: threading.Condition = field(default_factory=threading.Condition)

    # What a household does on Stripe's page

    def pay(self, session_id: str, card: str) -> str:
        """Type a card and press the button; the status of the payment."""
        session = self.sessions[session_id]
        form = {"type": "card", "card[number]": card, "card[exp_month]": 12, "card[exp_year]": 2030, "card[cvc]": "123"}
        method = self.ask("POST", "/v1/payment_methods", form)["id"]
        data = session["payment_intent_data"]
        payment = self.ask(
            "POST",
            "/v1/payment_intents",
            {
                "amount": session["amount"],
                "currency": "eur",
                "capture_method": data["capture_method"],
                "metadata[check]": data["metadata"]["check"],
                "payment_method": method,
            },
        )
        session["payment_intent"] = payment["id"]
        with contextlib.suppress(urllib.error.HTTPError):  # refused: the payment says so
            self.ask("POST", f"/v1/payment_intents/{payment['id']}/confirm", {})
        return self._paid(session)

    def authenticate(self, session_id: str, *, success: bool) -> str:
        """Confirm at the bank, or do not."""
        session = self.sessions[session_id]
        payment = self.payment(session_id)
        form = {"client_secret": payment["client_secret"], "success": str(success).lower()}
        with contextlib.suppress(urllib.error.HTTPError):
            self.ask("POST", f"/v1/payment_intents/{payment['id']}/_authenticate", form)
        return self._paid(session)

    def close(self, session_id: str) -> None:
        """The page closes by itself."""
        session = self.sessions[session_id]
        session["status"] = "expired"
        self._send("checkout.session.expired", _shown(session, None))

    def payment(self, session_id: str) -> dict[str, Any]:
        return self.ask("GET", f"/v1/payment_intents/{self.sessions[session_id]['payment_intent']}")

    def _paid(self, session: dict[str, Any]) -> str:
        status = str(self.payment(session["id"])["status"])
        if status == "requires_capture":
            session["status"] = "complete"
            self._send("checkout.session.completed", _shown(session, session["payment_intent"]))
        return status

    # Messages

    def wait_for(self, kind: str, session_id: str) -> Message:
        """The first message of a kind about a session, once it is there. Those of an earlier test may come later."""
        key = self.sessions[session_id]["client_reference_id"].encode()

        def found() -> Message | None:
            return next((one for one in self.messages if one.kind == kind and key in one.payload), None)

        with self._arrived:
            assert self._arrived.wait_for(lambda: found() is not None, timeout=60), kind
            message = found()
        assert message is not None
        return message

    def take(self, message: Message) -> None:
        with self._arrived:
            self.messages.append(message)
            self._arrived.notify_all()

    def _send(self, kind: str, about: dict[str, Any]) -> None:
        event = {"id": f"evt_{secrets.token_hex(8)}", "object": "event", "type": kind, "data": {"object": about}}
        payload = json.dumps(event).encode()
        self.take(Message(payload, signature_of(payload)))

    # HTTP

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> dict[str, Any]:
        """A call of localstripe."""
        data = urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(self.localstripe + path, data, method=method)
        request.add_header("Authorization", "Bearer sk_test_12345678")
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = json.loads(answer.read() or b"{}")
        return found

    def answer(self, method: str, path: str, form: dict[str, str], key: str) -> dict[str, Any]:
        """A call of the adapter."""
        self.calls.append(f"{method} {path}")
        parts = path.strip("/").split("/")
        if parts[:3] != ["v1", "checkout", "sessions"]:
            return self.ask(method, path, form if method == "POST" else None)
        if method == "POST" and len(parts) == 3:
            return self._begun(form, key)
        session = self.sessions[parts[3]]
        if parts[-1] == "expire":
            session["status"] = "expired"
        payment = self.payment(session["id"]) if session["payment_intent"] else None
        return _shown(session, payment)

    def _begun(self, form: dict[str, str], key: str) -> dict[str, Any]:
        assert key, "without it two calls are two sessions"
        if (known := self.keys.get(key)) and not self.is_forgetful:
            return _shown(self.sessions[known], None)
        id_ = f"cs_test_{secrets.token_hex(12)}"
        self.keys[key] = id_
        self.sessions[id_] = {
            "id": id_,
            "status": "open",
            "payment_intent": None,
            "client_reference_id": form["client_reference_id"],
            "amount": form["line_items[0][price_data][unit_amount]"],
            "payment_intent_data": {
                "capture_method": form["payment_intent_data[capture_method]"],
                "metadata": {"check": form["payment_intent_data[metadata][check]"]},
            },
            "sent": form,
        }
        return _shown(self.sessions[id_], None)


def signature_of(payload: bytes, secret: str = SECRET, at: int | None = None) -> str:
    at = int(time.time()) if at is None else at
    digest = hmac.new(secret.encode(), b"%d." % at + payload, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _shown(session: dict[str, Any], payment: Any) -> dict[str, Any]:
    return {
        "object": "checkout.session",
        "id": session["id"],
        "status": session["status"],
        "client_reference_id": session["client_reference_id"],
        "payment_intent": payment,
        "url": f"https://checkout.stripe.example/c/pay/{session['id']}" if session["status"] == "open" else None,
    }


@contextlib.contextmanager
def stripe_peer() -> Iterator[StripePeer]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-W", "ignore", "-c", _SERVE, str(port)], stdout=subprocess.DEVNULL)
    CLEANER.note("process", process.pid)
    peer = StripePeer(f"http://127.0.0.1:{port}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(peer))
    peer.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        _wait_until_it_answers(peer, process)
        hook = {"url": f"{peer.url}/hook", "secret": SECRET}
        peer.ask("POST", "/_config/webhooks/voltigo", hook)
        yield peer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        process.kill()
        process.wait()
        CLEANER.forget("process", process.pid)


def _wait_until_it_answers(peer: StripePeer, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError):
            peer.ask("GET", "/v1/balance")
            return
    raise AssertionError("localstripe does not answer")


def _handler_of(peer: StripePeer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._serve("GET")

        def do_POST(self) -> None:
            self._serve("POST")

        def _serve(self, method: str) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            if self.path == "/hook":
                peer.take(Message(body, self.headers["stripe-signature"]))
                return self._write(200, b"{}")
            form = {name: values[-1] for name, values in parse_qs(body.decode(), keep_blank_values=True).items()}
            key = self.headers.get("idempotency-key") or ""
            try:
                found = peer.answer(method, urlsplit(self.path).path, form, key)
            except urllib.error.HTTPError as error:
                return self._write(error.code, error.read())
            return self._write(200, json.dumps(found).encode())

        def _write(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: Any) -> None:
            pass

    return Handler
