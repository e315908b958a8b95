// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/http_front.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "base/atomic_file.h"
#include "base/error.h"
#include "crypto/constant_time.h"
#include "party/daemon/control.h"
#include "party/words.h"

namespace privet::party {
namespace {

using net::HttpRequest;
using net::HttpResponse;

constexpr const char* kHeaders =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n";
constexpr std::size_t kTokenBytes = 32;
// A job file has at most 256 KiB (party/proposal), and half as much again when it is quoted.
constexpr net::SmallHttpLimits kLimits{
    .head_bytes = 8192, .body_bytes = std::size_t{512} << 10U, .clients = 64, .workers = 4};

HttpResponse refusal(int status, std::string_view why) {
  return {.status = status, .type = "application/json", .body = Json{{"error", why}}.dump() + "\n"};
}

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::Usage:
    case ErrorCode::Input:
      return 400;
    case ErrorCode::Policy:
    case ErrorCode::Infeasible:
      return 409;
    case ErrorCode::Peer:
      return 502;
    default:
      return 500;
  }
}

bool has_token(const HttpRequest& request, std::string_view token) {
  constexpr std::string_view kHow = "Bearer ";
  const auto given = request.header("authorization");
  if (!given || !given->starts_with(kHow)) return false;
  const auto shown = std::string_view(*given).substr(kHow.size());
  return crypto::equal_constant_time(std::as_bytes(std::span(shown)),
                                     std::as_bytes(std::span(token)));
}

// One path: how it is asked, and the command that it stands for. ID is a job's.
struct Route {
  std::string_view method;
  std::string_view path;
  std::string_view command;
};
constexpr std::array<Route, 10> kRoutes{{{"GET", "/v1/status", "status"},
                                         {"GET", "/v1/tables", "tables"},
                                         {"GET", "/v1/jobs", "list"},
                                         {"POST", "/v1/jobs", "submit"},
                                         {"GET", "/v1/jobs/ID", "show"},
                                         {"GET", "/v1/jobs/ID/result", "result"},
                                         {"GET", "/v1/jobs/ID/ledger", "ledger"},
                                         {"POST", "/v1/jobs/ID/approve", "approve"},
                                         {"POST", "/v1/jobs/ID/reject", "reject"},
                                         {"POST", "/v1/jobs/ID/cancel", "cancel"}}};

// The path with ID in the place of a job's, which goes into `id`.
std::string pattern_of(const std::string& path, std::string& id) {
  constexpr std::string_view kJobs = "/v1/jobs/";
  if (!path.starts_with(kJobs)) return path;
  const auto end = std::min(path.find('/', kJobs.size()), path.size());
  id = path.substr(kJobs.size(), end - kJobs.size());
  return std::string(kJobs) + "ID" + path.substr(end);
}

Json body_of(const HttpRequest& request) {
  if (request.body.empty()) return Json::object();
  auto out = Json::parse(request.body);
  if (!out.is_object()) throw Error(ErrorCode::Input, "the body must be one JSON object");
  return out;
}

std::string text_in(const Json& body, std::string_view key) {
  const auto* found = body.find(key);
  return found == nullptr ? std::string() : found->text();
}

Json command_of(const HttpRequest& request, std::string_view command, const std::string& id) {
  const auto body = body_of(request);
  Json out{{"do", command}};
  if (!id.empty()) out["id"] = id;
  if (command == "tables") {
    if (const auto peer = request.parameter("peer")) out["peer"] = *peer;
  } else if (command == "submit") {
    out["file"] = "the studio";
    out["text"] = body.at("text").text();
  } else if (command == "reject" || command == "cancel") {
    out["reason"] = text_in(body, "reason");
  }
  return out;
}

bool is_json(const HttpRequest& request) {
  const auto type = request.header("content-type").value_or("");
  return type == "application/json" || type.starts_with("application/json;");
}

}  // namespace

HttpFront::HttpFront(State& state, int port)
    : state_(state),
      token_(random_hex(kTokenBytes)),
      server_(
          port, kHeaders, [this](const HttpRequest& request) { return answer(request); }, kLimits),
      port_(server_.port()) {
  if (port_ == 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("port {} of this machine cannot be had; 0 takes a free one", port),
                {.parameter = "--http"});
  }
  AtomicFile file(state.folder.token(), AtomicFile::Access::OwnerOnly);
  file.write(token_ + "\n");
  file.commit();
}

HttpFront::~HttpFront() {
  ::unlink(state_.folder.token().c_str());
}

HttpResponse HttpFront::answer(const HttpRequest& request) const {
  if (net::is_foreign(request, port_)) return refusal(403, "only for programs of this machine");
  if (!has_token(request, token_)) {
    return refusal(401, "the token of http.token is wanted: Authorization: Bearer TOKEN");
  }
  std::string id;
  const auto path = pattern_of(request.path, id);
  const auto asked = request.method == "HEAD" ? "GET" : request.method;
  bool known = false;
  for (const auto& route : kRoutes) {
    if (route.path != path) continue;
    known = true;
    if (route.method != asked) continue;
    // Browsers ask before they send this type to another site, and nobody answers that here.
    if (asked == "POST" && !is_json(request)) return refusal(415, "POST takes application/json");
    try {
      const auto found = command_answer(state_, command_of(request, route.command, id));
      return {.type = "application/json", .body = found.dump() + "\n"};
    } catch (const Error& error) {
      return refusal(status_of(error.code()), error.what());
    }
  }
  return known ? refusal(405, "this path is asked in another way") : refusal(404, "no such path");
}

}  // namespace privet::party
