// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem: what to transform, as a value. It prints as, and parses from, one token:
//
//   token     = [ kind ":" precision ":" ] shape { ":" option }                     without them: c2c:f32
//   kind      = "c2c" | "r2c" | "c2r" | "dct1" .. "dct4" | "dst1" .. "dst4" | "dht"
//   precision = "f32" | "f64" | "f16" | "bf16" | "f32x2" | "f64x2"   of the arithmetic; f16: f32 with in=f16, out=f16
//   shape     = length { "x" length } [ "*" batch ]            integers may be written 2^20
//   option    = "forward" | "inverse" | "inplace" | "outofplace"
//             | "scale=none" | "scale=1/n" | "scale=1/sqrt(n)" | "norm=backward" | "norm=ortho" | "norm=forward"
//             | "factor=" number
//             | "axes=" axis { "," axis }
//             | "istrides=" signed { "," signed } | "ostrides=" signed { "," signed }
//             | "idist=" signed | "odist=" signed | "ioffset=" integer | "ooffset=" integer
//             | "in=" storage | "out=" storage | "scratch=" storage                  scratch: f16, bf16, f32
//             | "planar" | "iplanar" | "oplanar"
//             | "zero=" range { "x" range } | "skip=" range { "x" range }            one entry for each length
//             | "compact" | "icompact" | "ocompact"
//             | "modes=" kept { "x" kept } | "pad=" kept { "x" kept } | "crop=" kept { "x" kept }
//             | "band=" low "," high [ "," rate ] [ ",endpoint" ] | "spiral=" w "," w [ "," a "," a ]
//             | "window=" window [ "/symmetric" ] [ "@" axis ]
//             | "taps=" integer | "phase=signal"                                     of a window
//             | "ishift=" axis { "," axis } | "oshift=" axis { "," axis }
//             | "omap=" ( "real" | "imag" | "magnitude" | "power" | "phase" | "db" | "log" )
//   window    = "hann" | "hamming" | "blackman" | "kaiser(" beta ")"
//   storage   = "f16" | "bf16" | "f32" | "f64" | "i8" | "u8" | "i16" | "u16"                integers: in= only
//   signed    = [ "-" ] integer                                a distance is not 0
//   axis      = integer                                        0 is the outermost; ascending in a list
//   range     = "-" | "[" begin "," end ")"                    "-": none; integers from 0 on, begin < end
//   kept      = "-" | count | "[" begin "," end ")"            "-": all; at one end of the axis; modes= takes no range
//   beta, low, high, rate, w, a = number                       for w and a: the real part, then the imaginary part
//
// Examples: c2c:f32:4096*512   c2c:f64:1009*64:inverse:inplace   r2c:f32:1080x1920   c2c:f32:64x1000x32:axes=1
//           c2c:f16:1024*64   r2c:f32:4096:in=i16   c2c:f32:512x512:planar   c2c:f16:65536:scratch=f16
//           c2c:f32:1024x1024:zero=[512,1024)x[512,1024)   r2c:f32:64x4096:zero=-x[3000,4096):skip=-x[100,2049)
//           r2c:f32:256x256*1024:modes=64x33   c2c:f32:4096:pad=1000   c2r:f32:96x96:modes=64x33:crop=96x90
//           c2c:f64:100000:crop=500:band=440,460,44100   c2c:f64:200:pad=100:spiral=0.999,-0.01
//           r2c:f32:2048*1000:in=u16:window=hann:omap=db   c2c:f32:512x512:ishift=0,1:oshift=0,1
//           c2c:f32:1024*4096:idist=1024:in=i8:window=kaiser(8):taps=8
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/export.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace papilio {

/// c2c: complex to complex. r2c: real to the non-redundant half of its spectrum, n/2+1 elements along the last
/// transformed axis. c2r: its inverse; imaginary parts that a real signal's spectrum does not have are ignored.
/// Real to real, as FFTW defines them (REDFT00, 10, 01, 11, RODFT00, 10, 01, 11, DHT), along every transformed axis:
///   dct1 x[0] + (-1)^k x[n-1] + 2 sum_{0<j<n-1} x[j] cos(pi j k/(n-1)), n >= 2;  dct2 2 sum x[j] cos(pi (2j+1) k/2n)
///   dct3 x[0] + 2 sum_{j>0} x[j] cos(pi j (2k+1)/2n);  dct4 2 sum x[j] cos(pi (2j+1) (2k+1)/4n)
///   dst1 2 sum x[j] sin(pi (j+1) (k+1)/(n+1));  dst2 2 sum x[j] sin(pi (2j+1) (k+1)/2n)
///   dst3 (-1)^k x[n-1] + 2 sum_{j<n-1} x[j] sin(pi (j+1) (2k+1)/2n);  dst4 2 sum x[j] sin(pi (2j+1) (2k+1)/4n)
///   dht  sum x[j] (cos + sin)(2 pi j k/n)
/// Types 1 and 4 and the dht are their own inverses, 2 and 3 each other's, up to a factor: Scale.
enum class Kind { c2c, r2c, c2r, dct1, dct2, dct3, dct4, dst1, dst2, dst3, dst4, dht };
/// Precision of the arithmetic; Storage is that of memory. A number of f32x2 or f64x2 is the unevaluated sum of two
/// floats, high + low with |low| at most half an ulp of high: 48 bits in the range of f32, 106 bits in that of f64. In
/// memory it is two neighbouring floats, first high, then low; a complex number is four: Re high, Re low, Im high, Im
/// low. Strides and distances count elements, as for other precisions.
enum class Precision { f32, f64, f32x2, f64x2 };
/// forward: exp(-2*pi*i*j*k/n), as NumPy's fft; inverse: exp(+2*pi*i*j*k/n). r2c is forward, c2r inverse.
enum class Direction { forward, inverse };
/// The place of the result: memory of its own, or the input's.
enum class Placement { out_of_place, in_place };
/// The factor applied to every output, in either direction; n is the product of the transformed lengths. Of
/// real-to-real kinds it is that of the logical lengths, for which inverse_n makes an inverse: 2n, but 2(n-1) for dct1,
/// 2(n+1) for dst1 and n for dht; and inverse_sqrt_n makes the transform orthonormal, as SciPy's norm="ortho" does.
/// `none` is the default.
enum class Scale { none, inverse_n, inverse_sqrt_n };
/// How numbers are stored in memory; Precision says how they are computed with. native: the same. f16 is IEEE binary16;
/// stored numbers are rounded to the nearest (f16 and bf16 of f64 by way of f32). Integers stand for themselves, so
/// that 255 of u8 is 255.0; they can only be read. shared_exponent: what passes store for each other with scratch=f16,
/// on distributed devices too; interleaved complex numbers of f32, in 32 bits each: two parts of 12 bits above an
/// exponent of 8 bits. The error of each part is at most 2^-11 of the larger one; beyond 2^126 both are NaN.
enum class Storage { native, f16, bf16, f32, f64, i8, u8, i16, u16, shared_exponent };
/// The places of the parts of complex numbers: side by side, or in two planes, all real parts and all imaginary parts.
enum class ComplexLayout { interleaved, planar };
/// The array of a side with ranges. whole: elements in a range keep their places. compact: they have none, and the
/// array holds the other elements alone, in the order of their indices.
enum class Packing { whole, compact };

/// Windows: factors of the input by index i along an axis of n points. With x = i/d, where d is n for periodic windows
/// and n-1 for symmetric ones, and with the Bessel function I0:
///   hann 0.5 - 0.5 cos(2 pi x);  hamming 0.54 - 0.46 cos(2 pi x);
///   blackman 0.42 - 0.5 cos(2 pi x) + 0.08 cos(4 pi x);  kaiser I0(beta sqrt(1 - (2x-1)^2)) / I0(beta)
/// Along an axis of one point the factor is 1. Values are those of scipy.signal.get_window, which is periodic by
/// default too. values: the numbers of InputWindow::values, any ones.
enum class WindowFunction { none, hann, hamming, blackman, kaiser, values };
/// periodic: for spectra. symmetric: for filters; the last factor equals the first one.
enum class WindowForm { periodic, symmetric };

/// The sample from which the phase of a frame's spectrum counts, if frames are parts of one signal.
enum class WindowPhase {
  frame,   ///< the first element of the frame
  signal,  ///< the first element of the signal, which is that of the buffer unless Operands::in_position says otherwise
};

/// The factors of a window of values. Copies share the numbers; two of equal numbers are equal.
class PAPILIO_API WindowValues {
 public:
  WindowValues() = default;
  WindowValues(const std::vector<double>& numbers);  // NOLINT(google-explicit-constructor): a vector will do
  [[nodiscard]] const std::vector<double>& numbers() const;
  /// Returns 32 hexadecimal digits that follow from the numbers: their name in tokens and keys.
  [[nodiscard]] const std::string& name() const;
  friend bool operator==(const WindowValues& a, const WindowValues& b) { return a.shared_ == b.shared_ || a.equals(b); }

 private:
  struct Shared;
  [[nodiscard]] bool equals(const WindowValues& other) const;
  std::shared_ptr<const Shared> shared_;  ///< null: no numbers
};

/// The window of a problem's input, along one axis.
struct InputWindow {
  WindowFunction kind = WindowFunction::none;
  double beta = 0;  ///< parameter of kaiser, 0 to 1000
  WindowForm form = WindowForm::periodic;
  int axis = -1;  ///< a transformed axis; -1: the last transformed one
  /// WindowFunction::values: one finite number of the problem's precision for each index along the axis. Plans of
  /// windows that differ in these numbers alone share their kernels. Tokens name them "values(HASH)" and cannot be
  /// parsed again, so that measured plans are known to the process alone; C has none.
  WindowValues values = {};
  /// The array has taps * n elements along the axis, x[0] .. x[taps*n-1], and the window as many factors w. The
  /// transform is that of the n sums  w[i] x[i] + w[i+n] x[i+n] + .. + w[i+(taps-1)n] x[i+(taps-1)n]: every taps-th
  /// frequency of the long frame, and the frames of a polyphase filter bank. Sums are computed as elements are read.
  /// More than one is for problems of one length that are out of place, without ranges, shifts or a contour, and not
  /// for c2r and real-to-real kinds; so is the phase of a signal. At most 2^30 factors.
  std::int64_t taps = 1;
  /// `signal`: the element that is number s of the signal belongs to sum s mod n instead, so that the spectrum's bin k
  /// has the phase of exp(-2 pi i k s / n), however far apart frames are.
  WindowPhase phase = WindowPhase::frame;
  friend bool operator==(const InputWindow&, const InputWindow&) = default;
};

/// The real number that is stored for each complex result z of c2c and r2c, after scale and factor: Re z, Im z, |z|,
/// |z|^2, the angle atan2(Im z, Re z) in (-pi, pi], 20 log10 |z|, or the natural logarithm ln |z|. The phase of 0 is 0,
/// and the logarithm of 0 is minus infinity. In f32 a map adds at most 2 ulp to the error that z causes.
enum class OutputMap { none, real, imaginary, magnitude, power, phase, decibel, log };

/// The trend that is subtracted from the numbers of the input along an axis, before their window. mean: the
/// mean of those along the axis that are not in a range of zeros. It is subtracted from the same numbers, so that zeros
/// stay 0.
enum class Detrend { none, mean };

/// Indices begin .. end-1 of an axis; {0, 0} is none.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  [[nodiscard]] bool empty() const { return begin >= end; }
  [[nodiscard]] std::int64_t size() const { return empty() ? 0 : end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// Points on the unit circle at m frequencies f_k = low + (high - low) k / m: z_k = exp(2 pi i f_k / rate). With
/// `endpoint` the divisor is m - 1, and the last frequency is `high`. Frequencies may be negative, and `high` may be
/// the lower one. They must be finite and less than 2^52 times the rate in magnitude.
struct FrequencyBand {
  double low = 0;
  double high = 1;
  double rate = 1;  ///< sampling rate, above 0, in the unit of the frequencies; 1: they are in cycles per sample
  bool endpoint = false;
  friend bool operator==(const FrequencyBand&, const FrequencyBand&) = default;
};
/// Points on a spiral: z_k = a w^-k. Both numbers are taken as exact, and are finite and not 0. A root of unity that
/// was rounded is not on the circle, and the error grows with k^2: use a FrequencyBand for points on the circle.
/// Factors of the algorithm may reach e^12 in f32 and e^31 in f64; beyond that a problem is invalid.
struct Spiral {
  std::complex<double> w = 1;
  std::complex<double> a = 1;
  friend bool operator==(const Spiral&, const Spiral&) = default;
};
/// The points z_k of a chirp z-transform X[k] = sum_j x[j] z_k^-j, k < m (L. R. Rabiner, R. W. Schafer and C. M. Rader,
/// "The chirp z-transform algorithm", IEEE Trans. Audio Electroacoustics 17, 1969). std::monostate: the points of a
/// DFT.
using Contour = std::variant<std::monostate, FrequencyBand, Spiral>;

/// A batch of arrays of which some axes are transformed.
///
/// Element (i0, i1, ...) of array b is read at in[b*in_distance + i0*in_strides[0] + i1*in_strides[1] + ...] and
/// written likewise. Strides and distances count elements of their side: complex numbers, or real ones on the real side
/// of r2c and c2r and on both of the real-to-real kinds. Left out, they mean packed: row-major, the last axis
/// contiguous, one array after the other. In place, the last axis of the real side of r2c and c2r is padded to
/// 2*(n/2+1) numbers, so that rows of both sides coincide.
///
/// Pruning: an element of the input counts as 0 where, on any axis, its index is in `zero`; it keeps its place,
/// and is never read. An element of the output is not written where, on any axis, its index is in `skip`. Indices are
/// those of the side: of the half spectrum on the complex side of r2c and c2r. Lines of the array that are zero
/// throughout, or skipped throughout, are not computed either. With Packing::compact the array of a side has no room
/// for the elements in its ranges: lengths, strides and distances of that side are those of the smaller array, so that
/// index i of an axis is i where it is before the range and i minus the range's size behind it.
///
/// Ends: the input is multiplied by `window`. Along each axis in `in_shift` it is read as numpy.fft.ifftshift orders
/// it, so that index n/2 (rounded down) of the array is the origin; along each axis in `out_shift` the output is
/// written as numpy.fft.fftshift orders it. Windows and ranges count the indices of the arrays in memory. An axis of
/// odd length is not shifted in place, nor between two other transformed axes if it takes several passes. `out_map` is
/// applied last; there is no store callback beside it. Chirp z-transforms have no ends. `detrend` is done first, by a
/// kernel of its own that stores the differences in scratch memory, along an axis of 2 points or more, without load
/// callbacks, taps and the phase of a signal.
struct PAPILIO_API Problem {
  Kind kind = Kind::c2c;
  Precision precision = Precision::f32;
  std::vector<std::int64_t> lengths = {1};  ///< of the array (of its real side), outermost first
  std::vector<int> axes;                    ///< the transformed ones, ascending, 0 is the outermost; empty: all
  std::int64_t batch = 1;                   ///< arrays
  std::int64_t in_distance = 0;             ///< elements from one array to the next; 0: packed
  std::int64_t out_distance = 0;
  std::vector<std::int64_t> in_strides;  ///< one entry for each length; empty: packed
  std::vector<std::int64_t> out_strides;
  Direction direction = Direction::forward;
  Placement placement = Placement::out_of_place;
  Scale scale = Scale::none;
  double factor = 1.0;  ///< multiplies every output besides `scale`
  /// Scales of single axes, an entry for each length, `none` where an axis is not transformed: n is then the length of
  /// the axis, or its logical length. Empty: `scale` counts, which is `none` beside them. No inverse_sqrt_n of
  /// real-to-real kinds.
  std::vector<Scale> axis_scales;
  Storage in_storage = Storage::native;
  Storage out_storage = Storage::native;
  /// Storage of the numbers that one pass writes for the next, wherever; plans of one pass have none. f16 and bf16 for
  /// f32, f32 for f64: fewer bytes to move, at the price of one more rounding between two passes
  /// (Estimate::scratch_error). f16 stands for Storage::shared_exponent, which has the digits of f16 and the range of
  /// f32, and so takes no arrays of real numbers: those between the axes of real-to-real kinds. With f32, f64 numbers
  /// beyond its range overflow or vanish between passes.
  Storage scratch_storage = Storage::native;
  ComplexLayout in_layout = ComplexLayout::interleaved;  ///< of a complex side
  ComplexLayout out_layout = ComplexLayout::interleaved;
  std::int64_t in_offset = 0;  ///< elements before the first array
  std::int64_t out_offset = 0;
  std::vector<Range> zero;              ///< of the input, one entry for each length; empty: none
  std::vector<Range> skip;              ///< of the output
  Packing in_packing = Packing::whole;  ///< out of place only, or with equal ranges and packings on both sides
  Packing out_packing = Packing::whole;
  /// A band or a spiral makes a forward, unscaled c2c of one axis a chirp z-transform. It reads the elements outside of
  /// `zero` and computes those outside of `skip`; along that axis both ranges are at its end. Phases are reduced
  /// exactly, so that on the unit circle errors do not grow with the length.
  Contour contour;
  InputWindow window;         ///< of the input; not along the halved axis of c2r
  std::vector<int> in_shift;  ///< transformed axes of c2c, r2c or c2r, ascending; not the halved axis of a complex side
  std::vector<int> out_shift;
  OutputMap out_map =
      OutputMap::none;              ///< out of place only; strides and distances of the output then count real numbers
  Detrend detrend = Detrend::none;  ///< of the input of c2c, r2c or c2r; not along the halved axis of c2r
  int detrend_axis = -1;            ///< a transformed axis; -1: the last transformed one

  /// Packed out-of-place problems of all axes of an array: c2c(Precision::f32, {ny, nx}, 16), or of one:
  /// c2c(Precision::f32, n). Lengths are outermost first; those of r2c and c2r are of the real array.
  static Problem c2c(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch = 1,
                     Direction direction = Direction::forward);
  static Problem r2c(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch = 1);
  static Problem c2r(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch = 1);
  static Problem dht(Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch = 1);
  /// Cosine and sine transforms of a type from 1 to 4. Throw Error(invalid_argument) for another type.
  static Problem dct(int type, Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch = 1);
  static Problem dst(int type, Precision precision, const std::vector<std::int64_t>& lengths, std::int64_t batch = 1);

  /// Problems of one axis.
  static Problem c2c(Precision precision, std::int64_t length, std::int64_t batch = 1,
                     Direction direction = Direction::forward);
  static Problem r2c(Precision precision, std::int64_t length, std::int64_t batch = 1);
  static Problem c2r(Precision precision, std::int64_t length, std::int64_t batch = 1);
  static Problem dht(Precision precision, std::int64_t length, std::int64_t batch = 1);
  static Problem dct(int type, Precision precision, std::int64_t length, std::int64_t batch = 1);
  static Problem dst(int type, Precision precision, std::int64_t length, std::int64_t batch = 1);

  /// The chirp z-transform of `inputs` complex numbers at `results` points, packed: SciPy's CZT(n, m, w, a) with a
  /// Spiral, ZoomFFT(n, (low, high), m, fs=rate) with a FrequencyBand. FrequencyBand{0, 1} has the m points of a DFT.
  static Problem czt(Precision precision, std::int64_t inputs, std::int64_t results, const Contour& contour,
                     std::int64_t batch = 1);

  /// Keeps the lowest frequencies along each axis, `modes` of them, in a compact packed array: the output of a forward
  /// transform, the input of an inverse one, whose other frequencies then count as 0. For m modes of n along a whole
  /// axis these are the indices 0 .. ceil(m/2)-1 and n-floor(m/2) .. n-1, the order of numpy.fft.fftfreq(m); for even m
  /// frequency -m/2 is among them and +m/2 is not. Along the halved axis of r2c and c2r they are 0 .. m-1. An entry a
  /// length; one that is not transformed keeps all. Throws Error for real-to-real kinds, and for counts that are not
  /// from 1 to the number of frequencies, or less than all along a shifted axis. Each of these three functions replaces
  /// the ranges, strides and distance of the side that it shortens.
  void keep_modes(const std::vector<std::int64_t>& modes);
  /// Makes the input a compact packed array of the first elements along each axis, `counts` of them; the others count
  /// as 0. Throws Error for counts that are not from 1 to the input's length.
  void pad_input(const std::vector<std::int64_t>& counts);
  /// Makes the output a compact packed array of the first results along each axis. Errors are those of pad_input().
  void crop_output(const std::vector<std::int64_t>& counts);

  /// Returns the problem of a token, valid and normalised. Throws TokenError (with the position) when the token does
  /// not parse, Error when its values make no sense.
  static Problem parse(std::string_view token);
  /// Returns the canonical token: defaults are left out, so parse(p.token()) == p.normalised().
  [[nodiscard]] std::string token() const;

  /// Returns the product of the transformed lengths. This and every count below throws Error when the number does not
  /// fit 64 bits.
  [[nodiscard]] std::int64_t points() const;
  /// Returns the problem with its distances filled in, and without axes, strides and ranges that are the default.
  [[nodiscard]] Problem normalised() const;
  /// Throws Error naming the value, the reason and the remedy: transformed lengths 1..2^27, batch >= 1, strides and
  /// distances with which no two elements share an address, equal ones in place, ranges that do not cover their axis,
  /// no overflow of 64 bits.
  void validate() const;

  /// Returns `axes`, or all axes if it is empty.
  [[nodiscard]] std::vector<int> transformed_axes() const;
  /// True for a chirp z-transform.
  [[nodiscard]] bool has_contour() const { return contour.index() != 0; }
  [[nodiscard]] bool real_input() const { return kind != Kind::c2c && kind != Kind::c2r; }
  /// True if the output holds real numbers: results that are real, or mapped.
  [[nodiscard]] bool real_output() const { return real_results() || out_map != OutputMap::none; }
  /// True if the results are real before they are mapped.
  [[nodiscard]] bool real_results() const { return kind != Kind::c2c && kind != Kind::r2c; }
  /// True if one side is half a spectrum.
  [[nodiscard]] bool halves() const { return kind == Kind::r2c || kind == Kind::c2r; }
  /// Returns the lengths of the array on that side: the halved axis of a complex side has n/2+1 elements, and an axis
  /// with a range on a compact side only those outside of the range.
  [[nodiscard]] std::vector<std::int64_t> input_lengths() const;
  [[nodiscard]] std::vector<std::int64_t> output_lengths() const;
  /// Returns the strides, with those of packed arrays filled in.
  [[nodiscard]] std::vector<std::int64_t> input_strides() const;
  [[nodiscard]] std::vector<std::int64_t> output_strides() const;
  /// Returns the range of an axis that counts as zero, or is skipped; {0, 0} where there is none.
  [[nodiscard]] Range zero_of(std::size_t axis) const { return zero.empty() ? Range{} : zero.at(axis); }
  [[nodiscard]] Range skip_of(std::size_t axis) const { return skip.empty() ? Range{} : skip.at(axis); }

  /// Returns the number of elements that a buffer must hold: up to the last one that is touched, in_offset or
  /// out_offset included.
  [[nodiscard]] std::int64_t input_elements() const;
  [[nodiscard]] std::int64_t output_elements() const;
  /// Returns the bytes of one complex element as it is computed with: 8 or 16.
  [[nodiscard]] std::int64_t element_bytes() const;
  /// Returns the bytes of one element of that side in memory, real or complex, both parts of it.
  [[nodiscard]] std::int64_t input_element_bytes() const;
  [[nodiscard]] std::int64_t output_element_bytes() const;
  /// Returns the bytes of one complex element as passes store it for each other.
  [[nodiscard]] std::int64_t scratch_element_bytes() const;
  /// Returns the product of the scales and the factor.
  [[nodiscard]] double scale_factor() const;

  friend bool operator==(const Problem&, const Problem&) = default;
};

}  // namespace papilio
