// SPDX-License-Identifier: Apache-2.0
// Values for described parameters, whoever gave them: flags, a policy file, a job. Each value is
// checked against its description when it is added, and the error names where it came from. After
// that, the getters cannot fail.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/description.h"
#include "base/error.h"

namespace privet {

class Settings {
 public:
  // The parameters' texts must outlive the Settings (they are constants). Names must be distinct.
  explicit Settings(std::vector<Parameter> known);

  // Checks and keeps a value. A parameter that is not repeatable may be given once; Columns are
  // split at commas. Throws Error{Usage} with `place`: for a name or a choice that was renamed, it
  // says the new one; for an unknown name, it suggests the nearest.
  void add(std::string_view name, std::string value, const Place& place);
  // Takes over what `weaker` has and this lacks; parameters not known here are passed over.
  void fill_from(const Settings& weaker);

  // Was it given (a default does not count)?
  [[nodiscard]] bool given(std::string_view name) const;
  // Is there a value, given or default?
  [[nodiscard]] bool has(std::string_view name) const;
  // Where it was given, to be named by errors found later; the flag's name for a default.
  [[nodiscard]] Place place(std::string_view name) const;

  // The value or the default; requires has(name), except for flag() and list().
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> list(std::string_view name) const;

  [[nodiscard]] std::span<const Parameter> known() const { return known_; }
  [[nodiscard]] const Parameter* find(std::string_view name) const;

 private:
  struct Given {
    std::vector<std::string> values;
    Place place;
  };
  std::vector<Parameter> known_;
  std::map<std::string, Given, std::less<>> given_;
};

// The parameter that was called `name` before it was renamed; nullptr if none was.
[[nodiscard]] const Parameter* renamed_parameter(std::span<const Parameter> known,
                                                 std::string_view name);

// "a,b,c" -> {a, b, c}; empty pieces are dropped.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text, char separator = ',');

}  // namespace privet
