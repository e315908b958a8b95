// SPDX-License-Identifier: Apache-2.0
#include "data/stats/variable_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace privet {
namespace {

constexpr std::array<std::string_view, 30> kTaken{
    "all", "and",   "by",   "eq",     "ge",    "gt",    "le",    "lt",  "ne",   "not",
    "or",  "to",    "with", "_all",   "_b",    "_coef", "_cons", "_n",  "_pi",  "_pred",
    "_rc", "_skip", "byte", "double", "float", "if",    "in",    "int", "long", "using"};

std::string small_letters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return out;
}

bool taken_word(const std::string& name) {
  const std::string small = small_letters(name);
  const bool text_type = small.starts_with("str") && small.size() > 3 &&
                         small.find_first_not_of("0123456789", 3) == std::string::npos;
  return text_type || small == "strl" ||
         std::find(kTaken.begin(), kTaken.end(), small) != kTaken.end();
}

std::string allowed_name(std::string_view name, std::size_t longest) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // inside a character: one _ for each
    out += byte < 0x80 && std::isalnum(byte) != 0 ? c : '_';
  }
  const bool letter = !out.empty() && std::isalpha(static_cast<unsigned char>(out[0])) != 0;
  if (!letter) out.insert(0, "v");
  if (out.size() > longest) out.resize(longest);
  // SPSS allows no _ at the end.
  while (out.size() > 1 && out.back() == '_') out.pop_back();
  if (taken_word(out)) out = "v_" + out.substr(0, longest - 2);
  return out;
}

}  // namespace

std::vector<std::string> variable_names(StatsForm form, const std::vector<std::string>& names) {
  const std::size_t longest = form == StatsForm::Dta ? 32 : 64;
  std::vector<std::string> out;
  std::set<std::string> used;
  // Names that are allowed as they are come first, whatever stands before them.
  for (const std::string& name : names) {
    const bool stays =
        allowed_name(name, longest) == name && used.insert(small_letters(name)).second;
    out.push_back(stays ? name : "");
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!out[i].empty()) continue;
    const std::string base = allowed_name(names[i], longest);
    std::string made = base;
    for (std::size_t n = 2; !used.insert(small_letters(made)).second; ++n) {
      const std::string tail = fmt::format("_{}", n);
      made = base.substr(0, longest - tail.size()) + tail;
    }
    out[i] = made;
  }
  return out;
}

}  // namespace privet
