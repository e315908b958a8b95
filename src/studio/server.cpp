// SPDX-License-Identifier: Apache-2.0
#include "studio/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "studio/assets.h"
#include "studio/gate.h"
#include "studio/routes.h"

namespace privet::studio {
namespace {

using namespace std::chrono_literals;

constexpr const char* kHost = "127.0.0.1";
constexpr std::size_t kThreads = 24;
constexpr int kListeners = 12;  // pages that may hold an event stream open

HeaderOf headers_of(const httplib::Request& request) {
  return [&](const std::string& name) {
    return request.has_header(name.c_str()) ? std::optional(request.get_header_value(name.c_str()))
                                            : std::nullopt;
  };
}

void add_headers(httplib::Response& response, std::string_view policy) {
  response.set_header("Content-Security-Policy", std::string(policy));
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Referrer-Policy", "no-referrer");
  response.set_header("Cache-Control", "no-store");
  response.set_header("Cross-Origin-Opener-Policy", "same-origin");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
}

void refuse(httplib::Response& response) {
  response.status = 403;
  add_headers(response, "default-src 'none'; frame-ancestors 'none'");
  response.set_content(
      "privet studio shows nothing here. Open the address that it printed when it was started.\n",
      "text/plain; charset=utf-8");
}

void send(httplib::Response& response, const Reply& reply) {
  response.status = reply.status;
  add_headers(response, reply.policy.empty() ? pages_policy() : std::string_view(reply.policy));
  if (!reply.download.empty()) {
    // Names are cleaned (workroom.h): nothing in them needs quoting.
    response.set_header("Content-Disposition",
                        fmt::format("attachment; filename=\"{}\"", reply.download));
  }
  response.set_content(reply.body, reply.type);
}

}  // namespace

class StudioServer::Service {
 public:
  Service(const StudioOptions& options, const Catalog& catalog)
      : options_(options), routes_(catalog) {
    http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    http_.set_socket_options([](socket_t) {});  // the port is not shared with another program
    http_.set_keep_alive_max_count(100);
    http_.set_keep_alive_timeout(2);
    http_.set_read_timeout(10s);
    http_.set_write_timeout(10s);
    http_.set_tcp_nodelay(true);
    http_.set_payload_max_length(options.most_upload);
    port_ = options.port == 0 ? http_.bind_to_any_port(kHost)
                              : (http_.bind_to_port(kHost, options.port) ? options.port : -1);
    if (port_ < 0) {
      throw Error(
          ErrorCode::Output,
          fmt::format("port {} of this machine cannot be had; 0 takes a free one", options.port),
          {.parameter = "--port"});
    }
    gate_.emplace(port_, fresh_token());
    http_.Get(".*", [this](const auto& request, auto& response) { get(request, response); });
    http_.Post(".*", [this](const auto& request, auto& response, const auto& reader) {
      post(request, response, reader);
    });
    http_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty() && !response.has_header("Content-Security-Policy")) {
        const int status = response.status;
        refuse(response);
        response.status = status;
      }
    });
    opener_ = routes_.room().fresh("open.html");
    std::ofstream(opener_) << fmt::format(
        "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; "
        "url={0}\"><title>privet studio</title><p><a href=\"{0}\">privet studio</a></p>\n",
        gate_->url());
    routes_.room().hide(opener_);
  }

  [[nodiscard]] std::string url() const { return gate_->url(); }
  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] const std::string& opener() const { return opener_; }

  void run(const Run& run) {
    if (options_.file) routes_.open(*options_.file, options_.policy);
    std::jthread serving([this] { http_.listen_after_bind(); });
    try {
      for (;;) {
        run.check_cancelled();
        std::this_thread::sleep_for(50ms);
      }
    } catch (const Error&) {
      routes_.events().stop();
      while (!http_.is_running()) std::this_thread::sleep_for(1ms);
      http_.stop();
    }
  }

 private:
  void get(const httplib::Request& request, httplib::Response& response) {
    const auto target = gate_->admit(request.method, request.path, headers_of(request));
    if (!target) return refuse(response);
    if (*target == "api/events") return listen(request, response);
    send(response, routes_.answer(plain(request, *target)));
  }

  void post(const httplib::Request& request, httplib::Response& response,
            const httplib::ContentReader& reader) {
    const auto target = gate_->admit(request.method, request.path, headers_of(request));
    // What is not read of a body ends the connection.
    if (!target || request.is_multipart_form_data()) {
      response.set_header("Connection", "close");
      return refuse(response);
    }
    Request asked = plain(request, *target);
    const bool upload = *target == "api/upload";
    const std::size_t most = upload ? options_.most_upload : options_.most_body;
    std::ofstream file;
    if (upload) {
      asked.upload = routes_.room().fresh(request.get_param_value("name"));
      file.open(asked.upload, std::ios::binary);
    }
    std::size_t size = 0;
    const bool whole = reader([&](const char* data, std::size_t bytes) {
      size += bytes;
      if (size > most) return false;
      if (!upload) asked.body.append(data, bytes);
      if (upload) file.write(data, static_cast<std::streamsize>(bytes));
      return upload ? file.good() : true;
    });
    file.close();
    if (!whole || size > most) {
      if (upload) routes_.room().remove(asked.upload);
      response.set_header("Connection", "close");
      return send(
          response,
          {.status = 413,
           .body = Json{{"error",
                         {{"message",
                           fmt::format("That is more than {} MB, or it broke off.", most >> 20U)}}}}
                       .dump()});
    }
    send(response, routes_.answer(asked));
  }

  static Request plain(const httplib::Request& request, const std::string& target) {
    return {
        .method = request.method, .target = target, .query = [&request](const std::string& name) {
          return request.has_param(name.c_str())
                     ? std::optional(request.get_param_value(name.c_str()))
                     : std::nullopt;
        }};
  }

  void listen(const httplib::Request& request, httplib::Response& response) {
    if (listeners_.fetch_add(1) >= kListeners) {
      --listeners_;
      return send(response, {.status = 503, .body = "{}"});
    }
    add_headers(response, pages_policy());
    std::uint64_t last = routes_.events().last();
    try {
      const auto seen = request.has_header("Last-Event-ID")
                            ? request.get_header_value("Last-Event-ID")
                            : request.get_param_value("after");
      if (!seen.empty()) last = std::min<std::uint64_t>(last, std::stoull(seen));
    } catch (const std::exception&) {  // not a number: from now on
    }
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, last, first = true, silent = 0](std::size_t, httplib::DataSink& sink) mutable {
          EventLog& events = routes_.events();
          std::string text = first ? fmt::format("id: {}\nevent: hello\ndata: {{}}\n\n", last) : "";
          // The first words go out at once: a page then knows that it is listening. The wait is
          // short, because between two of them the library sees whether the page is still there.
          for (const auto& event : events.after(last, first ? 0ms : 500ms)) {
            text += fmt::format("id: {}\ndata: {}\n\n", event.number, event.text);
            last = event.number;
          }
          first = false;
          if (events.stopped()) {
            sink.done();
            return true;
          }
          if (text.empty() && ++silent < 10) return sink.is_writable();
          if (text.empty()) text = ": still here\n\n";
          silent = 0;
          return sink.is_writable() && sink.write(text.data(), text.size());
        },
        [this](bool) { --listeners_; });
  }

  StudioOptions options_;
  Routes routes_;
  httplib::Server http_;
  int port_ = -1;
  std::optional<Gate> gate_;
  std::string opener_;
  std::atomic<int> listeners_ = 0;
};

StudioServer::StudioServer(const StudioOptions& options, const Catalog& catalog) {
  if (assets().empty()) {
    throw Error(ErrorCode::Usage,
                "this privet was built without the pages of the studio; run 'tools/setup studio' "
                "(it needs npm), then build again");
  }
  service_ = std::make_unique<Service>(options, catalog);
}
StudioServer::~StudioServer() = default;

std::string StudioServer::url() const {
  return service_->url();
}
int StudioServer::port() const {
  return service_->port();
}
std::string StudioServer::opener() const {
  return service_->opener();
}
void StudioServer::run(const Run& run) {
  service_->run(run);
}

}  // namespace privet::studio
