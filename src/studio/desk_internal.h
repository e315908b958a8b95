// SPDX-License-Identifier: Apache-2.0
// What the files of the desk share: the open table, the last release, and how both are asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/settings.h"
#include "data/csv/read_csv.h"
#include "job/inspect/inspect_table.h"
#include "studio/desk.h"

namespace privet::studio {

struct Desk::OpenTable {
  std::string path;
  std::string name;
  bool uploaded = false;
  CsvFile file;
  std::vector<ColumnFacts> facts;
  Json columns;                       // as inspect shows them
  std::vector<std::string> problems;  // of the file, in words
};

struct Desk::Released {
  Json answer;
  std::shared_ptr<const OpenTable> original;
  Table table;
  std::vector<RowId> original_of;  // [record of the release]
  std::vector<RowId> by_class;     // records of the release, class by class
  std::vector<std::uint32_t> class_of;
  std::vector<std::uint32_t> sizes;
};

// Keeps what a run warns of; progress goes on to another, which may end the run.
class Warnings : public Observer {
 public:
  explicit Warnings(const Run& outer) : outer_(outer) {}
  void progress(std::string_view stage, double fraction) override {
    outer_.progress(stage, fraction);
  }
  void warn(std::string_view message) override { texts.emplace_back(message); }
  std::vector<std::string> texts = {};

 private:
  const Run& outer_;
};

// The cells of a record, the long ones shortened.
[[nodiscard]] Json row_json(const Table& table, std::size_t row);
// The settings of a release of `file` by `policy`.
[[nodiscard]] Settings release_question(const std::string& file, const std::string& policy,
                                        const std::string& output, const Catalog& catalog);

inline constexpr std::size_t kMostRows = 300;  // that a page of records has

}  // namespace privet::studio
