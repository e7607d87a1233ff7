"""Large final operations wait for a second person; decision 36."""
