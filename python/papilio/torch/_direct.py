# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Whether a call can go straight to the device, past PyTorch's dispatcher, which takes longer than a small transform."""

from __future__ import annotations

import importlib
from typing import Any

torch: Any = importlib.import_module("torch")
_forward_ad: Any = importlib.import_module("torch.autograd.forward_ad")

__all__ = ["is_plain", "records"]

# Each is true while PyTorch must see every operator: torch.func's transforms, dispatch modes, torch.jit.trace.
_WATCHERS: list[Any] = [getattr(torch._C, name, None) for name in
                        ("_are_functorch_transforms_active", "_len_torch_dispatch_stack", "_get_tracing_state")]
_is_compiling = torch.compiler.is_compiling
_transformed, _modes, _traced = _WATCHERS
_known = None not in _WATCHERS and hasattr(_forward_ad, "_current_level")


def is_plain(x: Any) -> bool:
    """True if x is an ordinary tensor, and nothing but autograd's backward mode would see an operator called on it."""
    return bool(type(x) is torch.Tensor and _known and not _is_compiling() and not _transformed() and not _modes()
                and _traced() is None and _forward_ad._current_level < 0)


def records(x: Any) -> bool:
    """Derivatives of this tensor are asked for."""
    return bool(torch.is_grad_enabled() and x.requires_grad)
