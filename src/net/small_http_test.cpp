// SPDX-License-Identifier: Apache-2.0
// Bodies and heads; slow clients, large answers and refusals are tried through the search service
// (profile/engine/search_service_test.cpp).
#include "net/small_http.h"

#include <gtest/gtest.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

namespace privet::net {
namespace {

// Answers with what it was sent.
class Echo {
 public:
  Echo()
      : server_(0, "X-Always: yes\r\n",
                [this](const HttpRequest& request) {
                  ++asked_;
                  return HttpResponse{.body = request.method + " " + request.body};
                },
                {.body_bytes = 20'000, .workers = 2, .patience_ms = 1500}),
        thread_([this] { server_.run([this] { return stop_.load(); }); }) {}
  ~Echo() {
    stop_ = true;
    thread_.join();
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  [[nodiscard]] int port() const { return server_.port(); }
  [[nodiscard]] int asked() const { return asked_; }
  // These bytes, and what comes back until the other side closes.
  [[nodiscard]] std::string said(const std::string& bytes) const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port()));
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    const timeval patience{20, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    std::string out;
    std::array<char, 4096> part{};
    for (ssize_t n = 0; (n = ::recv(socket, part.data(), part.size(), 0)) > 0;) {
      out.append(part.data(), static_cast<std::size_t>(n));
    }
    ::close(socket);
    return out;
  }

 private:
  std::atomic<int> asked_ = 0;
  std::atomic<bool> stop_ = false;
  SmallHttpServer server_;
  std::thread thread_;
};

TEST(SmallHttp, ABodyComesWholeUpToItsLimit) {
  const Echo echo;
  httplib::Client client("127.0.0.1", echo.port());
  const std::string most(20'000, 'b');
  const auto answer = client.Post("/", most, "text/plain");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "POST " + most);
  EXPECT_EQ(answer->get_header_value("X-Always"), "yes");
  EXPECT_EQ(client.Post("/", "", "text/plain")->body, "POST ");
  EXPECT_EQ(client.Get("/")->body, "GET ");
  const int before = echo.asked();
  EXPECT_TRUE(
      echo.said("POST / HTTP/1.1\r\nContent-Length: 20001\r\n\r\n").starts_with("HTTP/1.1 413"));
  for (const char* length : {"-1", "+5", "5x", "", "99999999999999999999999", "5, 5"}) {
    EXPECT_TRUE(
        echo.said("POST / HTTP/1.1\r\nContent-Length: " + std::string(length) + "\r\n\r\nhello")
            .starts_with("HTTP/1.1 413"))
        << length;
  }
  EXPECT_TRUE(echo.said("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                  .starts_with("HTTP/1.1 413"));
  EXPECT_TRUE(
      echo.said("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello").starts_with("HTTP/1.1 413"));
  EXPECT_TRUE(echo.said("DELETE / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
  EXPECT_EQ(echo.asked(), before);
}

TEST(SmallHttp, WhatFollowsABodyIsNotPartOfIt) {
  const Echo echo;
  const auto answer =
      echo.said("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloGET /second HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(answer.ends_with("POST hello")) << answer;
  EXPECT_EQ(echo.asked(), 1);
}

TEST(SmallHttp, ABodyThatDoesNotComeIsNotWaitedForForEver) {
  const Echo echo;
  EXPECT_EQ(echo.said("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel"), "");
  EXPECT_EQ(echo.asked(), 0);
}

TEST(SmallHttp, OtherSitesAreForeign) {
  const auto foreign = [](const std::string& headers) {
    const auto request = parse_http_head("GET / HTTP/1.1\r\n" + headers);
    return !request || is_foreign(*request, 80);
  };
  EXPECT_FALSE(foreign("Host: 127.0.0.1:80\r\n"));
  EXPECT_FALSE(foreign("Host: localhost:80\r\nOrigin: http://localhost:80\r\n"));
  EXPECT_FALSE(foreign("Host: localhost:80\r\nSec-Fetch-Site: same-origin\r\n"));
  EXPECT_TRUE(foreign(""));
  EXPECT_TRUE(foreign("Host: 127.0.0.1:81\r\n"));
  EXPECT_TRUE(foreign("Host: evil.example:80\r\n"));
  EXPECT_TRUE(foreign("Host: 127.0.0.1:80\r\nOrigin: http://evil.example\r\n"));
  EXPECT_TRUE(foreign("Host: 127.0.0.1:80\r\nOrigin: null\r\n"));
  EXPECT_TRUE(foreign("Host: 127.0.0.1:80\r\nSec-Fetch-Site: same-site\r\n"));
  EXPECT_TRUE(foreign("Host: 127.0.0.1:80\r\nHost: evil.example:80\r\n"));
}

TEST(HttpHead, IsReadAsFormsSendIt) {
  const auto request = parse_http_head(
      "GET /search.json?q=caf%C3%A9+%26+100%&alpha=0.5&q=2&x HTTP/1.1\r\nHOST: a:1 \r\nX-Y:z\r\n");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "/search.json");
  EXPECT_EQ(request->parameter("q"), "caf\u00e9 & 100%");
  EXPECT_EQ(request->parameter("alpha"), "0.5");
  EXPECT_EQ(request->parameter("x"), "");
  EXPECT_EQ(request->parameter("y"), std::nullopt);
  EXPECT_EQ(request->header("host"), "a:1");
  for (const char* bad : {"", "GET\r\n", "GET / HTTP/2\r\n", "GET http://x/ HTTP/1.1\r\n",
                          "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n", "GET / HTTP/1.1\r\nx\r\n"}) {
    EXPECT_FALSE(parse_http_head(bad)) << bad;
  }
}

}  // namespace
}  // namespace privet::net
