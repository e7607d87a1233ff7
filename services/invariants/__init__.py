"""What must always hold between the rows of the database, proven each night and on request."""
