// SPDX-License-Identifier: Apache-2.0
#include "federation/release/site_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/classes/class_values.h"
#include "base/error.h"
#include "publish/cell_text.h"
#include "risk/released_cell.h"

namespace privet::federation {
namespace {

using namespace release_openings;  // NOLINT(google-build-using-namespace)

// Of each class in one quasi-identifier: `attribute` of the search.
template <class Way>
std::vector<std::string> cells_of(SitePartitions<Way>& partitions,
                                  std::span<const PartitionId> classes,
                                  std::span<const Extent> extents, const Column& column,
                                  const BoundHierarchy* hierarchy, std::size_t attribute) {
  const AttributeOrder order(column, hierarchy);
  // The ends of a range of numbers say all, and so does a group of a hierarchy; a set has members,
  // and so has what is partly missing.
  const auto missing = column.dictionary.missing_count();
  std::vector<PartitionId> asked;
  std::vector<Extent> of_asked;
  std::vector<std::size_t> place(classes.size());
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const bool numbers = column.type() == ColumnType::Numeric && extents[c].low >= missing;
    if (numbers || hierarchy != nullptr) continue;
    place[c] = asked.size();
    asked.push_back(classes[c]);
    of_asked.push_back(extents[c]);
  }
  std::vector<std::vector<std::uint32_t>> shown;
  if (!asked.empty()) shown = partitions.shown(asked, attribute, of_asked);
  ClassValues values(column, order);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    values.add(extents[c], [&]() -> std::span<const std::uint32_t> { return shown.at(place[c]); });
  }
  RecodedAttribute recoded;
  values.take(recoded);
  std::vector<std::string> out;
  for (const auto value : recoded.value_of_class) {
    out.push_back(cell_text(recoded.values[value], column, hierarchy));
  }
  return out;
}

void check_cells(const SiteRelease& release, const SharedDomain& domain) {
  for (std::size_t a = 0; a < domain.quasi.size(); ++a) {
    const OriginalColumn original(domain.quasi[a], domain.hierarchies[a].get());
    std::vector<Cell> cells;
    for (const auto& shown : release.classes) cells.emplace_back(shown[a], original);
    for (std::size_t r = 0; r < release.class_of.size(); ++r) {
      if (cells[release.class_of[r]].covers(domain.quasi[a].codes[r], original)) continue;
      throw Error(ErrorCode::Internal,
                  fmt::format("the check before the release failed: record {}, column {}: {} does "
                              "not cover the original; nothing is released",
                              r + 1, quote_for_message(domain.quasi[a].name),
                              quote_for_message(release.classes[release.class_of[r]][a])));
    }
  }
}

// By the texts of the first cells, in an order that all sites have.
std::map<std::vector<std::string>, std::vector<std::uint32_t>> group(const SiteRelease& release,
                                                                     std::size_t cells) {
  std::map<std::vector<std::string>, std::vector<std::uint32_t>> out;
  const auto shown = [&](std::size_t c) {
    const auto& texts = release.classes[c];
    return std::vector(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(cells));
  };
  for (std::size_t c = 0; c < release.classes.size(); ++c) out[shown(c)];
  for (std::size_t r = 0; r < release.class_of.size(); ++r) {
    out[shown(release.class_of[r])].push_back(static_cast<std::uint32_t>(r));
  }
  return out;
}

// Records that show the same first `cells` cells are a group; `size` counts the groups.
struct GroupCheck {
  std::size_t cells;
  protocol::Opening opening;
  std::string_view size;
};

template <class Way>
void check_groups(const protocol::Setting& setting, Way& way, const SiteRelease& release,
                  const SiteRecords& own, const UnionModels& models, const GroupCheck& check) {
  const auto groups = group(release, check.cells);
  std::vector<std::span<const std::uint32_t>> parts;
  for (const auto& [shown, rows] : groups) parts.emplace_back(rows);
  setting.ledger.add_to_size(check.size, groups.size());
  const auto holds = models_hold(way, parts, own, models, check.opening);
  const auto failed = std::ranges::count(holds, 0);
  if (failed == 0) return;
  throw Error(ErrorCode::Internal,
              fmt::format("the check before the release failed: {} of {} classes of all sites do "
                          "not satisfy the models; nothing is released",
                          failed, holds.size()));
}

}  // namespace

template <class Way>
SiteRelease make_site_release(SitePartitions<Way>& partitions, std::span<const PartitionId> classes,
                              const SharedDomain& domain, QuasiRange about) {
  const auto attributes = about.count;
  const auto all = partitions.extents(classes);
  SiteRelease out;
  out.classes.resize(classes.size());
  for (std::size_t a = 0; a < attributes; ++a) {
    std::vector<Extent> extents;
    for (std::size_t c = 0; c < classes.size(); ++c) extents.push_back(all[c * attributes + a]);
    const auto cells = cells_of(partitions, classes, extents, domain.quasi[about.from + a],
                                domain.hierarchies[about.from + a].get(), a);
    for (std::size_t c = 0; c < classes.size(); ++c) out.classes[c].push_back(cells[c]);
  }
  out.class_of.resize(domain.quasi.front().codes.size());
  for (std::size_t c = 0; c < classes.size(); ++c) {
    for (const auto row : partitions.records(classes[c])) {
      out.class_of[row] = static_cast<std::uint32_t>(c);
    }
  }
  return out;
}

template <class Way>
void check_site_release(const protocol::Setting& setting, Way& way, const WantedRelease& wanted) {
  const auto& [release, domain, own, models, of_sites] = wanted;
  check_cells(release, domain);
  auto of_classes = models;
  if (of_sites > 0) of_classes.sites = 0;
  check_groups(setting, way, release, own, of_classes, {domain.quasi.size(), kChecked, kReleased});
  if (of_sites == 0) return;
  UnionModels of_groups;
  of_groups.sites = models.sites;
  of_groups.records = models.records;
  check_groups(setting, way, release, own, of_groups, {of_sites, kSitesChecked, kSiteGroups});
}

template SiteRelease make_site_release(SitePartitions<PanelSites>&, std::span<const PartitionId>,
                                       const SharedDomain&, QuasiRange);
template SiteRelease make_site_release(SitePartitions<TrioSites>&, std::span<const PartitionId>,
                                       const SharedDomain&, QuasiRange);
template void check_site_release(const protocol::Setting&, PanelSites&, const WantedRelease&);
template void check_site_release(const protocol::Setting&, TrioSites&, const WantedRelease&);

}  // namespace privet::federation
