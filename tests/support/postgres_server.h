// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of the test's own, on a socket in a temporary folder and no port. The server
// refuses to run as root: there it runs as the user that the package made.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"

namespace privet::testing_support {

class PostgresServer {
 public:
  PostgresServer() {
    for (const auto& version : {"17", "16", "15", "14"}) {
      const auto programs = std::string("/usr/lib/postgresql/") + version + "/bin";
      if (std::filesystem::exists(programs + "/initdb")) programs_ = programs;
    }
    if (programs_.empty()) return;
    if (::geteuid() == 0) {
      user_ = "postgres";
      as_user_ = "runuser -u postgres -- ";
      (void)shell("chown postgres " + place_.folder());
    } else {
      user_ = "tester";
    }
    const auto data = place_.path("data");
    if (shell(as_user_ + programs_ + "/initdb -D " + data + " -U " + user_ +
              " -A trust -E UTF8 --locale=C.UTF-8 --no-sync") == 0) {
      (void)start();
    }
  }
  ~PostgresServer() { kill(); }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  [[nodiscard]] bool installed() const { return !programs_.empty(); }
  [[nodiscard]] bool runs() const { return runs_; }
  [[nodiscard]] std::string connection() const {
    return "host=" + place_.folder() + " user=" + user_ + " dbname=postgres";
  }
  [[nodiscard]] const std::string& user() const { return user_; }
  [[nodiscard]] const std::string& folder() const { return place_.folder(); }
  // For an option of the program; `rest` is "?table=people".
  [[nodiscard]] std::string address(const std::string& rest = {},
                                    const std::string& database = "postgres",
                                    const std::string& user = {}) const {
    std::string folder;
    for (const char c : place_.folder()) folder += c == '/' ? "%2F" : std::string(1, c);
    return "postgresql://" + (user.empty() ? user_ : user) + "@" + folder + "/" + database + rest;
  }
  // As if the machine had lost its power.
  void kill() {
    if (runs_) {
      (void)shell(as_user_ + programs_ + "/pg_ctl -D " + place_.path("data") +
                  " -w -m immediate stop");
    }
    runs_ = false;
  }
  [[nodiscard]] bool start() {
    runs_ = shell(as_user_ + programs_ + "/pg_ctl -D " + place_.path("data") + " -w -t 60 -l " +
                  place_.path("log") + " -o \"-c listen_addresses='' -c fsync=off -k " +
                  place_.folder() + "\" start") == 0;
    return runs_;
  }
  // Statements of a file.
  [[nodiscard]] bool load(const std::string& file) const {
    return shell("psql -q -v ON_ERROR_STOP=1 \"" + connection() + "\" -f " + file) == 0;
  }

 private:
  static int shell(const std::string& line) {
    return std::system((line + " > /dev/null 2>&1").c_str());
  }
  TemporaryFolder place_;
  std::string programs_;
  std::string user_;
  std::string as_user_;
  bool runs_ = false;
};

}  // namespace privet::testing_support
