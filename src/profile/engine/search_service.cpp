// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/search_service.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/thread_pool.h"
#include "data/dictionary.h"

namespace privet::profile {
namespace {

constexpr const char* kLoopback = "127.0.0.1";
// A worker that waits costs next to nothing, and one that waits for the rest of a request is lost
// to the others: many of them, and little patience. A client on this machine sends all at once.
constexpr std::size_t kWorkers = 32;
constexpr std::time_t kReading = 1;  // seconds a client may keep a worker waiting for a byte...
constexpr std::time_t kWriting = 5;  // ... or for room to answer
constexpr std::size_t kLargestBody = 4096;

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
        scorer_(exposed, options.frequency) {
    set_limits();
    set_routes();
    port_ = options.port == 0                             ? http_.bind_to_any_port(kLoopback)
            : http_.bind_to_port(kLoopback, options.port) ? options.port
                                                          : -1;
    if (port_ <= 0) {
      throw Error(
          ErrorCode::Output,
          fmt::format("port {} of this machine cannot be had; 0 takes a free one", options.port),
          {.parameter = "--port"});
    }
  }

  [[nodiscard]] int port() const { return port_; }
  void stop() { stopped_ = true; }

  void run(const Run& run) {
    std::jthread listener([this] {
      http_.listen_after_bind();
      ended_ = true;
    });
    while (!stopped_ && !ended_) {
      try {
        run.check_cancelled();
      } catch (const Error&) {
        stopped_ = true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    // The listener may not be listening yet; what is not running cannot be stopped.
    while (!ended_) {
      http_.stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  void set_limits() {
    http_.new_task_queue = [] { return new httplib::ThreadPool(kWorkers); };
    http_.set_read_timeout(kReading);
    http_.set_write_timeout(kWriting);
    http_.set_keep_alive_timeout(1);
    http_.set_keep_alive_max_count(20);
    http_.set_payload_max_length(kLargestBody);
    // The library would share the port with whoever else asks for it.
    http_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http_.set_default_headers(
        {{"Content-Security-Policy",
          "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
          "frame-ancestors 'none'"},
         {"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Cache-Control", "no-store"}});
  }

  void set_routes() {
    // A site elsewhere may point its own name at this machine; its pages ask under that name.
    http_.set_pre_routing_handler([this](const auto& request, auto& response) {
      const std::string host = request.get_header_value("Host");
      if (host == fmt::format("{}:{}", kLoopback, port_) ||
          host == fmt::format("localhost:{}", port_)) {
        return httplib::Server::HandlerResponse::Unhandled;
      }
      response.status = 403;
      response.set_content("This service answers on this machine only.\n", "text/plain");
      return httplib::Server::HandlerResponse::Handled;
    });
    http_.Get("/", [this](const auto& request, auto& response) {
      answer(request, response, look_.page, "text/html; charset=utf-8");
    });
    http_.Get("/search.json", [this](const auto& request, auto& response) {
      answer(request, response, look_.json, "application/json");
    });
    http_.Get("/style.css", [this](const auto& /*request*/, auto& response) {
      response.set_content(look_.style, "text/css; charset=utf-8");
    });
  }

  void answer(const httplib::Request& request, httplib::Response& response,
              const std::function<std::string(const SearchAnswer&)>& look, const char* type) {
    SearchAnswer out;
    out.engine = engine_.name();
    out.alpha = options_.alpha;
    out.terms = terms_;
    try {
      fill(request, out);
    } catch (const Error& error) {
      response.status = http_status(error.code());
      out.fault = error.what();
    } catch (const std::exception& error) {
      response.status = 500;
      out.fault = error.what();
    }
    response.set_content(look(out), type);
  }

  void fill(const httplib::Request& request, SearchAnswer& out) {
    const std::string query = request.get_param_value("q");
    if (query.size() > kLongestQuery) {
      throw Error(ErrorCode::Usage,
                  fmt::format("the query is longer than {} bytes", kLongestQuery));
    }
    out.query = query;
    if (request.has_param("alpha")) {
      const auto alpha = parse_number(request.get_param_value("alpha"));
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
  httplib::Server http_;
  int port_ = -1;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> ended_ = false;
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
