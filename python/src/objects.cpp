// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "objects.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/version.hpp>
#include <span>

#include "arrays.hpp"
#include "docs.hpp"
#include "transform.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// papilio.Device: a device in use.
struct DeviceObject {
  OpenDevice* open = nullptr;
  [[nodiscard]] const DeviceInfo& info() const { return open->device.info(); }
};

}  // namespace

OpenDevice& device_of(nb::handle device) {
  if (device.is_none()) return current_device();
  if (nb::isinstance<nb::str>(device)) return open_device(nb::cast<std::string>(device));
  return *nb::cast<const DeviceObject&>(device).open;
}

namespace {

nb::dict as_dict(const DeviceInfo& info) {
  nb::dict dict;
  dict["id"] = info.id;
  dict["name"] = info.name;
  dict["backend"] = std::string(to_string(info.backend));
  dict["platform"] = info.platform;
  dict["driver"] = info.driver;
  dict["kind"] = std::string(to_string(info.kind));
  dict["compute_units"] = info.compute_units;
  dict["global_memory"] = info.global_memory;
  dict["local_memory"] = info.local_memory;
  dict["max_allocation"] = info.max_allocation;
  dict["f64"] = info.f64;
  return dict;
}

PlanObject make_plan(const std::string& token, nb::handle device) {
  const Problem problem = Problem::parse(token);
  return {prepare(device_of(device), problem, Programs::specialised, [](auto plan) { return plan; })};
}

/// The number of one side of a plan, and how an array of it is shaped: as the problem's where it is packed, else flat.
struct PlanSide {
  ElementNumber number;
  std::vector<std::int64_t> shape;
  std::int64_t elements;
};

ElementNumber number_of_side(bool real, Storage storage, Precision precision) {
  if (storage == Storage::native && precision >= Precision::f32x2)
    return precision == Precision::f32x2 ? ElementNumber::f32 : ElementNumber::f64;
  if (storage == Storage::f32) precision = Precision::f32;
  if (storage == Storage::f64) precision = Precision::f64;
  const bool small = storage != Storage::native && storage != Storage::f32 && storage != Storage::f64;
  if (storage == Storage::bf16 || (small && !real)) {
    throw nb::type_error("NumPy has no type for this storage: give arrays of bytes (numpy.uint8)");
  }
  if (storage == Storage::f16) return ElementNumber::f16;
  if (storage == Storage::i8) return ElementNumber::i8;
  if (storage == Storage::u8) return ElementNumber::u8;
  if (storage == Storage::i16) return ElementNumber::i16;
  if (storage == Storage::u16) return ElementNumber::u16;
  return real ? real_of(precision) : complex_of(precision);
}

bool holds_pairs(const Problem& problem, bool input) {
  return problem.precision >= Precision::f32x2 && (input ? problem.in_storage : problem.out_storage) == Storage::native;
}

/// High and low parts are a last axis of two floats, behind one of real and imaginary parts.
void add_parts(PlanSide& side, bool real) {
  if (!real) side.shape.push_back(2);
  side.shape.push_back(2);
  side.elements *= real ? 2 : 4;
}

PlanSide side_of(const Problem& problem, bool input) {
  const bool real = input ? problem.real_input() : problem.real_output();
  const bool planar = !real && (input ? problem.in_layout : problem.out_layout) == ComplexLayout::planar;
  PlanSide side{number_of_side(real || planar, input ? problem.in_storage : problem.out_storage, problem.precision),
                input ? problem.input_lengths() : problem.output_lengths(),
                (input ? problem.input_elements() : problem.output_elements()) * (planar ? 2 : 1)};
  if (problem.batch > 1) side.shape.insert(side.shape.begin(), problem.batch);
  if (planar) side.shape.insert(side.shape.begin(), 2);
  std::int64_t packed = 1;
  for (const std::int64_t length : side.shape) packed *= length;
  const bool strided = !(input ? problem.in_strides : problem.out_strides).empty();
  if (strided || packed != side.elements) side.shape = {side.elements};
  if (holds_pairs(problem, input)) add_parts(side, real || planar);
  return side;
}

/// A plan's sides. In place the first is the array, as large as the larger side.
struct PlanSides {
  PlanSide in;
  PlanSide out;
  bool in_place;
};

PlanSides sides_of(const Problem& problem) {
  PlanSides sides{side_of(problem, true), side_of(problem, false), problem.placement == Placement::in_place};
  if (!sides.in_place) return sides;
  const std::int64_t bytes = bytes_of(sides.in.number);
  const std::int64_t needed = std::max(sides.in.elements * bytes, sides.out.elements * bytes_of(sides.out.number));
  if (needed > sides.in.elements * bytes) sides.in = {sides.in.number, {needed / bytes}, needed / bytes};
  return sides;
}

/// A packed array of the side's type and shape, or a flat one of as many elements.
std::span<std::byte> memory_of(const nb::object& object, const PlanSide& side, const char* name) {
  const auto fail = [&](const std::string& why) {
    throw nb::value_error((std::string(name) + ": " + why + "; the plan takes " + std::to_string(side.elements) +
                           " elements of " + dtype_name(empty_array(side.number, {})) + ", of shape " +
                           text_of(side.shape) + " or flat")
                              .c_str());
  };
  if (!PyArray_Check(object.ptr())) {
    fail("a " + nb::cast<std::string>(object.type().attr("__name__")) + " is not a NumPy array");
  }
  auto* const array = reinterpret_cast<PyArrayObject*>(object.ptr());
  if (!PyArray_ISCARRAY_RO(array)) fail("it is not packed (numpy.ascontiguousarray)");
  const ArrayOperand operand = operand_of(object);
  const auto shape = shape_of(operand);
  const bool flat = shape.size() == 1 && shape[0] == side.elements;
  if (!flat && !std::ranges::equal(shape, side.shape)) fail("its shape is " + text_of(shape));
  if (operand.number != side.number) fail("its type is " + dtype_name(object));
  return {reinterpret_cast<std::byte*>(PyArray_BYTES(array)), static_cast<std::size_t>(PyArray_NBYTES(array))};
}

nb::object execute_plan(const PlanObject& self, const nb::object& in, nb::handle out) {
  const auto [from, to, in_place] = sides_of(self.prepared->plan().problem());
  if (in_place && !out.is_none()) throw nb::value_error("out: the plan is in place, its input becomes the result");
  const std::span<std::byte> source = memory_of(in, from, "in");
  nb::object result = in_place ? in : out.is_none() ? zero_array(to.number, to.shape) : nb::borrow(out);
  HostArrays memory{source, source.data()};
  if (!in_place) memory.out = memory_of(result, to, "out").data();
  if (!PyArray_ISWRITEABLE(reinterpret_cast<PyArrayObject*>(result.ptr()))) {
    throw nb::value_error("out: it is read-only");
  }
  {
    const nb::gil_scoped_release release;
    self.prepared->execute(memory);
  }
  return result;
}

nb::object execute_any(nb::handle self, nb::handle x, nb::handle out, nb::handle stream, nb::handle scratch) {
  if (is_foreign(x.ptr())) return of_other_libraries("execute")(self, x, out, stream, scratch);
  if (!stream.is_none() || !scratch.is_none()) {
    throw nb::value_error("stream and scratch are for arrays on devices: a NumPy array's result is there on return");
  }
  return execute_plan(nb::cast<const PlanObject&>(self), nb::borrow(x), out);
}

/// ((number, shape, elements) of the input, the same of the output, in place)
nb::tuple sides_of_plan(const PlanObject& self) {
  const auto [in, out, in_place] = sides_of(self.prepared->plan().problem());
  const auto described = [](const PlanSide& side) {
    nb::list shape;
    for (const std::int64_t length : side.shape) shape.append(length);
    return nb::make_tuple(static_cast<int>(side.number), nb::tuple(shape), side.elements);
  };
  return nb::make_tuple(described(in), described(out), in_place);
}

std::int64_t packed_elements(const std::vector<std::int64_t>& lengths, std::int64_t batch) {
  for (const std::int64_t length : lengths) batch *= length;
  return batch;
}

/// Packed, complete, out of place, and stored as it is computed with.
bool is_plain(const Problem& problem) {
  return problem.window == InputWindow{} && problem.in_shift.empty() && problem.out_shift.empty() &&
         problem.out_map == OutputMap::none && problem.detrend == Detrend::none && !problem.has_contour() &&
         problem.in_strides.empty() && problem.out_strides.empty() && problem.zero.empty() && problem.skip.empty() &&
         problem.in_storage == Storage::native && problem.out_storage == Storage::native &&
         problem.in_layout == problem.out_layout && problem.in_layout == ComplexLayout::interleaved &&
         problem.in_offset == 0 && problem.out_offset == 0 && problem.placement == Placement::out_of_place &&
         problem.input_elements() == packed_elements(problem.input_lengths(), problem.batch) &&
         problem.output_elements() == packed_elements(problem.output_lengths(), problem.batch);
}

/// Returns the facts of a problem that papilio.check needs. Throws Error(unsupported) for layouts that it does not
/// make.
nb::dict facts_of(const std::string& token) {
  const Problem problem = Problem::parse(token);
  if (!is_plain(problem) || problem.kind == Kind::dht) {
    throw Error::unsupported("papilio.check of " + problem.token(),
                             "it checks packed, complete, out-of-place problems, and no Hartley transforms",
                             "use the command, papilio check");
  }
  nb::list axes;
  for (const int axis : problem.transformed_axes()) axes.append(axis);
  nb::dict dict;
  dict["kind"] = static_cast<int>(problem.kind) - static_cast<int>(Kind::dct1);  // negative: c2c, r2c, c2r
  dict["inverse"] = problem.direction == Direction::inverse;
  dict["axes"] = nb::tuple(axes);
  dict["batched"] = problem.batch > 1;
  dict["last"] = problem.lengths.at(static_cast<std::size_t>(problem.transformed_axes().back()));
  dict["factor"] = problem.scale_factor();
  dict["orthogonal"] = problem.scale == Scale::inverse_sqrt_n;
  return dict;
}

nb::tuple list_all_devices() {
  require_not_forked();
  const DeviceList list = list_devices();
  nb::list devices;
  for (const DeviceInfo& info : list.devices) devices.append(as_dict(info));
  nb::list notes;
  for (const std::string& note : list.notes) notes.append(note);
  return nb::make_tuple(devices, notes);
}

void add_devices(nb::module_& module) {
  nb::class_<DeviceObject>(module, "Device", docs::device)
      .def(
          "__init__",
          [](DeviceObject* self, const std::string& selector) { new (self) DeviceObject{&open_device(selector)}; },
          nb::arg("selector") = "auto", nb::sig("def __init__(self, selector: str = 'auto') -> None"))
      .def_prop_ro(
          "id", [](const DeviceObject& self) { return self.info().id; },
          "The id, which selects the device: \"opencl:0\".")
      .def_prop_ro(
          "name", [](const DeviceObject& self) { return self.info().name; }, "The name that its driver gives it.")
      .def_prop_ro(
          "info", [](const DeviceObject& self) { return as_dict(self.info()); },
          nb::for_getter(nb::sig("def info(self) -> dict[str, str | int | bool]")),
          "Its properties, as a dict with the names of papilio.devices(); memory is in bytes.")
      .def_prop_ro(
          "shares_memory", [](const DeviceObject& self) { return self.open->shares_memory; },
          "True if NumPy's arrays are transformed where they are, without a copy.")
      .def("__eq__",
           [](const DeviceObject& self, nb::handle other) {
             return nb::isinstance<DeviceObject>(other) && nb::cast<const DeviceObject&>(other).open == self.open;
           })
      .def("__hash__", [](const DeviceObject& self) { return self.open->index; })
      .def("__repr__", [](const DeviceObject& self) { return "papilio.Device(\"" + self.info().id + "\")"; });
  module.def("list_devices", &list_all_devices,
             nb::sig("def list_devices() -> tuple[list[dict[str, object]], list[str]]"),
             "Returns the properties of all devices, and notes on drivers that were not found.");
  module.def("current_device", [] { return DeviceObject{&current_device()}; });
  module.def(
      "set_current_device",
      [](nb::handle device) -> nb::object {
        OpenDevice* const before = set_current_device(device.is_none() ? nullptr : &device_of(device));
        return before == nullptr ? nb::none() : nb::cast(DeviceObject{before});
      },
      nb::arg("device").none(), nb::sig("def set_current_device(device: str | Device | None) -> Device | None"),
      "Chooses the device of NumPy's arrays; returns the one before.");
}

void add_cache(nb::module_& module) {
  module.def(
      "cache_usage",
      [] {
        const PlanCache::Usage usage = PlanCache::instance().usage();
        const CacheLimits limits = PlanCache::instance().limits();
        nb::dict dict;
        dict["plans"] = usage.plans;
        dict["bytes"] = usage.bytes;
        dict["hits"] = usage.hits;
        dict["misses"] = usage.misses;
        dict["max_plans"] = limits.plans;
        dict["max_bytes"] = limits.bytes;
        return dict;
      },
      nb::sig("def cache_usage() -> dict[str, int]"));
  module.def("cache_clear", [] { PlanCache::instance().clear(); });
  module.def(
      "cache_set_limits",
      [](std::size_t plans, std::size_t bytes) {
        PlanCache::instance().set_limits({plans, bytes});
      },
      nb::arg("plans"), nb::arg("bytes"));
  module.def("wait_for_planning", &wait_for_planning);
}

}  // namespace

void add_objects(nb::module_& module) {
  add_devices(module);
  add_cache(module);
  nb::class_<PlanObject>(module, "Plan", docs::plan)
      .def(
          "__init__",
          [](PlanObject* self, const std::string& token, nb::handle device) {
            new (self) PlanObject(make_plan(token, device));
          },
          nb::arg("token"), nb::arg("device").none() = nb::none(),
          nb::sig("def __init__(self, token: str, device: str | Device | None = None) -> None"))
      .def(
          "__call__",
          [](nb::handle self, nb::handle x, nb::handle out) {
            return execute_any(self, x, out, nb::none(), nb::none());
          },
          nb::arg("x"), nb::arg("out").none() = nb::none(),
          nb::sig(
              "def __call__(self, x: numpy.ndarray | DLPackArray, out: numpy.ndarray | DLPackArray | None = None) -> "
              "numpy.ndarray | DLPackArray"),
          "Transforms an array. The same as execute(x, out).")
      .def("execute", &execute_any, nb::arg("x"), nb::arg("out").none() = nb::none(), nb::kw_only(),
           nb::arg("stream").none() = nb::none(), nb::arg("scratch").none() = nb::none(),
           nb::sig(
               "def execute(self, x: numpy.ndarray | DLPackArray, out: numpy.ndarray | DLPackArray | None = None, *, "
               "stream: object | None = None, scratch: DLPackArray | None = None) -> numpy.ndarray | DLPackArray"),
           docs::execute)
      .def(
          "describe", [](const PlanObject& self) { return self.prepared->plan().describe(); },
          "Returns the passes, their radices and kernels, as an S-expression.")
      .def_prop_ro(
          "token", [](const PlanObject& self) { return self.prepared->plan().problem().token(); },
          "The problem, in its shortest form.")
      .def_prop_ro(
          "scratch_bytes", [](const PlanObject& self) { return self.prepared->plan().scratch_bytes(); },
          "Bytes of device memory that an execution needs besides its input and output.")
      .def_prop_ro(
          "device", [](const PlanObject& self) { return DeviceObject{&self.prepared->device()}; },
          "The device that executes the plan.")
      .def("__repr__",
           [](const PlanObject& self) { return "papilio.Plan(\"" + self.prepared->plan().problem().token() + "\")"; });
  module.def("problem_facts", &facts_of, nb::arg("token"),
             nb::sig("def problem_facts(token: str) -> dict[str, object]"));
  module.def("plan_sides", &sides_of_plan, nb::arg("plan"),
             nb::sig("def plan_sides(plan: Plan) -> tuple[tuple[int, tuple[int, ...], int], "
                     "tuple[int, tuple[int, ...], int], bool]"),
             "Returns (number, shape, elements) of the input and of the output, and whether they are one array.");
  module.attr("version") = std::string(version());
}

}  // namespace papilio::python
