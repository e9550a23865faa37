// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/opencl_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "emit/c/opencl.hpp"

namespace papilio::experiments {
namespace {

using emit::Text;

/// An access of one load or store.
struct ImageAccess {
  const ImageParameter& image;
  int lanes;  ///< of the load or store
  Arithmetic arithmetic;
};

std::string type_of(const ImageAccess& access, int lanes) {
  return fmt::format("{}{}", access.arithmetic == Arithmetic::f16 ? "half" : "float", lanes);
}

/// "read_imagef", or "read_imageh" of f16.
std::string function_of(const char* verb, const ImageAccess& access) {
  return fmt::format("{}_image{}", verb, access.arithmetic == Arithmetic::f16 ? "h" : "f");
}

std::string coordinates(const ImageAccess& access, const char* pixel) {
  return fmt::format("(int2)({0} % {1}, {0} / {1})", pixel, access.image.width);
}

std::string read_pixel(const ImageAccess& access, const char* pixel) {
  return fmt::format("{}(image, {})", function_of("read", access), coordinates(access, pixel));
}

[[noreturn]] void throw_no_access(const ImageAccess& access) {
  throw Error::internal(fmt::format("an access to {} numbers of an image", access.lanes),
                        fmt::format("its pixels have {}", access.image.channels));
}

std::string image_load_name(const ImageAccess& access) {
  return fmt::format("load_{}_x{}", access.image.parameter, access.lanes);
}

std::string image_store_name(const ImageAccess& access) {
  return fmt::format("store_{}_x{}", access.image.parameter, access.lanes);
}

std::string image_load(const ImageAccess& access) {
  std::string body;
  if (access.image.channels == 4 && access.lanes == 4) {
    body = fmt::format("return {};", read_pixel(access, "(index / 4)"));
  } else if (access.image.channels == 4 && access.lanes == 2) {
    body = fmt::format("const {} pixel = {}; return (index & 2) != 0 ? pixel.zw : pixel.xy;", type_of(access, 4),
                       read_pixel(access, "(index / 4)"));
  } else if (access.image.channels == 2 && access.lanes == 2) {
    body = fmt::format("return {}.xy;", read_pixel(access, "(index / 2)"));
  } else if (access.image.channels == 2 && access.lanes == 4) {
    body = fmt::format("return ({})({}.xy, {}.xy);", type_of(access, 4), read_pixel(access, "(index / 2)"),
                       read_pixel(access, "(index / 2 + 1)"));
  } else {
    throw_no_access(access);
  }
  return fmt::format("{} {}(read_only image2d_t image, int index) {{ {} }}", type_of(access, access.lanes),
                     image_load_name(access), body);
}

std::string image_store(const ImageAccess& access) {
  if (access.image.channels != access.lanes) throw_no_access(access);
  const std::string pixel = fmt::format("(index / {})", access.lanes);
  const std::string value = access.lanes == 4 ? "value" : fmt::format("({})(value, 0, 0)", type_of(access, 4));
  return fmt::format("void {}(write_only image2d_t image, int index, {} value) {{ {}(image, {}, {}); }}",
                     image_store_name(access), type_of(access, access.lanes), function_of("write", access),
                     coordinates(access, pixel.c_str()), value);
}

/// OpenCL C with the images of a form, and its arithmetic.
class FormText final : public emit::OpenCl {
 public:
  FormText(const ir::Module& module, const OpenClForm& form) : OpenCl(module), form_(form) {}

 private:
  [[nodiscard]] bool halves() const { return form_.arithmetic == Arithmetic::f16; }
  [[nodiscard]] std::string_view f32_suffix() const override { return halves() ? "h" : "f"; }

  [[nodiscard]] std::string type_name(ir::Type type) const override {
    std::string name = OpenCl::type_name(type);
    return halves() && type.kind == ir::ScalarKind::f32 ? name.replace(0, 5, "half") : name;
  }

  void begin_kernel() override {
    if (halves()) line("#pragma OPENCL EXTENSION cl_khr_fp16 : enable");
    OpenCl::begin_kernel();
  }

  [[nodiscard]] std::string parameter(const ir::Buffer& buffer) const override {
    if (image_of(buffer) != nullptr) {
      const char* const access = buffer.access == ir::Access::read ? "read_only" : "write_only";
      return fmt::format("{} image2d_t {}", access, buffer.name);
    }
    if (ir::converts(buffer) && halves()) {
      throw Error::internal(fmt::format("kernel '{}'", module_.name), "conversions are between f32 and other types");
    }
    return OpenCl::parameter(buffer);
  }

  [[nodiscard]] Text load(ir::Expr value) const override {
    const ImageParameter* const image = image_of(*value->buffer);
    if (image == nullptr) return OpenCl::load(value);
    const ImageAccess access{*image, value->type.lanes, form_.arithmetic};
    define({image_load(access)});
    return {fmt::format("{}({}, {})", image_load_name(access), image->parameter, expression(value->args[0]).text)};
  }

  void store_vector(const ir::Store& store) override {
    const ImageParameter* const image = image_of(*store.buffer);
    if (image == nullptr) return OpenCl::store_vector(store);
    const ImageAccess access{*image, store.value->type.lanes, form_.arithmetic};
    define({image_store(access)});
    line(fmt::format("{}({}, {}, {});", image_store_name(access), image->parameter, expression(store.index).text,
                     expression(store.value).text));
  }

  /// Null for a parameter that is a buffer.
  [[nodiscard]] const ImageParameter* image_of(const ir::Buffer& buffer) const {
    const auto found = std::ranges::find(form_.images, buffer.name, &ImageParameter::parameter);
    return found == form_.images.end() ? nullptr : &*found;
  }

  const OpenClForm& form_;
};

}  // namespace

Source opencl_text(const ir::Module& module, const OpenClForm& form) {
  return {Dialect::opencl, FormText(module, form).render()};
}

}  // namespace papilio::experiments
