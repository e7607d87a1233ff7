"""What a run did or why it failed, in German: for the console and the history of runs."""
