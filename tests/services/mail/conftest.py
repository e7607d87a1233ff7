"""A clock that is held."""
