// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms of random requests, run by the PTX machine, against the definition of the Fourier transform.
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "compat/cufft/fixture.hpp"

namespace papilio::compat::cufft {
namespace {

using Value = std::complex<double>;

/// One side of a request: element (i, j, k) of array b lies at b*distance + ((i*embed[1] + j)*embed[2] + k)*stride.
struct Side {
  bool real = false;
  std::vector<long long> lengths;
  std::vector<long long> embed;
  long long stride = 1;
  long long distance = 0;

  [[nodiscard]] std::size_t count() const {
    std::size_t result = 1;
    for (const long long length : lengths) result *= static_cast<std::size_t>(length);
    return result;
  }
  [[nodiscard]] std::size_t place(std::size_t i, long long b) const {
    long long at = b * distance;
    long long step = stride;
    for (std::size_t axis = lengths.size(); axis-- > 0;) {
      at += static_cast<long long>(i) % lengths[axis] * step;
      i /= static_cast<std::size_t>(lengths[axis]);
      step *= embed[axis];
    }
    return static_cast<std::size_t>(at);
  }
  [[nodiscard]] std::size_t parts() const { return real ? 1 : 2; }
  [[nodiscard]] std::size_t scalars(long long batch) const { return (place(count() - 1, batch - 1) + 1) * parts(); }
};

struct Draw {
  int type = type_c2c;
  int direction = forward_direction;
  std::vector<long long> lengths;
  long long batch = 1;
  bool advanced = false;
  bool in_place = false;
  std::size_t shift = 0;  ///< complex numbers from a multiple of 16 bytes
  Side in;
  Side out;
};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  long long operator()(long long least, long long most) {
    return std::uniform_int_distribution<long long>(least, most)(engine_);
  }
  bool coin() { return (*this)(0, 1) == 1; }
  double noise() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }

 private:
  std::mt19937 engine_;
};

Side draw_side(Dice& dice, const Draw& draw, bool input) {
  Side side;
  const bool halves = draw.type != type_c2c && draw.type != type_z2z;
  const bool forward = draw.type == type_r2c || draw.type == type_d2z;
  side.real = halves && forward == input;
  side.lengths = draw.lengths;
  if (halves && !side.real) side.lengths.back() = side.lengths.back() / 2 + 1;
  side.embed = side.lengths;
  if (side.real && draw.in_place) side.embed.back() = 2 * (side.lengths.back() / 2 + 1);
  if (draw.advanced && !draw.in_place) {
    for (long long& entry : side.embed) entry += dice(0, 2);
    side.stride = dice(1, 2);
  }
  side.distance = side.stride;
  for (const long long entry : side.embed) side.distance *= entry;
  return side;
}

Draw draw_request(unsigned seed) {
  Dice dice(seed);
  constexpr int types[] = {type_c2c, type_r2c, type_c2r, type_z2z, type_d2z, type_z2d};
  Draw draw;
  draw.type = types[dice(0, 5)];
  draw.direction = dice.coin() ? forward_direction : inverse_direction;
  for (long long rank = dice(1, 3); rank > 0; --rank) draw.lengths.push_back(dice(1, 11));
  draw.batch = dice(1, 3);
  draw.advanced = dice.coin();
  draw.in_place = dice.coin();
  draw.shift = dice(0, 3) == 0 ? 1 : 0;
  draw.in = draw_side(dice, draw, true);
  draw.out = draw_side(dice, draw, false);
  return draw;
}

/// By the definition: one sum over all axes for each output.
Value sum_of(const std::vector<Value>& signal, const std::vector<long long>& lengths, std::size_t k, int sign) {
  Value sum = 0;
  for (std::size_t j = 0; j < signal.size(); ++j) {
    double turns = 0;
    std::size_t rest_j = j;
    std::size_t rest_k = k;
    for (std::size_t axis = lengths.size(); axis-- > 0;) {
      const auto length = static_cast<std::size_t>(lengths[axis]);
      turns += static_cast<double>(rest_j % length * (rest_k % length) % length) / static_cast<double>(length);
      rest_j /= length;
      rest_k /= length;
    }
    sum += signal[j] * std::polar(1.0, sign * 2 * std::numbers::pi * turns);
  }
  return sum;
}

/// Index in the whole array of element i of a side that holds half of it.
std::size_t whole_index(const Side& side, const std::vector<long long>& lengths, std::size_t i) {
  const auto row = static_cast<std::size_t>(side.lengths.back());
  return i / row * static_cast<std::size_t>(lengths.back()) + i % row;
}

template <typename Scalar>
class Checked {
 public:
  explicit Checked(const Draw& draw) : draw_(draw), dice_(99) {}

  /// The relative error of the result.
  double error() {
    const std::size_t in_size = draw_.in.scalars(draw_.batch);
    const std::size_t out_size = draw_.out.scalars(draw_.batch);
    const std::size_t shift = 2 * draw_.shift;
    const Array<Scalar> first(shift + std::max(in_size, out_size) + 2);
    const Array<Scalar> second(shift + out_size + 2);
    std::vector<std::vector<Value>> expected;
    Scalar* in = first.data() + shift;
    for (long long b = 0; b < draw_.batch; ++b) expected.push_back(fill(in, b));
    Scalar* out = draw_.in_place ? in : second.data() + shift;
    execute(in, out);
    double difference = 0;
    double norm = 0;
    for (long long b = 0; b < draw_.batch; ++b) {
      const std::vector<Value>& want = expected[static_cast<std::size_t>(b)];
      for (std::size_t i = 0; i < want.size(); ++i) {
        const std::size_t place = draw_.out.place(i, b) * draw_.out.parts();
        const Value got(out[place], draw_.out.real ? want[i].imag() : out[place + 1]);
        difference += std::norm(got - want[i]);
        norm += std::norm(want[i]);
      }
    }
    return std::sqrt(difference / norm);
  }

 private:
  /// Writes the input of an array and returns its output.
  std::vector<Value> fill(Scalar* in, long long b) {
    std::size_t size = 1;
    for (const long long length : draw_.lengths) size *= static_cast<std::size_t>(length);
    const bool halves = draw_.in.real || draw_.out.real;
    std::vector<Value> signal(size);
    for (Value& x : signal) {
      x = {static_cast<Scalar>(dice_.noise()), halves ? 0 : static_cast<double>(static_cast<Scalar>(dice_.noise()))};
    }
    std::vector<Value> result(draw_.out.count());
    std::vector<Value> sent = signal;
    if (draw_.out.real) {  // the half spectrum of the signal, which comes back times its size
      sent.resize(draw_.in.count());
      for (std::size_t i = 0; i < sent.size(); ++i) {
        sent[i] = sum_of(signal, draw_.lengths, whole_index(draw_.in, draw_.lengths, i), -1);
      }
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = signal[i] * static_cast<double>(size);
    } else {
      const int sign = halves ? -1 : draw_.direction;
      for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = sum_of(signal, draw_.lengths, whole_index(draw_.out, draw_.lengths, i), sign);
      }
    }
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const std::size_t place = draw_.in.place(i, b) * draw_.in.parts();
      in[place] = static_cast<Scalar>(sent[i].real());
      if (!draw_.in.real) in[place + 1] = static_cast<Scalar>(sent[i].imag());
    }
    return result;
  }

  void execute(Scalar* in, Scalar* out) {
    int plan = 0;
    std::size_t bytes = 0;
    const int rank = static_cast<int>(draw_.lengths.size());
    ASSERT_EQ(cufftCreate(&plan), success);
    ASSERT_EQ(cufftMakePlanMany64(plan, rank, draw_.lengths.data(), draw_.advanced ? draw_.in.embed.data() : nullptr,
                                  draw_.in.stride, draw_.in.distance, draw_.advanced ? draw_.out.embed.data() : nullptr,
                                  draw_.out.stride, draw_.out.distance, draw_.type, draw_.batch, &bytes),
              success);
    EXPECT_EQ(cufftXtExec(plan, in, out, draw_.direction), success);
    EXPECT_EQ(cufftDestroy(plan), success);
  }

  Draw draw_;
  Dice dice_;
};

TEST_F(CufftTest, RandomRequests) {
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const Draw draw = draw_request(seed);
    const bool is_double = draw.type >= type_z2z;
    const double error = is_double ? Checked<double>(draw).error() : Checked<float>(draw).error();
    EXPECT_LT(error, is_double ? 3e-15 : 1.5e-6)
        << "seed " << seed << ", type " << draw.type << ", " << testing::PrintToString(draw.lengths) << "*"
        << draw.batch << (draw.in_place ? " in place" : "") << (draw.advanced ? " advanced" : "") << " shift "
        << draw.shift;
  }
}

}  // namespace
}  // namespace papilio::compat::cufft
