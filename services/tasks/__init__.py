"""Tasks, computed from open subjects of other rooms, and what people do with them. See TASKS.md."""
