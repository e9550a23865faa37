# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Cases of which scripts/test takes a third."""

import os


def fewer(cases):
    """Every third of the cases where PAPILIO_TEST_FEWER is set, above 1, as in scripts/test; all of them by hand and in scripts/test-deep."""
    return list(cases)[::3] if int(os.environ.get("PAPILIO_TEST_FEWER", "1")) > 1 else list(cases)
