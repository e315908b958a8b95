// SPDX-License-Identifier: Apache-2.0
// Real daemons of several parties on this machine, for tests: each is the program itself, in a
// folder of its own, on a port that the system gave. All are ended when the object goes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "party/folder.h"
#include "party/identity/peers.h"
#include "tests/support/temporary_folder.h"

namespace privet::testing_support {

void write_file(const std::string& path, const std::string& text);
[[nodiscard]] std::string read_text(const std::string& path);

class Daemons {
 public:
  // Makes them, with a policy that allows everything, and does not start them yet.
  explicit Daemons(std::vector<std::string> names);
  ~Daemons();
  Daemons(const Daemons&) = delete;
  Daemons& operator=(const Daemons&) = delete;

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] party::Folder folder(const std::string& name) const;
  [[nodiscard]] std::uint16_t port(const std::string& name) const { return ports_.at(name); }
  [[nodiscard]] const TemporaryFolder& place() const { return place_; }
  // A table of the party; `text` as CSV, or more lines of config.
  void add_csv(const std::string& name, const std::string& table, const std::string& text);
  void add_config(const std::string& name, const std::string& lines);
  void set_policy(const std::string& name, const std::string& text);

  void start(const std::string& name);
  void start_all();
  // All pairs, from invitation to confirmation, by the command line.
  void meet_all();
  void meet(const std::string& inviting, const std::string& joining);
  void kill(const std::string& name);  // with SIGKILL
  int stop(const std::string& name);   // with SIGTERM; its exit status
  [[nodiscard]] bool runs(const std::string& name) const { return processes_.contains(name); }
  [[nodiscard]] pid_t process(const std::string& name) const { return processes_.at(name); }

  // Through the control socket.
  [[nodiscard]] Json ask(const std::string& name, const Json& request) const;
  // By the program; what it printed with --json, and its exit status.
  struct Ran {
    int status = 0;
    std::string out;
  };
  [[nodiscard]] Ran run(const std::vector<std::string>& words) const;

  [[nodiscard]] std::string submit(const std::string& name, const std::string& job) const;
  // The job at that party when it has ended, or when the time has passed.
  [[nodiscard]] Json wait(const std::string& name, const std::string& id,
                          std::chrono::seconds limit = std::chrono::seconds(90)) const;
  [[nodiscard]] std::string state(const std::string& name, const std::string& id) const;
  // Kilobytes of memory in use, and open descriptors.
  [[nodiscard]] std::size_t memory(const std::string& name) const;
  [[nodiscard]] std::size_t descriptors(const std::string& name) const;

 private:
  TemporaryFolder place_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint16_t> ports_;
  std::map<std::string, pid_t> processes_;
};

}  // namespace privet::testing_support
