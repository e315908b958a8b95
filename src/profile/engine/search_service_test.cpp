// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/search_service.h"

#include <gtest/gtest.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "base/error.h"

namespace privet::profile {
namespace {

using namespace std::chrono_literals;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class TwoResults : public SearchEngine {
 public:
  std::vector<SearchResult> search(const std::string& query, std::size_t) override {
    if (query == "fail") throw Error(ErrorCode::Peer, "the engine fell over");
    return {{"Cooking", "u1", "dinner"}, {"Sports", "u2", "sports " + query}};
  }
  [[nodiscard]] std::string name() const override { return "two"; }
};

class RunningService {
 public:
  RunningService()
      : service_(engine_, {.language = "none", .terms = {{"sports", {"sports"}, 0.5}}},
                 {.port = 0, .alpha = 1},
                 {.page = [](const SearchAnswer& answer) { return "page:" + shown(answer); },
                  .json = [](const SearchAnswer& answer) { return "json:" + shown(answer); },
                  .style = "body{}"}),
        thread_([this] { service_.run(run_); }),
        client_("127.0.0.1", service_.port()) {
    client_.set_read_timeout(5s);
    client_.set_connection_timeout(5s);
  }
  ~RunningService() {
    service_.stop();
    thread_.join();
  }
  RunningService(const RunningService&) = delete;
  RunningService& operator=(const RunningService&) = delete;

  httplib::Result get(const std::string& path, const httplib::Headers& headers = {}) {
    return client_.Get(path, headers);
  }
  httplib::Client& client() { return client_; }
  [[nodiscard]] int port() const { return service_.port(); }

 private:
  static std::string shown(const SearchAnswer& answer) {
    if (answer.fault) return *answer.fault;
    std::string out = answer.query;
    for (const auto& entry : answer.ranking) {
      out += " " + answer.results[entry.result].address + "<" + std::to_string(entry.engine_rank);
    }
    return out;
  }

  TwoResults engine_;
  privet::Run run_;
  SearchService service_;
  std::thread thread_;
  httplib::Client client_;
};

TEST(SearchService, AnswersInTheNewOrder) {
  RunningService service;
  const auto page = service.get("/?q=ball");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->body, "page:ball u2<2 u1<1");
  EXPECT_TRUE(has(page->get_header_value("Content-Security-Policy"), "default-src 'none'"));
  EXPECT_EQ(service.get("/search.json?q=ball&alpha=0")->body, "json:ball u1<1 u2<2");
  EXPECT_EQ(service.get("/")->body, "page:");
  EXPECT_EQ(service.get("/style.css")->body, "body{}");
  EXPECT_EQ(service.get("/other")->status, 404);
}

TEST(SearchService, RefusesWhatItShould) {
  RunningService service;
  EXPECT_EQ(service.get("/?q=x&alpha=2")->status, 400);
  EXPECT_EQ(service.get("/?q=x&alpha=cold")->status, 400);
  EXPECT_EQ(service.get("/?q=" + std::string(kLongestQuery + 1, 'a'))->status, 400);
  EXPECT_EQ(service.get("/?q=fail")->status, 502);
  EXPECT_TRUE(has(service.get("/?q=fail")->body, "the engine fell over"));
  EXPECT_EQ(service.get("/?q=x", {{"Host", "evil.example"}})->status, 403);
  EXPECT_NE(service.client().Post("/", "a=b", "text/plain")->status, 200);
  const auto large = service.client().Post("/", std::string(100'000, 'a'), "text/plain");
  EXPECT_TRUE(!large || large->status != 200);
}

TEST(SearchService, QuestionsOfOtherSitesDoNotReachTheEngine) {
  RunningService service;
  for (const char* site : {"cross-site", "same-site", "something"}) {
    const auto page = service.get("/?q=fail", {{"Sec-Fetch-Site", site}});
    ASSERT_TRUE(page);
    EXPECT_EQ(page->status, 403) << site;  // 502 if the engine had been asked
  }
  EXPECT_EQ(service.get("/?q=fail", {{"Origin", "https://evil.example"}})->status, 403);
  for (const char* site : {"none", "same-origin"}) {
    EXPECT_EQ(service.get("/?q=ball", {{"Sec-Fetch-Site", site}})->status, 200) << site;
  }
}

int connected(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const int out = ::socket(AF_INET, SOCK_STREAM, 0);
  EXPECT_EQ(::connect(out, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  return out;
}

// All that comes back before the other side closes.
std::string answer_on(int socket) {
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

// The answer comes before the body: nothing of it needs to be kept.
TEST(SearchService, ABodyIsRefusedBeforeItIsRead) {
  RunningService service;
  const std::string host = "Host: 127.0.0.1:" + std::to_string(service.port()) + "\r\n";
  for (const char* how : {"Transfer-Encoding: chunked", "Content-Length: 1073741824"}) {
    const int socket = connected(service.port());
    const std::string head = "POST / HTTP/1.1\r\n" + host + how + "\r\n\r\n1000\r\n";
    ASSERT_EQ(::send(socket, head.data(), head.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(head.size()));
    EXPECT_TRUE(answer_on(socket).starts_with("HTTP/1.1 413 ")) << how;
  }
  const int endless = connected(service.port());
  const std::string line(9000, 'a');
  ASSERT_EQ(::send(endless, line.data(), line.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(line.size()));
  EXPECT_TRUE(answer_on(endless).starts_with("HTTP/1.1 431 "));
  EXPECT_EQ(service.get("/")->status, 200);
}

TEST(SearchService, AQuarterMillionBytesOfAnswerArriveWhole) {
  TwoResults engine;
  const std::string large(250'000, 'x');
  const SearchLook look{.page = [&](const auto&) { return large; },
                        .json = [&](const auto&) { return large; },
                        .style = ""};
  SearchService service(engine, {}, {}, look);
  const privet::Run run;
  std::thread thread([&] { service.run(run); });
  httplib::Client client("127.0.0.1", service.port());
  const auto page = client.Get("/");
  const auto head = client.Head("/");
  service.stop();
  thread.join();
  ASSERT_TRUE(page && head);
  EXPECT_EQ(page->body, large);
  EXPECT_EQ(head->body, "");
}

// Far more clients than workers, each sending a byte now and then for as long as it is let.
TEST(SearchService, SlowClientsDoNotKeepOthersOut) {
  RunningService service;
  ASSERT_TRUE(service.get("/"));
  std::vector<int> slow;
  const std::string half = "GET / HTTP/1.1\r\nHost: 127.0.0.1";
  for (int i = 0; i < 200; ++i) {
    slow.push_back(connected(service.port()));
    ASSERT_EQ(::send(slow.back(), half.data(), half.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(half.size()));
  }
  std::jthread dripping([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      for (const int socket : slow) static_cast<void>(::send(socket, "1", 1, MSG_NOSIGNAL));
      std::this_thread::sleep_for(100ms);
    }
  });
  httplib::Client late("127.0.0.1", service.port());
  late.set_read_timeout(15s);
  const auto page = late.Get("/style.css");
  dripping.request_stop();
  dripping.join();
  for (const int socket : slow) ::close(socket);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->body, "body{}");
}

TEST(SearchService, PortInUse) {
  TwoResults engine;
  const SearchLook look{.page = [](const auto&) { return std::string(); },
                        .json = [](const auto&) { return std::string(); },
                        .style = ""};
  SearchService first(engine, {}, {}, look);
  SearchService second(engine, {}, {}, look);
  EXPECT_NE(first.port(), second.port());
  EXPECT_THROW(SearchService(engine, {}, {.port = first.port()}, look), Error);
}

}  // namespace
}  // namespace privet::profile
