// SPDX-License-Identifier: Apache-2.0
// Scores the roles that `privet inspect` suggests against roles labelled by hand.
//   score_roles [--least-recall R] [--least-precision P] [--statistics] [LABELS [DATA]]
// LABELS is the folder of label files (bench/roles/tables), DATA the folder of the data sets they
// name. What is counted, and what is left out for each table, is in bench/roles/README.md.
// Exit 0: the figures reach what was asked; 1: they do not; 2: a file is wrong; 77: no data.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "base/error.h"
#include "data/formats/open_table.h"
#include "roles/column_name.h"
#include "roles/suggest.h"
#include "roles/value_patterns.h"

namespace {

namespace fs = std::filesystem;
using privet::Role;

struct Labelled {
  std::string name;  // of the label file
  std::string file;  // below the data folder
  std::string title;
  std::vector<std::pair<std::string, Role>> columns = {};
};

struct Count {
  std::size_t columns = 0;
  std::size_t identifying = 0;  // by their labels
  std::size_t found = 0;        // of these, answered quasi, identifier or undecided
  std::size_t answered = 0;     // columns answered so
  std::size_t undecided = 0;
  std::size_t same_role = 0;

  void add(const Count& more) {
    columns += more.columns;
    identifying += more.identifying;
    found += more.found;
    answered += more.answered;
    undecided += more.undecided;
    same_role += more.same_role;
  }
  [[nodiscard]] double recall() const { return share(found, identifying); }
  [[nodiscard]] double precision() const { return share(found, answered); }
  static double share(std::size_t part, std::size_t all) {
    return all == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(all);
  }
};

bool identifying(Role role) {
  return role == Role::Quasi || role == Role::Identifier;
}
bool protects(Role role) {
  return identifying(role) || role == Role::Undecided;
}

// "column NAME | ROLE | statistics"
Labelled read_labels(const fs::path& path) {
  Labelled out{.name = path.stem().string(), .file = {}, .title = {}};
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    if (line.starts_with("# ")) {
      if (out.title.empty()) out.title = line.substr(2);
    } else if (line.starts_with("file ")) {
      out.file = line.substr(5);
    } else if (line.starts_with("column ")) {
      const auto bar = line.find(" | ");
      const auto end = line.find(" | ", bar + 3);
      const auto role = bar == std::string::npos
                            ? std::nullopt
                            : privet::parse_role(line.substr(
                                  bar + 3, end == std::string::npos ? end : end - bar - 3));
      if (!role) {
        throw privet::Error(privet::ErrorCode::Input, "no role in: " + line,
                            {.file = path.string()});
      }
      out.columns.emplace_back(line.substr(7, bar - 7), *role);
    }
  }
  return out;
}

std::vector<Labelled> read_folder(const fs::path& folder) {
  std::vector<Labelled> out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") out.push_back(read_labels(entry.path()));
  }
  std::sort(out.begin(), out.end(),
            [](const Labelled& a, const Labelled& b) { return a.name < b.name; });
  return out;
}

// The abbreviations that only this table uses: they may be in the dictionary because of it.
std::map<std::string, std::set<std::string>> own_abbreviations(const std::vector<Labelled>& all) {
  std::map<std::string, std::set<std::string>> tables_of;
  for (const auto& table : all) {
    for (const auto& [column, role] : table.columns) {
      for (const auto& match : privet::roles::topics_of(column)) {
        if (match.abbreviation) tables_of[match.word].insert(table.name);
      }
    }
  }
  std::map<std::string, std::set<std::string>> out;
  for (const auto& [word, tables] : tables_of) {
    if (tables.size() == 1) out[*tables.begin()].insert(word);
  }
  return out;
}

struct Score {
  Count count;
  std::vector<std::string> mistakes;
};

Score score(const Labelled& labels, const privet::Table& table,
            const std::set<std::string>& ignored) {
  privet::roles::SuggestOptions options;
  options.search_sets = false;
  options.ignored = ignored;
  const auto suggested = privet::roles::suggest_roles(table, options, privet::Run());
  Score out;
  for (const auto& [name, role] : labels.columns) {
    const auto answer = suggested[table.require(name, labels.name)].role;
    ++out.count.columns;
    out.count.identifying += identifying(role) ? 1 : 0;
    out.count.answered += protects(answer) ? 1 : 0;
    out.count.found += identifying(role) && protects(answer) ? 1 : 0;
    out.count.undecided += answer == Role::Undecided ? 1 : 0;
    out.count.same_role += answer == role ? 1 : 0;
    if (identifying(role) != protects(answer)) {
      out.mistakes.push_back(fmt::format("{}: labelled {}, answered {}", name,
                                         privet::role_name(role), privet::role_name(answer)));
    }
  }
  if (labels.columns.size() != table.columns()) {
    throw privet::Error(privet::ErrorCode::Input,
                        fmt::format("{} has {} columns, the labels {}", labels.file,
                                    table.columns(), labels.columns.size()));
  }
  return out;
}

// The label file again, with the statistics of the columns.
std::string with_statistics(const Labelled& labels, const privet::Table& table) {
  std::string out =
      fmt::format("# {}\nfile {}\nrecords {}\n", labels.title, labels.file, table.rows());
  for (const auto& [name, role] : labels.columns) {
    const auto facts =
        privet::roles::look_at_values(table.column(table.require(name, labels.name)));
    out += fmt::format("column {} | {} | {}, {} distinct, {} missing, separates {:.2f}%\n", name,
                       privet::role_name(role), facts.numeric ? "numeric" : "text", facts.distinct,
                       table.rows() - facts.present, facts.separation * 100);
  }
  return out;
}

struct Request {
  fs::path labels = "bench/roles/tables";
  fs::path data = "../shared/data";
  double recall = 0;
  double precision = 0;
  bool statistics = false;
};

Request read_request(int count, char** words) {
  Request out;
  if (const char* folder = std::getenv("PRIVET_DATA")) out.data = folder;
  std::vector<std::string> paths;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--statistics") {
      out.statistics = true;
    } else if (word == "--least-recall" && i + 1 < count) {
      out.recall = std::atof(words[++i]);
    } else if (word == "--least-precision" && i + 1 < count) {
      out.precision = std::atof(words[++i]);
    } else {
      paths.push_back(word);
    }
  }
  if (!paths.empty()) out.labels = paths[0];
  if (paths.size() > 1) out.data = paths[1];
  return out;
}

void print(const std::string& name, const Count& count) {
  std::cout << fmt::format("{:<24} {:>7} {:>11} {:>8.1f}% {:>9.1f}% {:>9} {:>9.1f}%\n", name,
                           count.columns, count.identifying, count.recall() * 100,
                           count.precision() * 100, count.undecided,
                           Count::share(count.same_role, count.columns) * 100);
}

int run(const Request& request) {
  const auto tables = read_folder(request.labels);
  const auto own = own_abbreviations(tables);
  Count left_out;
  Count with_all;
  std::size_t scored = 0;
  std::string mistakes;
  std::cout << fmt::format("{:<24} {:>7} {:>11} {:>9} {:>10} {:>9} {:>10}\n", "table", "columns",
                           "identifying", "recall", "precision", "undecided", "same role");
  for (const auto& labels : tables) {
    const fs::path file = request.data / labels.file;
    if (!fs::exists(file)) {
      std::cout << fmt::format("{:<24} skipped: there is no {}\n", labels.name, file.string());
      continue;
    }
    const auto table = privet::read_table({.path = file.string()}, privet::Run()).table;
    if (request.statistics) {
      std::ofstream(request.labels / (labels.name + ".txt")) << with_statistics(labels, table);
      continue;
    }
    const auto ignored = own.find(labels.name);
    const Score one =
        score(labels, table, ignored == own.end() ? std::set<std::string>{} : ignored->second);
    print(labels.name, one.count);
    left_out.add(one.count);
    with_all.add(score(labels, table, {}).count);
    for (const auto& mistake : one.mistakes) mistakes += "  " + labels.name + ": " + mistake + "\n";
    ++scored;
  }
  if (scored == 0) {
    std::cout << (request.statistics ? "The statistics were written.\n"
                                     : "No data set is at hand: nothing was scored.\n");
    return request.statistics ? 0 : 77;
  }
  print("all, leave one out", left_out);
  print("all, whole dictionary", with_all);
  std::cout << "Mistakes, leave one out:\n" << mistakes;
  return left_out.recall() >= request.recall && left_out.precision() >= request.precision ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(read_request(count, words));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
