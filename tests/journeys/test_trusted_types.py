"""No page makes markup, code or a script's address of a text: the browser refuses it to any script."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.pages import ROUTES, SOME_ROUTES, alive, visit
from tests.journeys.records import eventually

ATTEMPTS = {
    "markup of a text": "() => { document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>' }",
    "markup beside an element": "() => document.body.insertAdjacentHTML('beforeend', '<b></b>')",
    "a document of a text": "() => document.write('<b></b>')",
    "the address of a script": "() => { document.createElement('script').src = '/widgets/kontakt.js' }",
    "a frame of a text": "() => { document.createElement('iframe').srcdoc = '<b></b>' }",
    "code of a text": "() => setTimeout('window.name = 1')",
    "a policy that lets everything pass": "() => trustedTypes.createPolicy('default', { createHTML: text => text })",
}
REFUSED = "(source) => { try { (0, window.attempts[source])() } catch (error) { return error.name } return 'done' }"


def refusals(page: Page) -> dict[str, str]:
    """What comes of each attempt: the name of the error, or `done`."""
    functions = ", ".join(f"{name!r}: {source}" for name, source in ATTEMPTS.items())
    page.evaluate(f"() => {{ window.attempts = {{{functions}}} }}")
    return {name: page.evaluate(REFUSED, name) for name in ATTEMPTS}


def expect_refused(page: Page, watch: Watch) -> None:
    """The browser refuses each, and says so in its console."""
    watch.expect("TrustedHTML", "TrustedScriptURL", "TrustedScript'", "trusted-types")
    found = refusals(page)
    assert {name: error for name, error in found.items() if error not in ("TypeError", "EvalError")} == {}


@pytest.mark.parametrize("path", proved(SOME_ROUTES, ROUTES))
def test_every_page_asks_for_it_and_works_with_it(path: str, page: Page) -> None:
    """That nothing is refused, the watch says; here and in every other journey."""
    visit(page, path)
    policy = page.request.get(path).headers["content-security-policy"]
    assert "require-trusted-types-for 'script'; trusted-types contact-form" in policy


def test_a_script_in_a_page_is_refused_what_would_run_a_text(page: Page, watch: Watch) -> None:
    visit(page, "/faqs")
    expect_refused(page, watch)


def test_the_policy_of_the_contact_form_gives_out_its_own_script_only(page: Page, watch: Watch) -> None:
    """And the name is taken: no second policy of it can be made."""
    watch.expect("trusted-types")
    visit(page, "/kontakt")
    expect(page.locator("script[src='/widgets/kontakt.js']")).to_have_count(1)
    expect(page.locator("voltigo-kontakt")).to_be_visible()
    second = "() => { try { trustedTypes.createPolicy('contact-form', {}) } catch (error) { return error.name } }"
    assert page.evaluate(second) == "TypeError"


@pytest.mark.sample(0)
def test_the_forms_of_declarations_come_as_documents_however_one_arrives(server: Server, page: Page) -> None:
    """From within the site and from one form to the other; who goes back finds the document's own again."""
    form = page.get_by_label("Ihr Name", exact=True)
    visit(page, "/")
    for link, path in (("Vertrag widerrufen", "/widerruf"), ("Verträge hier kündigen", "/kuendigen")):
        with page.expect_event("load"):
            page.get_by_role("contentinfo").get_by_role("link", name=link, exact=True).click()
        expect(page).to_have_url(re.compile(f"{path}$"))
        expect(form).to_be_visible()
        alive(page)
    page.get_by_role("banner").get_by_role("link", name="Über uns").click()
    expect(form).to_have_count(0)
    page.go_back()
    form.fill("Änne Müller")
    expect(form).to_have_value("Änne Müller")


def log_of(server: Server) -> str:
    return (server.data_dir / "server.log").read_text(encoding="utf-8")


def violations(server: Server) -> list[tuple[str, ...]]:
    """What the log says of violated policies."""
    lines = (json.loads(line) for line in log_of(server).splitlines() if '"policy_violated"' in line)
    return [(line["page"], line["directive"], line["blocked"]) for line in lines]


def test_what_a_browser_refuses_it_reports_to_us(server: Server, page: Page, watch: Watch) -> None:
    """Of itself, as any browser does: the page's path arrives, without what stood behind it."""
    watch.expect("TrustedHTML", "inline style")
    visit(page, "/faqs?utm_source=Zwitscherle#Kanarina")
    page.evaluate("() => { try { document.body.innerHTML = '<b>Zwitscherle</b>' } catch {} }")
    page.evaluate("() => document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))")
    eventually(lambda: len(violations(server)) == 2, "both reports are logged")
    assert set(violations(server)) == {
        ("/faqs", "require-trusted-types-for", "trusted-types-sink"),
        ("/faqs", "style-src-elem", "inline"),
    }
    assert "Zwitscherle" not in log_of(server)
