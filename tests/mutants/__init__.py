"""Small faults put into the product, one at a time, to see whether a test fails: `make mutants`.

A table lists faults by the file they are in:

    ["services/parks/allocation.py"]
    tests = ["tests/services/parks/test_allocation.py"]
    "a newcomer gets a spot that is kept for the waiting list" = ["if limits.waiting:", "if False:"]

To add one: say in plain words what the product would do wrongly, copy the text that makes it right from its file so
that it occurs there exactly once, and write what an engineer might have written instead. The fault must change what
the product does: where a second guard holds, take another fault. `tests` (files or folders) is where faults of the
file are likely to fall first; the `folders` at the top of the table are asked after that, and one that is gone is
passed over. What the product only does while it is loaded (a call at the top of a module) says "fresh" after the two
texts. A file of a web app is tried with the tests that import it, directly or not.

`python -m tests.mutants parks` tries one table, `python -m tests.mutants "kept for"` what has these words in its name.
"""
