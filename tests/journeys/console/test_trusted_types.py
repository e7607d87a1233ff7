"""The console makes no markup, code or script of a text, but for mails in their frames: the browser refuses it."""

import re

from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.fixtures.servers import ROOT
from tests.journeys.console.conftest import SignIn
from tests.journeys.test_trusted_types import expect_refused

_PAGE = re.compile(r"(?:alone|page)\('([\w-]+)', '[^']*', \w+(?:, '([^']+)')?\)")
SOME = ("/campaigns",)


def addresses() -> list[str]:
    """Of every page that the navigation names."""
    text = (ROOT / "admin-web/src/app/navigation.ts").read_text(encoding="utf-8")
    return [path or f"/{name}" for name, path in _PAGE.findall(text)]


def test_every_page_of_the_console_works_under_its_policy_which_refuses_what_would_run_a_text(
    page: Page, read_as: SignIn, watch: Watch
) -> None:
    """That nothing else is refused, the watch says; here and in every other journey."""
    read_as(page, "admin", name="Miriam Falk")
    found = addresses()
    assert len(found) > 25
    for path in proved(SOME, tuple(found)):
        page.goto(f"/admin{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
    policy = page.request.get("/admin/").headers["content-security-policy"]
    assert "require-trusted-types-for 'script'; trusted-types mail-frame" in policy
    expect_refused(page, watch)
