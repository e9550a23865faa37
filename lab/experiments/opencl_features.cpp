// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/opencl_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <vector>

#include "backend/opencl/device.hpp"
#include "backend/opencl/status.hpp"

namespace papilio::experiments {
namespace {

using backend::opencl::ClDevice;
using backend::opencl::ClMemory;
using backend::opencl::ClSymbols;

cl_image_format format_of(const ImageShape& shape) {
  return {shape.channels == 2 ? cl_channel_order{CL_RG} : cl_channel_order{CL_RGBA},
          shape.storage == Storage::f16 ? cl_channel_type{CL_HALF_FLOAT} : cl_channel_type{CL_FLOAT}};
}

std::string name_of(const ImageShape& shape) {
  return fmt::format("{} images of {}", shape.channels == 2 ? "CL_RG" : "CL_RGBA",
                     shape.storage == Storage::f16 ? "f16" : "f32");
}

std::size_t row_bytes(const ImageShape& shape) {
  return static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.channels) *
         (shape.storage == Storage::f16 ? 2 : 4);
}

bool has_format(const ClDevice& device, const ImageShape& shape) {
  const ClSymbols& cl = device.cl();
  const auto list = [&](cl_uint room, cl_image_format* formats, cl_uint* count) {
    backend::opencl::check(
        cl.clGetSupportedImageFormats(device.context(), CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, room, formats, count),
        "clGetSupportedImageFormats");
  };
  cl_uint count = 0;
  list(0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  if (count > 0) list(count, formats.data(), nullptr);
  const cl_image_format wanted = format_of(shape);
  return std::ranges::any_of(formats, [&](const cl_image_format& format) {
    return format.image_channel_order == wanted.image_channel_order &&
           format.image_channel_data_type == wanted.image_channel_data_type;
  });
}

template <typename Value>
Value property(const ClDevice& device, cl_device_info what) {
  Value value{};
  backend::opencl::check(device.cl().clGetDeviceInfo(device.native(), what, sizeof(value), &value, nullptr),
                         "clGetDeviceInfo");
  return value;
}

/// Why the device has no such image; empty if it has.
std::string refusal(const ClDevice& device, const ImageShape& shape) {
  if (property<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE) return "the driver has no images";
  if (!has_format(device, shape)) return "the driver does not list this format";
  const auto width = property<std::size_t>(device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const auto height = property<std::size_t>(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  if (static_cast<std::size_t>(shape.width) > width || static_cast<std::size_t>(shape.height) > height) {
    return fmt::format("{} x {} pixels exceed the driver's {} x {}", shape.width, shape.height, width, height);
  }
  return {};
}

}  // namespace

OpenClFeatures::OpenClFeatures(runtime::Device& device) : device_(dynamic_cast<ClDevice*>(&device)) {}

bool OpenClFeatures::computes_f16() const {
  return backend::opencl::has_extension(device_->cl(), device_->native(), "cl_khr_fp16");
}

bool OpenClFeatures::views_buffers() const {
  return backend::opencl::has_extension(device_->cl(), device_->native(), "cl_khr_image2d_from_buffer");
}

std::shared_ptr<runtime::Memory> OpenClFeatures::make_image(const ImageShape& shape,
                                                            const std::shared_ptr<runtime::Memory>& buffer) const {
  const ClSymbols& cl = device_->cl();
  const std::string what = fmt::format("{} on {}", name_of(shape), device_->info().id);
  if (const std::string why = refusal(*device_, shape); !why.empty())
    throw Error::unsupported(what, why, "use buffers");
  const auto* const under = dynamic_cast<const ClMemory*>(buffer.get());
  if (buffer != nullptr && (under == nullptr || !views_buffers())) {
    throw Error::unsupported(what + " over a buffer", "the driver has no cl_khr_image2d_from_buffer", "use buffers");
  }
  const cl_image_format format = format_of(shape);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = static_cast<std::size_t>(shape.width);
  description.image_height = static_cast<std::size_t>(shape.height);
  if (under != nullptr) {
    description.image_row_pitch = row_bytes(shape);
    description.buffer = under->native();
  }
  cl_int status = CL_SUCCESS;
  // CL_MEM_ALLOC_HOST_PTR: as ClDevice::allocate() does.
  const bool at_once = under == nullptr && device_->caps().device_class == DeviceClass::cpu;
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (at_once ? CL_MEM_ALLOC_HOST_PTR : cl_mem_flags{0});
  backend::opencl::ClMemoryHandle image(
      &cl, cl.clCreateImage(device_->context(), flags, &format, &description, nullptr, &status));
  const std::size_t bytes = row_bytes(shape) * static_cast<std::size_t>(shape.height);
  if (backend::opencl::means_out_of_memory(status)) {
    throw Error::out_of_memory(fmt::format("an image of {} bytes on {}", bytes, device_->info().id),
                               backend::opencl::status_name(status), "use a smaller array");
  }
  if (status != CL_SUCCESS) {
    throw Error::unsupported(fmt::format("{} x {} pixels, {}", shape.width, shape.height, what),
                             "the driver says " + backend::opencl::status_name(status), "use buffers");
  }
  return std::make_shared<ClMemory>(device_->shared_from_this(), std::move(image), bytes);
}

}  // namespace papilio::experiments
