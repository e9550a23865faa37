// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/host_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <papilio/error.hpp>
#include <span>
#include <vector>

namespace papilio::api {
namespace {

using testing::HasSubstr;

static_assert(std::is_convertible_v<std::vector<float>&, HostSpan>);
static_assert(std::is_convertible_v<std::span<std::complex<double>>, HostSpan>);
static_assert(!std::is_convertible_v<const std::vector<float>&, HostSpan>);
static_assert(!std::is_convertible_v<std::span<const float>, HostSpan>);
static_assert(!std::is_convertible_v<std::vector<float>, HostSpan>, "a temporary would be lost");
static_assert(std::is_convertible_v<const std::vector<float>&, ConstHostSpan>);
static_assert(std::is_convertible_v<std::span<const std::byte>, ConstHostSpan>);
static_assert(std::is_convertible_v<HostSpan, ConstHostSpan>);
static_assert(!std::is_convertible_v<ConstHostSpan, HostSpan>);
static_assert(!std::is_convertible_v<std::vector<int>&, ConstHostSpan>);

TEST(HostSpan, KnowsItsElements) {
  std::vector<std::complex<float>> numbers(3);
  const HostSpan span = numbers;
  EXPECT_EQ(span.data(), numbers.data());
  EXPECT_EQ(span.elements(), 3U);
  EXPECT_EQ(span.size_bytes(), 24U);
  EXPECT_EQ(span.type(), HostType::complex_f32);
  const ConstHostSpan same = span;
  EXPECT_EQ(same.data(), numbers.data());
  EXPECT_EQ(same.elements(), 3U);
  EXPECT_EQ(same.size_bytes(), 24U);
  EXPECT_EQ(same.type(), HostType::complex_f32);
  const std::array<double, 5> five{};
  EXPECT_EQ(ConstHostSpan(five).size_bytes(), 40U);
  EXPECT_EQ(ConstHostSpan(five).type(), HostType::f64);
  EXPECT_EQ(ConstHostSpan(std::as_bytes(std::span(five))).type(), HostType::bytes);
  EXPECT_TRUE(ConstHostSpan().empty());
  EXPECT_TRUE(HostSpan().empty());
}

/// An r2c of 4 transforms of 8 points.
HostSides sides(Placement placement = Placement::out_of_place) {
  HostSides sides{"plan", {"input", Field::real}, {"output", Field::complex}, placement, [] { return "r2c:f32:8*4"; }};
  sides.input.bytes = 8 * 4 * 4;
  sides.output.bytes = 5 * 4 * 8;
  return sides;
}

std::string message_of(const HostOperands& operands, const HostSides& sides) {
  try {
    (void)checked_memory(operands, sides);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "";
}

class HostMemoryTest : public testing::Test {
 protected:
  std::vector<float> real_ = std::vector<float>(32);
  std::vector<double> real64_ = std::vector<double>(32);
  std::vector<std::complex<float>> half_ = std::vector<std::complex<float>>(20);

  [[nodiscard]] HostOperands operands(ConstHostSpan in, HostSpan out) const { return {in, out, {}, {}}; }
};

TEST_F(HostMemoryTest, TheRightTypesAndBytesPass) {
  const HostMemory memory = checked_memory(operands(real_, half_), sides());
  EXPECT_EQ(static_cast<void*>(memory.in.data), real_.data());
  EXPECT_EQ(memory.in.bytes, 128U);
  EXPECT_EQ(static_cast<void*>(memory.out.data), half_.data());
  EXPECT_EQ(memory.out.bytes, 160U);
  EXPECT_TRUE(memory.in.complete());
  EXPECT_EQ(message_of(operands(std::as_bytes(std::span(real_)), std::as_writable_bytes(std::span(half_))), sides()),
            "");
}

TEST_F(HostMemoryTest, AnErrorNamesTheTypeThatTheProblemWants) {
  EXPECT_EQ(message_of(operands(real64_, half_), sides()),
            "input span of double: the input of r2c:f32:8*4 is float; give a span of float, or of std::byte");
  EXPECT_THAT(message_of(operands(real_, real_), sides()),
              HasSubstr("the output of r2c:f32:8*4 is std::complex<float>"));
  HostSides planar = sides();
  planar.output.layout = ComplexLayout::planar;
  EXPECT_THAT(message_of(operands(real_, half_), planar), HasSubstr("is two planes of float;"));
  HostSides short_integers = sides();
  short_integers.input.storage = Storage::i16;
  EXPECT_THAT(message_of(operands(real_, half_), short_integers), HasSubstr("is i16; give a span of std::byte"));
}

TEST_F(HostMemoryTest, AnErrorNamesTheSizeInElements) {
  EXPECT_THAT(message_of(operands(std::span(real_).first(31), half_), sides()),
              HasSubstr("input span of 31 elements: r2c:f32:8*4 takes 32 elements"));
  EXPECT_THAT(message_of(operands(real_, std::span(half_).first(19)), sides()),
              HasSubstr("output span of 19 elements: r2c:f32:8*4 takes 20 elements"));
  EXPECT_THAT(message_of(operands(std::as_bytes(std::span(real_)).first(127), half_), sides()),
              HasSubstr("input span of 127 bytes: r2c:f32:8*4 takes 128 bytes"));
}

TEST_F(HostMemoryTest, InPlaceIsOneSpanOfEitherSide) {
  const HostSides in_place = sides(Placement::in_place);
  std::vector<float> padded(40);
  EXPECT_EQ(message_of(operands({}, padded), in_place), "");
  EXPECT_EQ(message_of(operands({}, half_), in_place), "");
  EXPECT_THAT(message_of(operands({}, real_), in_place), HasSubstr("in-place span of 32 elements"));
  EXPECT_THAT(message_of(operands({}, real64_), in_place), HasSubstr("in-place span of double"));
  EXPECT_THAT(message_of(operands(real_, half_), in_place), HasSubstr("two spans for an in-place plan"));
  EXPECT_THAT(message_of(operands({}, half_), sides()), HasSubstr("one span for an out-of-place plan"));
  const HostMemory memory = checked_memory(operands({}, half_), in_place);
  EXPECT_EQ(static_cast<void*>(memory.in.data), half_.data());
  EXPECT_EQ(memory.in.bytes, 160U);
  EXPECT_EQ(memory.in, memory.out);
}

TEST_F(HostMemoryTest, AnInputMayLeaveOutWhatIsNotRead) {
  HostSides padded = sides();
  padded.input.unread = 3 * 4;
  const HostMemory memory = checked_memory(operands(std::span(real_).first(29), half_), padded);
  EXPECT_EQ(memory.in.bytes, 116U);
  EXPECT_EQ(memory.in.device_bytes, 128U);
  EXPECT_FALSE(memory.in.complete());
  EXPECT_EQ(message_of(operands(real_, half_), padded), "");
  EXPECT_THAT(message_of(operands(std::span(real_).first(30), half_), padded),
              HasSubstr("takes 32 elements, or 29 without the zeros at the end"));
}

TEST_F(HostMemoryTest, SpansMustNotOverlap) {
  std::vector<std::byte> memory(128 + 160);
  const std::span all(memory);
  EXPECT_EQ(message_of(operands(all.first(128), all.last(160)), sides()), "");
  EXPECT_THAT(message_of(operands(all.subspan(1, 128), all.last(160)), sides()), HasSubstr("spans that overlap"));
}

TEST_F(HostMemoryTest, CallbackDataAreNumbersOfThePrecision) {
  const auto message = [&](const ConstHostSpan& data) {
    return message_of({.in = real_, .out = half_, .load_data = data}, sides());
  };
  EXPECT_EQ(message(real_), "");
  EXPECT_EQ(message(std::as_bytes(std::span(real_))), "");
  EXPECT_THAT(message(std::as_bytes(std::span(real_)).first(127)), HasSubstr("load callback data of 127 bytes"));
  EXPECT_THAT(message(real64_), HasSubstr("the callback reads numbers of type float"));
}

}  // namespace
}  // namespace papilio::api
