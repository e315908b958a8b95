// SPDX-License-Identifier: Apache-2.0
#include "data/stats/read_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "data/stats/stats_reader_internal.h"
#include "data/typed/typed_table.h"

namespace privet {
namespace {

using detail::StatsVariable;
using Labels = std::map<std::string, std::string>;

// "98 ('refused', 12 times), .a (3 times)"
std::string counted_codes(const StatsVariable& variable, const Labels& labels) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> out;
  for (const auto& [code, count] : variable.missing_codes) {
    if (out.size() == kShown) {
      out.push_back(fmt::format("{} more", variable.missing_codes.size() - kShown));
      break;
    }
    const auto label = labels.find(code);
    out.push_back(fmt::format("{} ({}{})", code,
                              label == labels.end() ? "" : quote_for_message(label->second) + ", ",
                              count == 1 ? "once" : fmt::format("{} times", count)));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

void tell_missing(const StatsVariable& variable, const Labels& labels, const std::string& file,
                  const StatsOptions& options, const Run& run) {
  if (variable.missing_codes.empty()) return;
  const bool kept = options.missing_codes == MissingCodes::Values;
  run.warn(fmt::format(
      "{}: column {} holds values that the file declares missing: {}; they are read as {}", file,
      quote_for_message(variable.name), counted_codes(variable, labels),
      kept ? "values of their own"
           : "missing (--missing-codes values keeps them apart from empty cells)"));
}

// Puts labels in place of codes where every value has one of its own.
void use_labels(StatsVariable& variable, const Labels& labels, const std::string& file,
                const Run& run) {
  std::set<std::string> used;
  Labels chosen;
  std::string without;
  for (const std::string& code : variable.values.texts()) {
    const auto label = labels.find(code);
    // A missing code may go without a label.
    if (label == labels.end() || label->second.empty()) {
      if (variable.missing_codes.contains(code)) continue;
      if (without.empty()) without = code;
      continue;
    }
    if (!used.insert(label->second).second) {
      run.warn(fmt::format("{}: two values of column {} have the label {}; its codes are read",
                           file, quote_for_message(variable.name),
                           quote_for_message(label->second)));
      return;
    }
    chosen[code] = label->second;
  }
  if (chosen.empty()) return;
  if (!without.empty()) {
    run.warn(
        fmt::format("{}: some values of column {} have labels ({} is {}) and others have none "
                    "({}); its codes are read",
                    file, quote_for_message(variable.name), chosen.begin()->first,
                    quote_for_message(chosen.begin()->second), quote_for_message(without)));
    return;
  }
  variable.values.relabel(std::move(chosen));
}

}  // namespace

std::optional<StatsForm> stats_form(std::string_view bytes) {
  constexpr std::string_view kSas{
      "\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0\x09\xC7\x31\x8C\x18"
      "\x1F\x10\x11",
      32};
  if (bytes.starts_with("$FL2@(#)") || bytes.starts_with("$FL3@(#)")) return StatsForm::Sav;
  if (bytes.starts_with(kSas)) return StatsForm::Sas7bdat;
  if (bytes.starts_with("<stata_dta>")) return StatsForm::Dta;
  // Before version 117: the version, the order of bytes, the type 1, a zero.
  if (bytes.size() > 4) {
    const auto version = static_cast<unsigned char>(bytes[0]);
    const bool order = bytes[1] == 1 || bytes[1] == 2;
    if (version >= 104 && version <= 115 && order && bytes[2] == 1 && bytes[3] == 0) {
      return StatsForm::Dta;
    }
  }
  return std::nullopt;
}

std::string_view stats_form_name(StatsForm form) {
  switch (form) {
    case StatsForm::Sav:
      return "SPSS file (.sav)";
    case StatsForm::Dta:
      return "Stata file (.dta)";
    case StatsForm::Sas7bdat:
      break;
  }
  return "SAS file (.sas7bdat)";
}

CsvFile parse_stats(std::string_view bytes, const std::string& name, StatsForm form,
                    const StatsOptions& options, const Run& run) {
  detail::StatsReader reader(bytes, name, form, options, run);
  reader.read();
  std::vector<std::string> names;
  std::vector<TypedColumn> columns;
  static const Labels kNone;
  for (StatsVariable& variable : reader.variables()) {
    const auto found = reader.labels().find(variable.label_set);
    const Labels& labels = found == reader.labels().end() ? kNone : found->second;
    tell_missing(variable, labels, name, options, run);
    if (options.labels == LabelUse::Texts) use_labels(variable, labels, name, run);
    names.push_back(std::move(variable.name));
    columns.push_back(std::move(variable.values));
  }
  return make_typed_table(std::move(columns), std::move(names), options.columns,
                          {.file = name, .bytes = bytes.size()}, run);
}

}  // namespace privet
