// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Standard output and standard error as a person may see them.
#pragma once

namespace papilio::tool {

enum class StandardStream { output, error };

bool is_terminal(StandardStream stream);

/// Whether the stream is a terminal that understands colours. Not one whose TERM is "dumb" or missing. A console of
/// Windows is told to understand them.
bool is_colour_terminal(StandardStream stream);

}  // namespace papilio::tool
