"""The one backend of Voltigo. `services/README.md` is the map."""
