"""The version, which the package's metadata and the worker's registration read."""

__version__ = "0.1.0.dev0"
