// SPDX-License-Identifier: Apache-2.0
// privet profile serve: a page on this machine that searches through an engine, with the results in
// the person's own order.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "job/profile/profile_input.h"
#include "profile/engine/search_service.h"

namespace privet::job {

struct ServeStarted {
  std::string url;
  int port = 0;
  std::size_t terms = 0;  // of the exposed profile
};

struct ServeOptions {
  std::string exposed;
  EngineChoice engine;
  profile::ServiceOptions service;
  profile::SearchLook look = {};                          // how an answer looks
  std::function<void(const ServeStarted&)> started = {};  // called once it listens
};

[[nodiscard]] std::vector<Parameter> serve_parameters();
[[nodiscard]] ServeOptions serve_options(const Settings& settings);

// Serves until the run is cancelled.
void run_serve(const ServeOptions& options, const Run& run);

}  // namespace privet::job
