// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/fftw.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <mutex>
#include <papilio/error.hpp>
#include <span>
#include <type_traits>

#include "runtime/dynamic_library.hpp"
#include "verify/reference/fftw_library.hpp"

namespace papilio::verify {
namespace {

// Constants of FFTW's interface, from its manual: "Complex DFTs" and "Planner Flags".
constexpr int sign_forward = -1;
constexpr int sign_backward = +1;
constexpr unsigned flag_estimate = 1U << 6U;

struct Variant {
  FftwLibrary (*library)();
  const char* prefix;  ///< of every symbol
};

template <class Real>
constexpr Variant variant() {
  if constexpr (std::is_same_v<Real, long double>) {
    return {fftw_long, "fftwl_"};
  } else {
    return {fftw_quad, "fftwq_"};
  }
}

/// Its `iodim64`: how one axis, or one loop, steps through both sides, in elements.
struct IoDim {
  std::ptrdiff_t n = 1;
  std::ptrdiff_t in = 1;
  std::ptrdiff_t out = 1;
};
using IoDims = std::vector<IoDim>;

/// Row-major, packed.
IoDims axes_of(const std::vector<std::int64_t>& in, const std::vector<std::int64_t>& out,
               const std::vector<std::int64_t>& lengths) {
  IoDims axes(lengths.size());
  std::ptrdiff_t in_stride = 1;
  std::ptrdiff_t out_stride = 1;
  for (std::size_t i = lengths.size(); i-- > 0;) {
    axes[i] = {lengths[i], in_stride, out_stride};
    in_stride *= in[i];
    out_stride *= out[i];
  }
  return axes;
}

/// The factor by which SciPy's norm="ortho" multiplies element i of an axis of n, before the transform (input) or after
/// it.
double ortho_weight(Kind kind, std::int64_t i, std::int64_t n, bool input) {
  const bool ends = kind == Kind::dct1 && (i == 0 || i == n - 1);
  const bool before = (kind == Kind::dct3 && i == 0) || (kind == Kind::dst3 && i == n - 1);
  const bool after = (kind == Kind::dct2 && i == 0) || (kind == Kind::dst2 && i == n - 1);
  if (input) return ends || before ? 2 : 1;  // its square: the caller has the wider type
  return ends || after ? 0.5 : 1;
}

}  // namespace

int fftw_kind(Kind kind) {
  switch (kind) {
    case Kind::dht:
      return 2;
    case Kind::dct1:
      return 3;
    case Kind::dct3:
      return 4;
    case Kind::dct2:
      return 5;
    case Kind::dct4:
      return 6;
    case Kind::dst1:
      return 7;
    case Kind::dst3:
      return 8;
    case Kind::dst2:
      return 9;
    case Kind::dst4:
      return 10;
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
      break;
  }
  throw Error::internal("check", "a kind that is not real to real");
}

template <class Real>
class Fftw {
 public:
  explicit Fftw(const std::string& name) {
    const std::string file = name.empty() ? variant<Real>().library().file : name;
    library_ = runtime::DynamicLibrary(std::span(&file, 1));
    if (!library_) fail(library_.tried());
    complex_ = function<ComplexPlanner>("plan_guru64_dft");
    from_real_ = function<RealSide>("plan_guru64_dft_r2c");
    to_real_ = function<RealSide>("plan_guru64_dft_c2r");
    real_ = function<RealToReal>("plan_guru64_r2r");
    execute_ = function<Execute>("execute");
    destroy_ = function<Execute>("destroy_plan");
    malloc_ = function<Malloc>("malloc");
    free_ = function<Execute>("free");
  }

  /// Along `axes`, for each of `loops`.
  void* plan(Direction direction, const IoDims& axes, const IoDims& loops, Real* in, Real* out) const {
    const std::lock_guard lock(planner_);
    const int sign = direction == Direction::forward ? sign_forward : sign_backward;
    return complex_(size(axes), axes.data(), size(loops), loops.data(), in, out, sign, flag_estimate);
  }
  void* plan_real(Kind kind, const IoDims& axes, const IoDims& loops, Real* in, Real* out) const {
    const std::lock_guard lock(planner_);
    const RealSide make = kind == Kind::r2c ? from_real_ : to_real_;
    return make(size(axes), axes.data(), size(loops), loops.data(), in, out, flag_estimate);
  }
  /// Real to real, the same kind along all axes, in place.
  void* plan_trig(Kind kind, const IoDims& axes, Real* data) const {
    const std::lock_guard lock(planner_);
    const std::vector<int> kinds(axes.size(), fftw_kind(kind));
    return real_(size(axes), axes.data(), 0, nullptr, data, data, kinds.data(), flag_estimate);
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
  using ComplexPlanner = void* (*)(int, const IoDim*, int, const IoDim*, Real*, Real*, int, unsigned);
  using RealSide = void* (*)(int, const IoDim*, int, const IoDim*, Real*, Real*, unsigned);
  using RealToReal = void* (*)(int, const IoDim*, int, const IoDim*, Real*, Real*, const int*, unsigned);
  using Execute = void (*)(void*);
  using Malloc = void* (*)(std::size_t);

  static int size(const IoDims& dims) { return static_cast<int>(dims.size()); }

  template <class Function>
  Function function(const char* name) const {
    const std::string symbol = fmt::format("{}{}", variant<Real>().prefix, name);
    const auto found = library_.function<Function>(symbol.c_str());
    if (found == nullptr) fail(fmt::format("{} has no {}", library_.name(), symbol));
    return found;
  }

  [[noreturn]] static void fail(const std::string& why) {
    throw Error::unsupported("check: its reference, FFTW, was not found", why, variant<Real>().library().remedy);
  }

  runtime::DynamicLibrary library_;
  ComplexPlanner complex_ = nullptr;
  RealSide from_real_ = nullptr;
  RealSide to_real_ = nullptr;
  RealToReal real_ = nullptr;
  Execute execute_ = nullptr;
  Execute destroy_ = nullptr;
  Malloc malloc_ = nullptr;
  Execute free_ = nullptr;
  mutable std::mutex planner_;  // "the only thread-safe routine is fftw_execute": FFTW manual, "Thread safety"
};

template <class Real>
FftwTransform<Real>::FftwTransform(std::shared_ptr<const Fftw<Real>> library, const DftShape& shape)
    : library_(std::move(library)), shape_(shape) {
  input_ = library_->allocate(shape.input_numbers());
  output_ = shape.kind == Kind::c2c || shape.real_to_real() ? input_ : library_->allocate(shape.output_numbers());
  if (input_ != nullptr && output_ != nullptr) make_plans();
  if (plan_ == nullptr) {
    forget();
    const std::int64_t numbers = shape.input_numbers() + (shape.kind == Kind::c2c ? 0 : shape.output_numbers());
    throw Error::out_of_memory(fmt::format("a reference transform of {} points", fmt::join(shape.lengths, "x")),
                               fmt::format("FFTW has no {} bytes for it", numbers * std::int64_t{sizeof(Real)}),
                               "check a shorter length");
  }
}

template <class Real>
void FftwTransform<Real>::make_plans() {
  const std::vector<std::int64_t>& lengths = shape_.lengths;
  const std::vector<std::int64_t> half = half_of(lengths);
  if (shape_.kind == Kind::c2c) {
    plan_ = library_->plan(shape_.direction, axes_of(lengths, lengths, lengths), {}, input_, output_);
    return;
  }
  if (shape_.real_to_real()) {
    plan_ = library_->plan_trig(shape_.kind, axes_of(lengths, lengths, lengths), input_);
    return;
  }
  if (shape_.kind == Kind::r2c) {
    plan_ = library_->plan_real(Kind::r2c, axes_of(lengths, half, lengths), {}, input_, output_);
    return;
  }
  // The half spectrum in place along all axes but the last, then the last one.
  IoDims outer = axes_of(half, half, half);
  const IoDim rows = outer.back();
  outer.pop_back();
  if (!outer.empty()) {
    outer_ = library_->plan(Direction::inverse, outer, {rows}, input_, input_);
    if (outer_ == nullptr) return;
  }
  IoDims last = axes_of(half, lengths, lengths);
  const IoDims axis = {last.back()};
  last.pop_back();
  plan_ = library_->plan_real(Kind::c2r, axis, last, input_, output_);
}

template <class Real>
void FftwTransform<Real>::forget() {
  if (outer_ != nullptr) library_->destroy(outer_);
  if (plan_ != nullptr) library_->destroy(plan_);
  if (output_ != nullptr && output_ != input_) library_->free(output_);
  if (input_ != nullptr) library_->free(input_);
}

template <class Real>
FftwTransform<Real>::~FftwTransform() {
  forget();
}

template <class Real>
void FftwTransform<Real>::run() {
  if (outer_ != nullptr) library_->execute(outer_);
  if (shape_.ortho) weigh(true);
  if (shape_.kind == Kind::c2r) {
    const std::int64_t n = shape_.lengths.back();
    const std::int64_t row = 2 * (n / 2 + 1);
    for (std::int64_t at = 0; at < shape_.input_numbers(); at += row) {
      input_[at + 1] = 0;
      if (n % 2 == 0) input_[at + row - 1] = 0;
    }
  }
  library_->execute(plan_);
  if (shape_.ortho) weigh(false);
}

template <class Real>
void FftwTransform<Real>::weigh(bool input) {
  const Real near = static_cast<Real>(1.41421356237309504880168872420969807857L);
  const Real root = near - (near * near - 2) / (2 * near);  // Newton's step, for quad
  for (std::int64_t at = 0; at < shape_.input_numbers(); ++at) {
    std::int64_t rest = at;
    for (std::size_t axis = shape_.lengths.size(); axis-- > 0;) {
      const std::int64_t n = shape_.lengths[axis];
      const double weight = ortho_weight(shape_.kind, rest % n, n, input);
      rest /= n;
      if (weight > 1) input_[at] *= root;
      if (weight < 1) input_[at] /= root;
    }
  }
}

template <class Real>
std::shared_ptr<const Fftw<Real>> open_fftw(const std::string& name) {
  return std::make_shared<const Fftw<Real>>(name);
}

const std::shared_ptr<const Fftw<long double>>& shared_fftw() {
  static const auto* const library = new std::shared_ptr(open_fftw<long double>());
  return *library;
}

template class FftwTransform<long double>;
template std::shared_ptr<const Fftw<long double>> open_fftw<long double>(const std::string& name);
#if LDBL_MANT_DIG < 113
template class FftwTransform<QuadReal>;
template std::shared_ptr<const Fftw<QuadReal>> open_fftw<QuadReal>(const std::string& name);
#endif

}  // namespace papilio::verify
