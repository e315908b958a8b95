// SPDX-License-Identifier: Apache-2.0
// Reads ARFF, the table format of Weka: declared attributes, then dense or sparse rows. Nominal,
// string and date attributes become text columns, numeric ones (numeric, real, integer) numeric.
// Reference: the ARFF description of the Weka manual (Witten, Frank, Hall); relational attributes
// and instance weights are refused.
// Cost: one pass, one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"

namespace privet {

struct ArffAttribute {
  enum class Kind { Numeric, Nominal, String, Date };
  Kind kind = Kind::String;
  std::string name = {};
  std::vector<std::string> values = {};  // of a nominal one, in the order declared
  std::string format = {};               // of a date, as written; may be empty
};

struct ArffFile {
  std::string relation;
  std::vector<ArffAttribute> attributes;  // one per column
  Table table;
};

// A missing value is the text "?". Throws Error{Input} with file, line and field.
[[nodiscard]] ArffFile read_arff(const std::string& path, const Run& run);
[[nodiscard]] ArffFile parse_arff(std::string_view bytes, const std::string& name, const Run& run);

}  // namespace privet
