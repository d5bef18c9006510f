"""The examples of examples/python run and say what the documentation says."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES, PAGE = ROOT / "examples/python", ROOT / "docs/python.md"


@pytest.mark.skipif(not EXAMPLES.exists(), reason="a source distribution has no examples")
def test_learning_to_call_gets_better_than_habits_and_never_better_than_the_book():
    said = subprocess.run([sys.executable, EXAMPLES / "learn_to_call.py", "150000"], capture_output=True, text=True, check=True).stdout
    given_away = [float(figure) for figure in re.findall(r"gives away +(-?[\d.]+)", said)]
    first, last, *learned, book = given_away
    assert book == 0 and 0 <= learned[-1] < min(first, last)


@pytest.mark.skipif(not PAGE.exists(), reason="a source distribution has no documentation")
def test_the_examples_of_the_page_say_what_it_shows():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 25 and not failed
