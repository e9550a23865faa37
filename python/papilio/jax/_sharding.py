# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Transforms of arrays that are spread over devices: each device transforms its own part where only batch axes are cut.

Axes that are transformed are gathered first, and no others. JAX asks here only where a computation has several devices.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

_dispatch: Any = importlib.import_module("jax._src.dispatch")
_jax: Any = importlib.import_module("jax")
_partitioning: Any = importlib.import_module("jax.experimental.custom_partitioning")
_sharding: Any = importlib.import_module("jax.sharding")

__all__ = ["can_be_cut", "lower_with_devices", "partitioned", "whole_along"]

Params = tuple[tuple[str, Any], ...]


def lower_with_devices(primitive: Any) -> None:
    """Lets custom_partitioning know the devices where it is lowered inside of this primitive. JAX has no public name for
    this; without it arrays are gathered.
    """
    getattr(_dispatch, "prim_requires_devices_during_lowering", set()).add(primitive)


def can_be_cut(context: Any) -> bool:
    """False in lowering contexts for which custom_partitioning has no mesh: inside of shard_map over some axes of a mesh, say."""
    axes = context.module_context.axis_context
    if hasattr(axes, "manual_axes"):
        manual, every = set(axes.manual_axes), set(axes.mesh.axis_names)
        if manual and manual != every and not getattr(_jax.config, "jax_use_shardy_partitioner", True):
            raise NotImplementedError("papilio.jax in shard_map over some axes of a mesh needs the Shardy partitioner: set "
                                      "jax_use_shardy_partitioner, or name all axes")  # GSPMD would end the process
        return manual == every
    devices = getattr(axes, "device_assignment", ())
    return devices is not None and (len(devices) <= 1 or axes.abstract_mesh is not None)


def whole_along(sharding: Any, axes: tuple[int, ...], rank: int) -> Any:
    """The sharding without cuts along these axes."""
    spec = (*sharding.spec, *(None,) * (rank - len(sharding.spec)))
    kept = [None if axis in axes else names for axis, names in enumerate(spec)]
    return _sharding.NamedSharding(sharding.mesh, _sharding.PartitionSpec(*kept))


def _propagated(params: Params, mesh: Any, shapes: Any, result: Any) -> Any:
    """For GSPMD, the partitioner of older versions of JAX."""
    return whole_along(shapes[0].sharding, dict(params)["axes"], len(result.shape))


def _rule(params: Params, mesh: Any, operands: Any, results: Any) -> Any:
    """For Shardy: batch axes go through, transformed ones are whole on both sides."""
    axes = dict(params)["axes"]
    names = [[f"{side}{axis}" if axis in axes else f"batch{axis}" for axis in range(operands[0].rank)]
             for side in ("in", "out")]
    mappings = [(_partitioning.ArrayMapping(*side),) for side in names]
    whole = tuple(name for side in names for name in side if not name.startswith("batch"))
    return _partitioning.SdyShardingRule(*mappings, need_replication_factors=whole)


def partitioned(transform: Callable[..., Any]) -> Callable[[Any, Params], Any]:
    """transform(x, **params), as a function of x and the items of params that JAX can cut into parts."""
    def whole(x: Any, params: Params) -> Any:
        return transform(x, **dict(params))

    def partition(params: Params, mesh: Any, shapes: Any, result: Any) -> Any:
        sharding = whole_along(shapes[0].sharding, dict(params)["axes"], len(result.shape))
        return mesh, lambda x: whole(x, params), sharding, (sharding,)

    made = _partitioning.custom_partitioning(whole, static_argnums=(1,))
    made.def_partition(partition, infer_sharding_from_operands=_propagated, sharding_rule=_rule)
    return made  # type: ignore[no-any-return]
