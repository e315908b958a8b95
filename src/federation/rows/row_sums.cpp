// SPDX-License-Identifier: Apache-2.0
#include "federation/rows/row_sums.h"

#include "federation/task/task_parts.h"

namespace privet::federation {

protocol::Forecast sums_forecast(std::size_t parties, const SumOpening& sum,
                                 protocol::Occurs occurs) {
  return told_to_all(parties, sum.opening, protocol::Bound::of(sum.size), occurs,
                     protocol::About::All);
}

std::vector<ProtocolChoice> sum_protocols() {
  return {
      {.name = "sums",
       .summary = "sums over all parties' rows by random shares; all other parties but one may "
                  "collude and learn no more than the sums"},
      among_three("ring-sums", "masked sums around a ring of three parties who do not collude")};
}

std::vector<std::uint64_t> RowSums::counts(std::span<const std::uint64_t> own,
                                           const SumOpening& sum) const {
  constexpr unsigned kBits = 48;
  setting_.ledger.add_to_size(sum.size, own.size());
  return protocol::secure_sum(setting_, own, kBits, method_, sum.opening);
}

std::vector<protocol::RealNumber> RowSums::summed(std::span<const protocol::RealNumber> own,
                                                  const SumOpening& sum) const {
  setting_.ledger.add_to_size(sum.size, own.size());
  return protocol::sum_reals(setting_, own, method_, sum.opening);
}

std::vector<double> RowSums::reals(std::span<const double> own, const SumOpening& sum) const {
  std::vector<protocol::RealNumber> numbers;
  numbers.reserve(own.size());
  for (const double number : own) numbers.push_back({number, 0});
  std::vector<double> out;
  out.reserve(own.size());
  for (const auto& number : summed(numbers, sum)) out.push_back(number.value());
  return out;
}

std::vector<mining::WideSum> RowSums::wide(std::span<const mining::WideSum> own,
                                           const SumOpening& sum) const {
  std::vector<protocol::RealNumber> numbers;
  numbers.reserve(own.size());
  for (const auto& number : own) numbers.push_back({number.high(), number.low()});
  std::vector<mining::WideSum> out;
  out.reserve(own.size());
  for (const auto& number : summed(numbers, sum)) out.emplace_back(number.high, number.low);
  return out;
}

}  // namespace privet::federation
