// SPDX-License-Identifier: Apache-2.0
#include "tests/system/daemons.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "net/tcp.h"
#include "party/wire/wire.h"

namespace privet::testing_support {
namespace {

using Clock = std::chrono::steady_clock;

pid_t spawn(const std::vector<std::string>& words, const std::string& out, const std::string& err) {
  std::vector<char*> arguments;
  arguments.push_back(const_cast<char*>(PRIVET_PROGRAM));
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t id = ::fork();
  if (id != 0) return id;
  const int to = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int errors = ::open(err.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(to, 1);
  ::dup2(errors, 2);
  ::execv(PRIVET_PROGRAM, arguments.data());
  ::_exit(127);
}

int status_of(pid_t id) {
  int status = 0;
  ::waitpid(id, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

Daemons::Daemons(std::vector<std::string> names) : names_(std::move(names)) {
  std::vector<std::unique_ptr<net::TcpListener>> taken;  // together: no port is given twice
  for (const auto& name : names_) {
    taken.push_back(std::make_unique<net::TcpListener>("127.0.0.1", 0));
    ports_[name] = taken.back()->port();
    const auto address = "127.0.0.1:" + std::to_string(ports_[name]);
    if (run({"party", "init", "--name", name, "--folder", folder(name).root, "--listen", address})
            .status != 0) {
      throw std::runtime_error("no party " + name);
    }
    set_policy(name,
               "[[rule]]\ndecide = \"automatic\"\ntrust = [\"protocol\", \"honest-majority\"]\n"
               "[show]\ntables = [\"*\"]\n");
  }
}

Daemons::~Daemons() {
  for (const auto& [name, id] : processes_) {
    ::kill(id, SIGKILL);
    (void)status_of(id);
  }
}

party::Folder Daemons::folder(const std::string& name) const {
  return {place_.path(name)};
}

void Daemons::add_csv(const std::string& name, const std::string& table, const std::string& text) {
  write_file(folder(name).root + "/" + table + ".csv", text);
  add_config(name, "[tables." + table + "]\nfile = \"" + table + ".csv\"\n");
}

void Daemons::add_config(const std::string& name, const std::string& lines) {
  std::ofstream(folder(name).config(), std::ios::app) << lines;
  if (runs(name)) (void)ask(name, {{"do", "reload"}});
}

void Daemons::set_policy(const std::string& name, const std::string& text) {
  write_file(folder(name).policy(), text);
  if (runs(name)) (void)ask(name, {{"do", "reload"}});
}

void Daemons::start(const std::string& name) {
  const auto out = place_.path(name + ".out");
  std::filesystem::remove(out);
  processes_[name] =
      spawn({"party", "serve", "--folder", folder(name).root}, out, place_.path(name + ".log"));
  const auto deadline = Clock::now() + std::chrono::seconds(30);
  while (Clock::now() < deadline) {
    try {
      (void)ask(name, {{"do", "status"}});
      return;
    } catch (const Error&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  throw std::runtime_error(name + " does not start: " + read_text(place_.path(name + ".log")));
}

void Daemons::start_all() {
  for (const auto& name : names_) start(name);
}

void Daemons::meet(const std::string& inviting, const std::string& joining) {
  const auto invited = run({"party", "invite", "--folder", folder(inviting).root, "--json"});
  const auto invitation = Json::parse(invited.out).at("invitation").text();
  const auto joined =
      run({"party", "join", invitation, "--folder", folder(joining).root, "--json"});
  if (joined.status != 0) throw std::runtime_error("cannot join: " + joined.out);
  const auto code = Json::parse(joined.out).at("code").text();
  for (const auto& [here, there] : {std::pair(inviting, joining), std::pair(joining, inviting)}) {
    if (run({"party", "confirm", there, code, "--folder", folder(here).root}).status != 0) {
      throw std::runtime_error("cannot confirm " + there);
    }
  }
}

void Daemons::meet_all() {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    for (std::size_t j = i + 1; j < names_.size(); ++j) meet(names_[i], names_[j]);
  }
}

void Daemons::kill(const std::string& name) {
  const auto id = processes_.at(name);
  processes_.erase(name);
  ::kill(id, SIGKILL);
  (void)status_of(id);
}

int Daemons::stop(const std::string& name) {
  const auto id = processes_.at(name);
  processes_.erase(name);
  ::kill(id, SIGTERM);
  return status_of(id);
}

Json Daemons::ask(const std::string& name, const Json& request) const {
  return party::ask_daemon(folder(name).control(), request, std::chrono::seconds(60));
}

Daemons::Ran Daemons::run(const std::vector<std::string>& words) const {
  const auto out = place_.path("command.out");
  const auto id = spawn(words, out, place_.path("commands.log"));
  const int status = status_of(id);
  return {status, read_text(out)};
}

std::string Daemons::submit(const std::string& name, const std::string& job) const {
  return ask(name, {{"do", "submit"}, {"file", "job.toml"}, {"text", job}}).at("id").text();
}

std::string Daemons::state(const std::string& name, const std::string& id) const {
  return ask(name, {{"do", "show"}, {"id", id}}).at("state").text();
}

Json Daemons::wait(const std::string& name, const std::string& id,
                   std::chrono::seconds limit) const {
  const auto deadline = Clock::now() + limit;
  for (;;) {
    Json job;
    try {
      job = ask(name, {{"do", "show"}, {"id", id}});
      const auto now = job.at("state").text();
      if (now == "done" || now == "failed" || now == "rejected" || now == "cancelled") return job;
    } catch (const Error& error) {
      // A job that has not come yet; a daemon that answers many.
      job = {{"state", "unknown"}, {"reason", error.what()}};
    }
    if (Clock::now() >= deadline) return job;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
}

std::size_t Daemons::memory(const std::string& name) const {
  std::ifstream in("/proc/" + std::to_string(process(name)) + "/status");
  for (std::string word; in >> word;) {
    std::size_t kilobytes = 0;
    if (word == "VmRSS:" && in >> kilobytes) return kilobytes;
  }
  return 0;
}

std::size_t Daemons::descriptors(const std::string& name) const {
  const std::filesystem::directory_iterator all("/proc/" + std::to_string(process(name)) + "/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace privet::testing_support
