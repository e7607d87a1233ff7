"""Which address a short link leads to, by its target, its fields and the caller's own query."""

import pytest

from services.campaigns.links.target import target_address

FLYER = {"utm_source": "flyer", "utm_medium": "print", "utm_campaign": "messe-2026", "utm_term": "", "utm_content": "a"}
CAMPAIGN = "utm_medium=print&utm_campaign=messe-2026&utm_content=a"
FIELDS = f"utm_source=flyer&{CAMPAIGN}"


@pytest.mark.parametrize(
    ("target", "query", "expected"),
    [
        ("/faqs", "", f"/faqs?{FIELDS}"),
        ("/", "", f"/?{FIELDS}"),
        ("/faqs", "ref=VOLT-1&x=1&x=2", f"/faqs?{FIELDS}&ref=VOLT-1&x=1&x=2"),
        # What the caller gives explicitly wins, in the spelling it came in.
        ("/faqs", "utm_source=Plakat", f"/faqs?{CAMPAIGN}&utm_source=Plakat"),
        ("/faqs", "utm_term=strom", f"/faqs?{FIELDS}&utm_term=strom"),
        # An empty one does not: the page reads the first of two equal names.
        ("/faqs", "utm_source=", f"/faqs?{FIELDS}&utm_source="),
        ("/faqs", "utm_source=&utm_source=x", f"/faqs?{CAMPAIGN}&utm_source=&utm_source=x"),
        # A name in another case or encoding is the caller's own business, and the same name encoded is that name.
        ("/faqs", "UTM_SOURCE=x", f"/faqs?{FIELDS}&UTM_SOURCE=x"),
        ("/faqs", "utm%5Fsource=x", f"/faqs?{CAMPAIGN}&utm%5Fsource=x"),
        ("/faqs?ort=a", "x=1", f"/faqs?{FIELDS}&ort=a&x=1"),
        ("/faqs#kosten", "x=1", f"/faqs?{FIELDS}&x=1#kosten"),
        ("/faqs", "q=a%20b+c%C3%A4", f"/faqs?{FIELDS}&q=a%20b+c%C3%A4"),
        ("/faqs", "q=\xe4", f"/faqs?{FIELDS}&q=%C3%A4"),
        ("/faqs", "=&&=x", f"/faqs?{FIELDS}&=&&=x"),
        ("/faqs", "q=\r\nSet-Cookie: a=b", f"/faqs?{FIELDS}&q=%0D%0ASet-Cookie:%20a=b"),
        ("/faqs", 'q="><script>', f"/faqs?{FIELDS}&q=%22%3E%3Cscript%3E"),
    ],
)  # fmt: skip
def test_fields_and_query_are_merged(target: str, query: str, expected: str) -> None:
    assert target_address(target, FLYER, query) == expected


@pytest.mark.parametrize(
    "target",
    [
        "//boese.example",
        "///boese.example",
        "/\\boese.example",
        "\\\\boese.example",
        "https://boese.example/",
        "http:boese.example",
        "javascript:alert(1)",
        "boese.example",
        "/\t/boese.example",
        "/\n/boese.example",
        "/\r\nLocation: https://boese.example",
        "",
        "?x=1",
        "#x",
    ],
)
def test_no_target_leads_to_another_host(target: str) -> None:
    assert target_address(target, {}, "") == "/"
    assert target_address(target, {}, "next=https://boese.example") == "/?next=https://boese.example"


def test_values_of_fields_are_encoded() -> None:
    address = target_address("/", {"utm_campaign": "früh & spät=#1"}, "")
    assert address == "/?utm_campaign=fr%C3%BCh+%26+sp%C3%A4t%3D%231"


def test_umlauts_in_a_path_are_encoded() -> None:
    assert target_address("/über uns%20x", {}, "") == "/%C3%BCber%20uns%20x"
