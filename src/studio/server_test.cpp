// SPDX-License-Identifier: Apache-2.0
// The studio over a real connection on this machine: who gets in, what is sent with every answer,
// how much it takes. Skipped where the program was built without its pages.
#include "studio/server.h"

#include <gtest/gtest.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/json.h"
#include "studio/assets.h"

namespace privet::studio {
namespace {

using namespace std::chrono_literals;

class StudioOverHttp : public ::testing::Test {
 protected:
  void SetUp() override {
    if (assets().empty()) GTEST_SKIP() << "built without the pages of the studio";
    server_.emplace(
        StudioOptions{.most_upload = std::size_t{3} << 20U, .most_body = std::size_t{1} << 20U},
        builtin_catalog());
    thread_ = std::jthread([this] { server_->run(privet::Run(nullptr, &stop_, 1)); });
    client_.emplace("127.0.0.1", server_->port());
    client_->set_read_timeout(20s);
    path_ = server_->url().substr(server_->url().find("/s/"));
  }
  void TearDown() override {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::atomic<bool> stop_ = false;
  std::optional<StudioServer> server_;
  std::jthread thread_;
  std::optional<httplib::Client> client_;
  std::string path_;
};

TEST_F(StudioOverHttp, EveryAnswerHasStrictHeaders) {
  for (const std::string& path :
       {path_, path_ + "assets/app.js", path_ + "api/state", path_ + "nothing", std::string("/")}) {
    const auto reply = client_->Get(path);
    ASSERT_TRUE(reply);
    const auto policy = reply->get_header_value("Content-Security-Policy");
    EXPECT_TRUE(policy.starts_with("default-src 'none'")) << path;
    EXPECT_EQ(policy.find("unsafe"), std::string::npos);
    EXPECT_EQ(reply->get_header_value("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(reply->get_header_value("Referrer-Policy"), "no-referrer");
    EXPECT_EQ(reply->get_header_value("Cache-Control"), "no-store");
    EXPECT_FALSE(reply->has_header("Access-Control-Allow-Origin"));
    EXPECT_FALSE(reply->has_header("Set-Cookie"));
  }
}

TEST_F(StudioOverHttp, WithoutTheTokenNothingIsSeen) {
  for (const std::string path :
       {"/", "/s/", "/index.html", "/assets/app.js", "/api/state",
        "/s/0000000000000000000000000000000000000000000000000000000000000000/"}) {
    const auto reply = client_->Get(path);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 403) << path;
    EXPECT_EQ(reply->body.find("<script"), std::string::npos);
  }
  EXPECT_EQ(client_->Get(path_)->status, 200);
}

TEST_F(StudioOverHttp, OtherSitesAndNamesAreRefused) {
  EXPECT_EQ(client_->Get(path_, {{"Host", "evil.example"}})->status, 403);
  EXPECT_EQ(client_->Get(path_ + "api/state", {{"Sec-Fetch-Site", "cross-site"}})->status, 403);
  EXPECT_EQ(client_
                ->Post(path_ + "api/open", {{"Origin", "http://evil.example"}},
                       R"({"path":"/etc/passwd"})", "text/plain")
                ->status,
            403);
  EXPECT_EQ(client_->Options(path_ + "api/open")->status / 100, 4);
}

TEST_F(StudioOverHttp, UploadsAreBoundedAndLeaveNothing) {
  const std::string large(4U << 20U, 'a');
  const auto reply =
      client_->Post(path_ + "api/upload?name=big.csv&as=table", large, "application/octet-stream");
  EXPECT_TRUE(!reply || reply->status == 413);
  const auto body =
      client_->Post(path_ + "api/policy", std::string(2U << 20U, '['), "application/json");
  EXPECT_TRUE(!body || body->status == 413);
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(server_->opener()).parent_path())) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("big")) << entry.path();
  }
  const auto deep =
      client_->Post(path_ + "api/policy", std::string(1U << 19U, '['), "application/json");
  ASSERT_TRUE(deep);
  EXPECT_EQ(deep->status, 400);
}

TEST_F(StudioOverHttp, AnUploadedNameIsOnlyAName) {
  const auto reply = client_->Post(path_ + "api/upload?as=file&name=..%2F..%2Fetc%2F%3Cb%3E.csv",
                                   "a\n1\n", "application/octet-stream");
  ASSERT_TRUE(reply);
  EXPECT_EQ(Json::parse(reply->body).at("name").text(), "b_.csv");
  EXPECT_EQ(client_->Get(path_ + "files/b_.csv")->body, "a\n1\n");
  EXPECT_EQ(client_->Get(path_ + "files/open.html")->status, 404);  // it has the token
}

TEST_F(StudioOverHttp, EventsArriveAndTheServerStopsWithAListener) {
  std::string text;
  std::thread listening([&] {
    httplib::Client client("127.0.0.1", server_->port());
    client.set_read_timeout(20s);
    client.Get(path_ + "api/events", [&](const char* data, std::size_t size) {
      text.append(data, size);
      return text.find("\"ended\"") == std::string::npos;
    });
  });
  std::this_thread::sleep_for(200ms);
  client_->Post(path_ + "api/open", R"({"path":"/nothing/there.csv"})", "application/json");
  listening.join();
  EXPECT_NE(text.find("event: hello"), std::string::npos);
  EXPECT_NE(text.find("\"failed\""), std::string::npos);
}

TEST_F(StudioOverHttp, ItsFolderIsGoneAfterwards) {
  const auto folder = std::filesystem::path(server_->opener()).parent_path();
  EXPECT_TRUE(std::filesystem::exists(folder));
  TearDown();
  server_.reset();
  EXPECT_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace privet::studio
