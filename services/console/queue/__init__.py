"""The queue of the page Heute: the sources of work, and its API. The rules are `services/work`'s."""
