// SPDX-License-Identifier: Apache-2.0
#include "federation/query/query_audit.h"

#include "federation/release/lanes.h"
#include "federation/release/union_models.h"

namespace privet::federation {
namespace {

using namespace query_openings;  // NOLINT(google-build-using-namespace)
using protocol::NumberVector;

// The sum of all lanes, in one.
template <protocol::SharedArithmetic A>
typename A::Numbers sum_of_lanes(A& a, typename A::Numbers numbers) {
  while (numbers.size() > 1) {
    const auto half = (numbers.size() + 1) / 2;
    auto upper = A::slice(numbers, half, numbers.size() - half);
    if (upper.size() < half) A::append(upper, a.constant(0, half - upper.size()));
    numbers = A::slice(numbers, 0, half) + upper;
  }
  return numbers;
}

}  // namespace

template <class Way>
bool may_be_told(Way& way, const NumberVector& own, const AuditPromise& promise) {
  using Numbers = typename Way::Numbers;
  const auto count = own.size();
  NumberVector own_sites;
  for (const auto size : own) own_sites.push_back(size > 0 ? 1 : 0);
  const auto sizes = way.sums(own);
  const auto sites = way.sums(std::move(own_sites));
  const auto broken = way.tell(1, 1, kVerdict, [&](auto& a) {
    using A = std::remove_cvref_t<decltype(a)>;
    std::vector<Numbers> blocks{sizes - a.constant(promise.k, count),
                                sites - a.constant(promise.sites, count),
                                a.constant(0, count) - sizes};
    const auto negative = signs(a, std::move(blocks), kRecordBits + 1);
    auto& bits = a.bits();
    const auto enough = circuit::conjunction(bits, circuit::negation(bits, negative[0]),
                                             circuit::negation(bits, negative[1]));
    std::vector<circuit::Word<typename A::Bits>> bad{
        circuit::conjunction(bits, negative[2], circuit::negation(bits, enough))};
    const auto total = sum_of_lanes<A>(a, as_numbers<A>(a, bad, count).front());
    return signs(a, {a.constant(0, 1) - total}, kRecordBits + 1).front();
  });
  return broken.front() == 0;
}

template <class Way>
std::vector<std::uint8_t> which_occur(Way& way, const NumberVector& own) {
  const auto sizes = way.sums(own);
  const auto told = way.tell(own.size(), 1, kOccupied, [&](auto& a) {
    return signs(a, {a.constant(0, own.size()) - sizes}, kRecordBits + 1).front();
  });
  return {told.begin(), told.end()};
}

template bool may_be_told(PanelSites&, const NumberVector&, const AuditPromise&);
template bool may_be_told(TrioSites&, const NumberVector&, const AuditPromise&);
template std::vector<std::uint8_t> which_occur(PanelSites&, const NumberVector&);
template std::vector<std::uint8_t> which_occur(TrioSites&, const NumberVector&);

}  // namespace privet::federation
