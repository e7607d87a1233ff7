"""The SQL of models, parsed as it is written."""

from sqlglot.dialects.duckdb import DuckDB


class Written(DuckDB):
    """DuckDB's SQL. Places in lists stay the numbers that are written, from one; the library would change some of them,
    depending on whether it knows their type.
    """

    INDEX_OFFSET = 0
