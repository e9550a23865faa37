// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/python.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papilio/error.hpp>

#include "bench/host.hpp"

namespace papilio::bench {
namespace {

constexpr const char* remedy =
    "install libpython3 and the module (PyPI: ducc0, scipy, finufft), and set PAPILIO_PYTHON_LIBRARY to the first, "
    "PYTHONPATH "
    "to "
    "the second's folder";

constexpr const char* prelude = R"(
import ctypes, numpy
def array(address, kind, shape, strides):
    size = numpy.dtype(kind).itemsize
    span = 1 + sum((n - 1) * s for n, s in zip(shape, strides))
    memory = (ctypes.c_char * (span * size)).from_address(address)
    return numpy.ndarray(shape, kind, memory, 0, [s * size for s in strides])
)";

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (int minor = 14; minor >= 10; --minor) names.push_back(fmt::format("libpython3.{}.so.1.0", minor));
  return names;
}

}  // namespace

Python::Python(const char* user) : library_({user, "PAPILIO_PYTHON_LIBRARY", files(), remedy}) {
  // Python's extension modules find its functions among the global symbols.
  if (!make_global(library_.file()))
    throw Error::unsupported(user, fmt::format("{} could not be made global", library_.file()), remedy);
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

const Python& Python::for_peer(const char* user) {
  static const Python the_one(user);
  return the_one;
}

Python::Object Python::variables() const {
  const Object dictionary = new_dictionary_();
  run(prelude, dictionary);
  return dictionary;
}

void Python::run(const std::string& statements, Object dictionary) const {
  constexpr int file_input = 257;  // Py_file_input
  release_(checked(run_(statements.c_str(), file_input, dictionary, dictionary)));
}

std::string Python::text(Object object) const {
  const char* text = object != nullptr ? utf8_(object) : nullptr;
  return text != nullptr ? text : "an error without a message";
}

Python::Object Python::checked(Object result) const {
  if (result != nullptr) return result;
  Object type = nullptr;
  Object value = nullptr;
  Object trace = nullptr;
  fetch_error_(&type, &value, &trace);
  throw Error::unsupported("Python", text(text_(value)), remedy);
}

PythonPeer::PythonPeer(HostArena& arena, int threads, const char* name, const char* title, const std::string& imports)
    : arena_(arena),
      threads_(threads),
      title_(title),
      python_(Python::for_peer(name)),
      variables_(python_.variables()) {
  python_.run(imports, variables_);
}

std::string PythonPeer::version() const {
  return fmt::format("{} {}, {} thread{}", title_, python_.text(python_.item(variables_, "version")), threads_,
                     threads_ == 1 ? "" : "s");
}

std::optional<PeerRefusal> PythonPeer::define(const std::string& statements) {
  python_.run(statements, variables_);
  run_ = python_.item(variables_, "run");
  try {
    python_.call(run_);
  } catch (const Error& error) {
    return PeerRefusal{PeerOutcome::failed, error.what()};
  }
  return std::nullopt;
}

std::string array_text(const void* address, char kind, std::int64_t bytes, const std::vector<std::int64_t>& shape,
                       const std::vector<std::int64_t>& strides) {
  return fmt::format("array({}, '{}{}', ({},), ({},))", reinterpret_cast<std::uintptr_t>(address), kind, bytes,
                     fmt::join(shape, ","), fmt::join(strides, ","));
}

}  // namespace papilio::bench
