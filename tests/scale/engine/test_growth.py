"""The lines that are fitted to what the engines took, and what is said where there are none."""

import pytest

from tests.scale.engine.growth import Growth, compared


def test_a_line_is_fitted_to_several_sizes() -> None:
    duckdb = Growth.of([1_000_000, 3_000_000], [2.0, 4.0])
    assert (duckdb.fixed, duckdb.per_million) == (pytest.approx(1.0), pytest.approx(1.0))
    spark = Growth.of([1_000_000, 3_000_000], [9.0, 14.0])
    assert compared(duckdb, spark) == "equal slopes: 2.5 cores of Spark for one of DuckDB"


def test_one_size_says_what_it_took_and_no_slope() -> None:
    """As `make scale VISITS=1_000_000` has it."""
    duckdb, spark = Growth.of([1_000_000], [2.0]), Growth.of([1_000_000], [9.0])
    assert (str(duckdb), duckdb.per_million) == ("2.00 s", None)
    assert compared(duckdb, spark).startswith("how they grow is not known")
    assert compared(Growth(1.0, 0.0), spark).startswith("how they grow is not known")
