// SPDX-License-Identifier: Apache-2.0
#include "federation/release/union_models.h"

namespace privet::federation {
namespace {

using protocol::NumberVector;

// The sizes of all groups, whether there is one here, and how many have each sensitive value.
NumberVector own_numbers(std::span<const std::span<const std::uint32_t>> parts,
                         const SiteRecords& own, const UnionModels& models) {
  const auto count = parts.size();
  const auto values = models.diversity.any() ? models.sensitive_values : 0;
  NumberVector out((2 + values) * count);
  for (std::size_t p = 0; p < count; ++p) {
    out[p] = parts[p].size();
    out[count + p] = parts[p].empty() ? 0 : 1;
    if (values == 0) continue;
    for (const auto row : parts[p]) {
      if (own.sensitive[row] != kNoValue) ++out[(2 + own.sensitive[row]) * count + p];
    }
  }
  return out;
}

}  // namespace

template <class Way>
std::vector<std::uint8_t> models_hold(Way& way,
                                      std::span<const std::span<const std::uint32_t>> parts,
                                      const SiteRecords& own, const UnionModels& models,
                                      protocol::Opening opening) {
  using Numbers = typename Way::Numbers;
  const auto count = parts.size();
  if (count == 0) return {};
  const auto all = way.sums(own_numbers(parts, own, models));
  const auto holds = way.tell(count, 1, opening, [&](auto& a) {
    using A = std::remove_cvref_t<decltype(a)>;
    const auto numbers = [&](std::size_t which) { return A::slice(all, which * count, count); };
    std::vector<Numbers> blocks{numbers(0) - a.constant(models.k, count),
                                numbers(1) - a.constant(models.sites, count)};
    std::vector<Numbers> counts;
    if (models.diversity.any()) {
      for (std::size_t v = 0; v < models.sensitive_values; ++v) {
        counts.push_back(numbers(2 + v));
        fill_wires(a, counts.back());
      }
      // Without any value nothing is diverse.
      if (counts.empty()) blocks.push_back(a.constant(~std::uint64_t{0}, count));
    }
    const auto negative = signs(a, std::move(blocks), models.bits());
    auto out = circuit::negation(a.bits(), negative.front());
    for (std::size_t b = 1; b < negative.size(); ++b) {
      out = circuit::conjunction(a.bits(), out, circuit::negation(a.bits(), negative[b]));
    }
    if (counts.empty()) return out;
    return circuit::conjunction(a.bits(), out, diverse(a, counts, models.diversity, models.bits()));
  });
  return {holds.begin(), holds.end()};
}

template std::vector<std::uint8_t> models_hold(PanelSites&,
                                               std::span<const std::span<const std::uint32_t>>,
                                               const SiteRecords&, const UnionModels&,
                                               protocol::Opening);
template std::vector<std::uint8_t> models_hold(TrioSites&,
                                               std::span<const std::span<const std::uint32_t>>,
                                               const SiteRecords&, const UnionModels&,
                                               protocol::Opening);

}  // namespace privet::federation
