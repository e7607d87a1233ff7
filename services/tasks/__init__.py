"""What is to be done, computed from what is open, and what people do with a line of it. See TASKS.md."""
