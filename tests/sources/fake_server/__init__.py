"""A server of our own on this machine that speaks as the real services do, and as nobody should."""
