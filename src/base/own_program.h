// SPDX-License-Identifier: Apache-2.0
// The privet program, for what starts it again as a process of its own (a rehearsal's parties).
// The program is itself; another one that has Privet as a library says where privet is.
#pragma once

#include <string>

namespace privet {

// /proc/self/exe unless somebody said otherwise.
[[nodiscard]] std::string own_program();
void set_own_program(std::string path);

}  // namespace privet
