"""Releases: which revision of the schema each one ended with. Migrations may contract what an earlier release left.

A row is added when a version is released, in the commit that raises the version in `pyproject.toml`.
"""

from typing import Final

RELEASES: Final = {"0.1.0": "0042"}
"""Newest revision by version, oldest version first."""
