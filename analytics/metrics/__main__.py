"""`python -m analytics.metrics`: renew the lock file of the catalogue.

Refuses metrics whose definition changed under the same version, unless they are named with `--same`: their SQL is
written differently and counts the same. Names measures without an entry; ends with 1 if anything is wrong.
"""

import argparse
import sys

from analytics.metrics.lock import LOCK, current, measures, read_lock, unversioned, write_lock


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m analytics.metrics", description=__doc__)
    parser.add_argument("--same", nargs="*", default=[], metavar="KEY", help="metrics that count the same as before")
    same = parser.parse_args().same
    faults = [f'{one.name}: no metric is called "{one.column.label}"' for one in measures() if not one.column.metric]
    now = current()
    changed = unversioned(read_lock(LOCK), now)
    faults += [
        f"{key}: {what} changed; add a version with its reason, or say --same {key}"
        for key, what in sorted(changed.items())
        if key not in same
    ]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    if not faults:
        write_lock(LOCK, now)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
