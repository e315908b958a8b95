// SPDX-License-Identifier: Apache-2.0
#include "tests/scenario/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace privet::scenario {
namespace {

using Clock = std::chrono::steady_clock;

void redirect(const std::filesystem::path& file, int flags, int target) {
  const int fd = ::open(file.c_str(), flags, 0600);
  if (fd < 0 || ::dup2(fd, target) < 0) ::_exit(127);
}

[[noreturn]] void become(const Command& command, const std::filesystem::path& captures) {
  ::setpgid(0, 0);
  redirect(command.input.empty() ? "/dev/null" : command.input, O_RDONLY, STDIN_FILENO);
  redirect(captures / "out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(captures / "err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (::chdir(command.folder.c_str()) != 0) ::_exit(127);
  if (command.max_file_size) {
    const rlimit limit{*command.max_file_size, *command.max_file_size};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);  // so that the program sees an error of write()
  }
  for (const auto& [name, value] : command.environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> words;
  words.reserve(command.words.size() + 1);
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  ::_exit(127);
}

}  // namespace

Outcome run_command(const Command& command, const std::filesystem::path& captures) {
  if (::access(command.words.at(0).c_str(), X_OK) != 0) {
    throw std::runtime_error(fmt::format("{} cannot be run", command.words[0]));
  }
  write_bytes(captures / "out", "");  // also there if the child is gone before it opens them
  write_bytes(captures / "err", "");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become(command, captures);
  ::setpgid(child, child);  // here too: whoever comes first

  Outcome outcome;
  int status = 0;
  const auto start = Clock::now();
  while (::waitpid(child, &status, WNOHANG) == 0) {
    const auto passed = Clock::now() - start;
    if (command.interrupt_after && !outcome.interrupted && passed >= *command.interrupt_after) {
      ::kill(child, SIGINT);
      outcome.interrupted = true;
    }
    if (passed >= command.timeout) {
      outcome.timed_out = true;
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(-child, SIGKILL);  // children it may have left behind
  outcome.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  outcome.out = read_bytes(captures / "out");
  outcome.err = read_bytes(captures / "err");
  return outcome;
}

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(fmt::format("{} cannot be read", file.string()));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error(fmt::format("{} cannot be written", file.string()));
}

bool mount_small(const std::filesystem::path& where, std::size_t bytes, std::string& why) {
  const std::string uid_map = fmt::format("0 {} 1", ::getuid());
  const std::string gid_map = fmt::format("0 {} 1", ::getgid());
  // In a mount namespace of our own the mount disappears with us, however we end.
  if (::unshare(CLONE_NEWNS) != 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      why = fmt::format("no mount namespace ({})", std::strerror(errno));
      return false;
    }
    write_bytes("/proc/self/setgroups", "deny");
    write_bytes("/proc/self/uid_map", uid_map);
    write_bytes("/proc/self/gid_map", gid_map);
  }
  const std::string options = fmt::format("size={},mode=0777", bytes);
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("tmpfs", where.c_str(), "tmpfs", 0, options.c_str()) != 0) {
    why = fmt::format("no tmpfs ({})", std::strerror(errno));
    return false;
  }
  return true;
}

}  // namespace privet::scenario
