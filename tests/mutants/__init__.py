"""Small faults put into the product, one at a time, to see whether a test fails: `make mutants`.

A row of a table here is one fault:

    [[fault]]
    name = "a newcomer gets a spot that is kept for the waiting list"
    file = "services/parks/allocation.py"
    old = "if limits.waiting:"
    new = "if False:"
    tests = ["tests/services/parks/test_allocation.py"]

To add one: say in plain words what the product would do wrongly, copy the text that makes it right from its file so
that it occurs there exactly once, and write what an engineer might have written instead. The fault must change what
the product does: where a second guard holds, take another fault. `tests` (files or folders) is where it is likely to
fall first; the `folders` at the top of the table are asked after that, and one that is gone is passed over. What the
product only does while it is loaded (a call at the top of a module) needs `fresh = true`. A file of a web app is
tried with the tests that import it, directly or not.

`python -m tests.mutants parks` tries one table, `python -m tests.mutants "kept for"` what has these words in its name.
"""
