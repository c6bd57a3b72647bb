"""Run ``python -m cribcalc``."""

from cribcalc.cli import run

if __name__ == "__main__":
    run()
