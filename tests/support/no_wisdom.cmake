# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# ctest reads this file before it runs the tests: they know no wisdom but what they make themselves.
set(ENV{PAPILIO_WISDOM} "off")
