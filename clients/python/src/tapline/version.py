"""The version, in its one place: the package's metadata and the worker's registration read it here."""

__version__ = "0.1.0.dev0"
