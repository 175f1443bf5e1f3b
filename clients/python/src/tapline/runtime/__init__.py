"""Internals of a worker: claims, renewals, heartbeats and reports. Programs must not call them."""
