// SPDX-License-Identifier: Apache-2.0
#include "net/small_http.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

enum class Stage {
  Reading,  // the request
  Waiting,  // for a worker's answer
  Writing,
  Draining  // what the client still sends is thrown away, so that it can read the answer
};

struct Client {
  Stage stage = Stage::Reading;
  std::string text = {};    // read so far, then what is left to write
  std::size_t written = 0;  // of text
  std::size_t drained = 0;
  Clock::time_point deadline = {};
};

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 431:
      return "Request Header Fields Too Large";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    default:
      return "Error";
  }
}

int listening_socket(int port) {
  const int out = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (out < 0) return -1;
  const int yes = 1;
  ::setsockopt(out, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::bind(out, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(out, SOMAXCONN) == 0) {
    return out;
  }
  ::close(out);
  return -1;
}

int port_of(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.sin_port);
}

// How long the body will be; nothing if that is not said in digits, or it is longer than any may
// be.
std::optional<std::size_t> body_length(const HttpRequest& request, std::size_t most) {
  if (request.header("transfer-encoding")) return std::nullopt;
  const auto text = request.header("content-length");
  if (!text) return 0;
  std::size_t out = 0;
  const auto end = text->data() + text->size();
  const auto [stop, fault] = std::from_chars(text->data(), end, out);
  if (fault != std::errc{} || stop != end || out > most) return std::nullopt;
  return out;
}

// What a head alone decides; nothing: ask the handler.
std::optional<HttpResponse> refused(const std::optional<HttpRequest>& request, std::size_t most) {
  if (!request) return HttpResponse{.status = 400, .body = "This is not a request.\n"};
  const auto length = body_length(*request, most);
  if (!length || (*length > 0 && request->method != "POST")) {
    return HttpResponse{
        .status = 413,
        .body = most == 0 ? "Requests have no body here.\n" : "The body is too long.\n"};
  }
  const bool asks = request->method == "GET" || request->method == "HEAD";
  if (!asks && (request->method != "POST" || most == 0)) {
    return HttpResponse{.status = 405,
                        .body = most == 0 ? "Only GET and HEAD are answered.\n"
                                          : "Only GET, HEAD and POST are answered.\n"};
  }
  return std::nullopt;
}

}  // namespace

class SmallHttpServer::Loop {
 public:
  Loop(int port, std::string headers, Handler handler, SmallHttpLimits limits)
      : headers_(std::move(headers)),
        handler_(std::move(handler)),
        limits_(limits),
        listener_(listening_socket(port)),
        wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~Loop() {
    for (const auto& [socket, client] : clients_) ::close(socket);
    if (listener_ >= 0) ::close(listener_);
    if (wake_ >= 0) ::close(wake_);
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  [[nodiscard]] int port() const { return listener_ < 0 ? 0 : port_of(listener_); }

  void run(const std::function<bool()>& stopped) {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < limits_.workers; ++i) {
      workers.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
    while (!stopped()) round();
    for (auto& worker : workers) worker.request_stop();
  }

 private:
  struct Job {
    int socket;
    HttpRequest request;
  };
  struct Done {
    int socket;
    std::string answer;
  };

  void work(const std::stop_token& stop) {
    for (;;) {
      std::unique_lock lock(mutex_);
      if (!ready_.wait(lock, stop, [this] { return !jobs_.empty(); })) return;
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      std::string answer = answer_text(answer_of(job.request), job.request.method == "HEAD");
      lock.lock();
      done_.push_back({job.socket, std::move(answer)});
      const std::uint64_t one = 1;
      static_cast<void>(!::write(wake_, &one, sizeof one));
    }
  }

  [[nodiscard]] HttpResponse answer_of(const HttpRequest& request) const {
    try {
      return handler_(request);
    } catch (const std::exception&) {
      return {.status = 500, .body = "The answer failed.\n"};
    }
  }

  [[nodiscard]] std::string answer_text(const HttpResponse& response, bool head_only) const {
    return fmt::format(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n{}\r\n{}",
        response.status, reason(response.status), response.type, response.body.size(), headers_,
        head_only ? std::string_view() : std::string_view(response.body));
  }

  [[nodiscard]] Clock::time_point soon() const {
    return Clock::now() + std::chrono::milliseconds(limits_.patience_ms);
  }

  void round() {
    std::vector<pollfd> waiting{{listener_, POLLIN, 0}, {wake_, POLLIN, 0}};
    for (const auto& [socket, client] : clients_) {
      if (client.stage == Stage::Waiting) continue;
      const bool writes = client.stage == Stage::Writing;
      waiting.push_back({socket, static_cast<short>(writes ? POLLOUT : POLLIN), 0});
    }
    constexpr int kLongestWait = 50;  // milliseconds, until the wish to stop is looked at
    ::poll(waiting.data(), waiting.size(), kLongestWait);
    for (std::size_t i = 2; i < waiting.size(); ++i) {
      if (waiting[i].revents != 0) serve(waiting[i].fd);
    }
    std::uint64_t count = 0;
    static_cast<void>(!::read(wake_, &count, sizeof count));
    take_answers();
    if (waiting[0].revents != 0) accept_all();
    end_the_late();
  }

  void accept_all() {
    for (;;) {
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0) {
        // Without a free descriptor one client must go, or nobody gets in.
        if (errno == EMFILE || errno == ENFILE) drop_the_oldest();
        return;
      }
      if (clients_.size() >= limits_.clients && !drop_the_oldest()) {
        ::close(socket);
        continue;
      }
      clients_[socket] = {.deadline = soon()};
    }
  }

  // Of those that no worker is busy for.
  bool drop_the_oldest() {
    auto oldest = clients_.end();
    for (auto at = clients_.begin(); at != clients_.end(); ++at) {
      if (at->second.stage == Stage::Waiting) continue;
      if (oldest == clients_.end() || at->second.deadline < oldest->second.deadline) oldest = at;
    }
    if (oldest == clients_.end()) return false;
    ::close(oldest->first);
    clients_.erase(oldest);
    return true;
  }

  void end_the_late() {
    const auto now = Clock::now();
    for (auto at = clients_.begin(); at != clients_.end();) {
      const bool late = at->second.stage != Stage::Waiting && at->second.deadline < now;
      if (late) ::close(at->first);
      at = late ? clients_.erase(at) : std::next(at);
    }
  }

  void take_answers() {
    std::vector<Done> done;
    {
      const std::lock_guard lock(mutex_);
      done.swap(done_);
    }
    for (auto& [socket, answer] : done) begin_answer(socket, std::move(answer));
  }

  void begin_answer(int socket, std::string answer) {
    clients_[socket] = {.stage = Stage::Writing, .text = std::move(answer), .deadline = soon()};
    serve(socket);
  }

  void serve(int socket) {
    Client& client = clients_.at(socket);
    const bool open = client.stage == Stage::Reading   ? read_some(socket, client)
                      : client.stage == Stage::Writing ? write_some(socket, client)
                                                       : drain_some(socket, client);
    if (open) return;
    ::close(socket);
    clients_.erase(socket);
  }

  bool read_some(int socket, Client& client) {
    std::array<char, 4096> part{};
    const auto size = ::recv(socket, part.data(), part.size(), 0);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    if (size == 0) return false;
    client.text.append(part.data(), static_cast<std::size_t>(size));
    const auto end = client.text.find("\r\n\r\n");
    if (end == std::string::npos && client.text.size() <= limits_.head_bytes) return true;
    if (end == std::string::npos || end > limits_.head_bytes) {
      begin_answer(socket,
                   answer_text({.status = 431, .body = "The request is too long.\n"}, false));
      return true;
    }
    auto request = parse_http_head(std::string_view(client.text).substr(0, end + 2));
    if (const auto refusal = refused(request, limits_.body_bytes)) {
      begin_answer(socket, answer_text(*refusal, false));
      return true;
    }
    const auto body = std::string_view(client.text).substr(end + 4);
    const auto length = *body_length(*request, limits_.body_bytes);
    if (body.size() < length) return true;
    request->body = body.substr(0, length);
    client.stage = Stage::Waiting;
    client.text.clear();
    const std::lock_guard lock(mutex_);
    jobs_.push_back({socket, std::move(*request)});
    ready_.notify_one();
    return true;
  }

  static bool write_some(int socket, Client& client) {
    const auto size = ::send(socket, client.text.data() + client.written,
                             client.text.size() - client.written, MSG_NOSIGNAL);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    client.written += static_cast<std::size_t>(size);
    if (client.written < client.text.size()) return true;
    client.text.clear();
    client.stage = Stage::Draining;
    client.deadline = Clock::now() + std::chrono::seconds(1);
    return ::shutdown(socket, SHUT_WR) == 0;
  }

  static bool drain_some(int socket, Client& client) {
    constexpr std::size_t kMost = 1U << 20U;
    std::array<char, 65536> part{};
    const auto size = ::recv(socket, part.data(), part.size(), 0);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    client.drained += static_cast<std::size_t>(size);
    return size > 0 && client.drained < kMost;
  }

  std::string headers_;
  Handler handler_;
  SmallHttpLimits limits_;
  int listener_;
  int wake_;
  std::map<int, Client> clients_;  // by socket; the loop's thread alone
  std::mutex mutex_;               // of what follows
  std::condition_variable_any ready_;
  std::deque<Job> jobs_;
  std::vector<Done> done_;
};

SmallHttpServer::SmallHttpServer(int port, std::string headers, Handler handler,
                                 SmallHttpLimits limits)
    : loop_(std::make_unique<Loop>(port, std::move(headers), std::move(handler), limits)) {}
SmallHttpServer::~SmallHttpServer() = default;

int SmallHttpServer::port() const {
  return loop_->port();
}

void SmallHttpServer::run(const std::function<bool()>& stopped) {
  loop_->run(stopped);
}

}  // namespace privet::net
