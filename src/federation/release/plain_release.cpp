// SPDX-License-Identifier: Apache-2.0
#include "federation/release/plain_release.h"

#include <numeric>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/mondrian/mondrian.h"
#include "anonymize/mondrian/plain_partitions.h"
#include "base/error.h"
#include "data/meaning.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/model_context.h"
#include "privacy/site_diversity.h"
#include "publish/cell_text.h"
#include "quality/loss.h"

namespace privet::federation {
namespace {

// The models over a table, and what they count.
class Models {
 public:
  Models(const Table& table, const ReleaseRoles& roles, const Settings& settings)
      : table_(table), roles_(roles) {
    context_.records = table.rows();
    if (roles.recoded.sensitive) {
      const auto& column = table.column(*roles.recoded.sensitive);
      meant_ = by_meaning(column, false);
      context_.sensitive.push_back(count_attribute(meant_ ? *meant_ : column, nullptr));
    }
    if (roles.site) context_.site = count_attribute(table.column(*roles.site), nullptr);
    const auto diversity = diversity_of(settings);
    models_.push_back(make_k_anonymity(settings.count("k")));
    if (diversity.distinct > 0) models_.push_back(make_l_distinct(diversity.distinct, context_));
    if (diversity.entropy > 0) {
      models_.push_back(make_l_entropy(diversity.entropy * kEntropySlack, context_));
    }
    if (diversity.recursive > 0) {
      const auto times = static_cast<double>(diversity.recursive_times);
      models_.push_back(make_l_recursive(times / static_cast<double>(kRecursiveUnit),
                                         diversity.recursive, context_));
    }
    persons_ = models_.size();
    if (settings.given("site-diversity")) {
      models_.push_back(make_site_diversity(settings.count("site-diversity"), context_));
    }
    for (const auto& model : models_) model->check_feasible(table.rows());
  }
  Models(const Models&) = delete;
  Models& operator=(const Models&) = delete;

  // With the models of sites, or without.
  [[nodiscard]] Problem problem(std::vector<QuasiIdentifier> quasi, bool sites) const {
    Problem out{table_, std::move(quasi), {}, {}};
    if (roles_.recoded.sensitive) {
      out.sensitive.push_back(*roles_.recoded.sensitive);
      if (meant_) out.counted.push_back(&*meant_);
    }
    if (roles_.site) {
      out.sensitive.push_back(*roles_.site);
      if (meant_) out.counted.push_back(&table_.column(*roles_.site));
      out.site_column = roles_.site;
    }
    for (std::size_t m = 0; m < (sites ? models_.size() : persons_); ++m) {
      out.models.push_back(models_[m].get());
    }
    return out;
  }

 private:
  const Table& table_;
  const ReleaseRoles& roles_;
  ModelContext context_;
  std::optional<Column> meant_;
  std::vector<std::unique_ptr<PrivacyModel>> models_;
  std::size_t persons_ = 0;  // how many are about persons, the first
};

// Within each class of the first search a second one, by the other columns and without the models
// of sites; classes show what both found.
Recoding refined(const Recoding& outer, const Models& models, std::vector<QuasiIdentifier> quasi,
                 const Run& run) {
  const auto problem = models.problem(std::move(quasi), false);
  std::vector<std::vector<RowId>> rows(outer.classes());
  for (std::size_t r = 0; r < outer.class_of.size(); ++r) {
    rows[outer.class_of[r]].push_back(static_cast<RowId>(r));
  }
  const std::vector<std::span<const RowId>> groups(rows.begin(), rows.end());
  const auto orders = make_orders(problem);
  const auto partitions = make_plain_partitions(problem, orders, groups, run);
  MondrianOptions options;
  options.smallest_class = problem.smallest_class();
  std::vector<PartitionId> starts(groups.size());
  std::iota(starts.begin(), starts.end(), PartitionId{0});
  const auto final =
      mondrian(*partitions, orders, options, std::move(starts), problem.table.rows(), run);
  auto out = partitions->recoding(final);
  std::vector<ClassId> outer_of(out.classes());
  for (std::size_t r = 0; r < out.class_of.size(); ++r) {
    outer_of[out.class_of[r]] = outer.class_of[r];
  }
  auto attributes = outer.attributes;
  for (auto& attribute : attributes) {
    std::vector<std::uint32_t> values;
    for (const auto c : outer_of) values.push_back(attribute.value_of_class[c]);
    attribute.value_of_class = std::move(values);
  }
  attributes.insert(attributes.end(), out.attributes.begin(), out.attributes.end());
  out.attributes = std::move(attributes);
  return out;
}

Recoding recode(const PlainRelease& release, const Table& table, const Settings& settings,
                const Run& run) {
  const Models models(table, release.roles, settings);
  std::vector<QuasiIdentifier> quasi;
  for (std::size_t q = 0; q < release.hierarchies.size(); ++q) {
    quasi.push_back(
        {.column = release.roles.recoded.quasi[q], .hierarchy = release.hierarchies[q].get()});
  }
  const auto of_sites = release.roles.of_sites;
  std::vector<QuasiIdentifier> others;
  if (of_sites > 0) {
    others.assign(quasi.begin() + static_cast<std::ptrdiff_t>(of_sites), quasi.end());
    quasi.resize(of_sites);
  }
  const auto problem = models.problem(std::move(quasi), true);
  const auto outer = make_mondrian(cut_options(settings))->search(problem, run);
  return others.empty() ? outer : refined(outer, models, std::move(others), run);
}

PlainRelease prepared(const Table& table, const Settings& settings) {
  PlainRelease out{table, release_roles(table, settings), {}, {}};
  out.table = over_leaves(table, out.roles);
  for (std::size_t q = 0; q < out.roles.recoded.quasi.size(); ++q) {
    const auto& hierarchy = out.roles.recoded.hierarchies[q];
    out.hierarchies.emplace_back();
    if (!hierarchy) continue;
    out.hierarchies.back() = std::make_unique<BoundHierarchy>(
        bind(*hierarchy, out.table.column(out.roles.recoded.quasi[q]), {}));
  }
  return out;
}

// The recoding of further records, over the same dictionaries, behind those that are there.
void append(Recoding& all, const Recoding& more) {
  const auto classes = static_cast<std::uint32_t>(all.classes());
  if (all.attributes.empty()) {
    all = more;
    return;
  }
  for (std::size_t a = 0; a < all.attributes.size(); ++a) {
    auto& attribute = all.attributes[a];
    const auto values = static_cast<std::uint32_t>(attribute.values.size());
    for (const auto& value : more.attributes[a].values) attribute.values.push_back(value);
    for (const auto value : more.attributes[a].value_of_class) {
      attribute.value_of_class.push_back(value + values);
    }
  }
  for (const auto of_record : more.class_of) {
    PRIVET_CHECK(of_record != kSuppressed);  // nothing was allowed to be
    all.class_of.push_back(static_cast<ClassId>(of_record + classes));
  }
  all.class_sizes.insert(all.class_sizes.end(), more.class_sizes.begin(), more.class_sizes.end());
}

}  // namespace

std::string PlainRelease::cell(std::size_t record, std::size_t quasi) const {
  const auto& attribute = recoding.attributes[quasi];
  const auto shown = attribute.value_of_class[recoding.class_of[record]];
  return cell_text(attribute.values[shown], table.column(attribute.column),
                   hierarchies[quasi].get());
}

double PlainRelease::loss() const {
  std::vector<const BoundHierarchy*> bound;
  for (const auto& hierarchy : hierarchies) bound.push_back(hierarchy.get());
  return measure_quality(recoding, {table, bound}).ncp;
}

PlainRelease plain_release(const Table& table, const Settings& settings, const Run& run) {
  auto out = prepared(table, settings);
  out.recoding = recode(out, out.table, settings, run);
  return out;
}

PlainRelease release_alone(const Table& table, std::span<const std::size_t> sites,
                           const Settings& settings, const Run& run) {
  auto out = prepared(table, settings);
  std::size_t begin = 0;
  for (const auto size : sites) {
    std::vector<RowId> rows;
    for (std::size_t r = begin; r < begin + size; ++r) rows.push_back(static_cast<RowId>(r));
    begin += size;
    append(out.recoding, recode(out, out.table.select_rows(rows), settings, run));
  }
  return out;
}

}  // namespace privet::federation
