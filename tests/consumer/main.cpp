// SPDX-License-Identifier: Apache-2.0
// Another project's program: it sees the installed headers (all the public
// ones) and archive only.
#include <cstdio>

#include <base/error.h>
#include <base/json.h>
#include <base/run.h>
#include <base/version.h>
#include <data/formats/open_table.h>
#include <data/memory_input.h>
#include <data/table.h>
#include <job/inspect/inspect_job.h>
#include <job/release/release_job.h>
#include <job/risk/risk_job.h>
#include <report/inspect/inspect_view.h>
#include <report/release/release_view.h>
#include <report/risk/risk_view.h>

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
