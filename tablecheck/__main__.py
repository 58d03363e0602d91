"""Run the command line with ``python -m tablecheck``."""

from tablecheck.cli import main

if __name__ == "__main__":
    main()
