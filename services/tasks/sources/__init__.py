"""The sources of work, a module a room; `every` is the one list of them."""
