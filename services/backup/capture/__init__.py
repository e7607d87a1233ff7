"""Taking a snapshot: the database at one moment, the files that it names, the secret."""
