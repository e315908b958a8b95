// SPDX-License-Identifier: Apache-2.0
// The search wrapper as a service on this machine: a query comes in, the engine is asked, its
// results are re-ranked by the exposed profile, and both orders are shown.
// Idea: it listens on the loopback address only, answers only to its own name, and refuses what a
// browser marks as asked by another site (Sec-Fetch-Site, Origin), so that no other page can ask
// through the person's browser. Requests, answers and waits are bounded
// (net/small_http). It gets the exposed part of a profile, never the profile. Threads:
// run() serves from threads of its own until it is stopped.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "profile/engine/rerank.h"
#include "profile/engine/search_engine.h"
#include "profile/exposed_file.h"

namespace privet::profile {

inline constexpr std::size_t kLongestQuery = 500;  // bytes

struct SearchAnswer {
  std::string engine = {};
  std::string query = {};
  double alpha = 0;
  std::size_t terms = 0;                   // of the exposed profile
  std::vector<SearchResult> results = {};  // in the engine's order
  std::vector<Ranking> ranking = {};
  std::optional<std::string> fault = {};  // why there is no answer
};

// How an answer looks; the query is empty on the first page.
struct SearchLook {
  std::function<std::string(const SearchAnswer&)> page;
  std::function<std::string(const SearchAnswer&)> json;
  std::string style;  // the page's, served as /style.css
};

struct ServiceOptions {
  int port = 0;  // 0: any that is free
  double alpha = 0.6;
  Frequency frequency = Frequency::Share;
  std::size_t count = 50;
};

class SearchService {
 public:
  // Takes the port. Throws Error{Output} if it cannot be had.
  SearchService(SearchEngine& engine, const ExposedProfile& exposed, const ServiceOptions& options,
                SearchLook look);
  ~SearchService();
  SearchService(const SearchService&) = delete;
  SearchService& operator=(const SearchService&) = delete;

  [[nodiscard]] int port() const;
  // Serves until the run is cancelled or stop() is called from another thread.
  void run(const Run& run);
  void stop();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace privet::profile
