// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// VkFFT as a module, whatever its backend: VKFFT_BACKEND comes from CMakeLists.txt. A Backend holds the native handles,
// to which VkFFT keeps pointers:
//
//   static constexpr bool has_f16           numbers in half precision
//   Backend(const PapilioModuleDevice&)
//   void set_buffers(void* input, void* output)
//   void configure(VkFFTConfiguration&)     device, queue, buffers
//   VkFFTResult enqueue(VkFFTApplication&, int direction)
//
// With VKFFT_USE_DOUBLEDOUBLE_FP128 VkFFT makes the tables of all precisions in quadruple precision, and plans longer:
// such a module is for double-double alone.
#pragma once

#include <vkFFT.h>

#include <cstdio>
#include <memory>
#include <new>
#include <type_traits>

#include "bench/modules/module_abi.hpp"

namespace papilio::bench {

template <class Backend>
class VkFft {
 public:
  static const PapilioModule* module() {
    static constexpr PapilioModule table = {
        papilio_module_version, library_version, open, plan, enqueue, release, close};
    return &table;
  }

 private:
  explicit VkFft(const PapilioModuleDevice& device) : backend_(device) {}

  static void library_version(PapilioModuleText* text) {
    const int version = VkFFTGetVersion();  // 10304 is 1.3.4
    std::snprintf(text->text, text->size, "%d.%d.%d", version / 10000, version / 100 % 100, version % 100);
  }
  static void* open(const PapilioModuleDevice* device) { return new (std::nothrow) VkFft(*device); }
  static void close(void* peer) {
    release(peer);
    delete static_cast<VkFft*>(peer);
  }
  static void release(void* peer) {
    auto& self = *static_cast<VkFft*>(peer);
    if (self.application_) deleteVkFFT(self.application_.get());
    self.application_.reset();
  }

  static PapilioModuleStatus plan(void* peer, const PapilioModuleProblem* problem, PapilioModuleText* why) {
    return static_cast<VkFft*>(peer)->make(*problem, *why);
  }

  template <class Configuration>
  static constexpr bool has_dst = requires(Configuration& configuration) {
    configuration.performDST;
  };

  template <class Configuration>
  static void set_dst(Configuration& configuration, std::uint64_t type) {
    if constexpr (has_dst<Configuration>) configuration.performDST = type;
  }

#ifdef VKFFT_USE_DOUBLEDOUBLE_FP128
  static constexpr bool has_f64x2 = true;
  static void set_f64x2(VkFFTConfiguration& configuration) { configuration.quadDoubleDoublePrecision = 1; }
#else
  static constexpr bool has_f64x2 = false;
  static void set_f64x2(VkFFTConfiguration& /*configuration*/) {}
#endif

  /// Why VkFFT cannot do a problem; null if it can.
  static const char* obstacle(const PapilioModuleProblem& problem) {
    if (problem.rank > int{std::extent_v<decltype(VkFFTConfiguration::size)>}) return "too many axes";
    if (problem.kind == papilio_module_dst && !has_dst<VkFFTConfiguration>) return "no sine transforms in this version";
    if (problem.precision == papilio_module_f16 && !Backend::has_f16) return "no half precision on this backend";
    if ((problem.precision == papilio_module_f64x2) != has_f64x2) return "another module has this precision";
    return nullptr;
  }

  PapilioModuleStatus make(const PapilioModuleProblem& problem, PapilioModuleText& why) {
    if (const char* const missing = obstacle(problem)) {
      std::snprintf(why.text, why.size, "%s", missing);
      return papilio_module_unsupported;
    }
    inverse_ = problem.is_inverse != 0;
    // VkFFT's "input buffer" is its real side; the inverse writes its result there.
    const bool to_real = problem.kind == papilio_module_c2r;
    backend_.set_buffers(to_real ? problem.output : problem.input, to_real ? problem.input : problem.output);
    input_bytes_ = static_cast<std::uint64_t>(to_real ? problem.output_bytes : problem.input_bytes);
    bytes_ = static_cast<std::uint64_t>(to_real ? problem.input_bytes : problem.output_bytes);
    const VkFFTConfiguration configuration = configuration_of(problem);
    auto application = std::make_unique<VkFFTApplication>();
    const VkFFTResult result = initializeVkFFT(application.get(), configuration);
    if (result != VKFFT_SUCCESS) {  // VkFFT has cleaned up after itself
      std::snprintf(why.text, why.size, "VkFFTResult %d", static_cast<int>(result));
      const bool unsupported = result >= VKFFT_ERROR_UNSUPPORTED_RADIX && result <= VKFFT_ERROR_UNSUPPORTED_FFT_OMIT;
      return unsupported ? papilio_module_unsupported : papilio_module_failed;
    }
    application_ = std::move(application);
    return papilio_module_done;
  }

  VkFFTConfiguration configuration_of(const PapilioModuleProblem& problem) {
    const bool to_real = problem.kind == papilio_module_c2r;
    VkFFTConfiguration configuration{};
    configuration.FFTdim = static_cast<std::uint64_t>(problem.rank);
    std::uint64_t stride = 1;
    for (int i = 0; i < problem.rank; ++i) {
      configuration.size[i] = static_cast<std::uint64_t>(problem.lengths[i]);
      stride *= configuration.size[i];
      configuration.inputBufferStride[i] = stride;
      configuration.omitDimension[i] = static_cast<std::uint64_t>(problem.skipped[i]);
    }
    configuration.performR2C = problem.kind == papilio_module_r2c || to_real ? 1 : 0;
    const auto trig_type = static_cast<std::uint64_t>(problem.trig_type);
    configuration.performDCT = problem.kind == papilio_module_dct ? trig_type : 0;
    if (problem.kind == papilio_module_dst) set_dst(configuration, trig_type);
    configuration.inverseReturnToInputBuffer = to_real ? 1 : 0;
    configuration.numberBatches = static_cast<std::uint64_t>(problem.batch);
    configuration.doublePrecision = problem.precision == papilio_module_f64 ? 1 : 0;
    configuration.halfPrecision = problem.precision == papilio_module_f16 ? 1 : 0;
    set_f64x2(configuration);
    configuration.bufferSize = &bytes_;
    // Out of place, the input has a buffer of its own and VkFFT's "buffer" is the output. VkFFT allocates its scratch.
    configuration.isInputFormatted = problem.input == problem.output ? 0 : 1;
    configuration.inputBufferSize = &input_bytes_;
    configuration.makeForwardPlanOnly = inverse_ ? 0 : 1;
    configuration.makeInversePlanOnly = inverse_ ? 1 : 0;
    backend_.configure(configuration);
    return configuration;
  }

  static PapilioModuleStatus enqueue(void* peer, PapilioModuleText* why) {
    auto& self = *static_cast<VkFft*>(peer);
    const VkFFTResult result = self.backend_.enqueue(*self.application_, self.inverse_ ? 1 : -1);
    if (result == VKFFT_SUCCESS) return papilio_module_done;
    std::snprintf(why->text, why->size, "VkFFTAppend: VkFFTResult %d", static_cast<int>(result));
    return papilio_module_failed;
  }

  Backend backend_;
  std::uint64_t bytes_ = 0;
  std::uint64_t input_bytes_ = 0;
  bool inverse_ = false;
  std::unique_ptr<VkFFTApplication> application_;
};

}  // namespace papilio::bench
