"""Names are looked for as they stand: signs that patterns are made of have no meaning in them."""

import re

import pytest

from services.data_protection.erasure.naming import _spelling


@pytest.mark.parametrize(
    "name", ["Müller.*", "O(Neill", "a+b@example.org", "[Klein]", "Groß|Klein", "Ring\\d+", "x{9}"]
)
def test_a_name_with_signs_of_patterns_is_taken_as_it_stands(name: str) -> None:
    pattern = re.compile(_spelling(name), re.IGNORECASE)
    assert pattern.search(f"Anruf von {name} heute")
    for other in ("Müllerin", "O Neill", "aab@example.org", "Klein", "Groß", "Ring12", "xxxxxxxxx"):
        assert not pattern.search(f"Anruf von {other} heute"), other
