// SPDX-License-Identifier: Apache-2.0
// What those who run a daemon have of it: the studio's interface, signals, metrics, logs, a new
// key.
#include <gtest/gtest.h>

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

using testing_support::becomes;
using testing_support::Daemons;
using testing_support::has;
using testing_support::kRules;
using testing_support::Scene;

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
