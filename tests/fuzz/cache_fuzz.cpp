// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as an entry of the compile cache, and as a kernel pack. What is found is what store() has written, byte for
// byte.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "input_path.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/kernel_pack.hpp"

namespace {

using papilio::fuzz::require;
using papilio::runtime::CompileCache;
namespace fs = std::filesystem;

const std::string key = "key";

/// Two folders of entries, removed at the end.
class Folders {
 public:
  Folders() {
    require(!made_.empty());
    // One entry, whose place and rights are the cache's own.
    read.store(key, {});
    descriptor_ = ::open(read.path_of(key).c_str(), O_RDWR);
    require(descriptor_ >= 0);
  }
  ~Folders() {
    ::close(descriptor_);
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;

  void write(std::string_view content) const { papilio::fuzz::overwrite(descriptor_, content); }

 private:
  std::string root_ = papilio::fuzz::temporary_name();
  std::string made_ = ::mkdtemp(root_.data()) != nullptr ? root_ : std::string();
  int descriptor_ = -1;

 public:
  CompileCache read{{fs::path(made_) / "read", {}}};
  CompileCache written{{fs::path(made_) / "written", {}}};
};

std::string content_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folders folders;
  const std::string_view entry = papilio::fuzz::text_of(data, size);
  folders.write(entry);
  const papilio::runtime::KernelPack pack(folders.read.path_of(key));
  require(!pack.find(key) || pack.refusal().empty());
  if (const auto read = papilio::runtime::entry_from(entry)) require(text_of(*read) == entry);
  const auto payload = folders.read.find(key);
  if (!payload) return 0;
  folders.written.store(key, *payload);
  require(content_of(folders.written.path_of(key)) == entry);
  return 0;
}
