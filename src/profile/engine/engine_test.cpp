// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <httplib.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "profile/engine/http_engine.h"
#include "profile/engine/xapian_engine.h"
#include "tests/support/temporary_folder.h"

namespace privet::profile {
namespace {

using namespace std::chrono_literals;
using testing_support::TemporaryFolder;

std::vector<std::string> addresses(const std::vector<SearchResult>& results) {
  std::vector<std::string> out;
  for (const auto& result : results) out.push_back(result.address);
  return out;
}

std::string small_index(const TemporaryFolder& folder) {
  const std::string path = folder.path("small.index");
  IndexWriter index(path, "english");
  index.add({"Soccer", "a", "The soccer teams were playing in the rain"});
  index.add({"Engines", "b", "How search engines are searching"});
  index.add({"Weather", "c", "Rain, rain and more rain \xff"});
  index.commit();
  return path;
}

TEST(Xapian, FindsByStemAndRanksByRelevance) {
  const TemporaryFolder folder;
  const auto engine = open_index(small_index(folder));
  EXPECT_EQ(addresses(engine->search("RAINING", 10)), (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(addresses(engine->search("searches soccer", 10)).size(), 2U);
  EXPECT_EQ(addresses(engine->search("rain", 1)), std::vector<std::string>{"c"});
  EXPECT_TRUE(engine->search("nothing-like-it", 10).empty());
  EXPECT_TRUE(engine->search("", 10).empty());
  EXPECT_FALSE(engine->search("the", 10).empty());  // a stop word, where there is nothing else
  const auto result = engine->search("soccer", 10).at(0);
  EXPECT_EQ(result.title, "Soccer");
  EXPECT_EQ(result.text, "The soccer teams were playing in the rain");
}

TEST(Xapian, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const std::string path = folder.path("i.index");
  {
    IndexWriter index(path, "english");
    index.add({"a", "a", "a text"});
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.folder()));
  const std::string made = small_index(folder);
  const auto mode = std::filesystem::status(made).permissions();
  EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_THROW(IndexWriter(folder.path("none/i.index"), "english"), Error);
  EXPECT_THROW(IndexWriter(folder.folder(), "english"), Error);
}

TEST(Xapian, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  std::ofstream(folder.path("x")) << "no index";
  for (const auto& path : {folder.path("x"), folder.path("none"), folder.folder()}) {
    try {
      static_cast<void>(open_index(path));
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
    }
  }
  const std::string cut = small_index(folder);
  std::filesystem::resize_file(cut, 100);
  EXPECT_THROW(static_cast<void>(open_index(cut)->search("rain", 3)), Error);
}

// An engine on a free port of this machine, gone with the test.
class FakeEngine {
 public:
  explicit FakeEngine(const httplib::Server::Handler& handler) {
    server_.set_read_timeout(2);
    server_.set_write_timeout(2);
    server_.Get("/search", handler);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::sleep_for(1ms);
  }
  ~FakeEngine() {
    server_.stop();
    thread_.join();
  }
  FakeEngine(const FakeEngine&) = delete;
  FakeEngine& operator=(const FakeEngine&) = delete;
  [[nodiscard]] std::string url() const {
    return "http://127.0.0.1:" + std::to_string(port_) + "/search";
  }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

std::string fault_of(const HttpEngineOptions& options) {
  try {
    static_cast<void>(make_http_engine(options)->search("query", 10));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer) << error.what();
    return error.what();
  }
  return "no fault";
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(HttpEngine, AsksAndReadsTheAnswer) {
  std::string asked;
  std::string agent = "not asked";
  const FakeEngine fake([&](const httplib::Request& request, httplib::Response& response) {
    agent = request.get_header_value("User-Agent");
    asked = request.get_param_value("q") + "|" + request.get_param_value("size");
    response.set_content(R"({"hits":{"hits":[{"_source":{"title":"T","url":"u","text":"x"}}]}})",
                         "application/json");
  });
  const auto engine = make_engine("http:" + fake.url(), {});
  EXPECT_EQ(engine->search("caf\u00e9 & {count} +x", 7),
            (std::vector<SearchResult>{{"T", "u", "x"}}));
  EXPECT_EQ(asked, "caf\u00e9 & {count} +x|7");
  EXPECT_EQ(agent, "");  // no name and version of a program
  const auto templated = make_engine(fake.url() + "?size={count}&q=<{query}>", {});
  EXPECT_EQ(templated->search("a", 3).size(), 1U);
  EXPECT_EQ(asked, "<a>|3");
}

TEST(HttpEngine, BadUrlsAreRefused) {
  for (const char* bad : {"", "ftp://x/", "http://", "http:///path", "x", "https:", "http:x"}) {
    EXPECT_THROW(static_cast<void>(make_engine(bad, {})), Error) << bad;
  }
}

TEST(HttpEngine, RubbishIsNamed) {
  const FakeEngine fake([](const httplib::Request&, httplib::Response& response) {
    response.set_content("<html>no JSON</html>", "text/html");
  });
  EXPECT_TRUE(has(fault_of({.url = fake.url()}), "is not JSON; it begins with '<html>no JSON"));
}

TEST(HttpEngine, StatusAndRedirection) {
  const FakeEngine fake([](const httplib::Request& request, httplib::Response& response) {
    if (request.get_param_value("x") == "1") return response.set_redirect("http://127.0.0.1:1/");
    response.status = 500;
  });
  EXPECT_TRUE(has(fault_of({.url = fake.url()}), "HTTP status 500"));
  EXPECT_TRUE(has(fault_of({.url = fake.url() + "?x=1"}), "HTTP status 302"));
}

TEST(HttpEngine, AHundredMegabytesAreTooMuch) {
  const FakeEngine fake([](const httplib::Request&, httplib::Response& response) {
    response.set_content_provider(100'000'000, "application/json",
                                  [](std::size_t, std::size_t length, httplib::DataSink& sink) {
                                    const std::string part(std::min<std::size_t>(length, 65536),
                                                           '[');
                                    return sink.write(part.data(), part.size());
                                  });
  });
  EXPECT_TRUE(has(fault_of({.url = fake.url()}), "answered more than 10 MB"));
}

TEST(HttpEngine, SilenceAndDrippingEndAtTheDeadline) {
  const FakeEngine fake([](const httplib::Request& request, httplib::Response& response) {
    if (request.get_param_value("x") == "silent") {
      std::this_thread::sleep_for(600ms);
      return;
    }
    response.set_chunked_content_provider("application/json",
                                          [](std::size_t, httplib::DataSink& sink) {
                                            std::this_thread::sleep_for(20ms);
                                            return sink.write(" ", 1);
                                          });
  });
  for (const char* how : {"silent", "drip"}) {
    const auto fault = fault_of({.url = fake.url() + "?x=" + how, .timeout = 200ms});
    EXPECT_TRUE(has(fault, "did not answer within 200 ms")) << fault;
  }
}

TEST(HttpEngine, NobodyThere) {
  std::string url;
  {
    const FakeEngine gone([](const httplib::Request&, httplib::Response&) {});
    url = gone.url();
  }
  EXPECT_TRUE(has(fault_of({.url = url, .timeout = 2s}), "cannot be asked"));
}

}  // namespace
}  // namespace privet::profile
