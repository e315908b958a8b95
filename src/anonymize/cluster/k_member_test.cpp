// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/k_member.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "anonymize/cluster/greedy_clusters.h"
#include "anonymize/cluster/point_tree.h"
#include "base/error.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/model_context.h"
#include "privacy/p_sensitive.h"
#include "privacy/t_closeness.h"
#include "quality/information_loss.h"
#include "tests/support/scan_seeker.h"

namespace privet {
namespace {

using testing_support::ScanSeeker;

constexpr std::size_t kCities = 12;

std::string numbered(const char* name, std::size_t i) {
  return name + std::to_string(i);
}

// 12 cities in 5 states in 2 regions; every leaf three steps below the root.
Hierarchy city_hierarchy() {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < kCities; ++c) {
    const std::size_t state = c * 5 / kCities;
    texts.insert(texts.end(), {numbered("city", c), numbered("state", state),
                               numbered("region", state / 3), "*"});
  }
  return Hierarchy(
      {.levels = 4, .labels = std::vector<std::string_view>(texts.begin(), texts.end())});
}

Table random_table(Sampler& sampler, std::size_t rows) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t c = 0; c < kCities; ++c) cells.push_back({numbered("city", c), "0", "a", "flu"});
  while (cells.size() < rows) {
    cells.push_back({numbered("city", sampler.below(kCities)),
                     sampler.below(20) == 0 ? "?" : std::to_string(sampler.below(30)),
                     std::string(1, static_cast<char>('a' + sampler.below(3))),
                     numbered("ill", std::min(sampler.below(6), sampler.below(6)))});
  }
  cells.erase(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(kCities));
  cells.resize(std::max<std::size_t>(cells.size(), 1), {"city0", "1", "a", "flu"});
  return make_table({"city", "age", "word", "ill"}, cells);
}

// The cost of a set of records, from the definition: climb until all meet.
class CostByDefinition {
 public:
  CostByDefinition(const Table& table, const Hierarchy& tree) : table_(table), tree_(tree) {}

  [[nodiscard]] double of(const std::vector<RowId>& rows) const {
    double sum = city(rows);
    sum += age(rows);
    std::set<std::string_view> words;
    for (const RowId row : rows) words.insert(table_.column(2).text(row));
    return sum + (words.size() > 1 ? 1.0 : 0.0);
  }

 private:
  [[nodiscard]] double city(const std::vector<RowId>& rows) const {
    std::size_t level = 0;
    const auto meet = [&] {
      return std::all_of(rows.begin(), rows.end(), [&](RowId row) {
        return ancestor(row, level) == ancestor(rows.front(), level);
      });
    };
    while (!meet()) ++level;
    return static_cast<double>(level) / static_cast<double>(tree_.height());
  }
  [[nodiscard]] NodeId ancestor(RowId row, std::size_t level) const {
    NodeId node = *tree_.find(table_.column(0).text(row));
    while (level-- > 0) node = tree_.parent(node);
    return node;
  }
  [[nodiscard]] double age(const std::vector<RowId>& rows) const {
    std::set<std::string_view> texts;
    std::set<double> numbers;
    bool missing = false;
    for (const RowId row : rows) {
      texts.insert(table_.column(1).text(row));
      if (table_.column(1).missing(row)) {
        missing = true;
      } else {
        numbers.insert(table_.column(1).number(row));
      }
    }
    if (texts.size() == 1) return 0;
    if (missing) return 1;
    std::set<double> all;
    for (RowId row = 0; row < table_.rows(); ++row) {
      if (!table_.column(1).missing(row)) all.insert(table_.column(1).number(row));
    }
    return (*numbers.rbegin() - *numbers.begin()) / (*all.rbegin() - *all.begin());
  }
  const Table& table_;
  const Hierarchy& tree_;
};

// Byun et al.'s algorithm word by word, every record looked at every time; and a cluster that loses
// nothing takes in its equals.
std::vector<std::vector<RowId>> plain_k_member(const CostByDefinition& cost, std::size_t rows,
                                               std::size_t k) {
  std::vector<RowId> rest(rows);
  std::iota(rest.begin(), rest.end(), RowId{0});
  std::vector<std::vector<RowId>> clusters;
  std::vector<RowId> last{0};
  const auto with = [](std::vector<RowId> cluster, RowId row) {
    cluster.push_back(row);
    return cluster;
  };
  while (rest.size() >= k) {
    auto far = rest.begin();
    for (auto r = rest.begin(); r != rest.end(); ++r) {
      if (cost.of(with(last, *r)) > cost.of(with(last, *far))) far = r;
    }
    std::vector<RowId> cluster{*far};
    rest.erase(far);
    while (cluster.size() < k) {
      auto near = rest.begin();
      for (auto r = rest.begin(); r != rest.end(); ++r) {
        if (cost.of(with(cluster, *r)) < cost.of(with(cluster, *near))) near = r;
      }
      cluster.push_back(*near);
      rest.erase(near);
    }
    if (cost.of(cluster) == 0) {
      const auto equal = [&](RowId row) { return cost.of(with({cluster.front()}, row)) == 0; };
      std::copy_if(rest.begin(), rest.end(), std::back_inserter(cluster), equal);
      std::erase_if(rest, equal);
    }
    clusters.push_back(cluster);
    last = cluster;
  }
  for (const RowId row : rest) {
    std::size_t best = 0;
    const auto growth = [&](std::size_t c) {
      const auto size = static_cast<double>(clusters[c].size());
      return (size + 1) * cost.of(with(clusters[c], row)) - size * cost.of(clusters[c]);
    };
    for (std::size_t c = 1; c < clusters.size(); ++c) {
      if (growth(c) < growth(best)) best = c;
    }
    clusters[best].push_back(row);
  }
  return clusters;
}

std::vector<std::vector<RowId>> clusters_of(const Recoding& recoding) {
  std::vector<std::vector<RowId>> out(recoding.classes());
  for (RowId row = 0; row < recoding.class_of.size(); ++row) {
    if (recoding.class_of[row] != kSuppressed) out[recoding.class_of[row]].push_back(row);
  }
  return out;
}

TEST(KMember, GivesTheClustersOfThePlainGreedy) {
  Sampler sampler(41);
  const privet::Run run;
  const Hierarchy tree = city_hierarchy();
  for (int round = 0; round < 60; ++round) {
    const Table table = random_table(sampler, 13 + sampler.below(70));
    const std::size_t k = 1 + sampler.below(std::min<std::size_t>(7, table.rows()));
    const BoundHierarchy bound = bind(tree, table.column(0), "");
    const auto model = make_k_anonymity(k);
    const Problem problem{table, {{0, &bound}, {1}, {2}}, {}, {model.get()}};
    auto expected = plain_k_member(CostByDefinition(table, tree), table.rows(), k);
    for (auto& cluster : expected) std::sort(cluster.begin(), cluster.end());
    EXPECT_EQ(clusters_of(make_k_member()->search(problem, run)), expected) << "round " << round;
  }
}

// Five equal records each: nothing need be lost, whether two, three, four or five must be alike.
TEST(KMember, EqualRecordsLoseNothing) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 200; ++i) {
    rows.push_back({std::to_string(i / 5 * 7 % 40), std::to_string(i / 5 * 3 % 11)});
  }
  const Table table = make_table({"x", "y"}, rows);
  for (std::size_t k = 2; k <= 5; ++k) {
    const auto model = make_k_anonymity(k);
    const Problem problem{table, {{0}, {1}}, {}, {model.get()}};
    std::vector<std::unique_ptr<Anonymizer>> methods;
    methods.push_back(make_k_member());
    methods.push_back(make_constrained());
    for (const auto& method : methods) {
      const Recoding recoding = method->search(problem, privet::Run());
      EXPECT_EQ(information_loss(recoding, {table, {nullptr, nullptr}}), 0) << "k = " << k;
    }
  }
}

// Two villages far apart: whatever the order of the records, k = 3 finds them.
TEST(KMember, FindsTwoVillages) {
  const Table table = make_table(
      {"age", "sex"},
      {{"20", "f"}, {"80", "m"}, {"21", "f"}, {"81", "m"}, {"22", "f"}, {"79", "m"}, {"50", "m"}});
  const auto model = make_k_anonymity(3);
  const Problem problem{table, {{0}, {1}}, {}, {model.get()}};
  const auto clusters = clusters_of(make_k_member()->search(problem, privet::Run()));
  // The first begins with 80 (60 years and another sex from the first record), the second with 20,
  // and 50 costs the men 4 x 30/61 - 3 x 2/61, the women also the sex.
  ASSERT_EQ(clusters.size(), 2U);
  EXPECT_EQ(clusters[0], (std::vector<RowId>{1, 3, 5, 6}));
  EXPECT_EQ(clusters[1], (std::vector<RowId>{0, 2, 4}));
}

struct Models {
  ModelContext context;
  std::vector<std::unique_ptr<PrivacyModel>> owned;
};

std::unique_ptr<Models> make_models(const Table& table, int which) {
  auto out = std::make_unique<Models>();
  out->context.records = table.rows();
  out->context.sensitive.push_back(count_attribute(table.column(3), nullptr));
  out->owned.push_back(make_k_anonymity(3));
  switch (which) {
    case 0:
      out->owned.push_back(make_l_distinct(3, out->context));
      break;
    case 1:
      out->owned.push_back(make_p_sensitive(2, out->context));
      break;
    case 2:
      out->owned.push_back(make_l_entropy(2.0, out->context));
      break;
    default:
      out->owned.push_back(make_t_closeness(0.35, TDistance::Equal, out->context));
  }
  return out;
}

// With any model: the tree finds what a scan finds, and the models hold for every cluster.
TEST(KMember, TheTreeAndAScanAgreeUnderEveryModel) {
  Sampler sampler(43);
  const privet::Run run;
  const Hierarchy tree = city_hierarchy();
  std::size_t clusters_made = 0;
  for (int round = 0; round < 120; ++round) {
    const Table table = random_table(sampler, 60 + sampler.below(200));
    const auto models = make_models(table, round % 4);
    const BoundHierarchy bound = bind(tree, table.column(0), "");
    Problem problem{table, {{0, &bound}, {1}, {2}}, {3}, {}};
    for (const auto& model : models->owned) problem.models.push_back(model.get());
    const auto orders = make_orders(problem);
    const RecordSpace space(problem, orders, run);
    std::vector<RowId> rows(table.rows());
    std::iota(rows.begin(), rows.end(), RowId{0});
    PointTree indexed(space, orders, rows);
    ScanSeeker scan(space, rows);
    const auto grouped = [](std::size_t) {};
    const auto by_tree = greedy_clusters(space, rows, indexed, grouped);
    EXPECT_EQ(by_tree, greedy_clusters(space, rows, scan, grouped)) << "round " << round;
    std::vector<std::size_t> seen(table.rows());
    for (const auto& cluster : by_tree) {
      std::vector<std::uint32_t> histogram(table.column(3).dictionary.size());
      for (const RowId row : cluster) {
        ++histogram[table.column(3).codes[row]];
        ++seen[row];
      }
      const std::span<const std::uint32_t> view = histogram;
      for (const auto* model : problem.models) {
        EXPECT_TRUE(model->holds({.size = cluster.size(), .histograms = std::span(&view, 1)}));
      }
    }
    EXPECT_EQ(seen, std::vector<std::size_t>(table.rows(), 1));
    clusters_made += by_tree.size();
  }
  EXPECT_GT(clusters_made, 2000U);  // it does not just make one cluster of all
}

// Larger, so that the tree has many levels.
TEST(KMember, TheTreeAndAScanAgreeOnManyRecords) {
  Sampler sampler(47);
  const privet::Run run;
  const Hierarchy tree = city_hierarchy();
  const Table table = random_table(sampler, 3000);
  const auto model = make_k_anonymity(4);
  const BoundHierarchy bound = bind(tree, table.column(0), "");
  const Problem problem{table, {{0, &bound}, {1}, {2}, {3}}, {}, {model.get()}};
  const auto orders = make_orders(problem);
  const RecordSpace space(problem, orders, run);
  std::vector<RowId> rows(table.rows());
  std::iota(rows.begin(), rows.end(), RowId{0});
  PointTree indexed(space, orders, rows);
  ScanSeeker scan(space, rows);
  EXPECT_EQ(greedy_clusters(space, rows, indexed, [](std::size_t) {}),
            greedy_clusters(space, rows, scan, [](std::size_t) {}));
}

TEST(KMember, SaysWhenTheModelsCannotHold) {
  const Table table = make_table({"a"}, {{"1"}, {"2"}});
  const auto model = make_k_anonymity(3);
  EXPECT_THROW((void)make_k_member()->search({table, {{0}}, {}, {model.get()}}, privet::Run()),
               Error);
}

}  // namespace
}  // namespace privet
