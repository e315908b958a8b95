// SPDX-License-Identifier: Apache-2.0
// Custody on tables of the sizes that matter: encode, attack, and the paper's Figure 9 run again on
// the covertype sample. Arguments: names of workloads (encode, wide, attack, figure9), or nothing
// for all; --data FOLDER holds covertype/covertype_ramp_sample_92962.csv.gz.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "custody/attack/attack.h"
#include "custody/attack/match.h"
#include "custody/encode.h"
#include "custody/key_file.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"

namespace {

using namespace privet;           // NOLINT(google-build-using-namespace): a program, not a header
using namespace privet::custody;  // NOLINT(google-build-using-namespace)

template <class Work>
void timed(const char* what, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  const std::string answer = work();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const double busy = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  fmt::print("{:<44} {:>8.3f} s {:>8.3f} s of processor   {}\n", what, took.count(), busy, answer);
  std::fflush(stdout);
}

std::string covertype_file(const std::string& folder) {
  return folder + "/covertype/covertype_ramp_sample_92962.csv.gz";
}

// Ten numeric columns of many values and a class that depends on the first.
Table generated(std::size_t rows, const Run& run) {
  std::vector<Column> columns(11);
  run.pool().parallel_for(columns.size(), [&](std::size_t c) {
    Sampler sampler(7);
    std::vector<std::string> texts;
    texts.reserve(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::uint64_t first = sampler.below(100000);
      const std::uint64_t noise = sampler.below(1000);
      if (c == 10) {
        texts.push_back(first + 30 * noise > 60000 ? "yes" : "no");
      } else {
        texts.push_back(fmt::format("{}", (first * (2 * c + 1) + noise * c) % 1000003));
      }
    }
    columns[c] = make_column(c == 10 ? "class" : fmt::format("n{}", c), texts);
  });
  return Table(std::move(columns));
}

void encode_and_write(const char* what, const Table& table, const EncodeOptions& options,
                      const Run& run) {
  const auto cls = static_cast<AttributeId>(table.columns() - 1);
  std::optional<Encoded> encoded;
  timed(fmt::format("{}: encode", what).c_str(), [&] {
    encoded = encode(table, cls, options, run);
    return fmt::format("{} x {}", table.rows(), table.columns() - 1);
  });
  timed(fmt::format("{}: write CSV and key bytes", what).c_str(), [&] {
    std::size_t bytes = 0;
    write_csv(encoded->table, {}, [&](std::string_view text) { bytes += text.size(); }, run);
    return fmt::format("{} bytes, key {} bytes", bytes, key_bytes(encoded->coding).size());
  });
}

EncodeOptions free_pieces() {
  EncodeOptions out;
  out.combination = {
      .level = Level::Monochromatic, .learner = "privet-leaf1", .learner_given = true};
  out.method = Method::PureRuns;
  return out;
}

Table ten_attributes(const std::string& folder, const Run& run) {
  const Table whole = read_csv(covertype_file(folder), {}, run).table;
  std::vector<AttributeId> kept;
  for (AttributeId c = 0; c < 10; ++c) kept.push_back(c);
  Table out = whole.select_columns(kept);
  std::vector<std::string> five;
  for (RowId row = 0; row < whole.rows(); ++row) {
    five.emplace_back(whole.column(54).text(row) == "5" ? "five" : "other");
  }
  std::vector<Column> columns(out.all().begin(), out.all().end());
  columns.push_back(make_column("cover", five));
  return Table(std::move(columns));
}

void attack_all(const std::string& folder, const Run& run) {
  const Table table = ten_attributes(folder, run);
  const Encoded encoded = encode(table, 10, free_pieces(), run);
  const Matched matched = match_tables(table, encoded.table, nullptr, AttributeId{10}, "encoded");
  const AttackOptions options;
  timed("attack: 500 trials, values of ten attributes", [&] {
    const auto domains = attack_domains(matched.pairs, options, run);
    return fmt::format("worst {:.3f}", domains[1].worst_risk);
  });
  const auto domains = attack_domains(matched.pairs, options, run);
  timed("attack: 500 trials, 46 combinations", [&] {
    const auto risks = attack_subspaces(matched.pairs, domains, usual_subspaces(10), options, run);
    return fmt::format("all ten {:.6f}", risks.back().risk);
  });
}

// The share of values that a polyline through the points cracks: a fresh encoding every trial.
double polyline_risk(const Domain& domain, const Grid& grid, const EncodeOptions& options,
                     std::size_t knowledge, std::size_t trials) {
  std::vector<double> shares;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    Dice dice{Sampler(trial + 1)};
    const NumericCoding coding = draw_column(domain, options, dice).numbers;
    std::vector<std::pair<double, double>> values;
    for (std::size_t i = 0; i < domain.size(); ++i) {
      values.emplace_back(value_of(coding.units[i], coding.decimals), domain.values[i]);
    }
    std::sort(values.begin(), values.end());
    AttributePair pair;
    pair.grid = grid;
    pair.least = domain.values.front();
    pair.greatest = domain.values.back();
    for (const auto& [encoded, original] : values) {
      pair.encoded.push_back(encoded);
      pair.original.push_back(original);
    }
    const double radius = pair.radius(0.02);
    Sampler sampler(trial + 1000);
    const auto points = draw_knowledge(pair, knowledge, 0, radius, sampler);
    const auto guesses = fitted(Attack::Polyline, points, pair.encoded);
    double cracked = 0;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      if (std::abs(guesses[i] - pair.original[i]) <= radius) cracked += 1;
    }
    shares.push_back(cracked / static_cast<double>(pair.size()));
  }
  return median(shares);
}

void figure_9(const std::string& folder, const Run& run) {
  const Table table = ten_attributes(folder, run);
  const auto labels = mining::class_column(table, 10).labels;
  fmt::print("Figure 9 again: values cracked by a polyline, sqrt(log), radius 2%, 500 trials\n");
  fmt::print("{:<36} {:>8} {:>9} {:>12} {:>12}\n", "attribute", "none", "random", "pure runs",
             "2 points");
  std::vector<std::string> lines(10);
  run.pool().parallel_for(10, [&](std::size_t c) {
    const Column& column = table.column(static_cast<AttributeId>(c));
    const Domain domain = active_domain(column, labels);
    const Grid grid = grid_of(domain, column);
    constexpr std::size_t kTrials = 500;
    const std::size_t pieces = monochromatic_share(domain, 5).pieces;
    EncodeOptions options;
    options.families = {Family::SqrtLog};
    options.breakpoints = 0;
    const double none = polyline_risk(domain, grid, options, 4, kTrials);
    options.breakpoints = std::max<std::size_t>(20, 2 * pieces);
    const double broken = polyline_risk(domain, grid, options, 4, kTrials);
    EncodeOptions free = free_pieces();
    free.families = options.families;
    free.breakpoints = options.breakpoints;
    const double shuffled = polyline_risk(domain, grid, free, 4, kTrials);
    const double knowing_less = polyline_risk(domain, grid, free, 2, kTrials);
    lines[c] = fmt::format("{:<36} {:>7.1f}% {:>8.1f}% {:>11.1f}% {:>11.1f}%\n", column.name,
                           100 * none, 100 * broken, 100 * shuffled, 100 * knowing_less);
  });
  for (const auto& line : lines) fmt::print("{}", line);
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder = "../shared/data";
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--data" && i + 1 < argc) {
      folder = argv[++i];
    } else {
      wanted.push_back(word);
    }
  }
  const auto asked = [&](const char* name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  const bool real = std::filesystem::exists(covertype_file(folder));
  if (!real) fmt::print("no {}: only generated tables\n", covertype_file(folder));
  const Run run;
  if (asked("wide") && real) {
    const Table table = read_csv(covertype_file(folder), {}, run).table;
    encode_and_write("covertype 92,962 x 54, order", table, {}, run);
    encode_and_write("covertype 92,962 x 54, monochromatic", table, free_pieces(), run);
  }
  if (asked("encode")) {
    const Table table = generated(1000000, run);
    encode_and_write("generated 1,000,000 x 10, order", table, {}, run);
    encode_and_write("generated 1,000,000 x 10, monochromatic", table, free_pieces(), run);
  }
  if (asked("attack") && real) attack_all(folder, run);
  if (asked("figure9") && real) figure_9(folder, run);
  return 0;
}
