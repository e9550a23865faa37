// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The system, the build, the environment, and Papilio's files on this machine. Reads them; writes nothing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace papilio::tool {

struct BuildFacts {
  std::string version;
  std::string commit;    ///< of the source tree when it was configured; empty: not known
  std::string compiler;  ///< "GCC 12.2.0"
};
BuildFacts build_facts();

struct SystemFacts {
  std::string name;       ///< "Debian GNU/Linux 12 (bookworm)"
  std::string kernel;     ///< "Linux 6.1.0-13-amd64 x86_64"
  std::string processor;  ///< empty: not known
  int processors = 0;
  std::int64_t memory = 0;  ///< bytes
};
SystemFacts system_facts();

struct CacheFacts {
  std::string folder;     ///< empty: off
  std::string state;      ///< "mode 0700", "will be made at the first use", or why it is not used
  std::string pack;       ///< a kernel pack that can be used
  std::string read_only;  ///< the second tier's folder, or empty
  bool usable = false;    ///< kernels are kept in it
  std::int64_t entries = 0;
  std::int64_t bytes = 0;
  std::int64_t limit = 0;
  std::vector<std::string> notes;
};
CacheFacts cache_facts();

struct WisdomFacts {
  std::string file;  ///< empty: off
  bool exists = false;
  std::size_t lines = 0;
  std::vector<std::string> refused;
};
/// Makes the process read its wisdom.
WisdomFacts wisdom_facts();

/// The variables that are set, by name: Papilio's own, and those by which drivers and the loader choose what they use.
std::vector<std::pair<std::string, std::string>> environment_facts();

/// Without the name of the user's home folder: ~ stands for it.
std::string without_home(std::string text);

}  // namespace papilio::tool
