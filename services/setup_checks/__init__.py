"""What an installation lacks for real work, checked by the server; see SETUP.md."""
