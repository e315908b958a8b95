// SPDX-License-Identifier: Apache-2.0
// What those who run a daemon have of it: the studio's interface, signals, metrics, logs, a new
// key.
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <sstream>
#include <thread>

#include "net/tcp.h"
#include "party/identity/renewal.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/party_scene.h"

namespace privet {
namespace {

using testing_support::Daemons;
using testing_support::kRules;
using testing_support::kTree;
using testing_support::Scene;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Until it is so, or some seconds have passed.
bool becomes(const std::function<bool()>& so) {
  for (int i = 0; i < 500; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return so();
}

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

TEST(PartyOperations, TheStudioIsAnsweredWithItsTokenOnly) {
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
  EXPECT_EQ(daemons.stop("a"), 0);
  EXPECT_FALSE(std::filesystem::exists(daemons.folder("a").token()));
  // Another one at the next start.
  const auto before = studio.token();
  daemons.start("a");
  EXPECT_NE(Studio(daemons, "a").token(), before);
}

TEST(PartyOperations, TheStudioSubmitsShowsAndDecides) {
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

TEST(PartyOperations, AHangupMakesItReadItsFilesAgain) {
  Daemons daemons({"a"});
  daemons.start("a");
  const auto id = daemons.process("a");
  const auto address = daemons.ask("a", {{"do", "status"}}).at("address").text();
  testing_support::write_file(daemons.folder("a").root + "/t.csv", "x\n1\n");
  auto config = testing_support::read_text(daemons.folder("a").config());
  testing_support::write_file(daemons.folder("a").config(),
                              config + "[tables.t]\nfile = \"t.csv\"\n");
  ::kill(id, SIGHUP);
  const auto tables = [&] { return daemons.ask("a", {{"do", "status"}}).at("tables").size(); };
  EXPECT_TRUE(becomes([&] { return tables() == 1; }));
  // A file that cannot be used changes nothing, and the log says why.
  testing_support::write_file(daemons.folder("a").config(), config + "nonsense = 1\n");
  ::kill(id, SIGHUP);
  EXPECT_TRUE(becomes([&] {
    return has(testing_support::read_text(daemons.place().path("a.log")), "has no key 'nonsense'");
  }));
  EXPECT_EQ(tables(), 1U);
  EXPECT_EQ(daemons.ask("a", {{"do", "status"}}).at("address").text(), address);
  EXPECT_NE(daemons.run({"party", "reload", "--folder", daemons.folder("a").root}).status, 0);
  EXPECT_EQ(daemons.stop("a"), 0);
}

// As the text format of Prometheus 0.0.4 is defined: every sample after its HELP and TYPE.
void expect_metrics(const std::string& text) {
  const std::regex help("# HELP (privet_[a-z_]+) [^\\n]+");
  const std::regex type("# TYPE (privet_[a-z_]+) (counter|gauge)");
  const std::regex sample(R"((privet_[a-z_]+)(\{[a-z]+="[a-z]+"(,[a-z]+="[a-z]+")*\})? [0-9]+)");
  std::istringstream lines(text);
  std::string helped;
  std::string typed;
  std::string kind;
  std::set<std::string> seen;
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_match(line, found, help)) {
      helped = found[1];
      EXPECT_TRUE(seen.insert(helped).second) << helped << " twice";
    } else if (std::regex_match(line, found, type)) {
      typed = found[1];
      kind = found[2];
      EXPECT_EQ(typed, helped);
    } else if (std::regex_match(line, found, sample)) {
      EXPECT_EQ(found[1], typed) << line;
      EXPECT_EQ(kind == "counter", std::string(found[1]).ends_with("_total")) << line;
    } else {
      ADD_FAILURE() << "not a line of metrics: " << line;
    }
  }
  EXPECT_TRUE(text.ends_with('\n'));
  EXPECT_GE(seen.size(), 7U);
}

TEST(PartyOperations, MetricsAreAsPrometheusReadsThem) {
  Scene scene;
  const auto metrics = [&] {
    return scene.daemons.ask("a", {{"do", "metrics"}}).at("text").text();
  };
  expect_metrics(metrics());
  EXPECT_TRUE(has(metrics(), "\nprivet_peers 2\n"));
  scene.expect_end(scene.daemons.submit("a", std::string(kRules)), "done", "");
  const auto stranger = net::make_identity("a", std::chrono::hours(1));
  (void)scene.asked_by(stranger, "a", {{"do", "tables"}});
  const auto after = metrics();
  expect_metrics(after);
  EXPECT_TRUE(has(after, "\nprivet_jobs{state=\"done\"} 1\n")) << after;
  EXPECT_FALSE(has(after, "\nprivet_sent_bytes_total 0\n")) << after;
  EXPECT_FALSE(has(after, "\nprivet_refused_callers_total 0\n")) << after;
  const auto printed =
      scene.daemons.run({"party", "metrics", "--folder", scene.daemons.folder("a").root});
  expect_metrics(printed.out);
}

// Values that stand nowhere but in cells, in jobs that end well, that fail and that are refused.
TEST(PartyOperations, NoValueOfATableStandsInALogOrTheAuditLog) {
  Scene scene;
  const std::vector<std::string> planted{"Wurzelbrecht", "Quendelstein", "4711.0815"};
  for (std::size_t p = 0; p < 3; ++p) {
    const auto name = scene.daemons.names()[p];
    auto config = testing_support::read_text(scene.daemons.folder(name).config());
    config.replace(config.find("level = \"info\""), 14, "level = \"debug\"");
    testing_support::write_file(scene.daemons.folder(name).config(), config);
    std::string table = name + "_name," + name + "_number\n";
    for (std::size_t r = 0; r < 24; ++r) {
      table += planted[(r * 7 + p * r) % 2] + (r % 2 == 0 ? ",4711.0815\n" : ",12\n");
    }
    scene.daemons.add_csv(name, "p", table);
    scene.daemons.set_policy(name,
                             "[[rule]]\ndecide = \"automatic\"\n[show]\ntables = [\"*\"]\n"
                             "columns = true\nrows = true\n");
  }
  const std::string parties = "parties = [\"a\", \"b\", \"c\"]\ntable = \"p\"\n";
  const std::string names = "[columns]\na = [\"a_name\"]\nb = [\"b_name\"]\nc = [\"c_name\"]\n";
  const auto wide = [&](const std::string& rest) { return "task = " + rest; };
  const auto end = [&](const std::string& job) {
    const auto id = scene.daemons.submit("a", job);
    for (const auto& name : scene.daemons.names()) (void)scene.daemons.wait(name, id);
    return scene.daemons.state("a", id);
  };
  EXPECT_EQ(end(wide("\"mine rules\"\n" + parties + names + "[parameters]\nmin-support = 0.2\n")),
            "done");
  EXPECT_EQ(end(wide("\"mine tree\"\n" + parties + "class_party = \"c\"\n" + names +
                     "[parameters]\nclass = \"c_name\"\n")),
            "done");
  // A range that the rows do not keep to: an error in the middle of a run.
  EXPECT_EQ(end(wide("\"mine kmeans\"\n" + parties +
                     "[columns]\na = [\"a_number\"]\nb = [\"b_number\"]\nc = [\"c_number\"]\n"
                     "[parameters]\nk = 2\nrange = 1\nunit = 0.001\n")),
            "failed");
  // A column that only the others lack: nobody hears more than that a table does not fit.
  EXPECT_EQ(end(wide("\"mine rules\"\n" + parties +
                     "[columns]\nb = [\"no_such\"]\n[parameters]\nmin-support = 0.2\n")),
            "rejected");
  (void)scene.daemons.ask("a", {{"do", "tables"}, {"peer", "b"}});
  (void)scene.daemons.ask("a", {{"do", "tables"}});
  for (const auto& name : scene.daemons.names()) {
    const auto metrics = scene.daemons.ask(name, {{"do", "metrics"}}).at("text").text();
    EXPECT_EQ(scene.daemons.stop(name), 0);
    const auto log = testing_support::read_text(scene.daemons.place().path(name + ".log"));
    const auto audit = testing_support::read_text(scene.daemons.folder(name).audit());
    EXPECT_TRUE(has(log, "\"done\"")) << log;
    EXPECT_TRUE(has(audit, "\"failed\"")) << audit;
    for (const auto& value : planted) {
      EXPECT_FALSE(has(log, value)) << name << ": " << value;
      EXPECT_FALSE(has(audit, value)) << name << ": " << value;
      EXPECT_FALSE(has(metrics, value)) << name << ": " << value;
    }
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(Json::parse(line).contains("event")) << line;  // structured, every one
    }
  }
}

TEST(PartyOperations, ForecastsAndLedgersNameTheParties) {
  Scene scene;
  for (std::size_t p = 0; p < 3; ++p) {
    scene.daemons.add_csv(scene.daemons.names()[p], "k", scene.people.csv({7, p + 1}, 0, 20));
  }
  const auto id = scene.daemons.submit(
      "a",
      "task = \"mine tree\"\nparties = [\"c\", \"a\", \"b\"]\ntable = \"k\"\nkey = \"id\"\n"
      "class_party = \"c\"\n[parameters]\nclass = \"bmi\"\n");
  scene.expect_end(id, "done", "");
  for (const auto& name : scene.daemons.names()) {
    const auto job = scene.daemons.ask(name, {{"do", "show"}, {"id", id}}).dump();
    const auto ledger = scene.daemons.ask(name, {{"do", "ledger"}, {"id", id}}).dump();
    EXPECT_TRUE(has(job, "rows of c\"") && has(job, "rows of a\"")) << job;
    EXPECT_FALSE(has(job, "party-")) << job;
    EXPECT_FALSE(has(ledger, "party-")) << ledger;
  }
}

// Wherever a daemon ends in the middle of a renewal, the next one goes on, and all know the key.
TEST(PartyOperations, ARenewalThatWasCutOffIsTakenUp) {
  for (const std::string moment : {"kept", "one knows", "file only"}) {
    Scene scene;
    const auto folder = scene.daemons.folder("b");
    const auto before = party::read_identity(folder);
    const auto renewal =
        party::make_renewal(before, net::make_identity("b", std::chrono::hours(24)));
    if (moment == "one knows") {
      const auto statement = party::statement_of(renewal);
      EXPECT_TRUE(has(scene.asked_by(before, "a",
                                     {{"do", "renewed"},
                                      {"certificate", statement.at("certificate")},
                                      {"signature", statement.at("signature")}}),
                      "replaced"));
    }
    scene.daemons.kill("b");
    party::keep_renewal(folder, renewal);
    if (moment == "file only") party::write_identity(folder, before);
    scene.daemons.start("b");
    EXPECT_EQ(party::read_identity(folder).certificate, renewal.now.certificate) << moment;
    EXPECT_TRUE(becomes([&] { return std::filesystem::exists(folder.renewed()); })) << moment;
    EXPECT_FALSE(std::filesystem::exists(folder.renewal())) << moment;
    for (const std::string name : {"a", "c"}) {
      const auto status = scene.daemons.ask(name, {{"do", "status"}});
      for (const auto& peer : status.at("peers")) {
        if (peer.at("name").text() != "b") continue;
        EXPECT_EQ(peer.at("fingerprint").text(), net::fingerprint(renewal.now.certificate))
            << moment << " " << name;
      }
    }
    scene.expect_end(scene.daemons.submit("b", std::string(kRules)), "done", "");
  }
}

// A server that takes the connection and says nothing.
TEST(PartyOperations, ASilentPostgresServerDoesNotHoldTheDaemon) {
  Daemons daemons({"a"});
  const net::TcpListener silent("127.0.0.1", 0);
  daemons.add_config("a", "[tables.t]\npostgres = \"host=127.0.0.1 sslmode=disable user=x port=" +
                              std::to_string(silent.port()) +
                              "\"\nquery = \"SELECT 1\"\nseconds = 1\n");
  daemons.start("a");
  const auto tables = daemons.ask("a", {{"do", "tables"}});
  EXPECT_TRUE(has(tables.dump(), "was not done within 1 s")) << tables.dump();
  EXPECT_EQ(daemons.stop("a"), 0);
}

std::string printed_by(const std::string& command, int& status) {
  std::string out;
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
    out.append(part.data(), n);
  }
  status = ::pclose(pipe);
  return out;
}

TEST(PartyOperations, TheUnitIsOneThatSystemdTakesAndHasItsFences) {
  auto unit = testing_support::read_text(PRIVET_UNIT);
  for (const char* line :
       {"NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes",
        "PrivateDevices=yes", "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
        "CapabilityBoundingSet=", "SystemCallFilter=@system-service", "UMask=0077",
        "ReadWritePaths=/var/lib/privet"}) {
    EXPECT_TRUE(has(unit, "\n" + std::string(line) + "\n")) << line;
  }
  // Its commands are ones that the program has.
  const testing_support::TemporaryFolder place;
  const std::string installed = "/usr/local/bin/privet";
  for (const std::string key : {"\nExecStart=", "\nExecReload="}) {
    const auto begin = unit.find(key) + key.size();
    const auto command = unit.substr(begin, unit.find('\n', begin) - begin);
    ASSERT_TRUE(command.starts_with(installed + " ")) << command;
    int status = 0;
    const auto help =
        printed_by(PRIVET_PROGRAM + command.substr(installed.size()) + " --help", status);
    EXPECT_EQ(status, 0) << help;
  }
  for (auto at = unit.find(installed); at != std::string::npos; at = unit.find(installed, at + 1)) {
    unit.replace(at, installed.size(), PRIVET_PROGRAM);
  }
  unit.replace(unit.find("User=privet"), 11, "User=root");
  testing_support::write_file(place.path("privet-party.service"), unit);
  int status = 0;
  (void)printed_by("command -v systemd-analyze", status);
  if (status != 0) GTEST_SKIP() << "no systemd-analyze here";
  const auto said =
      printed_by("systemd-analyze verify " + place.path("privet-party.service"), status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_FALSE(has(said, "privet-party.service:")) << said;  // unknown keys are only printed
}

}  // namespace
}  // namespace privet
