// SPDX-License-Identifier: Apache-2.0
#include "base/own_program.h"

#include <mutex>
#include <utility>

namespace privet {
namespace {

struct Program {
  std::mutex mutex;
  std::string path = "/proc/self/exe";
};

Program& program() {
  static Program known;
  return known;
}

}  // namespace

std::string own_program() {
  Program& known = program();
  const std::lock_guard lock(known.mutex);
  return known.path;
}

void set_own_program(std::string path) {
  Program& known = program();
  const std::lock_guard lock(known.mutex);
  known.path = std::move(path);
}

}  // namespace privet
