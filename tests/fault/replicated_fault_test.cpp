// SPDX-License-Identifier: Apache-2.0
// Three parties who do not collude, of whom one says too little, too much, rubbish or nothing at
// any message: all three end with an error, in bounded time and without a result. Messages among
// them are words of agreed counts, so nothing is parsed; what was too much shows at the latest at
// the end of the run, where all parties show each other that they came there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "net/faulty.h"
#include "protocol/number_operations.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/joint_counts.h"
#include "session/session.h"
#include "tests/support/killed_peer.h"
#include "tests/support/two_parties.h"

namespace privet {
namespace {

using net::Channel;
using net::Fault;
using protocol::PartyId;
using protocol::replicated::Arithmetic;
using testing_support::StepsChannel;

constexpr std::size_t kParties = 3;
constexpr std::size_t kCount = 70;
constexpr std::uint64_t kEnd = 32;  // bytes of the last message on a line
constexpr protocol::Opening kAnswer{"answer", "test"};

protocol::Forecast forecast() {
  auto out = protocol::replicated::masked_forecast();
  const auto all = protocol::PartySet::first(kParties);
  for (const auto party : all.list()) {
    out.emplace_back(kAnswer, all.without(party), party, 3 * kCount, protocol::Occurs::Always);
  }
  return out;
}

// A short run of everything: inputs, products, truncation, comparison, conversion, counts, opening.
std::vector<std::uint64_t> work(session::Session& session) {
  const Run run(nullptr, nullptr, 1);
  const auto setting = session.setting(run);
  auto trio = protocol::replicated::Trio::set_up(setting);
  Arithmetic arithmetic(trio);
  const auto input = [&](std::size_t place, std::uint64_t value) {
    const std::vector<std::uint64_t> mine(trio.place() == place ? kCount : 0, value);
    return arithmetic.input(trio.party(place), mine, kCount);
  };
  const auto x = input(0, 6 << 10);
  const auto y = input(1, 7 << 10);
  auto out = arithmetic.multiply_truncated(x, y, 10);
  out = out + arithmetic.multiply(x, input(2, 1));
  const std::vector<protocol::BooleanProduct> products{{{PartyId(0), 0}, {PartyId(2), 0}}};
  const std::vector<protocol::BitVector> vectors(
      1, protocol::BitVector::of_blocks(std::array{crypto::Block{3, 0}}));
  out.append(protocol::replicated::joint_counts(arithmetic, products, vectors, kCount));
  auto answer = arithmetic.open_to_all(out, kAnswer);
  const auto word = protocol::to_bits(arithmetic, x);
  const auto numbers = arithmetic.bits().reveal_to_all(word, kCount, kAnswer);
  answer.insert(answer.end(), numbers.begin(), numbers.end());
  session.finish();
  return answer;
}

// How a party ended: its answer, or the error.
struct End {
  std::vector<std::uint64_t> answer;
  std::optional<ErrorCode> code;
  std::string message;
};

// One line of one party goes through `wrapped`.
struct Place {
  std::uint32_t party = 0;
  std::uint32_t other = 1;
};
using Wrap = std::function<std::unique_ptr<Channel>(std::unique_ptr<Channel>)>;

std::array<End, kParties> run_three(const Place& place, const Wrap& wrap, int timeout) {
  std::array<std::vector<std::unique_ptr<Channel>>, kParties> lines;
  for (auto& row : lines) row.resize(kParties);
  for (std::size_t i = 0; i < kParties; ++i) {
    for (std::size_t j = i + 1; j < kParties; ++j) {
      auto [a, b] = net::make_memory_pair(testing_support::quick(timeout));
      lines.at(i)[j] = std::move(a);
      lines.at(j)[i] = std::move(b);
    }
  }
  auto& chosen = lines.at(place.party)[place.other];
  chosen = wrap(std::move(chosen));
  const auto party = [&](std::uint32_t own) {
    End end;
    try {
      session::Agreement agreement;
      agreement.add("task", "fault test");
      auto session = session::Session::open({{"north", "south", "west"}, PartyId(own)},
                                            std::move(lines.at(own)), agreement, forecast(),
                                            crypto::Randomness());
      end.answer = session.run(work);
    } catch (const Error& error) {
      end.code = error.code();
      end.message = error.what();
    }
    return end;
  };
  std::array<std::future<End>, kParties> running;
  for (std::uint32_t i = 0; i < kParties; ++i) {
    running.at(i) = std::async(std::launch::async, party, i);
  }
  return {running[0].get(), running[1].get(), running[2].get()};
}

// A channel that owns what it changes.
template <class Changed>
class Owning final : public Channel {
 public:
  template <class... Rest>
  explicit Owning(std::unique_ptr<Channel> inner, Rest&&... rest)
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
  std::unique_ptr<Channel> inner_;
  Changed changed_;
};

constexpr std::array<Place, 6> kPlaces{{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}};

// Where a sound run's messages on the line begin, and where the last one does.
struct Steps {
  std::vector<std::uint64_t> places;
  std::uint64_t last = 0;
};

Steps steps_of(const Place& place, std::size_t most) {
  std::vector<std::uint64_t> all;
  const Wrap watch = [&](std::unique_ptr<Channel> line) {
    struct Watched final : Channel {
      Watched(std::unique_ptr<Channel> line, std::vector<std::uint64_t>& into)
          : inner(std::move(line)), steps(*inner), out(into) {}
      ~Watched() override { out = steps.places(1'000'000); }
      void send(std::span<const std::byte> bytes) override { steps.send(bytes); }
      void flush() override { steps.flush(); }
      void receive(std::span<std::byte> bytes) override { steps.receive(bytes); }
      void exchange(std::span<const std::byte> o, std::span<std::byte> i) override {
        steps.exchange(o, i);
      }
      void close() noexcept override { steps.close(); }
      std::unique_ptr<Channel> inner;
      StepsChannel steps;
      std::vector<std::uint64_t>& out;
    };
    return std::make_unique<Watched>(std::move(line), all);
  };
  for (const auto& end : run_three(place, watch, 120'000)) {
    EXPECT_FALSE(end.code.has_value()) << end.message;
  }
  Steps out;
  out.last = all.back() - kEnd / 2;  // places() ends with the middle of the last message
  const auto stride = std::max<std::size_t>(1, all.size() / most);
  for (std::size_t i = 0; i < all.size(); i += stride) out.places.push_back(all[i]);
  return out;
}

void expect_all_end(Fault::Kind kind, std::size_t most, int timeout) {
  for (const auto& place : kPlaces) {
    const auto steps = steps_of(place, most);
    EXPECT_GE(steps.places.size(), std::min<std::size_t>(most, 6));
    for (const auto at : steps.places) {
      const Wrap spoil = [&](std::unique_ptr<Channel> line) {
        return std::make_unique<Owning<net::FaultyChannel>>(std::move(line), Fault{kind, at});
      };
      const auto ends = run_three(place, spoil, timeout);
      const auto where = testing::Message() << "from " << place.party << " to " << place.other
                                            << " at byte " << at << " of " << steps.last;
      // Whoever hears the fault must end; the third may have heard all it needs if the fault is in
      // the very last message.
      EXPECT_EQ(ends.at(place.other).code, ErrorCode::Peer) << where;
      for (const auto& end : ends) {
        EXPECT_EQ(end.code.value_or(ErrorCode::Peer), ErrorCode::Peer) << where << end.message;
        if (at < steps.last) {
          EXPECT_TRUE(end.code.has_value()) << where;
          EXPECT_TRUE(end.answer.empty()) << where;
          EXPECT_NE(end.message, "") << where;
        }
      }
    }
  }
}

TEST(ReplicatedFault, ASoundRunHasTheAnswer) {
  const auto ends = run_three({}, [](std::unique_ptr<Channel> line) { return line; }, 120'000);
  for (const auto& end : ends) {
    EXPECT_EQ(end.message, "");
    ASSERT_EQ(end.answer.size(), 2 * kCount + 1);
    EXPECT_NEAR(static_cast<double>(end.answer[0]), (42 << 10) + (6 << 10), 1);
    EXPECT_EQ(end.answer[kCount], 2U);
    EXPECT_EQ(end.answer.back(), std::uint64_t{6 << 10});
  }
}

TEST(ReplicatedFault, APartyThatDiesAtAnyMessageEndsAll) {
  expect_all_end(Fault::Kind::Vanish, 24, 120'000);
}

TEST(ReplicatedFault, APartyThatSaysTooMuchEndsAll) {
  expect_all_end(Fault::Kind::Extra, 16, 120'000);
}

TEST(ReplicatedFault, APartyThatSaysRubbishEndsAll) {
  expect_all_end(Fault::Kind::Garbage, 16, 120'000);
}

TEST(ReplicatedFault, APartyThatSaysTooLittleEndsAll) {
  expect_all_end(Fault::Kind::Stall, 3, 300);
}

}  // namespace
}  // namespace privet
