// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of the test's own, on a socket in a temporary folder, or on a free port of
// this machine and with a password. The server refuses to run as root: there it runs as the user
// that the package made.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"

namespace privet::testing_support {

class PostgresServer {
 public:
  enum class Listens { OnASocket, OnAPort };
  explicit PostgresServer(Listens where = Listens::OnASocket) : where_(where) {
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
    std::string who = "-A trust";
    if (where_ == Listens::OnAPort) {
      const auto secret = place_.path("password");
      (void)shell("printf %s " + std::string(kPassword) + " > " + secret + " && chmod 644 " +
                  secret);
      who = "-A scram-sha-256 --pwfile=" + secret;
    }
    if (shell(as_user_ + programs_ + "/initdb -D " + data + " -U " + user_ + " " + who +
              " -E UTF8 --locale=C.UTF-8 --no-sync") == 0) {
      (void)start();
    }
  }
  ~PostgresServer() { kill(); }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  [[nodiscard]] bool installed() const { return !programs_.empty(); }
  [[nodiscard]] bool runs() const { return runs_; }
  [[nodiscard]] std::string connection() const {
    if (where_ == Listens::OnAPort) {
      return "host=127.0.0.1 port=" + std::to_string(port_) + " user=" + user_ +
             " password=" + std::string(kPassword) + " dbname=postgres";
    }
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
    constexpr int kTries = 5;  // another program may take the port before the server does
    for (int i = 0; i < (where_ == Listens::OnAPort ? kTries : 1) && !runs_; ++i) {
      std::string how = "-c listen_addresses=''";
      if (where_ == Listens::OnAPort) {
        port_ = free_port();
        how = "-c listen_addresses=127.0.0.1 -p " + std::to_string(port_);
      }
      runs_ = shell(as_user_ + programs_ + "/pg_ctl -D " + place_.path("data") + " -w -t 60 -l " +
                    place_.path("log") + " -o \"" + how + " -c fsync=off -k " + place_.folder() +
                    "\" start") == 0;
    }
    return runs_;
  }
  // Statements of a file.
  [[nodiscard]] bool load(const std::string& file) const {
    return shell("psql -q -v ON_ERROR_STOP=1 \"" + connection() + "\" -f " + file) == 0;
  }

 private:
  static constexpr const char* kPassword = "of-this-test";
  static int free_port() {
    const int one = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(at);
    auto* const place = reinterpret_cast<sockaddr*>(&at);
    const bool found = ::bind(one, place, size) == 0 && ::getsockname(one, place, &size) == 0;
    ::close(one);
    return found ? ::ntohs(at.sin_port) : 0;
  }
  static int shell(const std::string& line) {
    return std::system((line + " > /dev/null 2>&1").c_str());
  }
  TemporaryFolder place_;
  Listens where_;
  int port_ = 0;
  std::string programs_;
  std::string user_;
  std::string as_user_;
  bool runs_ = false;
};

}  // namespace privet::testing_support
