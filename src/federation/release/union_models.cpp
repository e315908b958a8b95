// SPDX-License-Identifier: Apache-2.0
#include "federation/release/union_models.h"

namespace privet::federation {
namespace {

using protocol::NumberVector;

// For every value and group whether it occurs here.
NumberVector own_values(std::span<const std::span<const std::uint32_t>> parts,
                        const SiteRecords& own, std::size_t values) {
  NumberVector out(parts.size() * values);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const auto row : parts[p]) {
      if (own.sensitive[row] != kNoValue) out[own.sensitive[row] * parts.size() + p] = 1;
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
  NumberVector own_sizes;
  NumberVector own_sites;
  for (const auto& part : parts) {
    own_sizes.push_back(part.size());
    own_sites.push_back(part.empty() ? 0 : 1);
  }
  const auto sizes = way.sums(std::move(own_sizes));
  const auto sites = way.sums(std::move(own_sites));
  const auto values =
      models.l > 0 ? way.sums(own_values(parts, own, models.sensitive_values)) : Numbers{};
  const auto bits = site_bits(way.sites().size());
  const auto holds = way.tell(count, 1, opening, [&](auto& a) {
    using A = std::remove_cvref_t<decltype(a)>;
    std::vector<Numbers> blocks{sizes - a.constant(models.k, count),
                                sites - a.constant(models.sites, count)};
    if (models.l > 0) {
      std::vector<Numbers> present;
      for (std::size_t v = 0; v < models.sensitive_values; ++v) {
        present.push_back(a.constant(0, count) - A::slice(values, v * count, count));
      }
      auto different = a.constant(0 - std::uint64_t{models.l}, count);
      if (!present.empty()) {
        const auto occur = signs(a, std::move(present), bits);
        for (const auto& one : as_numbers<A>(a, occur, count)) different = different + one;
      }
      blocks.push_back(std::move(different));
    }
    const auto negative = signs(a, std::move(blocks), kRecordBits + 1);
    auto out = circuit::negation(a.bits(), negative.front());
    for (std::size_t b = 1; b < negative.size(); ++b) {
      out = circuit::conjunction(a.bits(), out, circuit::negation(a.bits(), negative[b]));
    }
    return out;
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
