// SPDX-License-Identifier: Apache-2.0
// Inputs that lie in memory: a program that has Privet as a library hands tables and texts to jobs
// without a file.
// Idea: jobs name their inputs by path. A LoanedInput gives what is in memory a name for as long as
// it lives, and whoever opens a path (data/file_bytes.h, data/formats/open_table.h) looks here
// first. The name has the form <NAME>, which no command line means as a file. Threads: names are
// those of the process; loans may be made and looked up from any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/dictionary.h"

namespace privet {

// A column as its distinct texts and, for each record, which of them it is. An empty text is a
// missing value. The texts mean what they would mean in a CSV file.
struct MemoryColumn {
  std::string name = {};
  std::vector<std::string> texts = {};
  std::vector<ValueId> codes = {};
};

struct MemoryTable {
  std::vector<MemoryColumn> columns = {};
  std::size_t rows = 0;
};

// One of the two.
struct MemoryInput {
  std::shared_ptr<const MemoryTable> table = {};
  std::shared_ptr<const std::string> bytes = {};
};

class LoanedInput {
 public:
  // `shown` is what messages and reports call it: "DataFrame" becomes <DataFrame>, or <DataFrame 2>
  // while another has that name.
  LoanedInput(MemoryInput input, std::string_view shown);
  ~LoanedInput();
  LoanedInput(const LoanedInput&) = delete;
  LoanedInput& operator=(const LoanedInput&) = delete;

  // What a job is given as a path.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

// What has this name; neither table nor bytes: it is a file.
[[nodiscard]] MemoryInput loaned_input(const std::string& name);

}  // namespace privet
