// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/http_engine.h"

#include <fmt/format.h>
#include <httplib.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "profile/engine/xapian_engine.h"

namespace privet::profile {
namespace {

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                       (byte >= 'A' && byte <= 'Z') || c == '-' || c == '.' || c == '_' || c == '~';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

// Ends a request at its deadline, however the other side spends the time.
class Watchdog {
 public:
  Watchdog(httplib::Client& client, std::chrono::milliseconds patience)
      : thread_([this, &client, patience](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          if (wake_.wait_for(lock, stop, patience, [&] { return stop.stop_requested(); })) return;
          late_ = true;
          // Again, should the request have been between two sockets.
          while (!wake_.wait_for(lock, stop, std::chrono::milliseconds(50),
                                 [&] { return stop.stop_requested(); })) {
            client.stop();
          }
        }) {}
  [[nodiscard]] bool late() {
    const std::lock_guard lock(mutex_);
    return late_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  bool late_ = false;
  std::jthread thread_;  // last: it uses the others
};

class HttpEngine : public SearchEngine {
 public:
  explicit HttpEngine(HttpEngineOptions options) : options_(std::move(options)) {
    const auto scheme = options_.url.find("://");
    const std::size_t host = scheme == std::string::npos ? scheme : scheme + 3;
    const bool known = options_.url.starts_with("http://") || options_.url.starts_with("https://");
    const std::size_t path =
        host == std::string::npos ? host : options_.url.find_first_of("/?#", host);
    if (!known || path == host || host >= options_.url.size()) {
      throw Error(ErrorCode::Usage,
                  "needs a URL such as http://127.0.0.1:9200/index/_search, not " +
                      quote_for_message(options_.url),
                  {.parameter = "--engine"});
    }
    server_ = options_.url.substr(0, path);
    path_ = path == std::string::npos ? "/" : options_.url.substr(path);
    if (path_[0] != '/') path_.insert(0, "/");
    path_ = path_.substr(0, path_.find('#'));
    if (path_.find("{query}") == std::string::npos) {
      path_ += path_.find('?') == std::string::npos ? '?' : '&';
      path_ += "q={query}&size={count}";
    }
  }

  std::vector<SearchResult> search(const std::string& query, std::size_t count) override {
    return parse_results(fetch(query, count), options_.mapping, count, server_, ErrorCode::Peer);
  }

  [[nodiscard]] std::string name() const override { return server_; }

 private:
  std::string fetch(const std::string& query, std::size_t count) const {
    std::string target = path_;
    // The count first: a query may contain "{count}".
    replace_all(target, "{count}", std::to_string(count));
    replace_all(target, "{query}", percent_encoded(query));
    httplib::Client client(server_);
    client.set_connection_timeout(options_.timeout);
    // Later than the watchdog, which knows the deadline of the whole.
    client.set_read_timeout(options_.timeout + std::chrono::seconds(1));
    client.set_write_timeout(options_.timeout + std::chrono::seconds(1));
    client.set_follow_location(false);
    std::string body;
    bool too_much = false;
    int status = 0;
    Watchdog watchdog(client, options_.timeout);
    const auto result = client.Get(
        // An empty User-Agent: the library would send its name and version.
        target, httplib::Headers{{"Accept", "application/json"}, {"User-Agent", ""}},
        [&](const httplib::Response& response) {
          status = response.status;
          return true;
        },
        [&](const char* data, std::size_t size) {
          too_much = body.size() + size > options_.most_bytes;
          if (!too_much) body.append(data, size);
          return !too_much;
        });
    if (too_much) {
      refuse(fmt::format("answered more than {} MB, which no list of results needs",
                         options_.most_bytes / 1'000'000));
    }
    if (!result) {
      const bool slow = watchdog.late() || result.error() == httplib::Error::ConnectionTimeout;
      refuse(slow ? fmt::format("did not answer within {} ms; raise --timeout if it is slow",
                                options_.timeout.count())
                  : fmt::format("cannot be asked ({}); is it running, and is --engine right?",
                                httplib::to_string(result.error())));
    }
    if (status != 200) refuse(fmt::format("answered with HTTP status {}", status));
    return body;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorCode::Peer, fmt::format("the search engine {}", why), {.file = server_});
  }

  HttpEngineOptions options_;
  std::string server_;
  std::string path_;
};

}  // namespace

std::unique_ptr<SearchEngine> make_http_engine(const HttpEngineOptions& options) {
  return std::make_unique<HttpEngine>(options);
}

std::unique_ptr<SearchEngine> make_engine(const std::string& specification,
                                          const HttpEngineOptions& options) {
  constexpr std::string_view kXapian = "xapian:";
  constexpr std::string_view kHttp = "http:";
  if (specification.starts_with(kXapian)) return open_index(specification.substr(kXapian.size()));
  HttpEngineOptions http = options;
  http.url = specification;
  // "http:URL", but also the URL itself.
  if (specification.starts_with(kHttp) && !specification.starts_with("http://")) {
    http.url = specification.substr(kHttp.size());
  }
  return make_http_engine(http);
}

}  // namespace privet::profile
