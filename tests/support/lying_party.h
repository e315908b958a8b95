// SPDX-License-Identifier: Apache-2.0
// A federated task among parties of whom one lies: it changes, adds, withholds or garbles what it
// sends at a chosen byte. For every task: whatever the lie is, each party ends in bounded time,
// with a result (which may then be wrong: parties are semi-honest) or with an error about the peer,
// and never with an internal error, a crash or an opening that the forecast does not have.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "base/error.h"
#include "federation/tasks.h"
#include "net/faulty.h"
#include "tests/support/killed_peer.h"
#include "tests/support/two_parties.h"

namespace privet::testing_support {

// How a party ended.
struct LiedTo {
  std::optional<ErrorCode> code;
  std::string message;  // of the error, or of an exception that is none of ours
  bool strange = false;
};

// The line on which a party lies, and to whom.
struct LyingLine {
  std::uint32_t liar = 0;
  std::uint32_t to = 1;
};

// A line together with what changes it.
template <class Changed>
class ChangedLine final : public net::Channel {
 public:
  template <class... Rest>
  explicit ChangedLine(std::unique_ptr<net::Channel> inner, Rest&&... rest)
      : inner_(std::move(inner)), changed_(*inner_, std::forward<Rest>(rest)...) {}
  void send(std::span<const std::byte> bytes) override { changed_.send(bytes); }
  void flush() override { changed_.flush(); }
  void receive(std::span<std::byte> bytes) override { changed_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    changed_.exchange(out, in);
  }
  void close() noexcept override { changed_.close(); }
  [[nodiscard]] Changed& changed() { return changed_; }

 private:
  std::unique_ptr<net::Channel> inner_;
  Changed changed_;
};

class LyingFederation {
 public:
  LyingFederation(std::vector<federation::DataSet> parts, federation::Job job)
      : parts_(std::move(parts)), job_(std::move(job)) {}

  [[nodiscard]] std::size_t parties() const { return job_.parties; }

  // One run in which the line goes through `wrap`.
  template <class Wrap>
  std::vector<LiedTo> run(const LyingLine& line, Wrap wrap, int timeout) const {
    const auto count = job_.parties;
    std::vector<std::vector<std::unique_ptr<net::Channel>>> lines(count);
    for (auto& row : lines) row.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) {
        auto [a, b] = net::make_memory_pair(quick(timeout));
        lines[i][j] = std::move(a);
        lines[j][i] = std::move(b);
      }
    }
    auto& chosen = lines[line.liar][line.to];
    chosen = wrap(std::move(chosen));
    std::vector<std::future<LiedTo>> running;
    for (std::uint32_t own = 0; own < count; ++own) {
      running.push_back(std::async(std::launch::async, [this, own, &lines] {
        return take_part(protocol::PartyId(own), std::move(lines[own]));
      }));
    }
    std::vector<LiedTo> out;
    for (auto& one : running) out.push_back(one.get());
    return out;
  }

  // Where the messages of a sound run begin on a line.
  [[nodiscard]] std::vector<std::uint64_t> steps(const LyingLine& line) const {
    std::vector<std::uint64_t> out;
    struct Watched final : net::Channel {
      Watched(std::unique_ptr<net::Channel> line, std::vector<std::uint64_t>& into)
          : inner(std::move(line)), steps(*inner), all(into) {}
      ~Watched() override { all = steps.places(1'000'000); }
      void send(std::span<const std::byte> bytes) override { steps.send(bytes); }
      void flush() override { steps.flush(); }
      void receive(std::span<std::byte> bytes) override { steps.receive(bytes); }
      void exchange(std::span<const std::byte> o, std::span<std::byte> i) override {
        steps.exchange(o, i);
      }
      void close() noexcept override { steps.close(); }
      std::unique_ptr<net::Channel> inner;
      StepsChannel steps;
      std::vector<std::uint64_t>& all;
    };
    const auto ends = run(
        line,
        [&](std::unique_ptr<net::Channel> inner) {
          return std::make_unique<Watched>(std::move(inner), out);
        },
        120'000);
    for (const auto& end : ends) EXPECT_EQ(end.message, "");
    return out;
  }

  // One run with one lie.
  [[nodiscard]] std::vector<LiedTo> lie(const LyingLine& line, const net::Fault& fault,
                                        int timeout) const {
    return run(
        line,
        [&](std::unique_ptr<net::Channel> inner) {
          return std::make_unique<ChangedLine<net::FaultyChannel>>(std::move(inner), fault);
        },
        timeout);
  }

 private:
  [[nodiscard]] LiedTo take_part(protocol::PartyId own,
                                 std::vector<std::unique_ptr<net::Channel>> lines) const {
    LiedTo end;
    try {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < job_.parties; ++i) {
        names.push_back("party-" + std::to_string(i + 1));
      }
      auto session = session::Session::open({names, own}, std::move(lines),
                                            federation::agreement_of(job_, parts_[own.index()]),
                                            federation::forecast_of(job_), crypto::Randomness());
      const Run run(nullptr, nullptr, 1);
      (void)federation::take_part(session, parts_[own.index()], job_, run);
    } catch (const Error& error) {
      end.code = error.code();
      end.message = error.what();
    } catch (const std::exception& error) {
      end.strange = true;
      end.message = error.what();
    }
    return end;
  }

  std::vector<federation::DataSet> parts_;
  federation::Job job_;
};

// A federation of these parts.
inline LyingFederation lying_federation(std::vector<federation::DataSet> parts,
                                        federation::Job job) {
  federation::place_job(job, parts);
  return {std::move(parts), std::move(job)};
}

// What the other parties may say of a lie: the fixed form, that the line ended or fell silent, or
// that the ledger refused.
inline bool is_about_a_peer(const LiedTo& end) {
  static const std::regex kForm(
      ".* sent .*: expected .*, got .*|.*closed.*|.* did not finish a message.*|.*took longer.*|"
      "refused to open .*|.* said more than was agreed.*");
  return std::regex_match(end.message, kForm);
}

inline void expect_bearable(const LiedTo& end, const std::string& about_data,
                            const std::string& where) {
  EXPECT_FALSE(end.strange) << where << ": " << end.message;
  if (!end.code) return;
  if (*end.code != ErrorCode::Internal && !about_data.empty() &&
      std::regex_search(end.message, std::regex(about_data))) {
    return;
  }
  EXPECT_TRUE(*end.code == ErrorCode::Peer || *end.code == ErrorCode::Policy)
      << where << ": " << end.message;
  EXPECT_TRUE(is_about_a_peer(end)) << where << ": " << end.message;
}

struct Lies {
  std::size_t places = 2;  // messages of each line at which each kind of lie is tried, about
  std::size_t bytes = 8;   // of what follows the handshake, each of which is changed once
  int timeout = 200;       // of a wait, in milliseconds
  std::size_t lines = 64;  // between two parties, in one direction, that are lied on
  // What the algorithm says of data that cannot be learned from: wrong sums may look like that.
  std::string about_data = {};
};

// Every party lies to every other one (first to its neighbour), in every way, at many messages.
inline void expect_liars_are_borne(const LyingFederation& federation, const Lies& lies) {
  using Kind = net::Fault::Kind;
  const auto parties = federation.parties();
  std::size_t tried = 0;
  for (std::uint32_t away = 1; away < parties; ++away) {
    for (std::uint32_t liar = 0; liar < parties && tried < lies.lines; ++liar, ++tried) {
      const auto to = static_cast<std::uint32_t>((liar + away) % parties);
      const LyingLine line{liar, to};
      const auto steps = federation.steps(line);
      ASSERT_GE(steps.size(), 4U);
      const auto attempt = [&](Kind kind, std::uint64_t at) {
        const auto where = "party " + std::to_string(liar) + " to " + std::to_string(to) + " lie " +
                           std::to_string(static_cast<int>(kind)) + " at byte " +
                           std::to_string(at);
        const auto begin = std::chrono::steady_clock::now();
        const auto ends = federation.lie(line, {kind, at}, lies.timeout);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60)) << where;
        for (const auto& end : ends) {
          if (end.message == "this side was made to vanish") continue;
          expect_bearable(end, lies.about_data, where);
        }
      };
      const auto stride = std::max<std::size_t>(1, steps.size() / lies.places);
      for (const auto kind : {Kind::Corrupt, Kind::Garbage, Kind::Extra, Kind::Vanish}) {
        for (std::size_t i = static_cast<std::size_t>(kind); i < steps.size(); i += stride) {
          attempt(kind, steps[i]);
        }
      }
      attempt(Kind::Stall, steps[steps.size() / 2]);
      // The greeting, and the proof of the run: after them come the claims.
      const auto claims = steps.at(2);
      for (std::uint64_t at = claims; at < std::min(claims + lies.bytes, steps.back()); ++at) {
        attempt(Kind::Corrupt, at);
      }
    }
  }
}

}  // namespace privet::testing_support
