"""An installation that grows: each step of the README by its own commands."""
