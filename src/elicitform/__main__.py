"""Run the command line: ``python -m elicitform``."""

from elicitform._cli import run

if __name__ == "__main__":
    run()
