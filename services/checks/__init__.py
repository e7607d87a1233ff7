"""What must be right about an installation: one list, read by command and page; see CHECKS.md."""
