"""A household's reservation on one sheet of paper."""
