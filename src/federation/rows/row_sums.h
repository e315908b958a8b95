// SPDX-License-Identifier: Apache-2.0
// Sums over the rows of all parties, which every party learns: what a learner whose questions are
// sums over rows needs to run on a horizontal split.
// Idea: each party answers from its own rows; the answers are added by a secure sum, so that a
// party sees the total and no other party's part (of two, each can take its own off). With an
// honest majority of three a ring of masked sums does; else shares, where all but two may collude.
// Adversary, cost: as protocol/secure_sum.h and protocol/wide/real_sum.h. Discloses: the sums, to
// all parties, in the ledger; the public size `size` grows by as many. Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "federation/task/task.h"
#include "mining/numbers/column_numbers.h"
#include "mining/numbers/wide_sum.h"
#include "protocol/wide/real_sum.h"

namespace privet::federation {

// A sum that is opened, and the public size that bounds how many numbers are.
struct SumOpening {
  protocol::Opening opening;
  std::string_view size;
};
// The forecast item of each of these, for every party.
[[nodiscard]] protocol::Forecast sums_forecast(std::size_t parties, const SumOpening& sum,
                                               protocol::Occurs occurs = protocol::Occurs::Always);

// The ways to add, for a task whose answers are sums.
[[nodiscard]] std::vector<ProtocolChoice> sum_protocols();

class RowSums {
 public:
  // The setting must outlive it.
  RowSums(const protocol::Setting& setting, Trust trust)
      : setting_(setting),
        method_(trust == Trust::HonestMajority ? protocol::SumMethod::Ring
                                               : protocol::SumMethod::Shares) {}

  // Numbers below 2^48.
  [[nodiscard]] std::vector<std::uint64_t> counts(std::span<const std::uint64_t> own,
                                                  const SumOpening& sum) const;
  [[nodiscard]] std::vector<double> reals(std::span<const double> own, const SumOpening& sum) const;
  [[nodiscard]] std::vector<mining::WideSum> wide(std::span<const mining::WideSum> own,
                                                  const SumOpening& sum) const;

 private:
  [[nodiscard]] std::vector<protocol::RealNumber> summed(std::span<const protocol::RealNumber> own,
                                                         const SumOpening& sum) const;

  const protocol::Setting& setting_;
  protocol::SumMethod method_;
};

// Of all parties' rows.
class SummedCensus final : public mining::Census {
 public:
  // Both must outlive it.
  SummedCensus(const RowSums& sums, const SumOpening& opening) : sums_(sums), opening_(opening) {}
  [[nodiscard]] std::vector<std::uint64_t> count(std::vector<std::uint64_t> own) override {
    return sums_.counts(own, opening_);
  }

 private:
  const RowSums& sums_;
  const SumOpening& opening_;
};

}  // namespace privet::federation
