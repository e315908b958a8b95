// SPDX-License-Identifier: Apache-2.0
// privet party serve: one organisation's daemon.
// Idea: one thread answers callers a step at a time (net/door.h), so that strangers hold up nobody;
// who has shown a pinned certificate gets a thread for its one request, with a deadline. One thread
// answers the command line, and one looks after the open jobs.
// Adversary: anybody who can reach the port; peers who send anything. Discloses: to strangers
// nothing but the certificate; to peers what the policy shows, and what jobs open.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "party/folder.h"

namespace privet::party {

struct Serving {
  std::string name;
  std::string host;
  unsigned short port = 0;
  std::string fingerprint;
};

struct ServeHooks {
  std::function<void(const Serving&)> started = {};
  std::function<void(std::string_view line)> log = {};
};

// Serves until `stop` is set; then ends what runs, tells the other parties, and returns. Throws
// Error if it cannot start.
void serve_party(const Folder& folder, const ServeHooks& hooks, const std::atomic<bool>& stop);

}  // namespace privet::party
