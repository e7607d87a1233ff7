"""Every cookie of the product: bound to this host and to HTTPS, out of reach of scripts and of other sites."""

import ast
from collections.abc import Callable

import pytest
from starlette.responses import Response

from services.household import access as household
from services.settings import Settings
from services.staff import access as staff
from services.waiting_list.sign_in import access as waiting_list
from tests.fixtures.servers import ROOT

Put = Callable[[Response, Settings, str], None]
PUTS: dict[str, tuple[Put, str]] = {
    "__Host-voltigo-staff": (staff.put_cookie, "lax"),
    "__Host-voltigo-device": (staff.put_device_cookie, "strict"),
    "__Host-voltigo-household": (household.put_cookie, "strict"),
    "__Host-voltigo-waiting": (waiting_list.put_cookie, "strict"),
}


@pytest.mark.parametrize("name", PUTS)
def test_a_cookie_is_bound_to_this_host_and_out_of_reach_of_scripts(name: str) -> None:
    put, same_site = PUTS[name]
    response = Response()
    put(response, Settings(_env_file=None, public_url="https://voltigo.example"), "token")  # type: ignore[call-arg]
    given, *rest = (part.strip() for part in response.headers["set-cookie"].split(";"))
    attributes = {part.partition("=")[0].lower(): part.partition("=")[2] for part in rest}
    assert given == f"{name}=token"
    assert {"secure", "httponly"} <= attributes.keys()
    assert (attributes["samesite"], attributes["path"]) == (same_site, "/")
    assert "domain" not in attributes


def test_no_other_place_sets_a_cookie() -> None:
    """Or the test above would not know all of them."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "services").rglob("*.py"))}
    found = [
        (path.relative_to(ROOT).as_posix(), node.lineno)
        for path, text in texts.items()
        if "set_cookie" in text  # to parse everything takes five seconds
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "set_cookie"
    ]
    assert len(found) == len(PUTS), found
    assert [path for path, text in texts.items() if "set-cookie" in text.lower()] == []
