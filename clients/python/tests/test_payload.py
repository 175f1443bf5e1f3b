"""A value that the type of a handler cannot represent is an error with its path."""

from __future__ import annotations

import unittest
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union
from uuid import UUID

from tapline import PayloadError
from tapline.payload import decode


class Priority(Enum):
    ROUTINE = "ROUTINE"
    STAT = "STAT"


@dataclass
class Well:
    name: str
    volume: float


@dataclass(frozen=True)
class Plate:
    barcode: str
    wells: int
    priority: Priority = Priority.ROUTINE
    sealed: bool = False
    kind: Literal["deep", "flat"] = "flat"
    comment: Optional[str] = None
    at: Optional[datetime] = None
    used: List[Well] = field(default_factory=list)
    by_row: Dict[str, Tuple[int, int]] = field(default_factory=dict)
    label: Union[int, str] = ""


class Shipment(TypedDict):
    volume_ul: int
    tubes: List[str]


class PayloadTest(unittest.TestCase):
    def test_a_dataclass_is_read_and_unknown_properties_are_allowed(self) -> None:
        payload = {
            "barcode": "P-1",
            "wells": 96,
            "priority": "STAT",
            "comment": None,
            "at": "2026-01-02T03:04:05Z",
            "used": [{"name": "A1", "volume": 2}],
            "by_row": {"A": [1, 2]},
            "label": "x",
            "extra": {"a": 1},
        }
        at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
        self.assertEqual(
            Plate("P-1", 96, Priority.STAT, at=at, used=[Well("A1", 2.0)], by_row={"A": (1, 2)}, label="x"),
            decode(payload, Plate),
        )

    def test_a_value_that_does_not_fit_names_its_path(self) -> None:
        cases: Dict[str, Dict[str, Any]] = {
            "wells: null": {"wells": None},
            "wells: '96'": {"wells": "96"},
            "wells: 96.0": {"wells": 96.0},
            "wells: True": {"wells": True},
            "barcode: 7": {"barcode": 7},
            "sealed: 1": {"sealed": 1},
            "sealed: null": {"sealed": None},
            "priority: 'URGENT' is not one of": {"priority": "URGENT"},
            "priority: null": {"priority": None},
            "kind: 'round' is not one of": {"kind": "round"},
            "at: 'yesterday' is not a time": {"at": "yesterday"},
            "used: {}": {"used": {}},
            "used[1].volume: null": {"used": [{"name": "A1", "volume": 1}, {"name": "A2", "volume": None}]},
            "by_row.A: has 1 items instead of 2": {"by_row": {"A": [1]}},
            "label: [1] is not of type int or label: [1] is not of type str": {"label": [1]},
        }
        for message, fields in cases.items():
            with self.assertRaises(PayloadError) as raised:
                decode({"barcode": "P-1", "wells": 96, **fields}, Plate)
            self.assertEqual(message, str(raised.exception)[: len(message)])
        with self.assertRaisesRegex(PayloadError, "^wells: is missing"):
            decode({"barcode": "P-1"}, Plate)
        with self.assertRaisesRegex(PayloadError, "^payload: "):
            decode([], Plate)

    def test_a_typed_dict_keeps_unknown_properties(self) -> None:
        payload = {"volume_ul": 5, "tubes": ["T-1"], "x": 1}
        self.assertEqual(payload, decode(payload, Shipment))
        with self.assertRaisesRegex(PayloadError, "^volume_ul: null"):
            decode({"volume_ul": None, "tubes": []}, Shipment)
        with self.assertRaisesRegex(PayloadError, r"^tubes\[0\]: 1"):
            decode({"volume_ul": 1, "tubes": [1]}, Shipment)

    def test_texts_with_a_form_are_parsed(self) -> None:
        self.assertEqual(date(2026, 1, 2), decode("2026-01-02", date))
        self.assertEqual(UUID(int=7), decode(str(UUID(int=7)), UUID))
        self.assertEqual(Decimal("0.10"), decode("0.10", Decimal))
        self.assertEqual(Decimal("0.1"), decode(0.1, Decimal))
        for kind in (date, UUID, Decimal):
            with self.assertRaises(PayloadError):
                decode("x", kind)

    def test_a_pydantic_model_is_read_in_its_strict_mode(self) -> None:
        try:
            from pydantic import BaseModel
        except ImportError:
            self.skipTest("pydantic is not installed")

        class Tube(BaseModel):
            volume: int
            at: datetime

        self.assertEqual(5, decode({"volume": 5, "at": "2026-01-02T03:04:05Z"}, Tube).volume)
        with self.assertRaisesRegex(PayloadError, "^volume: "):
            decode({"volume": "5", "at": "2026-01-02T03:04:05Z"}, Tube)

    def test_other_types_are_an_error_of_the_program(self) -> None:
        with self.assertRaises(TypeError):
            decode(1, complex)
