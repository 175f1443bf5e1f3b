"""Runs all tests and tells how each one ended, one JSON object to a line, for a program that reads it.

For people: ``PYTHONPATH=src python3 -m unittest discover tests``.
"""

from __future__ import annotations

import json
import os
import sys
import unittest
from typing import Any


class Telling(unittest.TestResult):
    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._bad = ""

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        self._bad = self.errors[-1][1]
        if not isinstance(test, unittest.TestCase) or not hasattr(test, "_testMethodName"):
            self._tell(str(test))

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addFailure(test, err)
        self._bad = self.failures[-1][1]

    def stopTest(self, test: unittest.TestCase) -> None:
        super().stopTest(test)
        self._tell(test.id())

    def _tell(self, name: str) -> None:
        print(json.dumps({"name": name, "problem": self._bad}), flush=True)


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    unittest.defaultTestLoader.discover(here, top_level_dir=here).run(Telling())
    print(json.dumps({"end": True}))
    sys.exit(0)
