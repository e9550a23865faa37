// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/declarations.hpp"

#include "fixture.hpp"

namespace papilio::backend::opencl {
namespace {

using testing::HasSubstr, testing::Not, testing::Optional;

TEST(OpenClDeclarations, OfWhatIsCalled) {
  EXPECT_THAT(declarations_for("y = fma(a, b, c);", "k"),
              Optional(AllOf(HasSubstr("fma(float8, float8, float8);"), Not(HasSubstr("double")), Not(HasSubstr("min")),
                             HasSubstr("\n#line 1\n"))));
  EXPECT_THAT(declarations_for("double2 y = vload2(0, p);", "k"),
              Optional(AllOf(HasSubstr("vload2(size_t, const __global double*);"), HasSubstr("cl_khr_fp64"))));
}

TEST(OpenClDeclarations, StatementsAttributesCommentsAndTheKernelItselfNeedNone) {
  EXPECT_THAT(declarations_for("// sin(x)\n__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(long n) {\n"
                               "  for (int i = 0; i < 2; ++i) if (n) while (n) { x = (float8)(1.0f) * (n); }\n}",
                               "k"),
              Optional(std::string("\n#line 1\n")));
}

TEST(OpenClDeclarations, NoneWhereTheHeaderMayBeNeeded) {
  EXPECT_EQ(declarations_for("y = sin(x);", "k"), std::nullopt);
  EXPECT_EQ(declarations_for("y = other(x);", "k"), std::nullopt);
  EXPECT_EQ(declarations_for("#define PAPILIO_FUNCTION\nPAPILIO_FUNCTION int one() { return 1; }", "k"), std::nullopt);
}

/// Calls everything that is declared.
constexpr const char* calls = R"(
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(__global double* x, __global float* y, long n) {
  __local float tile[32];
  float own[16];
  const long i = get_group_id(0) + get_local_id(0);
  for (long j = i; j < n; ++j) {
    x[j] = fma(x[j], x[j + 1], max(x[j + 2], 1.0)) + max(y[j], y[j + 1]);
    vstore8(fma(vload8(0, y), (float8)(2.0f), vload8(1, y)), 0, y + j);
    vstore4(min(vload4(0, x), vload4(1, x)), 0, x + min(j, n) + min((int)j, 5));
    vstore2(vload2(0, y), 0, tile);
    vstore16(vload16(0, tile), 0, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    prefetch(y + j, 1);
    __builtin_prefetch((const void*)(size_t)(y + j), 0, 2);
    y[j] = own[j];
  }
}
)";

TEST_F(OpenClTest, DeclarationsAreEnoughAndAgreeWithTheHeader) {
  if (!device_->info().f64) GTEST_SKIP() << "no double precision";
  EXPECT_NE(make_program(calls, "k"), nullptr);
  const auto declarations = declarations_for(calls, "k");
  ASSERT_TRUE(declarations.has_value());
  // With the header as well, because of the word in the comment: the compiler refuses declarations that differ.
  const std::string twice = *declarations + "// PAPILIO_FUNCTION\n" + calls;
  EXPECT_NE(make_program(twice, "k"), nullptr);
}

// The second attempt, with the header, must not hide the message or its line.
TEST_F(OpenClTest, DeclarationsDoNotMoveLines) {
  const std::string wrong = "__kernel void k(__global float* x, long n) {\n  x[0] = min(n, n)\n}\n";
  const Error error = error_of([&] { (void)make_program(wrong, "k"); });
  EXPECT_EQ(error.code(), ErrorCode::build_failed);
  EXPECT_THAT(error.what(), HasSubstr("2:19"));
}

}  // namespace
}  // namespace papilio::backend::opencl
