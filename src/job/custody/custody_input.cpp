// SPDX-License-Identifier: Apache-2.0
#include "job/custody/custody_input.h"

#include <fmt/format.h>

#include "base/error.h"
#include "custody/key_file.h"
#include "data/dictionary.h"

namespace privet::job {

Parameter custody_file(std::string_view name, std::string_view summary) {
  return {.name = name,
          .kind = ParameterKind::File,
          .summary = summary,
          .placeholder = "FILE",
          .required = true};
}

Parameter custody_class_parameter() {
  return {.name = "class",
          .kind = ParameterKind::Column,
          .summary = "The column that the tree will predict.",
          .placeholder = "COLUMN",
          .required = true};
}

std::vector<Parameter> decoding_parameters() {
  return {{.name = "key",
           .kind = ParameterKind::File,
           .summary = "The key that encode made.",
           .placeholder = "KEY",
           .required = true},
          {.name = "data",
           .kind = ParameterKind::File,
           .summary = "The original table, as it was encoded.",
           .placeholder = "ORIGINAL",
           .required = true},
          passphrase_parameter()};
}

KeyFiles key_files(const Settings& settings) {
  return {settings.text("key"), given_text(settings, "passphrase-file")};
}

void add_files(const KeyFiles& key, RunFiles& files) {
  files.reads(key.key, "the key");
  files.reads(key.passphrase, "the passphrase");
}

custody::Coding open_key(const KeyFiles& key, const PassphraseSource& passphrase) {
  std::optional<custody::Coding> out;
  passphrase(key.key, false,
             [&](std::string_view text) { out = custody::read_key(key.key, text); });
  PRIVET_CHECK(out.has_value());
  return std::move(*out);
}

double share_setting(const Settings& settings, const char* name, double most) {
  constexpr double kPercent = 100;
  std::string text = settings.text(name);
  const bool percent = text.ends_with('%');
  if (percent) text.pop_back();
  const auto number = parse_number(text);
  const double share = number ? *number / (percent ? kPercent : 1) : -1;
  if (!(share > 0 && share <= most)) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is not a share above 0 and up to {}%; write 2% or 0.02",
                            quote_for_message(settings.text(name)), most * kPercent),
                settings.place(name));
  }
  return share;
}

}  // namespace privet::job
