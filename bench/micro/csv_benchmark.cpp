// SPDX-License-Identifier: Apache-2.0
// CSV read and written, in bytes of file a second, beside a plain copy of the same bytes. The text
// is like the Adult census file: nine short columns, few distinct values; or one column of distinct
// ids; or ids beside amounts. And the texts of ids put in order, by comparing and by keys.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"
#include "data/value_order.h"

namespace {

constexpr std::size_t kRows = 1000000;

std::string adult_like(std::size_t rows) {
  static constexpr std::array<std::string_view, 8> kWork{
      "Private",     "Self-emp-not-inc", "Local-gov",   "State-gov",
      "Federal-gov", "Self-emp-inc",     "Without-pay", "?"};
  static constexpr std::array<std::string_view, 6> kSchool{"HS-grad",   "Some-college", "Bachelors",
                                                           "Assoc-voc", "11th",         "Masters"};
  static constexpr std::array<std::string_view, 5> kMarried{"Married-civ-spouse", "Never-married",
                                                            "Divorced", "Separated", "Widowed"};
  static constexpr std::array<std::string_view, 6> kJob{"Craft-repair",      "Exec-managerial",
                                                        "Prof-specialty",    "Sales",
                                                        "Handlers-cleaners", "Tech-support"};
  static constexpr std::array<std::string_view, 4> kCountry{"United-States", "Mexico", "Germany",
                                                            "Philippines"};
  privet::Sampler sampler(1);
  const auto any = [&](const auto& list) { return list[sampler.below(list.size())]; };
  std::string out = "age,workclass,education,marital-status,occupation,race,sex,hours,country\n";
  for (std::size_t i = 0; i < rows; ++i) {
    out += std::to_string(17 + sampler.below(74));
    for (const std::string_view text :
         {any(kWork), any(kSchool), any(kMarried), any(kJob),
          sampler.below(5) == 0 ? std::string_view("Black") : std::string_view("White"),
          sampler.below(2) == 0 ? std::string_view("Male") : std::string_view("Female")}) {
      out += ',';
      out += text;
    }
    out += ',';
    out += std::to_string(1 + sampler.below(99));
    out += ',';
    out += any(kCountry);
    out += '\n';
  }
  return out;
}

std::string distinct_ids(std::size_t rows) {
  std::string out = "id\n";
  for (std::size_t i = 0; i < rows; ++i) out += std::to_string(1000000 + i * 7919 % rows) + "\n";
  return out;
}

std::string ids_and_amounts(std::size_t rows) {
  privet::Sampler sampler(2);
  std::string out = "id,amount\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const auto cents = std::to_string(1000000 + sampler.below(9000000));
    out += std::to_string(1000000 + i * 7919 % rows) + ',' + cents.substr(0, 5) + '.' +
           cents.substr(5) + '\n';
  }
  return out;
}

const std::string& text_of(std::int64_t ids) {
  static const std::array<std::string, 3> kTexts{adult_like(kRows), distinct_ids(kRows),
                                                 ids_and_amounts(kRows)};
  return kTexts.at(static_cast<std::size_t>(ids));
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

void copy_bytes(benchmark::State& state) {
  const std::string& text = text_of(state.range(0));
  std::string to(text.size(), '\0');
  for (auto _ : state) {
    std::memcpy(to.data(), text.data(), text.size());
    benchmark::ClobberMemory();
  }
  count_bytes(state, text.size());
}

void read_csv(benchmark::State& state) {
  const std::string& text = text_of(state.range(0));
  const privet::Run run(nullptr, nullptr, static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(privet::parse_csv(text, "bench.csv", {}, run));
  }
  count_bytes(state, text.size());
}

void write_csv(benchmark::State& state) {
  const std::string& text = text_of(state.range(0));
  const privet::Run run(nullptr, nullptr, static_cast<std::size_t>(state.range(1)));
  const privet::CsvFile file = privet::parse_csv(text, "bench.csv", {}, run);
  for (auto _ : state) benchmark::DoNotOptimize(privet::csv_text(file.table, file.style, run));
  count_bytes(state, text.size());
}

// The values of a column of ids in order, once by comparing texts and once by data/value_order.h.
void order_texts(benchmark::State& state) {
  std::vector<std::string_view> values;
  std::string_view rest = text_of(1);
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    values.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  for (auto _ : state) {
    if (state.range(0) != 0) {
      benchmark::DoNotOptimize(privet::text_order(values));
      continue;
    }
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    benchmark::DoNotOptimize(order);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}

BENCHMARK(order_texts)->ArgName("keys")->Arg(0)->Arg(1);
BENCHMARK(copy_bytes)->ArgName("ids")->Arg(0)->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(read_csv)->ArgNames({"ids", "threads"})->ArgsProduct({{0, 1, 2}, {1, 2}})->UseRealTime();
BENCHMARK(write_csv)->ArgNames({"ids", "threads"})->ArgsProduct({{0, 1, 2}, {1, 2}})->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
