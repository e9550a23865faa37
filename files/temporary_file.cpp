// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/temporary_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <papilio/error.hpp>
#include <string>
#include <string_view>

#include "core/paths.hpp"
#include "files/stop_signals.hpp"
#include "files/system_calls.hpp"

namespace papilio::files {
namespace {

constexpr std::size_t most_files = 64;

// A signal handler can only use static objects. Whoever takes a path out of its slot owns it, so that the handler never
// sees one that another thread frees.
constinit std::array<std::atomic<system::PathCharacter*>, most_files> doomed = {};
static_assert(std::atomic<system::PathCharacter*>::is_always_lock_free, "the handler may exchange it");

/// The slot that holds the path from now on.
std::size_t doom(const std::filesystem::path& path) {
  auto copy = std::make_unique<system::PathCharacter[]>(path.native().size() + 1);
  std::copy_n(path.c_str(), path.native().size() + 1, copy.get());
  for (std::size_t slot = 0; slot < most_files; ++slot) {
    system::PathCharacter* none = nullptr;
    if (doomed[slot].compare_exchange_strong(none, copy.get())) {
      (void)copy.release();
      return slot;
    }
  }
  throw Error::io(path.string(), fmt::format("{} outputs are open already", most_files), "write fewer at a time");
}

void spare(std::size_t slot) { const std::unique_ptr<system::PathCharacter[]> path(doomed[slot].exchange(nullptr)); }

Error failure(const std::filesystem::path& path, const std::string& why) {
  return Error::io(path.string(), "cannot be written: " + why, "choose another name");
}

}  // namespace

void remove_temporary_files() noexcept {
  for (std::atomic<system::PathCharacter*>& slot : doomed) {
    if (const system::PathCharacter* const path = slot.exchange(nullptr)) system::remove_file(path);
  }
}

TemporaryFile::TemporaryFile(const Target& target) : wanted_(target.path) {
  constexpr std::string_view suffix = ".part";
  constexpr std::size_t most_of_a_name = 200;  // with the rest below the system's limit of 255
  std::string name = (folder_of(wanted_) / wanted_.filename().string().substr(0, most_of_a_name)).string();
  name += ".XXXXXX";
  name += suffix;
  catch_signals();
  try {
    without_removal([&] {
      // Nobody else's file is opened, whatever it is called, and nobody else opens this one.
      descriptor_ = system::make_file(name, suffix.size());
      if (!descriptor_) throw failure(wanted_, fmt::format("its folder takes no new file ({})", reason(errno)));
      path_ = name;
      slot_ = doom(path_);
    });
  } catch (...) {
    if (descriptor_) system::remove_file(std::filesystem::path(name).c_str());
    release_signals();
    throw;
  }
  give_rights(descriptor_.get(), target.rights);
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) system::remove_file(path_.c_str());
  spare(slot_);
  release_signals();
}

void TemporaryFile::settle() {
  if (!system::sync_file(descriptor_.get())) throw failure(wanted_, reason(errno));
  if (const int error = descriptor_.close(); error != 0) throw failure(wanted_, reason(error));
}

void TemporaryFile::take_its_place() {
  settle();
  put_in_place(path_, wanted_);
  path_.clear();
}

bool TemporaryFile::take_free_place() {
  settle();
  switch (system::move_to_free_name(path_, wanted_)) {
    case system::Move::done:
      path_.clear();
      sync_folder_of(wanted_);
      return true;
    case system::Move::name_is_taken:
      return false;
    case system::Move::failed:
      break;
  }
  throw failure(wanted_, reason(errno));
}

}  // namespace papilio::files
