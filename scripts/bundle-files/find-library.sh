# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Sourced by the scripts of a bundle. find_library NAME prints where a library is that no package of the system brings,
# such as those of NVIDIA's Python packages; nothing if there is none. find_nccl tells Papilio of that NCCL.
find_library() {
  "${PYTHON:-python3}" - "$1" <<'PYTHON' 2>/dev/null || true
import glob, sys
folders = ["/usr/local/cuda/lib64", "/usr/local/cuda/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64"]
for path in sys.path:
    folders += glob.glob(path + "/nvidia/*/lib")
found = [file for folder in folders for file in sorted(glob.glob(folder + "/" + sys.argv[1]))]
print(found[0] if found else "")
PYTHON
}
find_nccl() {
  export NCCL_NVLS_ENABLE=0  # nothing here is a multicast
  [ -z "${PAPILIO_NCCL_LIBRARY:-}" ] || return 0
  local nccl
  nccl=$(find_library libnccl.so.2)
  [ -z "$nccl" ] || export PAPILIO_NCCL_LIBRARY=$nccl
}
