// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ducc0, the successor of pocketfft, through its Python module, because it has no C interface. Python is opened at run
// time and calls the module on the arena's memory; the overhead of a call is a few microseconds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <papilio/error.hpp>
#include <vector>

#include "bench/host.hpp"
#include "bench/peers/ability.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

constexpr const char* remedy =
    "install libpython3 and ducc0 (PyPI), and set PAPILIO_PYTHON_LIBRARY to the first, PYTHONPATH to the second's "
    "folder";

/// One interpreter per process, which is never finalised: numerical modules cannot be loaded into a second one.
class Python {
 public:
  using Object = void*;

  Python() : library_({"ducc", "PAPILIO_PYTHON_LIBRARY", files(), remedy}) {
    // Python's extension modules find its functions among the global symbols.
    if (!make_global(library_.file()))
      throw Error::unsupported("ducc", fmt::format("{} could not be made global", library_.file()), remedy);
    void (*initialise)(int signal_handlers) = nullptr;
    library_.look_up(initialise, "Py_InitializeEx");
    library_.look_up(new_dictionary_, "PyDict_New");
    library_.look_up(item_, "PyDict_GetItemString");
    library_.look_up(run_, "PyRun_String");
    library_.look_up(call_, "PyObject_CallObject");
    library_.look_up(release_, "Py_DecRef");
    library_.look_up(fetch_error_, "PyErr_Fetch");
    library_.look_up(text_, "PyObject_Str");
    library_.look_up(utf8_, "PyUnicode_AsUTF8");
    initialise(0);
  }

  [[nodiscard]] Object dictionary() const { return new_dictionary_(); }
  [[nodiscard]] Object item(Object dictionary, const char* name) const { return item_(dictionary, name); }
  void release(Object object) const { release_(object); }

  /// Runs statements whose variables are in `dictionary`. Throws Error(unsupported) with Python's message.
  void run(const std::string& statements, Object dictionary) const {
    constexpr int file_input = 257;  // Py_file_input
    release_(checked(run_(statements.c_str(), file_input, dictionary, dictionary)));
  }
  void call(Object function) const { release_(checked(call_(function, nullptr))); }
  [[nodiscard]] std::string text(Object object) const {
    const char* text = object != nullptr ? utf8_(object) : nullptr;
    return text != nullptr ? text : "an error without a message";
  }

 private:
  static std::vector<std::string> files() {
    std::vector<std::string> names;
    for (int minor = 14; minor >= 10; --minor) names.push_back(fmt::format("libpython3.{}.so.1.0", minor));
    return names;
  }
  Object checked(Object result) const {
    if (result != nullptr) return result;
    Object type = nullptr;
    Object value = nullptr;
    Object trace = nullptr;
    fetch_error_(&type, &value, &trace);
    throw Error::unsupported("ducc", text(text_(value)), remedy);
  }

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

const Python& python() {
  static const Python the_one;
  return the_one;
}

/// array() views memory as NumPy does; strides in elements.
constexpr const char* prelude = R"(
import ctypes, numpy, ducc0
version = ducc0.__version__
def array(address, kind, shape, strides):
    size = numpy.dtype(kind).itemsize
    span = 1 + sum((n - 1) * s for n, s in zip(shape, strides))
    memory = (ctypes.c_char * (span * size)).from_address(address)
    return numpy.ndarray(shape, kind, memory, 0, [s * size for s in strides])
)";

/// An expression for one side of the problem. Repeats come first, then the axes that are transformed.
std::string array_of(const Problem& problem, const void* address, bool input) {
  const bool real = input ? problem.real_input() : problem.real_output();
  const Loops loops = loops_of(problem);
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  const auto add = [&](const GuruLoop& loop, std::int64_t count) {
    shape.push_back(count);
    strides.push_back(input ? loop.in_stride : loop.out_stride);
  };
  for (const GuruLoop& loop : loops.repeats) add(loop, loop.count);
  for (const GuruLoop& loop : loops.axes) add(loop, loop.count);
  if (problem.halves() && !real) shape.back() = loops.axes.back().count / 2 + 1;
  const int bytes = (problem.precision == Precision::f32 ? 4 : 8) * (real ? 1 : 2);
  return fmt::format("array({}, '{}{}', ({},), ({},))", reinterpret_cast<std::uintptr_t>(address), real ? "f" : "c",
                     bytes, fmt::join(shape, ","), fmt::join(strides, ","));
}

/// ducc0's function and its arguments for the kind.
std::string function_of(const Problem& problem) {
  const std::string kind = problem.token().substr(0, 4);  // "dct2", of real-to-real kinds
  switch (problem.kind) {
    case Kind::c2c:
      return fmt::format("c2c(i, forward={}, ", problem.direction == Direction::forward ? "True" : "False");
    case Kind::r2c:
      return "r2c(i, forward=True, ";
    case Kind::c2r:
      return fmt::format("c2r(i, forward=False, lastsize={}, allow_overwriting_input=True, ",
                         loops_of(problem).axes.back().count);
    case Kind::dht:
      return "separable_fht(i, ";
    default:
      return fmt::format("{}(i, type={}, ", kind.substr(0, 3), kind.substr(3));
  }
}

class DuccPeer final : public Peer {
 public:
  DuccPeer(HostArena& arena, int threads) : arena_(arena), threads_(threads), variables_(python().dictionary()) {
    python().run(prelude, variables_);
  }
  ~DuccPeer() override { python().release(variables_); }

  [[nodiscard]] std::string version() const override {
    return fmt::format("ducc0 {}, {} thread{}", python().text(python().item(variables_, "version")), threads_,
                       threads_ == 1 ? "" : "s");
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    if (auto why = obstacle(problem, {.real_to_real = true, .offsets = true}))
      return PeerRefusal{PeerOutcome::unsupported, *why};
    const Loops loops = loops_of(problem);
    const std::byte* const in = arena_.input() + problem.in_offset * problem.input_element_bytes();
    const std::byte* const out = (result_part(problem) == Part::input ? arena_.input() : arena_.output()) +
                                 problem.out_offset * problem.output_element_bytes();
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < loops.axes.size(); ++i) axes.push_back(loops.repeats.size() + i);
    python().run(fmt::format("i = {}\no = {}\nrun = lambda: ducc0.fft.{}axes=({},), inorm=0, out=o, nthreads={})\n",
                             array_of(problem, in, true), array_of(problem, out, false), function_of(problem),
                             fmt::join(axes, ","), threads_),
                 variables_);
    run_ = python().item(variables_, "run");
    try {
      python().call(run_);
    } catch (const Error& error) {
      return PeerRefusal{PeerOutcome::failed, error.what()};
    }
    return std::nullopt;
  }
  void enqueue() override { python().call(run_); }
  void release() override { python().run("i = o = run = None\n", variables_); }

 private:
  HostArena& arena_;
  int threads_;
  Python::Object variables_;
  Python::Object run_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_ducc_peer(HostArena& arena, int threads) {
  return std::make_unique<DuccPeer>(arena, threads);
}

}  // namespace papilio::bench
