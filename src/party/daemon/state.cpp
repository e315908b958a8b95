// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/state.h"

#include <fmt/format.h>

#include <thread>

#include "base/error.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::chrono::seconds kReserved{60};

Settled read_settled(const Folder& folder) {
  Settled out{read_config(folder.config()), read_policy_file(folder.policy()),
              read_identity(folder), Peers::read(folder.peers())};
  if (net::certificate_name(out.identity.certificate) != out.config.name) {
    throw Error(ErrorCode::Input,
                fmt::format("the certificate is that of {}, and the config names {}",
                            net::certificate_name(out.identity.certificate), out.config.name),
                {.file = folder.config()});
  }
  return out;
}

}  // namespace

const Peer& Settled::peer(std::string_view name) const {
  const auto* found = peers.find(name);
  if (found == nullptr || !found->confirmed) {
    throw Error(ErrorCode::Policy,
                found == nullptr
                    ? fmt::format("{} is not a peer of {}", plain_text(name), config.name)
                    : fmt::format("{} is not confirmed at {}: compare the code and run 'privet "
                                  "party confirm'",
                                  name, config.name));
  }
  return *found;
}

void LiveJob::end(JobState state, std::string reason) {
  const std::scoped_lock lock(mutex_);
  if (!reason_.empty()) return;
  state_ = state;
  reason_ = std::move(reason);
  stop_ = true;
}

std::pair<JobState, std::string> LiveJob::ending() const {
  const std::scoped_lock lock(mutex_);
  return {state_, reason_};
}

void LiveJob::set_stage(std::string_view stage) {
  const std::scoped_lock lock(mutex_);
  stage_ = stage;
}

std::string LiveJob::stage() const {
  const std::scoped_lock lock(mutex_);
  return stage_;
}

State::State(Folder at, std::function<void(std::string_view)> log_sink)
    : folder(std::move(at)),
      store(folder.store()),
      audit(folder.audit(), store.head(), [this](const AuditHead& head) { store.keep_head(head); }),
      log(std::move(log_sink)) {
  reload();
}

std::shared_ptr<const Settled> State::settled() const {
  const std::scoped_lock lock(mutex_);
  return settled_;
}

void State::change(const std::function<void(Settled&)>& change) {
  const std::scoped_lock lock(mutex_);
  auto next = std::make_shared<Settled>(*settled_);
  change(*next);
  settled_ = std::move(next);
  change_door();
}

void State::reload() {
  auto next = std::make_shared<Settled>(read_settled(folder));
  log.set_level(next->config.log);
  const std::scoped_lock lock(mutex_);
  if (settled_ != nullptr) {
    next->peers = settled_->peers;  // the daemon's own file
    // Where it listens is taken up at the next start.
    next->config.listen_host = settled_->config.listen_host;
    next->config.listen_port = settled_->config.listen_port;
    if (next->config.address_port == 0) next->config.address_port = settled_->config.address_port;
  }
  settled_ = std::move(next);
  change_door();
}

void State::wait_for_door() const {
  const std::uint64_t wanted = door_wanted_;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (door_taken_ < wanted && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

bool State::reserve(const std::string& job) {
  const std::scoped_lock lock(mutex_);
  if (!places_.contains(job) && places_.size() >= settled_->config.at_once) return false;
  places_[job].taken = std::chrono::steady_clock::now();
  return true;
}

void State::hold(const std::string& job, SeenTable seen) {
  const std::scoped_lock lock(mutex_);
  const auto found = places_.find(job);
  if (found == places_.end()) return;
  found->second = {std::chrono::steady_clock::now(), std::move(seen)};
}

std::optional<SeenTable> State::held(const std::string& job) const {
  const std::scoped_lock lock(mutex_);
  const auto found = places_.find(job);
  return found == places_.end() ? std::nullopt : found->second.seen;
}

std::vector<std::string> State::all_held() const {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> out;
  for (const auto& [job, place] : places_) {
    if (place.seen) out.push_back(job);
  }
  return out;
}

void State::charged(const std::string& job) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = places_.find(job); found != places_.end()) found->second.seen.reset();
}

void State::release(const std::string& job) {
  {
    const std::scoped_lock lock(mutex_);
    places_.erase(job);
  }
  wake();
}

bool State::may_try() const {
  const std::scoped_lock lock(mutex_);
  return trying_ < settled_->config.at_once;
}

bool State::begin_try() {
  const std::scoped_lock lock(mutex_);
  if (trying_ >= settled_->config.at_once) return false;
  ++trying_;
  return true;
}

void State::end_try() {
  const std::scoped_lock lock(mutex_);
  --trying_;
}

void State::sweep_places() {
  const std::scoped_lock lock(mutex_);
  const auto latest = std::chrono::steady_clock::now() - kReserved;
  std::erase_if(places_, [&](const auto& place) {
    return place.second.taken < latest && !live_.contains(place.first);
  });
}

std::shared_ptr<LiveJob> State::begin(const std::string& job) {
  const std::scoped_lock lock(mutex_);
  auto& place = live_[job];
  PRIVET_CHECK(place == nullptr);
  place = std::make_shared<LiveJob>();
  return place;
}

std::shared_ptr<LiveJob> State::live(const std::string& job) const {
  const std::scoped_lock lock(mutex_);
  const auto found = live_.find(job);
  return found == live_.end() ? nullptr : found->second;
}

void State::forget(const std::string& job) {
  {
    const std::scoped_lock lock(mutex_);
    live_.erase(job);
  }
  release(job);
}

void State::end_all(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  for (const auto& [id, job] : live_) job->end(JobState::Failed, reason);
}

void State::wake() {
  {
    const std::scoped_lock lock(wake_mutex_);
    woken_ = true;
  }
  wake_.notify_all();
}

void State::wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(wake_mutex_);
  wake_.wait_for(lock, limit, [&] { return woken_; });
  woken_ = false;
}

}  // namespace privet::party
