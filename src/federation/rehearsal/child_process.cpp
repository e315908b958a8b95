// SPDX-License-Identifier: Apache-2.0
#include "federation/rehearsal/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/error.h"

extern char** environ;

namespace privet::federation {
namespace {

// A pair of sockets instead of a pipe: a child that is gone is an error of send(), never a signal.
struct PipeEnds {
  int read = -1;
  int write = -1;
  PipeEnds() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      throw Error(ErrorCode::Internal, std::string("no pipe: ") + std::strerror(errno));
    }
    read = ends[0];
    write = ends[1];
  }
  ~PipeEnds() {
    if (read >= 0) ::close(read);
    if (write >= 0) ::close(write);
  }
  PipeEnds(const PipeEnds&) = delete;
  PipeEnds& operator=(const PipeEnds&) = delete;
};

class SpawnActions {
 public:
  SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  // The copy is not closed on exec.
  void place(int descriptor, int target) {
    ::posix_spawn_file_actions_adddup2(&actions_, descriptor, target);
  }
  void drop(int target) {
    ::posix_spawn_file_actions_addopen(&actions_, target, "/dev/null", O_WRONLY, 0);
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

void never_wait(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           Errors errors) {
  PipeEnds to_child;
  PipeEnds from_child;
  SpawnActions actions;
  actions.place(to_child.read, STDIN_FILENO);
  actions.place(from_child.write, STDOUT_FILENO);
  if (errors == Errors::Dropped) actions.drop(STDERR_FILENO);
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> raw;
  for (auto& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  const int failure =
      ::posix_spawn(&id_, program.c_str(), actions.get(), nullptr, raw.data(), environ);
  if (failure != 0) {
    throw Error(ErrorCode::Internal,
                "cannot start " + quote_for_message(program) + ": " + std::strerror(failure));
  }
  input_ = std::exchange(to_child.write, -1);
  output_ = std::exchange(from_child.read, -1);
  never_wait(input_);
  never_wait(output_);
}

ChildProcess::~ChildProcess() {
  if (!status_) {
    ::kill(id_, SIGKILL);
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (input_ >= 0) ::close(input_);
  if (output_ >= 0) ::close(output_);
}

void ChildProcess::queue(std::span<const std::byte> bytes) {
  PRIVET_CHECK(!close_when_written_);
  queued_.insert(queued_.end(), bytes.begin(), bytes.end());
  write_some();
}

void ChildProcess::close_input() {
  close_when_written_ = true;
  write_some();
}

void ChildProcess::write_some() {
  while (input_ >= 0 && written_ < queued_.size()) {
    const auto count =
        ::send(input_, queued_.data() + written_, queued_.size() - written_, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      // It does not read any more; the end of its output tells the rest.
      ::close(std::exchange(input_, -1));
      return;
    }
    written_ += static_cast<std::size_t>(count);
  }
  queued_.clear();
  written_ = 0;
  if (close_when_written_ && input_ >= 0) ::close(std::exchange(input_, -1));
}

void ChildProcess::read_some() {
  std::array<std::byte, 65536> buffer;
  // Not more than is looked at in between: a child that never stops writing must not keep us here.
  for (int i = 0; i < 64 && output_ >= 0; ++i) {
    const auto count = ::read(output_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      ::close(std::exchange(output_, -1));
      return;
    }
    received_.insert(received_.end(), buffer.begin(), buffer.begin() + count);
  }
}

std::vector<std::byte> ChildProcess::take_output() {
  return std::exchange(received_, {});
}

std::optional<std::string> ChildProcess::outcome() {
  if (!status_) {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
  }
  if (!status_) return std::nullopt;
  if (WIFSIGNALED(*status_)) {
    return "ended by signal " + std::to_string(WTERMSIG(*status_));
  }
  return "ended with status " + std::to_string(WEXITSTATUS(*status_));
}

void ChildProcess::pump(std::span<const std::unique_ptr<ChildProcess>> children,
                        std::chrono::milliseconds limit) {
  std::vector<pollfd> items;
  for (const auto& child : children) {
    if (child->output_ >= 0) items.push_back({child->output_, POLLIN, 0});
    if (child->input_ >= 0 && child->written_ < child->queued_.size()) {
      items.push_back({child->input_, POLLOUT, 0});
    }
  }
  ::poll(items.data(), items.size(), static_cast<int>(limit.count()));
  for (const auto& child : children) {
    child->write_some();
    child->read_some();
  }
}

}  // namespace privet::federation
