"""Compare the numbers in a manuscript's tables with the tables of the papers they cite."""

__version__ = "0.1.0"
