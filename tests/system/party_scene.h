// SPDX-License-Identifier: Apache-2.0
// Three parties whose daemons run, and what may be said to them in the name of one of them.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "net/door.h"
#include "party/proposal/agreement.h"
#include "party/wire/wire.h"
#include "tests/system/daemons.h"
#include "tests/system/tables.h"

namespace privet::testing_support {

inline constexpr std::string_view kRules =
    "task = \"mine rules\"\nparties = [\"a\", \"b\", \"c\"]\ntable = \"t\"\n[parameters]\n"
    "min-support = 0.3\n";

inline constexpr std::string_view kTree =
    "task = \"mine tree\"\nparties = [\"a\", \"b\", \"c\"]\ntable = \"t\"\nclass_party = \"c\"\n"
    "[parameters]\nclass = \"bmi\"\n";

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Until it is so, or some seconds have passed.
inline bool becomes(const std::function<bool()>& so) {
  for (int i = 0; i < 500; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return so();
}

struct Scene {
  People people{24};
  Daemons daemons{{"a", "b", "c"}};

  Scene() {
    const std::vector<std::vector<std::size_t>> columns{{1}, {2}, {3}};
    for (std::size_t p = 0; p < 3; ++p) {
      daemons.add_csv(daemons.names()[p], "t", people.csv(columns[p], 0, people.rows.size()));
    }
    daemons.start_all();
    daemons.meet_all();
  }
  // The same end with the same reason at every party.
  void expect_end(const std::string& id, const std::string& state, const std::string& reason) {
    for (const auto& name : daemons.names()) {
      const auto job = daemons.wait(name, id, std::chrono::seconds(30));
      EXPECT_EQ(job.at("state").text(), state) << name << " " << job.dump();
      if (job.contains("reason")) {
        EXPECT_NE(job.at("reason").text().find(reason), std::string::npos)
            << name << ": " << job.at("reason").text();
      } else {
        EXPECT_EQ(reason, "") << name;
      }
    }
  }
  [[nodiscard]] party::Peer peer(const std::string& name) const {
    return {name,        party::read_identity(daemons.folder(name)).certificate,
            "127.0.0.1", daemons.port(name),
            "",          true};
  }
  // As that party would ask another.
  [[nodiscard]] std::string asked_by(const net::Identity& identity, const std::string& to,
                                     const Json& request) const {
    net::ChannelOptions options;
    options.timeout = std::chrono::seconds(10);
    options.peer = to;
    try {
      return party::ask_peer(peer(to), identity, request, options).dump();
    } catch (const Error& error) {
      return error.what();
    }
  }
  [[nodiscard]] std::string asked_by(const std::string& from, const std::string& to,
                                     const Json& request) const {
    return asked_by(party::read_identity(daemons.folder(from)), to, request);
  }
};

}  // namespace privet::testing_support
