// SPDX-License-Identifier: Apache-2.0
// Another project's program: it sees the installed headers and archive only.
#include <cstdio>

#include <base/error.h>
#include <data/table.h>

int main() {
  const privet::Table table = privet::make_table({"age", "zip"}, {{"25", "1000"}, {"31", "1001"}});
  // A cast of the old style: it compiles only if our warnings do not leak into other projects.
  std::printf("%d rows, %s\n", (int)table.rows(), table.column(0).name.c_str());
  try {
    static_cast<void>(table.require("agee", "--quasi"));
  } catch (const privet::Error& error) {
    std::printf("%s\n", error.what());
    return 0;
  }
  return 1;
}
