// SPDX-License-Identifier: Apache-2.0
// Shared<T>: this party's additive share of a secret, modulo 2^64 (T a number, or a vector of
// numbers for many secrets), and the way to open it.
// Idea: a secret is the sum of one number at each party; all but one are random. Sums of secrets
// and multiples by public numbers are made share by share. The share itself cannot be read: only
// open() makes values of it, and open() writes into the ledger. Protocols that compute on shares
// reach them by protocol/raw_share.h, which nothing outside protocol/ includes. Adversary:
// semi-honest; all parties but one learn nothing from their shares together. Discloses: open()
// tells its recipients the values, and says so in the ledger before it does. Shares are made
// uniform first, so that it tells the sums alone, also where a share is a party's own number or has
// few random bits. Cost: open(): 8 bytes per value from every party to every recipient, one round;
// among three or more once 16 bytes for every two parties. Shared<T> is a T. Threads: one at a
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "crypto/randomness.h"
#include "protocol/setting.h"

namespace privet::protocol {

using NumberVector = std::vector<std::uint64_t>;

namespace protocol_only {
struct RawShare;
}  // namespace protocol_only

// How shares make the secret: by their sum modulo 2^64, or bit by bit by exclusive or.
enum class Sharing : std::uint8_t { Sum, Xor };

template <class T, Sharing kSharing = Sharing::Sum>
class Shared {
 public:
  Shared() = default;
  // A share that this party made or was dealt.
  explicit Shared(T share) : share_(std::move(share)) {}

  [[nodiscard]] std::size_t size() const
    requires requires(const T& t) { t.size(); }
  {
    return share_.size();
  }

  Shared& operator+=(const Shared& other)
    requires(kSharing == Sharing::Sum)
  {
    each(other, [](auto& a, const auto& b) { a += b; });
    return *this;
  }
  Shared& operator-=(const Shared& other)
    requires(kSharing == Sharing::Sum)
  {
    each(other, [](auto& a, const auto& b) { a -= b; });
    return *this;
  }
  Shared& operator*=(std::uint64_t factor)
    requires(kSharing == Sharing::Sum)
  {
    each(*this, [factor](auto& a, const auto&) { a *= factor; });
    return *this;
  }
  Shared& operator^=(const Shared& other)
    requires(kSharing == Sharing::Xor)
  {
    each(other, [](auto& a, const auto& b) { a ^= b; });
    return *this;
  }

 private:
  friend struct protocol_only::RawShare;
  template <class Act>
  void each(const Shared& other, Act act) {
    if constexpr (std::is_integral_v<T>) {
      act(share_, other.share_);
    } else {
      PRIVET_CHECK(share_.size() == other.share_.size());
      for (std::size_t i = 0; i < share_.size(); ++i) act(share_[i], other.share_[i]);
    }
  }
  T share_{};
};

// For the results of circuits and their inputs.
template <class T>
using XorShared = Shared<T, Sharing::Xor>;

template <class T>
[[nodiscard]] Shared<T> operator+(Shared<T> a, const Shared<T>& b) {
  return a += b;
}
template <class T>
[[nodiscard]] Shared<T> operator-(Shared<T> a, const Shared<T>& b) {
  return a -= b;
}
template <class T>
[[nodiscard]] Shared<T> operator*(Shared<T> a, std::uint64_t factor) {
  return a *= factor;
}

// One of many secrets, and many single ones as one.
[[nodiscard]] Shared<std::uint64_t> part(const Shared<NumberVector>& shares, std::size_t index);
[[nodiscard]] Shared<NumberVector> joined(std::span<const Shared<std::uint64_t>> shares);

// values[j] as the sum of parts[i][j] over all i, all but the last random: parts[i] is what party i
// is dealt.
[[nodiscard]] std::vector<NumberVector> split(std::span<const std::uint64_t> values,
                                              std::size_t parts, crypto::Randomness& randomness);

// Opens secrets of which every party of the setting holds a share, to the recipients; they get the
// values, the others nothing. All parties must name the same recipients. They tell about the data
// of all parties of the setting.
[[nodiscard]] std::optional<NumberVector> open(const Setting& setting,
                                               const Shared<NumberVector>& shares,
                                               std::span<const PartyId> recipients,
                                               Opening opening);
// To all parties.
[[nodiscard]] NumberVector open_to_all(const Setting& setting, const Shared<NumberVector>& shares,
                                       Opening opening);

}  // namespace privet::protocol
