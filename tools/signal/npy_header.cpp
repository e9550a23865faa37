// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <charconv>
#include <papilio/error.hpp>

#include "tools/signal/npy.hpp"

namespace papilio::tool {
namespace {

/// A reader of the few Python literals that NumPy writes: a dict of strings, booleans and tuples of integers.
class Literal {
 public:
  Literal(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  [[noreturn]] void fail(const std::string& why) const {
    throw Error::io(where_, "its .npy header " + why, "write the file again with numpy.save");
  }

  /// Skips blanks, then the character where it is the next one.
  bool accept(char c) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != c) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!accept(c)) {
      fail(std::string("lacks a '") + c + "'");
    }
  }

  std::string string() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') {
      expect('\'');
    }
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) {
      fail("has an open string");
    }
    std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return value;
  }

  bool boolean() {
    skip_blanks();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    }
    fail("has something else than True or False");
  }

  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> values;
    expect('(');
    while (!accept(')')) {
      std::int64_t value = 0;
      const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (code != std::errc() || value < 0) {
        fail("has a shape that is no tuple of sizes");
      }
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      if (rest_.starts_with('L')) rest_.remove_prefix(1);  // of Python 2
      values.push_back(value);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return values;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  const std::string& where_;
};

}  // namespace

NpyHeader NpyHeader::parse(std::string_view text, const std::string& where) {
  NpyHeader header;
  Literal literal(text, where);
  int found = 0;
  literal.expect('{');
  while (!literal.accept('}')) {
    const std::string key = literal.string();
    literal.expect(':');
    if (key == "descr") {
      // A structured type is a list; the quote that a string starts with is then missing.
      header.descr = literal.accept('[') ? "[…]" : literal.string();
      if (header.descr == "[…]") {
        literal.fail("describes a structured type, not numbers");
      }
    } else if (key == "fortran_order") {
      header.fortran_order = literal.boolean();
    } else if (key == "shape") {
      header.shape = literal.tuple();
    } else {
      literal.fail("has the unknown key '" + key + "'");
    }
    ++found;
    if (!literal.accept(',')) {
      literal.expect('}');
      break;
    }
  }
  if (found != 3 || header.descr.empty()) {
    literal.fail("lacks one of descr, fortran_order, shape");
  }
  return header;
}

}  // namespace papilio::tool
