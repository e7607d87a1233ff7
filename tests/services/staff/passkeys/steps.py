"""What people do with passkeys."""

from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from tests.fixtures.staff import Member
from tests.services.staff.passkeys.authenticator import Authenticator
from tests.services.staff.steps import SESSION, Desk

PASSKEYS = "/api/staff/passkeys"


@dataclass
class Keeper:
    """A member of staff, their signed-in browser and their passkey."""

    desk: Desk
    member: Member
    browser: TestClient
    key: Authenticator

    def add(self, key: Authenticator, name: str = "Mein Schlüssel", **lies: Any) -> Any:
        """Ask for a passkey and send what the authenticator made of it."""
        invitation = self.browser.post(f"{PASSKEYS}/options")
        if invitation.status_code != 200:
            return invitation
        return self.browser.post(PASSKEYS, json=key.make(invitation.json(), name, **lies))

    def listed(self) -> list[dict[str, Any]]:
        data: list[dict[str, Any]] = self.browser.get(PASSKEYS).json()["data"]
        return data

    def sign_in(self, browser: TestClient | None = None, key: Authenticator | None = None, **lies: Any) -> Any:
        """With a passkey alone."""
        other = browser or self.desk.browser()
        question = other.post(f"{SESSION}/passkey/options").json()
        return other.post(f"{SESSION}/passkey", json=(key or self.key).sign(question, **lies))

    def enter(self, browser: TestClient, key: Authenticator | None = None, **lies: Any) -> Any:
        """After the password."""
        return self._prove(browser, "code", key, lies)

    def confirm(self, browser: TestClient, key: Authenticator | None = None, **lies: Any) -> Any:
        """Before something sensitive."""
        return self._prove(browser, "confirm", key, lies)

    def _prove(self, browser: TestClient, step: str, key: Authenticator | None, lies: dict[str, Any]) -> Any:
        question = browser.post(f"{SESSION}/own-passkeys/options").json()
        return browser.post(f"{SESSION}/{step}/passkey", json=(key or self.key).sign(question, **lies))
