"""What each service knows of a cited paper, and which of it is believed; one file a service."""
