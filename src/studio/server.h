// SPDX-License-Identifier: Apache-2.0
// The studio as a service on this machine: 127.0.0.1 only, behind a gate that knows a start-up
// token (studio/gate.h), with strict headers and bounded requests.
// Threads: run() serves from threads of its own until the run is cancelled.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/run.h"
#include "catalog/catalog.h"

namespace privet::studio {

struct StudioOptions {
  std::optional<std::string> file = {};    // opened at once
  std::optional<std::string> policy = {};  // of that file
  int port = 0;                            // 0: any that is free
  std::size_t most_upload = std::size_t{2} << 30U;
  std::size_t most_body = std::size_t{8} << 20U;  // of other requests
};

class StudioServer {
 public:
  // Takes the port. Throws Error{Usage} if this program was built without the pages, Error{Output}
  // if the port cannot be had.
  StudioServer(const StudioOptions& options, const Catalog& catalog);
  ~StudioServer();
  StudioServer(const StudioServer&) = delete;
  StudioServer& operator=(const StudioServer&) = delete;

  // Where the pages start, with the token.
  [[nodiscard]] std::string url() const;
  [[nodiscard]] int port() const;
  // A page that only this user can read and that leads there: what a browser is started with, so
  // that the token is not among the arguments of a process, which all users see.
  [[nodiscard]] std::string opener() const;
  void run(const Run& run);

 private:
  class Service;
  std::unique_ptr<Service> service_;
};

}  // namespace privet::studio
