"""Strict conversion of JSON to the types of handlers."""

from __future__ import annotations

import collections.abc
import dataclasses
import json
import types
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, Callable, Dict, Literal, Type, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict
from uuid import UUID

T = TypeVar("T")

_LISTS: Dict[Any, Callable[[Any], Any]] = {
    list: list,
    collections.abc.Sequence: list,
    collections.abc.Iterable: list,
    set: set,
    frozenset: frozenset,
}
_MAPPINGS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_WRAPPERS = {"Annotated", "Required", "NotRequired", "ReadOnly"}
_MISSING = object()


class PayloadError(Exception):
    """The properties of a job do not match the type of its handler. The message begins with the path of the value.

    The attempt is retried, because a newer or older version of the worker may accept the value.
    """


def decode(payload: Any, kind: Type[T]) -> T:
    """Converts JSON to a dataclass, a TypedDict, a pydantic model, or a type of their fields.

    A missing value, null where the type does not allow it, an unknown constant of an enum and a value of another JSON
    type raise a :class:`PayloadError`. Unknown properties are ignored.
    """
    result: T = _decode(payload, kind, "")
    return result


def _decode(value: Any, kind: Any, path: str) -> Any:
    origin = get_origin(kind)
    if kind is Any or kind is object:
        return value
    if kind is None or kind is type(None):
        return value if value is None else _refuse(path, "is not null")
    if getattr(origin, "__name__", getattr(origin, "_name", "")) in _WRAPPERS:
        return _decode(value, get_args(kind)[0], path)
    if origin in (Union, types.UnionType):
        return _union(value, get_args(kind), path)
    if origin is Literal:
        return _constant(value, get_args(kind), path)
    if origin is tuple or kind is tuple:
        return _tuple(value, get_args(kind), path)
    if (origin or kind) in _LISTS:
        items = _of_type(value, list, path)
        item = (get_args(kind) or (Any,))[0]
        return _LISTS[origin or kind](_decode(one, item, f"{path}[{n}]") for n, one in enumerate(items))
    if (origin or kind) in _MAPPINGS:
        entry = (get_args(kind) or (str, Any))[1]
        return {key: _decode(one, entry, _join(path, key)) for key, one in _of_type(value, dict, path).items()}
    if is_typeddict(kind):
        return _typed_dict(value, kind, path)
    if isinstance(kind, type):
        return _class(value, kind, path)
    raise TypeError(f"{kind} is not a type that a payload can be converted to")


def _class(value: Any, kind: Any, path: str) -> Any:
    if hasattr(kind, "model_validate_json"):
        return _model(value, kind, path)
    if dataclasses.is_dataclass(kind):
        return _dataclass(value, kind, path)
    if issubclass(kind, Enum):
        return kind(_constant(value, [one.value for one in kind], path))
    if kind is float:
        return float(value) if type(value) is int else _of_type(value, float, path)
    if kind in (bool, int, str):
        return _of_type(value, kind, path)
    if kind is datetime:
        # fromisoformat of Python 3.10 does not accept the Z.
        return _parsed(value, lambda text: datetime.fromisoformat(text.replace("Z", "+00:00")), "a time", path)
    if kind is date:
        return _parsed(value, date.fromisoformat, "a date", path)
    if kind is UUID:
        return _parsed(value, UUID, "a UUID", path)
    if kind is Decimal:
        return Decimal(str(value)) if type(value) in (int, float) else _parsed(value, Decimal, "a number", path)
    raise TypeError(f"{kind} is not a type that a payload can be converted to")


def _dataclass(value: Any, kind: Any, path: str) -> Any:
    given = _of_type(value, dict, path)
    hints = get_type_hints(kind, include_extras=True)
    fields = {}
    for field in dataclasses.fields(kind):
        has_default = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        if field.init and (field.name in given or not has_default):
            fields[field.name] = _member(given, field.name, hints[field.name], path)
    return kind(**fields)


def _typed_dict(value: Any, kind: Any, path: str) -> Any:
    given = _of_type(value, dict, path)
    hints = get_type_hints(kind, include_extras=True)
    wanted = {name: hint for name, hint in hints.items() if name in given or name in kind.__required_keys__}
    return {**given, **{name: _member(given, name, hint, path) for name, hint in wanted.items()}}


def _member(given: Any, name: str, kind: Any, path: str) -> Any:
    value = given.get(name, _MISSING)
    return _refuse(_join(path, name), "is missing") if value is _MISSING else _decode(value, kind, _join(path, name))


def _model(value: Any, kind: Any, path: str) -> Any:
    """A pydantic model: its strict mode for JSON accepts times and enums as text."""
    try:
        return kind.model_validate_json(json.dumps(value), strict=True)
    except ValueError as error:
        first = error.errors()[0] if hasattr(error, "errors") else {"loc": (), "msg": str(error)}
        for step in first["loc"]:
            path = f"{path}[{step}]" if isinstance(step, int) else _join(path, step)
        raise PayloadError(f"{path or 'payload'}: {first['msg']}") from error


def _union(value: Any, kinds: Any, path: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    others = [kind for kind in kinds if kind is not type(None)]
    refusals = []
    for kind in others:
        try:
            return _decode(value, kind, path)
        except PayloadError as error:
            refusals.append(error)
    raise refusals[0] if len(refusals) == 1 else PayloadError(" or ".join(str(one) for one in refusals))


def _tuple(value: Any, kinds: Any, path: str) -> Any:
    items = _of_type(value, list, path)
    if not kinds or kinds[-1] is Ellipsis:
        kinds = [kinds[0] if kinds else Any] * len(items)
    if len(kinds) != len(items):
        _refuse(path, f"has {len(items)} items instead of {len(kinds)}")
    return tuple(_decode(one, kind, f"{path}[{n}]") for n, (one, kind) in enumerate(zip(items, kinds)))


def _constant(value: Any, constants: Any, path: str) -> Any:
    for one in constants:
        # True equals 1 in Python and is another value in JSON.
        if one == value and type(one) is type(value):
            return one
    return _refuse(path, f"{_shown(value)} is not one of {', '.join(repr(one) for one in constants)}")


def _of_type(value: Any, kind: Any, path: str) -> Any:
    return value if type(value) is kind else _refuse(path, f"{_shown(value)} is not of type {kind.__name__}")


def _parsed(value: Any, parse: Callable[[str], Any], what: str, path: str) -> Any:
    text = _of_type(value, str, path)
    try:
        return parse(text)
    except (ValueError, ArithmeticError):
        return _refuse(path, f"{text!r} is not {what}")


def _shown(value: Any) -> str:
    return "null" if value is None else repr(value)[:100]


def _join(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _refuse(path: str, what: str) -> Any:
    raise PayloadError(f"{path or 'payload'}: {what}")
