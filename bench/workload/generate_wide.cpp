// SPDX-License-Identifier: Apache-2.0
// Writes a generated table of 24 quasi-identifiers for benchmarks, and a hierarchy of height 3 to 5
// for each: most columns follow a few hidden types of person, as answers to a survey do.
// Usage: generate_wide ROWS SEED FOLDER    writes FOLDER/wide.csv, FOLDER/q01.csv ...
// FOLDER/q24.csv
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/sampling.h"

namespace {

constexpr std::size_t kColumns = 24;
constexpr std::size_t kTypes = 6;

struct Column {
  std::size_t height;
  std::size_t branching;
  std::size_t leaves;
};

Column column(std::size_t c) {
  const std::size_t height = 3 + c % 3;
  const std::size_t branching = 2 + c % 2;
  std::size_t leaves = 1;
  for (std::size_t level = 0; level < height; ++level) leaves *= branching;
  return {height, branching, leaves};
}

void write_hierarchy(const std::string& path, const Column& column) {
  std::ofstream out(path);
  for (std::size_t leaf = 0; leaf < column.leaves; ++leaf) {
    std::string line = fmt::format("v{}", leaf);
    std::size_t group = leaf;
    for (std::size_t level = 1; level <= column.height; ++level) {
      group /= column.branching;
      line += level == column.height ? std::string(";*") : fmt::format(";g{}_{}", level, group);
    }
    out << line << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: generate_wide ROWS SEED FOLDER\n");
    return 2;
  }
  const auto rows = std::strtoull(argv[1], nullptr, 10);
  privet::Sampler sampler(std::strtoull(argv[2], nullptr, 10));
  const std::string folder = argv[3];
  std::vector<Column> columns;
  std::string header;
  for (std::size_t c = 0; c < kColumns; ++c) {
    columns.push_back(column(c));
    write_hierarchy(fmt::format("{}/q{:02}.csv", folder, c + 1), columns.back());
    header += fmt::format("{}q{:02}", c == 0 ? "" : ",", c + 1);
  }
  std::ofstream out(folder + "/wide.csv");
  out << header << '\n';
  for (unsigned long long r = 0; r < rows; ++r) {
    const std::uint64_t type = sampler.below(kTypes);
    std::string line;
    for (std::size_t c = 0; c < kColumns; ++c) {
      // Three in four give their type's usual answer, or one near it.
      const std::size_t usual = (type * 7 + c * 3) % columns[c].leaves;
      const std::size_t near = (usual + sampler.below(2)) % columns[c].leaves;
      const std::size_t leaf = sampler.below(4) == 0 ? sampler.below(columns[c].leaves) : near;
      line += fmt::format("{}v{}", c == 0 ? "" : ",", leaf);
    }
    out << line << '\n';
  }
  return out.good() ? 0 : 2;
}
