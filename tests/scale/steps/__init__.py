"""An installation that grows: each step of `services/manual/scaling.md` by its own commands."""
