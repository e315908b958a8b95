// SPDX-License-Identifier: Apache-2.0
// What libreadstat hands over while it goes through a file, collected into columns.
#pragma once

#include <readstat.h>

#include <cstddef>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/stats/display_format_internal.h"
#include "data/stats/read_stats.h"
#include "data/typed/typed_column.h"

namespace privet::detail {

struct StatsVariable {
  std::string name;
  std::string label_set;
  DisplayFormat format;
  TypedColumn values;
  std::map<std::string, std::size_t> missing_codes = {};  // code: how often
};

class StatsReader {
 public:
  StatsReader(std::string_view bytes, std::string file, StatsForm form, const StatsOptions& options,
              const Run& run)
      : bytes_(bytes), file_(std::move(file)), form_(form), options_(options), run_(run) {}

  // Throws Error{Input}.
  void read();
  [[nodiscard]] std::vector<StatsVariable>& variables() { return variables_; }
  // [label set][text of a value] its label.
  [[nodiscard]] const std::map<std::string, std::map<std::string, std::string>>& labels() const {
    return labels_;
  }

 private:
  friend struct StatsHandlers;

  void note_metadata(readstat_metadata_t* metadata) const;
  void add_variable(const readstat_variable_t* variable, const char* label_set);
  void add_value(readstat_variable_t* variable, readstat_value_t value);
  void add_label(const char* label_set, readstat_value_t value, const char* label);
  void add_missing_code(StatsVariable& to, const std::string& code) const;
  [[nodiscard]] std::size_t set_name_limit() const;
  [[nodiscard]] double number_of(readstat_value_t value) const;
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void fail(readstat_error_t error) const;

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string file_;
  StatsForm form_;
  const StatsOptions& options_;
  const Run& run_;
  std::vector<StatsVariable> variables_;
  std::map<std::string, std::map<std::string, std::string>> labels_;
  std::size_t cells_ = 0;
  std::exception_ptr thrown_;  // out of a handler
};

}  // namespace privet::detail
