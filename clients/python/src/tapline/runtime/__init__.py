"""What makes a worker run: claims, renewals, heartbeats, reports. Nothing here is meant to be called by programs."""
