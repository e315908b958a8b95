// SPDX-License-Identifier: Apache-2.0
#include "party/audit/audit_log.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace privet::party {
namespace {

std::string content(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}
void put(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

struct Scene {
  testing_support::TemporaryFolder folder;
  std::string path = folder.path("audit.log");
  AuditHead head;

  Scene() {
    AuditLog log(path, std::nullopt, [&](const AuditHead& next) { head = next; });
    log.add("started", {{"version", "1"}});
    log.add("job", {{"id", "a"}, {"state", "done"}});
    log.add("stopped", Json::object());
  }
};

TEST(AuditLog, AChainGoesOnAndIsSound) {
  Scene scene;
  EXPECT_EQ(scene.head.lines, 3U);
  {
    AuditLog log(scene.path, scene.head, {});
    EXPECT_EQ(log.head(), scene.head);
    log.add("again", Json::object());
  }
  const auto verdict = verify_audit(scene.path, scene.head);
  EXPECT_TRUE(verdict.sound) << verdict.fault;
  EXPECT_EQ(verdict.head.lines, 4U);
}

TEST(AuditLog, EveryChangeOfAByteIsSeen) {
  Scene scene;
  const auto good = content(scene.path);
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] = bad[i] == 'x' ? 'y' : 'x';
    put(scene.path, bad);
    EXPECT_FALSE(verify_audit(scene.path, scene.head).sound) << i;
  }
}

TEST(AuditLog, LinesThatAreLeftOutCutOffOrSwappedAreSeen) {
  Scene scene;
  const auto good = content(scene.path);
  const auto first = good.find('\n') + 1;
  const auto second = good.find('\n', first) + 1;
  const std::vector<std::string> bad{good.substr(first),
                                     good.substr(0, second),
                                     good.substr(0, first) + good.substr(second),
                                     good.substr(first, second - first) + good.substr(0, first),
                                     good + good,
                                     good.substr(0, good.size() - 1),
                                     ""};
  for (const auto& text : bad) {
    put(scene.path, text);
    const auto verdict = verify_audit(scene.path, scene.head);
    EXPECT_FALSE(verdict.sound) << text;
    EXPECT_FALSE(verdict.fault.empty());
  }
}

TEST(AuditLog, ALineThatWasNotWrittenWholeIsDroppedAndSaid) {
  Scene scene;
  const auto good = content(scene.path);
  put(scene.path, good + "{\"n\":4,\"ti");
  {
    AuditLog log(scene.path, scene.head, {});
    EXPECT_EQ(log.head().lines, 4U);
  }
  EXPECT_TRUE(verify_audit(scene.path, scene.head).sound);
  EXPECT_TRUE(content(scene.path).starts_with(good + "{\"n\":4,"));
}

TEST(AuditLog, ADaemonDoesNotGoOnWithABrokenChain) {
  Scene scene;
  put(scene.path, "nonsense\n");
  EXPECT_THROW(AuditLog(scene.path, scene.head, {}), Error);
}

TEST(AuditLog, ADaemonDoesNotGoOnWithAChainThatWasCutOff) {
  Scene scene;
  const auto good = content(scene.path);
  const auto second = good.find('\n', good.find('\n') + 1) + 1;
  for (const auto& text : {good.substr(0, second), good.substr(0, second + 5), std::string()}) {
    put(scene.path, text);
    EXPECT_THROW(AuditLog(scene.path, scene.head, {}), Error) << text;
  }
  // Put aside as a whole, it is missed in the first line of the next.
  std::filesystem::remove(scene.path);
  {
    const AuditLog log(scene.path, scene.head, {});
  }
  EXPECT_NE(content(scene.path).find(scene.head.hash), std::string::npos);
}

TEST(AuditLog, APieceOfALineIsTakenBack) {
  Scene scene;
  const auto good = content(scene.path);
  AuditLog log(scene.path, scene.head, {});
  struct rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit full{good.size() + 10, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  EXPECT_THROW(log.add("lost", Json::object()), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  (void)std::signal(SIGXFSZ, handler);
  EXPECT_EQ(content(scene.path), good);
  log.add("next", Json::object());
  EXPECT_TRUE(verify_audit(scene.path, scene.head).sound);
}

}  // namespace
}  // namespace privet::party
