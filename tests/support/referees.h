// SPDX-License-Identifier: Apache-2.0
// Several parties in one process, each with its referees set up.
#pragma once

#include "protocol/threshold/referees.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::testing_support {

// task(referees) at every party.
template <class Task>
auto with_referees(std::size_t parties, Line line, Task task) {
  return run_many(
      parties,
      [&](const protocol::Mesh& mesh) {
        const TestSetting setting(mesh);
        auto referees = protocol::Referees::set_up(setting);
        return task(referees);
      },
      line);
}

}  // namespace privet::testing_support
