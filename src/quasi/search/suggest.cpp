// SPDX-License-Identifier: Apache-2.0
#include "quasi/search/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

#include "quasi/search/find.h"
#include "quasi/sets/minimal_sets.h"
#include "quasi/sets/set_counter.h"

namespace privet::quasi {
namespace {

// Words of a column's name, in lower case: "Patient_ID", "patientId" -> patient, id.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  char before = '\0';
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    const bool starts =
        std::isupper(u) != 0 && std::islower(static_cast<unsigned char>(before)) != 0;
    if (std::isalnum(u) == 0 || starts) words.emplace_back();
    if (std::isalnum(u) != 0) words.back() += static_cast<char>(std::tolower(u));
    before = c;
  }
  std::erase(words, "");
  return words;
}

template <std::size_t N>
bool mentions(std::string_view name, const std::array<std::string_view, N>& known) {
  const auto words = words_of(name);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(known.begin(), known.end(), word) != known.end();
  });
}

bool named_like_identifier(std::string_view name) {
  constexpr std::array<std::string_view, 22> kWords{
      "id",      "identifier", "uuid",    "guid",     "ssn",    "name",   "firstname", "lastname",
      "surname", "email",      "mail",    "phone",    "mobile", "fax",    "passport",  "iban",
      "account", "licence",    "license", "username", "login",  "address"};
  return mentions(name, kWords);
}

bool named_like_sensitive(std::string_view name) {
  constexpr std::array<std::string_view, 24> kWords{
      "diagnosis",   "disease", "illness",   "condition", "symptom",    "hiv",
      "medication",  "drug",    "treatment", "prognosis", "salary",     "income",
      "wage",        "debt",    "loan",      "religion",  "political",  "party",
      "orientation", "offence", "offense",   "crime",     "conviction", "grade"};
  return mentions(name, kWords);
}

// What neighbours, colleagues and registers know of a person.
bool named_like_common_knowledge(std::string_view name) {
  constexpr std::array<std::string_view, 38> kWords{
      "age",     "birth",      "birthday",   "birthdate", "dob",         "born",        "sex",
      "gender",  "race",       "ethnic",     "ethnicity", "nationality", "citizenship", "country",
      "state",   "county",     "city",       "town",      "region",      "district",    "zip",
      "zipcode", "postcode",   "postal",     "location",  "marital",     "education",   "school",
      "degree",  "occupation", "profession", "job",       "workclass",   "employer",    "language",
      "height",  "weight",     "household"};
  return mentions(name, kWords);
}

struct Profile {
  std::size_t present = 0;   // rows with a value
  std::size_t distinct = 0;  // different values among them
  bool running_numbers = false;

  [[nodiscard]] double unique() const {
    return present == 0 ? 0.0 : static_cast<double>(distinct) / static_cast<double>(present);
  }
};

Profile profile(const Column& column) {
  Profile out;
  std::vector<char> seen(column.dictionary.size(), 0);
  for (const ValueId code : column.codes) {
    if (column.dictionary.missing(code)) continue;
    ++out.present;
    if (seen[code] == 0) ++out.distinct;
    seen[code] = 1;
  }
  if (column.type() != ColumnType::Numeric || out.distinct < 2) return out;
  // Whole numbers without gaps, each once: 1, 2, 3, ...
  const auto& values = column.dictionary;
  const double first = values.number(static_cast<ValueId>(values.missing_count()));
  const double last = values.number(static_cast<ValueId>(values.size() - 1));
  out.running_numbers = out.distinct == out.present && first == std::floor(first) &&
                        last - first + 1.0 == static_cast<double>(out.distinct);
  return out;
}

constexpr double kNearlyAll = 0.95;
constexpr double kMany = 0.1;     // people share names
constexpr std::size_t kFew = 10;  // rows below which uniqueness means nothing

std::optional<std::string> identifies(const Column& column, const Profile& values,
                                      std::size_t rows) {
  const bool named = named_like_identifier(column.name);
  const auto share = percent(values.unique());
  if (named && values.unique() >= kMany) {
    return fmt::format("its name says so, and {} of its values differ", share);
  }
  if (rows < kFew || values.present < rows / 2) return std::nullopt;
  if (values.running_numbers) return "its values are running numbers";
  // A date of birth may differ for everybody in a small table and is still no name.
  if (named_like_common_knowledge(column.name)) return std::nullopt;
  if (column.type() == ColumnType::Text && values.unique() >= kNearlyAll) {
    return fmt::format("{} of its values differ", share);
  }
  return std::nullopt;
}

std::string named_set(const Table& table, const std::vector<AttributeId>& ids,
                      const std::vector<std::size_t>& columns) {
  std::string out;
  for (const std::size_t c : columns) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", table.column(ids[c]).name);
  }
  return "{" + out + "}";
}

// Marks the columns of quasi-identifiers among `ids`, each with the best set it is in.
void mark_quasi(const Table& table, const std::vector<AttributeId>& ids,
                const SuggestOptions& options, std::vector<RoleSuggestion>& out, const Run& run) {
  const Codes codes(table, ids);
  MinimalSetsOptions search;
  search.epsilon = options.epsilon;
  search.max_size = options.max_size;
  auto sets = minimal_sets(codes, codes.rows(), search, run).sets;
  if (sets.empty()) {  // no set is that small: show the one greedy finds
    const Finding found = find(codes, codes.rows(), {.kind = FindKind::Separation}, run);
    sets.push_back({found.columns, found.ratios->tally.unseparated, found.ratios->separation()});
  }
  std::stable_sort(sets.begin(), sets.end(), [](const MinimalSet& a, const MinimalSet& b) {
    return a.columns.size() != b.columns.size() ? a.columns.size() < b.columns.size()
                                                : a.unseparated < b.unseparated;
  });
  for (const auto& set : sets) {
    for (const std::size_t c : set.columns) {
      auto& suggestion = out[ids[c]];
      if (suggestion.role == Role::Quasi) continue;
      suggestion.role = Role::Quasi;
      suggestion.evidence = fmt::format(
          "{} separates {} of pairs", named_set(table, ids, set.columns), percent(set.separation));
    }
  }
}

}  // namespace

std::string percent(double ratio) {
  if (ratio >= 1.0) return "100%";
  const double missing = 1.0 - ratio;
  int digits = 0;
  while (digits < 8 && missing * std::pow(10.0, digits + 2) < 1.0 - 1e-6) ++digits;
  const double scale = std::pow(10.0, digits);
  // Rounded down, so that what is not all never reads 100%.
  return fmt::format("{:.{}f}%", std::floor(ratio * 100.0 * scale + 1e-6) / scale, digits);
}

std::vector<RoleSuggestion> suggest_roles(const Table& table, const SuggestOptions& options,
                                          const Run& run) {
  std::vector<RoleSuggestion> out(table.columns());
  std::vector<AttributeId> open;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    run.progress("looking at columns",
                 static_cast<double>(c) / static_cast<double>(table.columns()));
    const Column& column = table.column(c);
    const Profile values = profile(column);
    out[c].column = c;
    if (const auto why = identifies(column, values, table.rows())) {
      out[c].role = Role::Identifier;
      out[c].evidence = *why;
    } else if (named_like_sensitive(column.name)) {
      out[c].role = Role::Sensitive;
      out[c].evidence = "its name says so";
    } else if (column.dictionary.size() < 2) {
      out[c].evidence = "it has one value";
    } else {
      open.push_back(c);
    }
  }
  const Codes codes(table, open);
  const SetCounter counter(codes);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < open.size(); ++i) {
    order.push_back(i);
    out[open[i]].evidence = fmt::format(
        "it separates {} of pairs, and no set of at most {} columns with it is minimal and "
        "separates {}",
        percent(Ratios{table.rows(), {counter.alone(i), 0}}.separation()), options.max_size,
        percent(1.0 - options.epsilon));
  }
  // Of very many columns those that separate most are searched.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return counter.alone(a) < counter.alone(b);
  });
  if (order.size() > kMaxSearched) order.resize(kMaxSearched);
  std::sort(order.begin(), order.end());
  std::vector<AttributeId> searched;
  for (const std::size_t i : order) searched.push_back(open[i]);
  if (!searched.empty() && table.rows() >= 2) mark_quasi(table, searched, options, out, run);
  for (const AttributeId c : open) {  // harmless alone, but an attacker has it for nothing
    if (out[c].role != Role::Plain || !named_like_common_knowledge(table.column(c).name)) continue;
    out[c].role = Role::Quasi;
    out[c].evidence = "its name says that others know it";
  }
  return out;
}

}  // namespace privet::quasi
