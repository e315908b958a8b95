// SPDX-License-Identifier: Apache-2.0
// The first two parties of a mesh as referees who compute on shares by circuits of shared bits; the
// others give them shares and hear results.
// Reference: the roles: Vaidya (Purdue 2004), section 3.3; the circuits:
// protocol/gmw/shared_bits.h; a bit times a string by one transfer each way: Ishai et al. (CRYPTO
// 2003). Idea: as protocol/threshold/referees.h, whose circuits are garbled: fewer rounds, more
// bytes. Here a bit of every lane times a word of any width costs one transfer each way for 64 bits
// of it, so that tables are cheap. Cost: gather() 16 bytes per number from every party but the
// referees; tell() one bit for each bit of the answer from each referee to each recipient, one
// round. Adversary: semi-honest. Any parties that do not include both referees learn nothing but
// what is opened; both referees together learn the sums of the others' numbers that were gathered,
// and each number of input(). Discloses: what tell() tells, in the ledger. Threads: one at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/additive/arithmetic.h"

namespace privet::protocol {

class Panel {
 public:
  // Numbers shared between the referees.
  class Arithmetic : public additive::Arithmetic {
   public:
    explicit Arithmetic(const Setting& setting)
        : additive::Arithmetic(setting),
          line_(protocol_only::line_to(setting, setting.mesh.others().front())),
          sender_(setting.transfers.sender(setting.mesh.others().front())),
          receiver_(setting.transfers.receiver(setting.mesh.others().front())) {}
    // The one-bit chooser of every lane times the word. One round.
    [[nodiscard]] circuit::Word<SharedBits> times(const circuit::Word<SharedBits>& chooser,
                                                  const circuit::Word<SharedBits>& word);

   private:
    net::Channel& line_;
    OtSender& sender_;
    OtReceiver& receiver_;
  };
  using Numbers = Arithmetic::Numbers;

  // The places of the referees among the parties of a run.
  static constexpr std::array<std::size_t, 2> kPlaces{0, 1};

  // Every party of the setting makes it at the same point. Requires two parties or more. The
  // setting's parts must outlive this.
  explicit Panel(const Setting& setting);

  // None where this party is not a referee.
  [[nodiscard]] Arithmetic* arithmetic() { return arithmetic_ ? &*arithmetic_ : nullptr; }
  // Shares modulo 2^64 at the referees, of numbers of which every party has an additive share;
  // nothing elsewhere.
  [[nodiscard]] Numbers gather(const Shared<NumberVector>& shares);
  // The same of one party's numbers, empty at the others; `count` of them.
  [[nodiscard]] Numbers input(PartyId owner, std::span<const std::uint64_t> values,
                              std::size_t count);
  // What build(arithmetic) computes at the referees, a word of `bits` in `count` lanes, to the
  // recipients; all parties name the same. It tells about the data of all parties.
  template <class Build>
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> tell(std::size_t count, unsigned bits,
                                                               std::span<const PartyId> recipients,
                                                               Opening opening, Build build) {
    const auto recorded =
        setting_.ledger.record_each(opening, setting_.mesh.set(), recipients, count);
    XorShared<NumberVector> shares;
    if (arithmetic_) {
      const auto word = build(*arithmetic_);
      PRIVET_CHECK(word.bits() == bits && word.lanes() == count);
      shares = arithmetic_->bits().shares(word);
    }
    return send_shares(recorded, {shares, count, bits}, recipients);
  }

 private:
  [[nodiscard]] PartyId referee(std::size_t which) const {
    return setting_.mesh.at(kPlaces.at(which));
  }
  void deal(std::span<const std::uint64_t> values);
  struct ToTell {
    const XorShared<NumberVector>& shares;
    std::size_t count;
    unsigned bits;
  };
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> send_shares(
      const Recorded& recorded, const ToTell& told, std::span<const PartyId> recipients) const;

  Setting setting_;
  std::optional<Arithmetic> arithmetic_;
};

}  // namespace privet::protocol
