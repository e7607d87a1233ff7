"""What can go wrong with a distributed engine."""


class EngineFault(Exception):
    """The engine cannot be reached, broke off, or refused a statement. What it was to compute, DuckDB can."""


class Untranslatable(EngineFault):
    """SQL for which there is no rule."""
