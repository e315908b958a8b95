// SPDX-License-Identifier: Apache-2.0
// The studio's interface of a daemon: who is answered, and that it is the same as the control
// socket.
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/system/party_scene.h"

namespace privet {
namespace {

using testing_support::becomes;
using testing_support::Daemons;
using testing_support::has;
using testing_support::kRules;
using testing_support::Scene;

// The studio's side of a daemon whose config has [http].
class Studio {
 public:
  Studio(const Daemons& daemons, const std::string& name)
      : port_(static_cast<int>(
            first_line(daemons.place().path(name + ".log")).at("http").get<std::uint16_t>())),
        token_(testing_support::read_text(daemons.folder(name).token()).substr(0, 64)),
        client_("127.0.0.1", port_) {
    client_.set_read_timeout(std::chrono::seconds(20));
  }
  [[nodiscard]] httplib::Headers with(const std::string& token) const {
    return {{"Authorization", "Bearer " + token}};
  }
  [[nodiscard]] httplib::Headers own() const { return with(token_); }
  [[nodiscard]] const std::string& token() const { return token_; }
  httplib::Client& client() { return client_; }
  Json get(const std::string& path) { return Json::parse(client_.Get(path, own())->body); }
  httplib::Result post(const std::string& path, const Json& body) {
    return client_.Post(path, own(), body.dump(), "application/json");
  }

 private:
  static Json first_line(const std::string& path) {
    const auto log = testing_support::read_text(path);
    return Json::parse(log.substr(0, log.find('\n')));
  }
  int port_;
  std::string token_;
  httplib::Client client_;
};

TEST(PartyStudio, ItIsAnsweredWithItsTokenOnly) {
  Daemons daemons({"a"});
  daemons.add_config("a", "[http]\nport = 0\n");
  daemons.start("a");
  Studio studio(daemons, "a");
  struct stat status{};
  ASSERT_EQ(::stat(daemons.folder("a").token().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  const auto answer = studio.client().Get("/v1/status", studio.own());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(Json::parse(answer->body).at("name").text(), "a");
  EXPECT_EQ(answer->get_header_value("Cache-Control"), "no-store");
  EXPECT_EQ(answer->get_header_value("Access-Control-Allow-Origin"), "");
  // Without the token, with a part of it or more than it, with it in another place.
  const auto refused = [&](const httplib::Headers& headers, const std::string& path) {
    return studio.client().Get(path, headers)->status;
  };
  for (const auto& token : {std::string(), std::string("0"), studio.token().substr(0, 63),
                            studio.token() + "0", std::string(64, '0')}) {
    EXPECT_EQ(refused(studio.with(token), "/v1/status"), 401) << token;
  }
  EXPECT_EQ(refused({}, "/v1/status"), 401);
  EXPECT_EQ(refused({{"Authorization", studio.token()}}, "/v1/status"), 401);
  EXPECT_EQ(refused({}, "/v1/status?token=" + studio.token()), 401);
  // What no stranger may know it tells to none: paths that there are and paths that there are not.
  EXPECT_EQ(refused({}, "/v1/nothing"), 401);
  // Pages of other sites, and names of theirs that point to this machine.
  auto foreign = studio.own();
  foreign.emplace("Origin", "http://evil.example");
  EXPECT_EQ(refused(foreign, "/v1/status"), 403);
  foreign = studio.own();
  foreign.emplace("Host", "evil.example");
  EXPECT_EQ(refused(foreign, "/v1/status"), 403);
  foreign = studio.own();
  foreign.emplace("Sec-Fetch-Site", "cross-site");
  EXPECT_EQ(refused(foreign, "/v1/status"), 403);
  // Nothing but what is listed: no invitations, no peers, no keys.
  for (const char* path : {"/v1/invite", "/v1/renew", "/v1/metrics", "/v1/jobs/x/run", "/", "/v2",
                           "/v1/jobs/x/../status", "/v1/status/"}) {
    EXPECT_EQ(refused(studio.own(), path), 404) << path;
  }
  EXPECT_EQ(refused(studio.own(), "/v1/jobs/x/approve"), 405);
  EXPECT_EQ(studio.client().Post("/v1/status", studio.own(), "{}", "application/json")->status,
            405);
  EXPECT_EQ(studio.client().Post("/v1/jobs", studio.own(), "{}", "text/plain")->status, 415);
  EXPECT_EQ(studio.post("/v1/jobs", Json::object())->status, 400);
  EXPECT_EQ(studio.post("/v1/jobs", Json::array({1}))->status, 400);
  EXPECT_EQ(studio.client().Post("/v1/jobs", studio.own(), "{", "application/json")->status, 400);
  EXPECT_EQ(studio.post("/v1/jobs", {{"text", "task = 5"}})->status, 400);
  EXPECT_EQ(studio.post("/v1/jobs", {{"text", 5}})->status, 400);
  EXPECT_EQ(studio.post("/v1/jobs", {{"text", std::string(600'000, 'x')}})->status, 413);
  EXPECT_EQ(studio.client().Get("/v1/jobs/%00", studio.own())->status, 400);
  const auto odd = studio.client().Get("/v1/tables?peer=%00x", studio.own());
  EXPECT_EQ(odd->status, 409);
  EXPECT_TRUE(has(odd->body, "x is not a peer of a")) << odd->body;
  EXPECT_EQ(daemons.stop("a"), 0);
  EXPECT_FALSE(std::filesystem::exists(daemons.folder("a").token()));
  // Another one at the next start.
  const auto before = studio.token();
  daemons.start("a");
  EXPECT_NE(Studio(daemons, "a").token(), before);
}

TEST(PartyStudio, ItSubmitsShowsAndDecides) {
  Scene scene;
  for (const std::string name : {"a", "b"}) {
    EXPECT_EQ(scene.daemons.stop(name), 0);
    scene.daemons.add_config(name, "[http]\nport = 0\n");
    std::filesystem::remove(scene.daemons.place().path(name + ".log"));
    scene.daemons.start(name);
  }
  scene.daemons.set_policy("b", "[[rule]]\ndecide = \"ask\"\n");
  Studio here(scene.daemons, "a");
  Studio there(scene.daemons, "b");
  const auto submitted = here.post("/v1/jobs", {{"text", std::string(kRules)}});
  ASSERT_EQ(submitted->status, 200) << submitted->body;
  const auto id = Json::parse(submitted->body).at("id").text();
  const auto path = "/v1/jobs/" + id;
  const auto waits = [&](const std::string& wanted) {
    return becomes([&] {
      const auto job = there.get(wanted);
      return job.contains("state") && job.at("state").text() == "waiting";
    });
  };
  ASSERT_TRUE(waits(path));
  EXPECT_EQ(there.get("/v1/jobs").at("jobs").size(), 1U);
  EXPECT_FALSE(there.get(path).at("forecast").empty());
  EXPECT_EQ(there.client().Get(path + "/result", there.own())->status, 400);  // not yet
  EXPECT_EQ(there.get("/v1/tables").at("tables").size(), 1U);
  EXPECT_EQ(there.get("/v1/tables?peer=a").at("tables").size(), 1U);
  EXPECT_EQ(there.post(path + "/approve", Json::object())->status, 200);
  scene.expect_end(id, "done", "");
  EXPECT_EQ(there.get(path + "/result").at("id").text(), id);
  EXPECT_FALSE(there.get(path + "/ledger").at("ledger").empty());
  // Through the other front it is the same job; what it refuses this one refuses too.
  EXPECT_EQ(scene.daemons.state("b", id), "done");
  EXPECT_EQ(there.post(path + "/approve", Json::object())->status, 400);

  const auto next = here.post("/v1/jobs", {{"text", std::string(kRules)}});
  const auto other = "/v1/jobs/" + Json::parse(next->body).at("id").text();
  ASSERT_TRUE(waits(other));
  EXPECT_EQ(there.post(other + "/reject", {{"reason", "not today"}})->status, 200);
  scene.expect_end(other.substr(9), "rejected", "rejected by a person at b: not today");
  EXPECT_EQ(here.client().Get(other + "/result", here.own())->status, 409);
}

}  // namespace
}  // namespace privet
