// SPDX-License-Identifier: Apache-2.0
// The questions about quasi-identifiers on tables of the sizes the paper used, with a digest of the
// answers. Generated tables are like a census: most columns have few values, unevenly spread, some
// follow from others, a few have thousands. Arguments: names of workloads, or nothing for all but
// the largest;
// --data FOLDER for the real ones.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "data/csv/read_csv.h"
#include "quasi/search/find.h"
#include "quasi/search/mask.h"
#include "quasi/sets/minimal_sets.h"

namespace {

using privet::ValueId;
using privet::quasi::Codes;
using privet::quasi::FindKind;
using privet::quasi::Measure;

Codes census_like(std::size_t rows, std::size_t columns, std::uint64_t seed,
                  const privet::Run& run) {
  std::vector<std::vector<ValueId>> out(columns);
  run.pool().parallel_for(columns, [&](std::size_t c) {
    constexpr std::size_t kKinds = 12;
    constexpr double kValues[kKinds] = {2, 5, 90, 3, 16, 9, 2, 40, 7, 120, 4, 1000};
    privet::Sampler sampler(seed * 1000 + c);
    const double values = kValues[c % kKinds];
    out[c].reserve(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      const double u = sampler.unit();
      // The household of a row decides much of its values.
      const auto household = static_cast<double>((r / 3 * (c + 7)) % 997) / 997.0;
      const double mixed = sampler.below(4) == 0 ? household : u;
      out[c].push_back(ValueId(static_cast<std::uint32_t>(values * mixed * std::sqrt(mixed))));
    }
  });
  return Codes(std::move(out));
}

template <class Question>
void ask(const char* table, const char* question, const Question& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  const std::string answer = work();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const double busy = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  fmt::print("{:<18} {:<34} {:>8.3f} s {:>8.3f} s of processor   {}\n", table, question,
             took.count(), busy, answer);
  std::fflush(stdout);
}

std::string shown(const std::vector<std::size_t>& columns) {
  return fmt::format("{} columns [{}]", columns.size(), fmt::join(columns, " "));
}

void usual_questions(const char* name, const Codes& table, const privet::Run& run) {
  const std::uint64_t n = table.rows();
  ask(name, "greedy key", [&] { return shown(find(table, n, {}, run).columns); });
  ask(name, "separation key, eps 0.001", [&] {
    const auto found = find(table, n, {.kind = FindKind::Separation, .verify = false}, run);
    return shown(found.columns) + fmt::format(" of {} pairs", found.sample.size);
  });
  ask(name, "distinct key, eps 0.1", [&] {
    const auto found =
        find(table, n, {.kind = FindKind::Distinct, .epsilon = 0.1, .verify = false}, run);
    return shown(found.columns) + fmt::format(" of {} rows", found.sample.size);
  });
  ask(name, "mask 0.5-distinct, 30,000 rows", [&] {
    const auto masked = mask(
        table, n, {.kind = Measure::Distinct, .beta = 0.5, .sample = 30000, .verify = false}, run);
    return fmt::format("{} published", masked.publish.size());
  });
  ask(name, "mask 0.8-separation, 50,000 pairs", [&] {
    const auto masked = mask(table, n, {.beta = 0.8, .sample = 50000, .verify = false}, run);
    return fmt::format("{} published", masked.publish.size());
  });
}

void generated(const char* name, std::size_t rows, std::size_t columns, const privet::Run& run) {
  usual_questions(name, census_like(rows, columns, 1, run), run);
}

void all_sets(const privet::Run& run) {
  const Codes table = census_like(30000, 24, 2, run);
  for (const auto sampling : {privet::quasi::Sampling::Rows, privet::quasi::Sampling::Pairs}) {
    ask("24 x 30,000",
        sampling == privet::quasi::Sampling::Rows ? "all sets, eps 1e-4, rows"
                                                  : "all sets, eps 1e-4, pairs",
        [&] {
          const auto sets = minimal_sets(
              table, table.rows(), {.epsilon = 1e-4, .max_size = 6, .sampling = sampling}, run);
          return fmt::format("{} sets, sample {}", sets.sets.size(), sets.sample.size);
        });
  }
}

// The 15 columns of Adult and 9 coarser copies of some, as data sets have them: far fewer minimal
// sets than among columns that are independent of each other.
void all_sets_of_adult(const std::string& data, const privet::Run& run) {
  const std::string path = data + "/adult/adult_train.csv.gz";
  if (!std::filesystem::exists(path)) return;
  constexpr std::size_t kRows = 30000;
  const privet::Table adult = privet::read_csv(path, {}, run).table;
  std::vector<std::vector<ValueId>> columns;
  for (const auto& column : adult.all()) {
    columns.emplace_back(column.codes.begin(), column.codes.begin() + kRows);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    std::vector<ValueId> coarse = columns[i < 2 ? i : i + 1];
    for (auto& code : coarse) code = ValueId(code / 4);
    columns.push_back(std::move(coarse));
  }
  const Codes table(std::move(columns));
  ask("adult, 24 x 30,000", "all sets, eps 1e-4, rows", [&] {
    const auto sets = minimal_sets(table, kRows, {.epsilon = 1e-4, .max_size = 6}, run);
    return fmt::format("{} sets, sample {}", sets.sets.size(), sets.sample.size);
  });
}

void every_subset(const std::string& data, const privet::Run& run) {
  const std::string path = data + "/adult/adult_train.csv.gz";
  std::optional<privet::Table> adult;
  std::optional<Codes> codes;
  std::vector<privet::AttributeId> first(12);
  std::iota(first.begin(), first.end(), privet::AttributeId{0});
  if (std::filesystem::exists(path)) {
    adult = privet::read_csv(path, {}, run).table;
    codes.emplace(*adult, first);
  } else {
    codes.emplace(census_like(32561, 12, 3, run));
  }
  ask("adult, 12 columns", "every subset's ratios",
      [&] { return fmt::format("{} sets", measure_subsets(*codes, 12, run).size()); });
}

void covertype(const std::string& data, const privet::Run& run) {
  const std::string path = data + "/covertype/covertype_ramp_sample_92962.csv.gz";
  if (!std::filesystem::exists(path)) {
    fmt::print("covertype: no {}\n", path);
    return;
  }
  const privet::Table table = privet::read_csv(path, {}, run).table;
  const Codes codes(table);
  usual_questions("covertype sample", codes, run);
  ask("covertype sample", "mask 0.5-distinct, exact", [&] {
    const auto masked = mask(codes, codes.rows(), {.kind = Measure::Distinct, .beta = 0.5}, run);
    return fmt::format("{} published", masked.publish.size());
  });
  ask("covertype sample", "all sets, eps 1e-3, size 3", [&] {
    const auto sets = minimal_sets(codes, codes.rows(), {.epsilon = 1e-3, .max_size = 3}, run);
    return fmt::format("{} sets", sets.sets.size());
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::string data = "../shared/data";
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "--data") continue;
    data = words[i + 1];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    break;
  }
  const privet::Run run;
  const auto wanted = [&](const char* name, bool usual) {
    return words.empty() ? usual : std::find(words.begin(), words.end(), name) != words.end();
  };
  if (wanted("covertype", true)) covertype(data, run);
  if (wanted("subsets", true)) every_subset(data, run);
  if (wanted("all", true)) {
    all_sets_of_adult(data, run);
    all_sets(run);
  }
  if (wanted("million", true)) generated("1,000,000 x 40", 1'000'000, 40, run);
  if (wanted("ten-million", false)) generated("10,000,000 x 41", 10'000'000, 41, run);
  return 0;
}
