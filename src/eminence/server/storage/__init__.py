"""What is kept: the database, its tables, and what is read and written there within a transaction."""
