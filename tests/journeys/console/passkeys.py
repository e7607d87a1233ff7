"""Chromium's virtual authenticator: a telephone or a key whose owner is there, and unlocks it or not."""

from typing import Any

from playwright.sync_api import Page


class VirtualAuthenticator:
    """An authenticator of one tab, such as the fingerprint reader of its computer."""

    def __init__(self, page: Page) -> None:
        self._protocol = page.context.new_cdp_session(page)
        self._protocol.send("WebAuthn.enable", {"enableUI": False})
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self._protocol.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._which = {"authenticatorId": added["authenticatorId"]}

    def credentials(self) -> list[dict[str, Any]]:
        """The passkeys it holds."""
        found: list[dict[str, Any]] = self._protocol.send("WebAuthn.getCredentials", self._which)["credentials"]
        return found

    def answer(self, *, is_verified: bool = True) -> None:
        """Whether its user unlocks it, from now on."""
        self._protocol.send("WebAuthn.setUserVerified", {**self._which, "isUserVerified": is_verified})
