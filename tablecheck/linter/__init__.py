"""The one road from a manuscript to a report, walked by every face of the program."""
