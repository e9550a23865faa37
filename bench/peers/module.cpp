// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <papilio/error.hpp>

#include "bench/installed.hpp"
#include "bench/module_trial.hpp"
#include "bench/modules/module_abi.hpp"
#include "bench/peers/ability.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"
#include "runtime/dynamic_library.hpp"

namespace papilio::bench {
namespace {

constexpr const char* entry_name = "papilio_bench_module";

/// Buffer for the message of a module.
struct Said {
  std::array<char, 256> text{};
  PapilioModuleText place{text.data(), text.size()};
  [[nodiscard]] std::string str() const { return text.data(); }
};

struct TrigKind {
  PapilioModuleKind kind;
  int type;
};

/// Cosine and sine transforms; std::nullopt for other kinds.
std::optional<TrigKind> trig_of(Kind kind) {
  constexpr std::array dcts = {Kind::dct1, Kind::dct2, Kind::dct3, Kind::dct4};
  constexpr std::array dsts = {Kind::dst1, Kind::dst2, Kind::dst3, Kind::dst4};
  for (int type = 1; type <= 4; ++type) {
    if (kind == dcts[static_cast<std::size_t>(type - 1)]) return TrigKind{papilio_module_dct, type};
    if (kind == dsts[static_cast<std::size_t>(type - 1)]) return TrigKind{papilio_module_dst, type};
  }
  return std::nullopt;
}

PapilioModuleKind kind_of(Kind kind) {
  if (kind == Kind::r2c) return papilio_module_r2c;
  if (kind == Kind::c2r) return papilio_module_c2r;
  return papilio_module_c2c;
}

PapilioModulePrecision precision_of(const Problem& problem) {
  if (problem.in_storage == Storage::f16) return papilio_module_f16;
  if (problem.precision == Precision::f64x2) return papilio_module_f64x2;
  return problem.precision == Precision::f64 ? papilio_module_f64 : papilio_module_f32;
}

/// Why no module can do a problem; std::nullopt if one may.
std::optional<std::string> module_obstacle(const Problem& problem) {
  Problem all_axes = problem;
  all_axes.axes.clear();
  if (auto why = obstacle(problem, {.real_to_real = trig_of(problem.kind).has_value(), .half = true, .f64x2 = true}))
    return why;
  if (problem.in_storage == Storage::bf16) return "no bf16";
  if (!is_packed(all_axes)) return "no strides or distances of the caller";
  if (problem.halves() && !problem.axes.empty()) return "no half spectra of some axes alone";
  if (problem.halves() && problem.placement == Placement::in_place) return "no half spectra in place";
  return std::nullopt;
}

/// A module that is loaded, and its peer on a device.
class OpenModule {
 public:
  OpenModule(DeviceArena& arena, const std::string& name) {
    const std::string file = module_file(name);
    if (file.empty()) {
      throw Error::unsupported(name, fmt::format("this build has no module papilio-{}.so", name),
                               "run scripts/install-dependencies (for CUDA, install the toolkit too) and build again");
    }
    library_ = runtime::DynamicLibrary(std::span(&file, 1));
    if (!library_) throw Error::unsupported(name, fmt::format("its module does not load: {}", library_.tried()));
    const auto entry = library_.function<PapilioModuleEntry>(entry_name);
    module_ = entry != nullptr ? entry() : nullptr;
    if (module_ == nullptr || module_->version != papilio_module_version) {
      throw Error::unsupported(name, file + " is of another version of Papilio", "build or install both together");
    }
    const NativeHandles& native = arena.native();
    const PapilioModuleDevice device = {native.context, native.device, native.queue, native.queue_family};
    peer_ = module_->open(&device);
    if (peer_ == nullptr) throw Error::unsupported(name, "it does not start on " + arena.device().info().id);
  }
  OpenModule(const OpenModule&) = delete;
  OpenModule& operator=(const OpenModule&) = delete;
  ~OpenModule() { module_->close(peer_); }

  const PapilioModule* operator->() const { return module_; }
  [[nodiscard]] void* peer() const { return peer_; }

 private:
  runtime::DynamicLibrary library_;
  const PapilioModule* module_ = nullptr;
  void* peer_ = nullptr;
};

std::string version_of(const OpenModule& module) {
  Said said;
  module->library_version(&said.place);
  return said.str();
}

class ModulePeer final : public Peer {
 public:
  ModulePeer(DeviceArena& arena, const std::string& name, ModuleTrials trials)
      : arena_(arena), name_(name), trials_(trials), module_(std::make_unique<OpenModule>(arena, name)) {}

  [[nodiscard]] std::string version() const override { return version_of(*module_); }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    release();
    if (problem.lengths.size() > papilio_module_most_axes)
      return PeerRefusal{PeerOutcome::unsupported, "more than four axes"};
    if (auto why = module_obstacle(problem)) return PeerRefusal{PeerOutcome::unsupported, *why};
    if (trials_ == ModuleTrials::first) {
      if (auto refusal = crash_of(name_, problem, arena_.device().info())) return refusal;
    }
    planned_ = module_.get();
    if (problem.precision == Precision::f64x2) {
      if (auto refusal = open_f64x2()) return refusal;
      planned_ = f64x2_.get();
    }
    PapilioModuleProblem values = {};
    const TrigKind trig = trig_of(problem.kind).value_or(TrigKind{kind_of(problem.kind), 0});
    values.kind = trig.kind;
    values.trig_type = trig.type;
    values.rank = static_cast<int>(problem.lengths.size());
    std::copy(problem.lengths.rbegin(), problem.lengths.rend(), values.lengths);
    std::fill_n(values.skipped, values.rank, 1);
    for (const int axis : problem.transformed_axes()) values.skipped[values.rank - 1 - axis] = 0;
    values.batch = problem.batch;
    values.input_bytes = input_bytes(problem);
    values.output_bytes = output_bytes(problem);
    values.precision = precision_of(problem);
    values.is_inverse = problem.direction == Direction::inverse;
    values.input = arena_.native(Part::input);
    values.output = arena_.native(result_part(problem));
    Said why;
    switch ((*planned_)->plan(planned_->peer(), &values, &why.place)) {
      case papilio_module_done:
        return std::nullopt;
      case papilio_module_unsupported:
        return PeerRefusal{PeerOutcome::unsupported, why.str()};
      case papilio_module_failed:
        break;
    }
    return PeerRefusal{PeerOutcome::failed, why.str()};
  }

  void enqueue() override {
    Said why;
    if ((*planned_)->enqueue(planned_->peer(), &why.place) != papilio_module_done)
      throw Error::device_failed(name_, why.str());
  }

  void release() override {
    if (planned_ != nullptr) (*planned_)->release(planned_->peer());
    planned_ = nullptr;
  }

 private:
  /// The library's double-double is a module of its own, which needs libquadmath to build.
  std::optional<PeerRefusal> open_f64x2() {
    if (f64x2_) return std::nullopt;
    const std::string name = name_ + "-f64x2";
    if (module_file(name).empty()) {
      return PeerRefusal{PeerOutcome::unsupported,
                         fmt::format("this build has no papilio-{}.so: there is none for Vulkan, and others need GCC, "
                                     "libquadmath and VkFFT 1.3.4",
                                     name)};
    }
    try {
      auto opened = std::make_unique<OpenModule>(arena_, name);
      if (version_of(*opened) != version_of(*module_))
        return PeerRefusal{PeerOutcome::failed, fmt::format("papilio-{}.so has another version of the library", name)};
      f64x2_ = std::move(opened);
    } catch (const Error& error) {
      return PeerRefusal{PeerOutcome::failed, error.what()};
    }
    return std::nullopt;
  }

  DeviceArena& arena_;
  std::string name_;
  ModuleTrials trials_;
  std::unique_ptr<OpenModule> module_;
  std::unique_ptr<OpenModule> f64x2_;  ///< for double-double, opened when first asked for
  OpenModule* planned_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_module_peer(DeviceArena& arena, const std::string& module, ModuleTrials trials) {
  return std::make_unique<ModulePeer>(arena, module, trials);
}

}  // namespace papilio::bench
