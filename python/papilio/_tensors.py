# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Questions about PyTorch's tensors: whether a call can pass the dispatcher, which takes longer than a small transform."""

from __future__ import annotations

import importlib
from typing import Any

torch: Any = importlib.import_module("torch")
_forward_ad: Any = importlib.import_module("torch.autograd.forward_ad")

__all__ = ["is_plain", "is_transformed", "needs_operators", "records", "refuse_traces"]

# Each is true while PyTorch must see every operator: torch.func's transforms, dispatch modes, torch.jit.trace.
_WATCHERS: list[Any] = [getattr(torch._C, name, None) for name in
                        ("_are_functorch_transforms_active", "_len_torch_dispatch_stack", "_get_tracing_state")]
_is_compiling = torch.compiler.is_compiling
_transformed, _modes, _traced = _WATCHERS
_known = None not in _WATCHERS and hasattr(_forward_ad, "_current_level")
_function_modes: Any = getattr(torch._C, "_len_torch_function_stack", lambda: 0)
# Batches of gradients (is_grads_batched) are of an older kind than torch.func's.
_is_batch: Any = getattr(torch._C._functorch, "is_legacy_batchedtensor", lambda x: False)


def _only_the_default_device() -> bool:
    """torch.set_default_device is a mode, too, but sees no operator of ours: it is for functions that make tensors."""
    mode = importlib.import_module("torch.utils._device").DeviceContext
    return bool(_function_modes() == 1 and type(torch._C._get_function_stack_at(0)) is mode)


def is_plain(x: Any) -> bool:
    """True if x is an ordinary tensor, and of all that can see an operator at most autograd's backward mode and
    profilers would: they do not see transforms of such tensors.
    """
    return bool(type(x) is torch.Tensor and _known and (x.is_cuda or x.is_cpu) and not _is_compiling()
                and not _transformed() and not _modes() and _traced() is None and _forward_ad._current_level < 0
                and (not _function_modes() or _only_the_default_device()) and not _is_batch(x))


def is_transformed(x: Any) -> bool:
    """True if x may carry more than its numbers: a transform of torch.func or forward derivatives."""
    return bool(_known and not _is_compiling() and (_transformed() or _forward_ad._current_level >= 0 or _is_batch(x)))


def refuse_traces() -> None:
    """Raises NotImplementedError inside torch.jit.trace, which would keep lengths and results as constants."""
    if _known and not _is_compiling() and _traced() is not None:
        raise NotImplementedError("torch.jit.trace cannot trace Papilio's transforms: use torch.compile")


def records(x: Any) -> bool:
    """Derivatives of this tensor are asked for."""
    return bool(torch.is_grad_enabled() and x.requires_grad)


def needs_operators(x: Any) -> bool:
    """True if a call of papilio.fft must go through PyTorch's operators: they keep derivatives, batches and shapes."""
    return bool(records(x) or is_transformed(x) or x.is_meta or (_known and _traced() is not None))
