# Types that the signatures in help() cannot state: a NumPy array gives a NumPy array, another array one of its library.
_core.__prefix__:
    from typing import overload
    from papilio._types import DLPackArray, Foreign, NumPyArray

_core\.Plan\.__call__:
    @overload
    def __call__(self, x: NumPyArray, out: NumPyArray | None = None) -> NumPyArray:
        \doc
    @overload
    def __call__(self, x: Foreign, out: Foreign | None = None) -> Foreign: ...

_core\.Plan\.execute:
    @overload
    def execute(self, x: NumPyArray, out: NumPyArray | None = None, *, stream: None = None, scratch: None = None) -> NumPyArray:
        \doc
    @overload
    def execute(self, x: Foreign, out: Foreign | None = None, *, stream: object | None = None, scratch: DLPackArray | None = None) -> Foreign: ...
