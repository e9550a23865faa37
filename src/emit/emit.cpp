// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/emit.hpp"

#include <papilio/error.hpp>

#include "emit/c/cuda.hpp"
#include "emit/c/opencl.hpp"
#include "emit/ptx/ptx.hpp"
#include "emit/spirv/spirv.hpp"
#include "emit/wgsl/wgsl.hpp"

namespace papilio::emit {

Source emit(const ir::Module& module, Dialect dialect, const Target& target) {
  switch (dialect) {
    case Dialect::opencl:
      return {dialect, OpenCl(module, target.required_warp).render()};
    case Dialect::cuda:
      return {dialect, Cuda(module).render()};
    case Dialect::ptx:
      return {dialect, Ptx(module, target.architecture).render()};
    case Dialect::spirv: {
      const Words words = Spirv(module, target).render();
      return {dialect, {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(Word)}};
    }
    case Dialect::wgsl:
      return {dialect, Wgsl(module).render()};
  }
  throw Error::internal("dialect");
}

}  // namespace papilio::emit
