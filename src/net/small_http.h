// SPDX-License-Identifier: Apache-2.0
// A small HTTP server for this machine: answers GET and HEAD, and POST where bodies are taken;
// nothing it keeps grows with what a client sends.
// Idea: one thread waits for all clients at once and reads until a request is complete, so a slow
// client costs a descriptor and no worker; workers get complete requests only. Heads are bounded,
// and so are bodies: one that is longer, or chunked, is refused before it is read. Every wait has
// an end, and when all places are taken the client that has waited longest without a complete
// request makes place. A connection carries one request.
// Adversary: any program or web page on this machine that can connect. Discloses: what the handler
// answers. Threads: the handler is called from several threads at once.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace privet::net {

struct HttpRequest {
  std::string method;
  std::string path;
  std::vector<std::pair<std::string, std::string>> parameters;  // decoded
  std::vector<std::pair<std::string, std::string>> headers;     // names in lower case
  std::string body = {};

  [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
  [[nodiscard]] std::optional<std::string> header(std::string_view lower_name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
};

// The request of a complete head (all up to the empty line), or nothing if it is not one.
[[nodiscard]] std::optional<HttpRequest> parse_http_head(std::string_view head);

// Whether it comes from another site: a page elsewhere may point its own name at this machine, or
// ask under ours through the person's browser, which then says so (Host, Origin, Sec-Fetch-Site).
[[nodiscard]] bool is_foreign(const HttpRequest& request, int port);

struct SmallHttpLimits {
  std::size_t head_bytes = 8192;
  std::size_t body_bytes = 0;  // 0: no bodies, and no POST
  std::size_t clients = 512;
  std::size_t workers = 16;
  int patience_ms = 5000;  // for a complete request, and for an answer to be taken
};

class SmallHttpServer {
 public:
  using Handler = std::function<HttpResponse(const HttpRequest&)>;

  // Takes the port of 127.0.0.1 (0: any that is free); port() is 0 if it cannot be had.
  // `headers` are whole lines, sent with every answer.
  SmallHttpServer(int port, std::string headers, Handler handler, SmallHttpLimits limits = {});
  ~SmallHttpServer();
  SmallHttpServer(const SmallHttpServer&) = delete;
  SmallHttpServer& operator=(const SmallHttpServer&) = delete;

  [[nodiscard]] int port() const;
  // Serves until `stopped` says so; it is asked several times a second.
  void run(const std::function<bool()>& stopped);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace privet::net
