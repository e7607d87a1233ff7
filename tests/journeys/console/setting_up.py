"""People who set up their account of the console: from a link to the recovery codes, with an authenticator app."""

import re
from collections.abc import Sequence
from email import message_from_bytes, policy
from time import time
from urllib.parse import urlsplit

import pyotp
from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.records import eventually
from tests.journeys.telephone import scan_second_factor

PASSWORD = "eine Wiese voller Margeriten"
_ANNOUNCED = "Konsole einrichten: "
_MAILED = re.compile(r"/admin/set-up#[\w-]+")
_STEP_SECONDS = 30


class Person:
    """Somebody with an authenticator app at the console."""

    def __init__(self, page: Page, name: str, email: str) -> None:
        self.page = page
        self.name = name
        self.email = email
        self.app: pyotp.TOTP | None = None
        self.proved = ""
        """The code that set it up, which counts once."""

    def code(self, later: int = 0) -> str:
        """The app's code of now, or of a later step: a slow machine may take longer than one step between two uses."""
        assert self.app is not None
        return self.app.generate_otp(int(time()) // _STEP_SECONDS + later)

    def introduce(self) -> None:
        """Name and address, which only the first person gives: all others were invited under theirs."""
        self.page.get_by_label("Ihr Name").fill(self.name)
        self.page.get_by_label("E-Mail-Adresse").fill(self.email)

    def choose_password(self) -> None:
        self.page.get_by_label("Passwort", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Weiter zum zweiten Faktor").click()

    def scan(self) -> None:
        """Take the second factor into the app, from the picture on the screen; the typed secret is the same."""
        typed = self.page.locator("code.secret-key").inner_text().replace(" ", "")
        self.app, self.step = scan_second_factor(self.page), int(time()) // _STEP_SECONDS
        assert (self.app.secret, self.app.name, self.app.issuer) == (typed, self.email, "Voltigo")

    def enrol(self) -> Sequence[str]:
        """Prove the second factor and keep the recovery codes, which are answered."""
        self.proved = self.code()
        self.page.get_by_label("Code aus Ihrer App").fill(self.proved)
        self.page.get_by_role("button", name="Code prüfen").click()
        codes = self.page.locator(".codes li")
        expect(codes).to_have_count(10)
        go_on = self.page.get_by_role("button", name="Weiter", exact=True)
        expect(go_on).to_be_disabled()
        self.page.get_by_label("Ich habe die Codes gesichert.").check()
        kept = codes.all_inner_texts()
        go_on.click()
        return kept

    def is_in(self) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Heute")
        expect(self.page.get_by_text(f"Angemeldet: {self.name}")).to_be_visible()


def told_path(server: Server) -> str:
    """Where the first link leads of this server, whose output goes into a pipe: it tells the file the link lies in."""
    line = server.next_line()
    assert line.startswith(f"{_ANNOUNCED}Der Link steht in {server.data_dir / 'setup-link'};"), line
    link = urlsplit((server.data_dir / "setup-link").read_text())
    return f"{link.path}#{link.fragment.strip()}"


def mailed_path(server: Server, email: str) -> str:
    """Where the link leads of the invitation to an address."""
    eventually(lambda: len(_mailed_paths(server, email)) == 1, f"the invitation to {email}")
    return _mailed_paths(server, email)[0]


def _mailed_paths(server: Server, email: str) -> list[str]:
    mails = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in server.mail_dir.glob("*.eml")]
    bodies = [mail.get_body(("plain",)) for mail in mails if mail["to"] == email]
    return [path for body in bodies if body for path in _MAILED.findall(body.get_content())]


def close_the_link(page: Page, name: str) -> None:
    """Without a mail server the console shows the link of an invitation to the person who asked for it."""
    shown = page.get_by_role("dialog", name=f"Link für {name}")
    expect(shown.locator("code")).to_contain_text(_MAILED)
    shown.get_by_role("button", name="Fertig").click()
    expect(shown).to_have_count(0)
