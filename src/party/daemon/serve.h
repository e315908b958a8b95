// SPDX-License-Identifier: Apache-2.0
// privet party serve: one organisation's daemon.
// Idea: one thread answers callers a step at a time (net/door.h), so that strangers hold up nobody;
// who has shown a pinned certificate gets a thread for its one request, with a deadline. One thread
// answers the command line, and one looks after the open jobs.
// Adversary: anybody who can reach the port; peers who send anything. Discloses: to strangers
// nothing but the certificate; to peers what the policy shows, and what jobs open.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "party/folder.h"

namespace privet::party {

struct Serving {
  std::string name;
  std::string host;
  unsigned short port = 0;
  int http = 0;  // the studio's port; 0: none
  std::string fingerprint;
};

struct ServeHooks {
  std::function<void(const Serving&)> started = {};
  std::function<void(std::string_view line)> log = {};
  // Whether somebody has asked since it was last asked for the files to be read again.
  std::function<bool()> reload = {};
  std::optional<std::uint16_t> http_port = {};  // instead of the config's
};

// Serves until `stop` is set; then ends what runs, tells the other parties, and returns. Throws
// Error if it cannot start.
void serve_party(const Folder& folder, const ServeHooks& hooks, const std::atomic<bool>& stop);

}  // namespace privet::party
