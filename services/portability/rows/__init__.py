"""Reading all rows of a database at one moment, and loading them into an empty one, for each kind of database."""
