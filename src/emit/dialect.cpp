// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/dialect.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "emit/c/cuda.hpp"
#include "emit/c/opencl.hpp"
#include "emit/ptx/ptx.hpp"

namespace papilio::emit {

std::string emit(const ir::Module& module, Dialect dialect, int architecture) {
  switch (dialect) {
    case Dialect::opencl:
      return OpenCl(module).render();
    case Dialect::cuda:
      return Cuda(module).render();
    case Dialect::ptx:
      return Ptx(module, architecture).render();
  }
  throw Error::internal("dialect");
}

std::string_view to_string(Dialect dialect) {
  switch (dialect) {
    case Dialect::opencl:
      return "opencl";
    case Dialect::cuda:
      return "cuda";
    case Dialect::ptx:
      return "ptx";
  }
  throw Error::internal("dialect");
}

Dialect parse_dialect(std::string_view name) {
  for (const Dialect dialect : {Dialect::opencl, Dialect::cuda, Dialect::ptx}) {
    if (name == to_string(dialect)) return dialect;
  }
  throw Error::invalid_argument(fmt::format("dialect '{}'", name), "there is none of that name",
                                "use opencl, cuda or ptx");
}

}  // namespace papilio::emit
