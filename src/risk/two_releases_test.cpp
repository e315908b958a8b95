// SPDX-License-Identifier: Apache-2.0
#include "risk/two_releases.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/sampling.h"
#include "risk/cell_overlap.h"

namespace privet {
namespace {

struct Person {
  int age = 0;
  int town = 0;
  int ill = 0;
};

// What a class of a release shows.
struct Shown {
  int low = 0;
  int high = 0;
  std::set<int> towns = {};

  [[nodiscard]] bool covers(const Person& who) const {
    return who.age >= low && who.age <= high && towns.contains(who.town);
  }
  [[nodiscard]] bool overlaps(const Shown& other) const {
    const bool ages = std::max(low, other.low) <= std::min(high, other.high);
    return ages && std::any_of(towns.begin(), towns.end(),
                               [&](int town) { return other.towns.contains(town); });
  }
  auto operator<=>(const Shown&) const = default;
};

struct Record {
  Shown shown = {};
  int ill = 0;
};

// Random classes of people, in random order; classes may overlap.
std::vector<Record> random_release(const std::vector<Person>& people, Sampler& sampler) {
  const std::uint64_t classes = 1 + sampler.below(4);
  std::vector<std::vector<Person>> parts(classes);
  for (const Person& who : people) parts[sampler.below(classes)].push_back(who);
  std::vector<Record> out;
  for (const auto& part : parts) {
    Shown shown{.low = 99, .high = -99};
    for (const Person& who : part) {
      shown.low = std::min(shown.low, who.age);
      shown.high = std::max(shown.high, who.age);
      shown.towns.insert(who.town);
    }
    for (const Person& who : part) out.push_back({shown, who.ill});
  }
  sampler.shuffle(std::span(out));
  return out;
}

std::string town_name(int town) {
  return fmt::format("t{}", town);
}

Table as_table(const std::vector<Record>& release, bool linked) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [shown, ill] : release) {
    std::vector<std::string> towns;
    for (const int town : shown.towns) towns.push_back(town_name(town));
    rows.push_back({shown.low == shown.high ? fmt::format("{}", shown.low)
                                            : fmt::format("[{}-{}]", shown.low, shown.high),
                    towns.size() == 1 ? towns[0] : fmt::format("{{{}}}", fmt::join(towns, ",")),
                    fmt::format("i{}", ill)});
  }
  return make_table({"age", "town", linked ? "ill" : "other"}, rows);
}

struct Found {
  std::size_t people = 0;
  std::set<int> ills = {};
  std::vector<std::size_t> rows = {};
};

// By definition, on the classes themselves.
Found naive(const std::vector<Record>& now, const std::vector<Record>& then, bool linked,
            const std::function<bool(const Shown&)>& in_now,
            const std::function<bool(const Shown&)>& in_then) {
  std::map<int, std::size_t> older;
  for (const auto& [shown, ill] : then) {
    if (in_then(shown)) ++older[linked ? ill : 0];
  }
  Found out;
  std::map<int, std::size_t> newer;
  for (std::size_t r = 0; r < now.size(); ++r) {
    const int link = linked ? now[r].ill : 0;
    if (!in_now(now[r].shown) || !older.contains(link)) continue;
    ++newer[link];
    out.ills.insert(now[r].ill);
    out.rows.push_back(r);
  }
  for (const auto& [link, count] : newer) out.people += std::min(count, older[link]);
  return out;
}

struct Expected {
  std::size_t smallest = 0;
  std::vector<std::uint32_t> candidates;
  std::vector<std::uint32_t> values;

  void add(const Found& found) {
    if (found.rows.empty()) return;
    smallest = smallest == 0 ? found.people : std::min(smallest, found.people);
    const auto lower = [](std::uint32_t& least, std::size_t value) {
      const auto count = static_cast<std::uint32_t>(value);
      least = least == 0 ? count : std::min(least, count);
    };
    for (const std::size_t row : found.rows) {
      lower(candidates[row], found.people);
      lower(values[row], found.ills.size());
    }
  }
};

void compare(std::uint64_t seed, bool linked, bool with_people) {
  Sampler sampler(seed);
  std::vector<Person> people(2 + sampler.below(14));
  for (Person& who : people) {
    who = {static_cast<int>(sampler.below(6)), static_cast<int>(sampler.below(3)),
           static_cast<int>(sampler.below(4))};
  }
  const auto now = random_release(people, sampler);
  const auto then = random_release(people, sampler);
  Expected expected{.candidates = std::vector<std::uint32_t>(now.size()),
                    .values = std::vector<std::uint32_t>(now.size())};
  if (with_people) {
    for (const Person& who : people) {
      const auto covers = [&](const Shown& shown) { return shown.covers(who); };
      expected.add(naive(now, then, linked, covers, covers));
    }
  } else {
    for (const auto& a : now) {
      for (const auto& b : then) {
        if (!a.shown.overlaps(b.shown)) continue;
        expected.add(naive(
            now, then, linked, [&](const Shown& shown) { return shown == a.shown; },
            [&](const Shown& shown) { return shown == b.shown; }));
      }
    }
  }
  const Table table_now = as_table(now, true);
  const Table table_then = as_table(then, linked);
  const std::vector<AttributeId> quasi{0, 1};
  const RowGroups groups_now = group_rows(table_now, quasi, privet::Run());
  const RowGroups groups_then = group_rows(table_then, quasi, privet::Run());
  const std::vector<AttributeId> links =
      linked ? std::vector<AttributeId>{2} : std::vector<AttributeId>{};
  std::vector<std::vector<std::string>> rows;
  for (const Person& who : people)
    rows.push_back({fmt::format("{}", who.age), town_name(who.town)});
  const Table originals = make_table({"age", "town"}, rows);
  std::optional<Originals> known;
  if (with_people) known.emplace(Originals{originals, quasi});
  const TwoReleases found = intersect_releases(
      {table_now, groups_now, quasi, links}, {table_then, groups_then, quasi, links}, known,
      {.hierarchies = {nullptr, nullptr}, .sensitive = {2}}, privet::Run());
  ASSERT_EQ(found.smallest, expected.smallest) << seed;
  ASSERT_EQ(found.candidates, expected.candidates) << seed;
  ASSERT_EQ(found.values[0], expected.values) << seed;
  ASSERT_TRUE(found.unclear.empty());
}

TEST(TwoReleases, ArePeopleWhoseClassesAndValuesAgree) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) compare(seed, true, true);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) compare(seed, false, true);
}

TEST(TwoReleases, ArePairsOfClassesThatOverlapWithoutTheOriginal) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) compare(seed, true, false);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) compare(seed, false, false);
}

TEST(CellOverlap, UnderstandsWhatReleasesShow) {
  const Column one = make_column("a", {"[1-5]", "{?,[8..9]}", "*", "6"});
  const Column other = make_column("a", {"[5-7]", "?", "9.0"});
  const CellCover cover = overlap_cells(one, other, nullptr, false, privet::Run());
  const auto at = [&](std::string_view a, std::string_view b) {
    return cover
        .covers[one.dictionary.find(a).value() * cover.values + other.dictionary.find(b).value()];
  };
  EXPECT_TRUE(at("[1-5]", "[5-7]"));
  EXPECT_FALSE(at("[1-5]", "9.0"));
  EXPECT_TRUE(at("{?,[8..9]}", "?"));
  EXPECT_TRUE(at("{?,[8..9]}", "9.0"));
  EXPECT_FALSE(at("{?,[8..9]}", "[5-7]"));
  EXPECT_TRUE(at("*", "?"));
  EXPECT_TRUE(at("6", "[5-7]"));
  EXPECT_FALSE(cover.unclear);
}

TEST(CellOverlap, TakesALabelWithoutItsHierarchyForAnything) {
  const Column one = make_column("zip", {"42***"});
  const Column other = make_column("zip", {"4****", "42123"});
  const CellCover cover = overlap_cells(one, other, nullptr, false, privet::Run());
  EXPECT_TRUE(cover.unclear);
  EXPECT_TRUE(cover.covers[0]);
  EXPECT_TRUE(cover.covers[1]);
}

}  // namespace
}  // namespace privet
