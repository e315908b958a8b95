// SPDX-License-Identifier: Apache-2.0
#include "federation/rehearsal/party_process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <thread>

#include "federation/rehearsal/control.h"

namespace privet::federation {
namespace {

using protocol::PartyId;

constexpr std::chrono::milliseconds kBeat{500};

// The pipe to the rehearsal, written by the work and by the heartbeat.
class Pipe {
 public:
  Pipe(int in, int out) : in_(in), out_(out) {}

  void send(std::span<const std::byte> bytes) {
    const std::scoped_lock lock(mutex_);
    while (!bytes.empty()) {
      const auto count = ::write(out_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) throw Error(ErrorCode::Output, "the rehearsal has ended");
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  // Nothing at the end of the pipe.
  std::optional<Message> receive() {
    std::array<std::byte, 65536> buffer;
    for (;;) {
      if (auto message = reader_.take()) return message;
      const auto count = ::read(in_, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return std::nullopt;
      reader_.feed(std::span(buffer).first(static_cast<std::size_t>(count)));
    }
  }

  std::vector<std::byte> receive(MessageKind kind) {
    auto message = receive();
    if (!message || message->kind != kind) {
      throw Error(ErrorCode::Usage, "party-run is started by 'privet rehearse', not by hand");
    }
    return std::move(message->bytes);
  }

 private:
  int in_;
  int out_;
  std::mutex mutex_;
  MessageReader reader_;
};

std::uint64_t processor_milliseconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<std::uint64_t>(used.tv_sec) * 1000 +
         static_cast<std::uint64_t>(used.tv_nsec) / 1'000'000;
}

// Tells the rehearsal twice a second that this process runs, what it does, and what it has computed
// and moved so far.
class Heartbeat final : public Observer {
 public:
  explicit Heartbeat(Pipe& pipe)
      : pipe_(pipe), thread_([this](const std::stop_token& stop) { beat(stop); }) {}

  void progress(std::string_view stage, double /*fraction*/) override {
    const std::scoped_lock lock(mutex_);
    stage_ = stage;
  }
  void warn(std::string_view /*message*/) override {}
  [[nodiscard]] MovedBytes& moved() { return moved_; }

 private:
  void beat(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      const auto stage = stage_;
      lock.unlock();
      try {
        pipe_.send(encode(Beat{stage, processor_milliseconds(), moved_}));
      } catch (const Error&) {
        return;  // the work will find out too
      }
      lock.lock();
      wake_.wait_for(lock, stop, kBeat, [] { return false; });
    }
  }

  Pipe& pipe_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string stage_ = "starting";
  MovedBytes moved_ = 0;
  std::jthread thread_;
};

void work(Pipe& pipe, const Assignment& assignment, const std::atomic<bool>& stop) {
  Heartbeat heartbeat(pipe);
  const auto identity =
      net::make_identity(assignment.names[assignment.own], std::chrono::hours(24));
  net::TcpListener listener("127.0.0.1", 0);
  pipe.send(encode(Hello{identity.certificate, listener.port()}));
  auto peers = decode_peers(pipe.receive(MessageKind::Peers));
  if (peers.size() != assignment.names.size()) {
    throw Error(ErrorCode::Internal, "the rehearsal lists other parties than it named");
  }
  OneParty party{.own = PartyId(assignment.own),
                 .peers = std::move(peers),
                 .job = assignment.job,
                 .part = assignment.part,
                 .lines = assignment.lines};
  party.lines.cancelled = &stop;
  const auto meeting = meet_at(listener, identity);
  const Run run(&heartbeat, &stop, assignment.threads);
  run_one_party(party, *meeting, heartbeat.moved(), run, [&](PartyReport report) {
    pipe.send(encode(report));
    // The lines stay open until everybody is done: who is last may still be reading.
    (void)pipe.receive();
  });
}

}  // namespace

int run_party_process(int in, int out, const std::atomic<bool>& stop) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);  // the rehearsal hears it, and ends its parties
  Pipe pipe(in, out);
  const auto assignment = decode_assignment(pipe.receive(MessageKind::Assignment));
  Failure failure;
  try {
    work(pipe, assignment, stop);
    return 0;
  } catch (const Error& error) {
    failure = {error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    failure = {ErrorCode::Input, "out of memory"};
  } catch (const std::exception& error) {
    failure = {ErrorCode::Internal, error.what()};
  }
  try {
    pipe.send(encode(failure));
  } catch (const Error&) {
    return exit_status(failure.code);  // nobody listens any more
  }
  return exit_status(failure.code);
}

}  // namespace privet::federation
