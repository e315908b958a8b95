// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/custody/input.h"

#include <fmt/format.h>

#include "base/error.h"
#include "custody/key_file.h"
#include "data/formats/open_table.h"
#include "job/prepare.h"

namespace privet::cli {

Parameter custody_positional(std::string_view name, std::string_view summary) {
  return {.name = name,
          .kind = ParameterKind::File,
          .summary = summary,
          .placeholder = "FILE",
          .required = true};
}

Parameter class_parameter() {
  return {.name = "class",
          .kind = ParameterKind::Column,
          .summary = "The column that the tree will predict.",
          .placeholder = "C",
          .required = true};
}

Parameter key_parameter() {
  return {.name = "key",
          .kind = ParameterKind::File,
          .summary = "The key that encode made.",
          .placeholder = "KEY",
          .required = true};
}

Parameter data_parameter() {
  return {.name = "data",
          .kind = ParameterKind::File,
          .summary = "The original table, as it was encoded.",
          .placeholder = "ORIGINAL",
          .required = true};
}

std::vector<Parameter> custody_options(std::vector<Parameter> own) {
  const auto more = input_parameters();
  own.insert(own.end(), more.begin(), more.end());
  return own;
}

CsvFile custody_table(const Settings& settings, const std::string& path, Console& console) {
  TableSource source{.path = path, .csv = csv_options(settings)};
  if (settings.given("table")) source.table_or_query = settings.text("table");
  return read_table(source, console.run());
}

custody::Coding open_key(const Settings& settings, Console& console) {
  const std::string path = settings.text("key");
  const Passphrase passphrase =
      read_passphrase(settings, PassphraseUse::Open, "the key " + path, console);
  return custody::read_key(path, passphrase.view());
}

double share_of(const Settings& settings, const char* name, double most) {
  constexpr double kPercent = 100;
  std::string text = settings.text(name);
  const bool percent = text.ends_with('%');
  if (percent) text.pop_back();
  const auto number = parse_number(text);
  const double share = number ? *number / (percent ? kPercent : 1) : -1;
  if (!(share > 0 && share <= most)) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is no share above 0 and up to {}%; write 2% or 0.02",
                            shown(settings.text(name)), most * kPercent),
                settings.place(name));
  }
  return share;
}

}  // namespace privet::cli
