// SPDX-License-Identifier: Apache-2.0
// What the studio answers, below the token: the pages, and a small JSON interface over the desk and
// the jobs. Thin: parse, call, answer. Knows no HTTP library, so tests ask it directly.
//   GET  ""                    the start page          GET  "assets/NAME"   its parts
//   GET  "api/state"           the desk                GET  "api/rows"      a page of records
//   GET  "api/column"          one column              GET  "api/compare"   before and after
//   GET  "api/command"         a command's settings    GET  "api/catalog"   models and methods
//   GET  "api/job"             a job and its answer
//   GET  "api/party"           the party of this machine and its jobs; "api/party/job": one of them
//   POST "api/open" "api/policy" "api/preview" "api/levels" "api/who" "api/start" "api/cancel"
//   POST "api/note"            what a view shall find again after a reload
//   POST "api/party" "api/party/decide"
//   GET  "files/NAME"          a file that was made, to be kept
//   GET  "pages/NAME"          a report that was made, to be shown in a frame without any rights
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "studio/desk.h"
#include "studio/event_log.h"
#include "studio/job_board.h"
#include "studio/party_seat.h"
#include "studio/workroom.h"

namespace privet::studio {

struct Request {
  std::string method;
  std::string target;  // below the token
  std::function<std::optional<std::string>(const std::string&)> query;
  std::string body = {};
  std::string upload = {};  // where the body is, of "api/upload"
};

struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::string download = {};  // the name to keep it under; empty: it is shown
  std::string policy = {};    // Content-Security-Policy; empty: that of the pages
};

class Routes {
 public:
  explicit Routes(const Catalog& catalog);

  [[nodiscard]] Reply answer(const Request& request);
  // Begins to open a table.
  void open(const std::string& path, const std::optional<std::string>& policy);
  [[nodiscard]] EventLog& events() { return events_; }
  [[nodiscard]] Workroom& room() { return room_; }

 private:
  [[nodiscard]] Reply get(const Request& request);
  [[nodiscard]] Json post(const Request& request);
  [[nodiscard]] Json post_party(const std::string& target, const Json& body);
  [[nodiscard]] Json catalog_json() const;
  [[nodiscard]] Json start(const Json& asked);
  [[nodiscard]] std::uint64_t start_command(const Json& asked);
  [[nodiscard]] std::uint64_t start_open(const std::string& path, const std::string& name,
                                         bool uploaded, const std::optional<std::string>& policy);

  const Catalog& catalog_;
  Workroom room_;
  EventLog events_;
  Desk desk_;
  PartySeat party_;
  JobBoard jobs_;  // last: jobs use the others
};

// What a browser may do with the pages: load what is ours, nothing inline, nothing from elsewhere.
[[nodiscard]] std::string_view pages_policy() noexcept;

}  // namespace privet::studio
