// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/search_service.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>

#include "base/error.h"
#include "data/dictionary.h"
#include "net/small_http.h"

namespace privet::profile {
namespace {

constexpr const char* kHeaders =
    "Content-Security-Policy: default-src 'none'; style-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-store\r\n";

int http_status(ErrorCode code) {
  return code == ErrorCode::Usage ? 400 : code == ErrorCode::Peer ? 502 : 500;
}

}  // namespace

class SearchService::Server {
 public:
  Server(SearchEngine& engine, const ExposedProfile& exposed, const ServiceOptions& options,
         SearchLook look)
      : engine_(engine),
        options_(options),
        look_(std::move(look)),
        terms_(exposed.terms.size()),
        scorer_(exposed, options.frequency),
        http_(options.port, kHeaders, [this](const auto& request) { return route(request); }) {
    if (http_.port() == 0) {
      throw Error(
          ErrorCode::Output,
          fmt::format("port {} of this machine cannot be had; 0 takes a free one", options.port),
          {.parameter = "--port"});
    }
  }

  [[nodiscard]] int port() const { return http_.port(); }
  void stop() { stopped_ = true; }

  void run(const Run& run) {
    http_.run([&] {
      try {
        run.check_cancelled();
      } catch (const Error&) {
        stopped_ = true;
      }
      return stopped_.load();
    });
  }

 private:
  net::HttpResponse route(const net::HttpRequest& request) {
    if (net::is_foreign(request, port())) {
      return {.status = 403, .body = "This service answers on this machine only.\n"};
    }
    if (request.path == "/") return answer(request, look_.page, "text/html; charset=utf-8");
    if (request.path == "/search.json") return answer(request, look_.json, "application/json");
    if (request.path == "/style.css") {
      return {.type = "text/css; charset=utf-8", .body = look_.style};
    }
    return {.status = 404, .body = "There is no such page.\n"};
  }

  net::HttpResponse answer(const net::HttpRequest& request,
                           const std::function<std::string(const SearchAnswer&)>& look,
                           const char* type) {
    SearchAnswer out;
    int status = 200;
    out.engine = engine_.name();
    out.alpha = options_.alpha;
    out.terms = terms_;
    try {
      fill(request, out);
    } catch (const Error& error) {
      status = http_status(error.code());
      out.fault = error.what();
    } catch (const std::exception& error) {
      status = 500;
      out.fault = error.what();
    }
    return {.status = status, .type = type, .body = look(out)};
  }

  void fill(const net::HttpRequest& request, SearchAnswer& out) {
    const std::string query = request.parameter("q").value_or("");
    if (query.size() > kLongestQuery) {
      throw Error(ErrorCode::Usage,
                  fmt::format("the query is longer than {} bytes", kLongestQuery));
    }
    out.query = query;
    if (const auto given = request.parameter("alpha")) {
      const auto alpha = parse_number(*given);
      if (!alpha || *alpha < 0 || *alpha > 1) {
        throw Error(ErrorCode::Usage, "alpha must be a number from 0 to 1");
      }
      out.alpha = *alpha;
    }
    if (query.empty()) return;
    out.results = engine_.search(query, options_.count);
    const std::lock_guard lock(scoring_);
    out.ranking = rerank(out.results, scorer_, out.alpha);
  }

  SearchEngine& engine_;
  ServiceOptions options_;
  SearchLook look_;
  std::size_t terms_;
  std::mutex scoring_;
  Scorer scorer_;
  std::atomic<bool> stopped_ = false;
  net::SmallHttpServer http_;
};

SearchService::SearchService(SearchEngine& engine, const ExposedProfile& exposed,
                             const ServiceOptions& options, SearchLook look)
    : server_(std::make_unique<Server>(engine, exposed, options, std::move(look))) {}
SearchService::~SearchService() = default;

int SearchService::port() const {
  return server_->port();
}
void SearchService::run(const Run& run) {
  server_->run(run);
}
void SearchService::stop() {
  server_->stop();
}

}  // namespace privet::profile
