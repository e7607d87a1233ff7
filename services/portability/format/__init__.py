"""What an export looks like: kinds of values, files of rows, description and README. Nothing here knows a database."""
