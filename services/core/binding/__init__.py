"""Which secret a database goes with, and whether this process still goes with its database."""
