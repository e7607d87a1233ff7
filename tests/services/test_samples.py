"""Which cases of a long proof `make test` takes."""

import pytest

from tests.fixtures.proved import sample_of


@pytest.mark.parametrize(
    ("count", "cases", "taken"),
    [(0, 7, set()), (1, 7, {0}), (3, 7, {0, 2, 4}), (7, 7, set(range(7))), (9, 2, {0, 1})],
)
def test_cases_are_taken_at_even_distances_from_the_first_on(count: int, cases: int, taken: set[int]) -> None:
    assert sample_of(count, cases) == taken
