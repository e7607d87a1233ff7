"""The repository of snapshots: what lies at the target, and how it is sealed."""
