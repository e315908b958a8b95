// SPDX-License-Identifier: Apache-2.0
// Three parties who do not collude, each in its thread.
#pragma once

#include "protocol/replicated/trio.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"

namespace privet::testing_support {

// One party's end, with all that it needs.
struct TrioOf {
  explicit TrioOf(const protocol::Mesh& mesh)
      : setting(mesh), trio(protocol::replicated::Trio::set_up(setting)) {}
  TestSetting setting;
  protocol::replicated::Trio trio;
};

// work(trio) at each of three parties.
template <class Work>
auto run_trio(Line line, Work work) {
  return run_many(
      3,
      [&](const protocol::Mesh& mesh) {
        TrioOf three(mesh);
        return work(three.trio);
      },
      line);
}

}  // namespace privet::testing_support
