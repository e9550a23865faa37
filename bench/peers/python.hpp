// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Python, opened at run time, for libraries that have no C interface: it calls their modules on the arena's memory. The
// overhead of a call is a few microseconds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/host_arena.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peer.hpp"

namespace papilio::bench {

/// One interpreter per process, which is never finalised: numerical modules cannot be loaded into a second one. Throws
/// Error(unsupported) with Python's message.
class Python {
 public:
  using Object = void*;

  /// `user` is the peer that asks first, for messages.
  static const Python& for_peer(const char* user);

  /// New variables, with the function array(address, kind, shape, strides) that views memory as NumPy does; strides in
  /// elements.
  [[nodiscard]] Object variables() const;
  [[nodiscard]] Object item(Object dictionary, const char* name) const { return item_(dictionary, name); }
  void release(Object object) const { release_(object); }

  /// Runs statements whose variables are in `dictionary`.
  void run(const std::string& statements, Object dictionary) const;
  void call(Object function) const { release_(checked(call_(function, nullptr))); }
  [[nodiscard]] std::string text(Object object) const;

 private:
  explicit Python(const char* user);
  [[nodiscard]] Object checked(Object result) const;

  ForeignLibrary library_;
  Object (*new_dictionary_)() = nullptr;
  Object (*item_)(Object dictionary, const char* name) = nullptr;
  Object (*run_)(const char* statements, int start, Object globals, Object locals) = nullptr;
  Object (*call_)(Object function, Object arguments) = nullptr;
  void (*release_)(Object object) = nullptr;
  void (*fetch_error_)(Object* type, Object* value, Object* trace) = nullptr;
  Object (*text_)(Object object) = nullptr;
  const char* (*utf8_)(Object object) = nullptr;
};

/// A peer whose plans are a function run() of Python, for host memory.
class PythonPeer : public Peer {
 public:
  /// `title` and the version are the peer's version; `imports` are statements that import a module and set `version`.
  PythonPeer(HostArena& arena, int threads, const char* name, const char* title, const std::string& imports);
  ~PythonPeer() override { python_.release(variables_); }

  [[nodiscard]] std::string version() const override;
  [[nodiscard]] Arena& arena() const override { return arena_; }
  void enqueue() override { python_.call(run_); }
  void release() override { python_.run("i = k = o = h = p = x = s = run = None\n", variables_); }

 protected:
  [[nodiscard]] HostArena& memory() const { return arena_; }
  [[nodiscard]] int threads() const { return threads_; }
  /// Runs statements that define run(), and calls it once. Returns what plan() returns.
  std::optional<PeerRefusal> define(const std::string& statements);

 private:
  HostArena& arena_;
  int threads_;
  const char* title_;
  const Python& python_;
  Python::Object variables_;
  Python::Object run_ = nullptr;
};

/// array() of memory; `kind` is NumPy's, as f4 or c16.
std::string array_text(const void* address, char kind, std::int64_t bytes, const std::vector<std::int64_t>& shape,
                       const std::vector<std::int64_t>& strides);

}  // namespace papilio::bench
