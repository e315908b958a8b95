// SPDX-License-Identifier: Apache-2.0
// Who computes on shared numbers, for tests that hold for all of them: two parties, or three who do
// not collude; each in its thread.
#pragma once

#include "protocol/additive/arithmetic.h"
#include "protocol/replicated/convert.h"
#include "tests/support/replicated_parties.h"
#include "tests/support/setting.h"

namespace privet::testing_support {

struct TwoParties {
  using Arithmetic = protocol::additive::Arithmetic;
  static constexpr std::uint32_t kLast = 1;
  static constexpr const char* kName = "Two";
  // work(arithmetic, own party) at each; the results in the order of the parties.
  template <class Work>
  static auto run(Line line, Work work) {
    return run_many(
        2,
        [&](const protocol::Mesh& mesh) {
          TestSetting setting(mesh);
          Arithmetic arithmetic(setting);
          return work(arithmetic, mesh.own());
        },
        line);
  }
};

struct ThreeParties {
  using Arithmetic = protocol::replicated::Arithmetic;
  static constexpr std::uint32_t kLast = 2;
  static constexpr const char* kName = "Three";
  template <class Work>
  static auto run(Line line, Work work) {
    return run_trio(line, [&](protocol::replicated::Trio& trio) {
      Arithmetic arithmetic(trio);
      return work(arithmetic, trio.party(trio.place()));
    });
  }
};

struct PartiesName {
  template <class Parties>
  static std::string GetName(int /*index*/) {
    return Parties::kName;
  }
};

}  // namespace privet::testing_support
