// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

namespace papilio::tool {

/// The commit that was built, with "+" where files were changed, or "unknown". Defined by a source that
/// cmake/commit.cmake writes: only it and the link follow a new commit.
extern const char* const source_commit;

}  // namespace papilio::tool
