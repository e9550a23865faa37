// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/reference/fftw.hpp"

#include <fmt/format.h>

#include <mutex>
#include <papilio/error.hpp>
#include <span>
#include <type_traits>

#include "runtime/dynamic_library.hpp"

namespace papilio::tool {
namespace {

// Constants of FFTW's interface, from its manual: "Complex DFTs" and "Planner Flags".
constexpr int sign_forward = -1;
constexpr int sign_backward = +1;
constexpr unsigned flag_estimate = 1U << 6U;

struct Variant {
  const char* library;
  const char* prefix;  ///< of every symbol
  const char* package;
};

template <class Real>
constexpr Variant variant() {
  if constexpr (std::is_same_v<Real, long double>) {
    return {"libfftw3l.so.3", "fftwl_", "libfftw3-long3"};
  } else {
    return {"libfftw3q.so.3", "fftwq_", "libfftw3-quad3"};
  }
}

}  // namespace

template <class Real>
class Fftw {
 public:
  explicit Fftw(const std::string& name) {
    const std::string file = name.empty() ? variant<Real>().library : name;
    library_ = runtime::DynamicLibrary(std::span(&file, 1));
    if (!library_) fail(library_.tried());
    plan_ = function<Plan>("plan_dft_1d");
    execute_ = function<Execute>("execute");
    destroy_ = function<Execute>("destroy_plan");
    malloc_ = function<Malloc>("malloc");
    free_ = function<Execute>("free");
  }

  void* plan(std::int64_t length, Real* data, Direction direction) const {
    const std::lock_guard lock(planner_);
    const int sign = direction == Direction::forward ? sign_forward : sign_backward;
    return plan_(static_cast<int>(length), data, data, sign, flag_estimate);
  }
  void execute(void* plan) const { execute_(plan); }
  void destroy(void* plan) const {
    const std::lock_guard lock(planner_);
    destroy_(plan);
  }
  [[nodiscard]] Real* allocate(std::int64_t numbers) const {
    return static_cast<Real*>(malloc_(static_cast<std::size_t>(numbers) * sizeof(Real)));
  }
  void free(Real* data) const { free_(data); }

 private:
  using Plan = void* (*)(int, Real*, Real*, int, unsigned);
  using Execute = void (*)(void*);
  using Malloc = void* (*)(std::size_t);

  template <class Function>
  Function function(const char* name) const {
    const std::string symbol = fmt::format("{}{}", variant<Real>().prefix, name);
    const auto found = library_.function<Function>(symbol.c_str());
    if (found == nullptr) fail(fmt::format("{} has no {}", library_.name(), symbol));
    return found;
  }

  [[noreturn]] static void fail(const std::string& why) {
    throw Error::unsupported("check: its reference, FFTW, was not found", why,
                             fmt::format("install it (Debian: {})", variant<Real>().package));
  }

  runtime::DynamicLibrary library_;
  Plan plan_ = nullptr;
  Execute execute_ = nullptr;
  Execute destroy_ = nullptr;
  Malloc malloc_ = nullptr;
  Execute free_ = nullptr;
  mutable std::mutex planner_;  // "the only thread-safe routine is fftw_execute": FFTW manual, "Thread safety"
};

template <class Real>
FftwTransform<Real>::FftwTransform(std::shared_ptr<const Fftw<Real>> library, std::int64_t length, Direction direction)
    : library_(std::move(library)), length_(length), direction_(direction), data_(library_->allocate(2 * length)) {
  if (data_ != nullptr) plan_ = library_->plan(length, data_, direction);
  if (plan_ == nullptr) {
    if (data_ != nullptr) library_->free(data_);
    throw Error::out_of_memory(fmt::format("a reference transform of {} points", length),
                               fmt::format("FFTW has no {} bytes for it", 2 * length * std::int64_t{sizeof(Real)}),
                               "check a shorter length");
  }
}

template <class Real>
FftwTransform<Real>::~FftwTransform() {
  library_->destroy(plan_);
  library_->free(data_);
}

template <class Real>
void FftwTransform<Real>::run() {
  library_->execute(plan_);
}

template <class Real>
std::shared_ptr<const Fftw<Real>> open_fftw(const std::string& name) {
  return std::make_shared<const Fftw<Real>>(name);
}

template class FftwTransform<long double>;
template std::shared_ptr<const Fftw<long double>> open_fftw<long double>(const std::string& name);
#if LDBL_MANT_DIG < 113
template class FftwTransform<Quad>;
template std::shared_ptr<const Fftw<Quad>> open_fftw<Quad>(const std::string& name);
#endif

}  // namespace papilio::tool
