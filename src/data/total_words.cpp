// SPDX-License-Identifier: Apache-2.0
#include "data/total_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "data/letters.h"

namespace privet {
namespace {

constexpr std::array<std::string_view, 32> kTotals{
    "total",         "totals",    "grand total", "subtotal",     "sub-total",     "sum",
    "overall",       "average",   "mean",        "all",          "summe",         "gesamt",
    "gesamtsumme",   "insgesamt", "mittelwert",  "durchschnitt", "zwischensumme", "somme",
    "total general", "moyenne",   "ensemble",    "suma",         "media",         "promedio",
    "totale",        "somma",     "soma",        "totaal",       "som",           "gemiddelde",
    "\xCE\xA3",      "\xCF\x83"};

}  // namespace

bool says_total(std::string_view text) {
  std::string word = alike_text(text);
  while (!word.empty() && (word.back() == ':' || word.back() == '=' || word.back() == ' ')) {
    word.pop_back();
  }
  const auto known = [](std::string_view what) {
    return std::find(kTotals.begin(), kTotals.end(), what) != kTotals.end();
  };
  if (known(word)) return true;
  // "Total patients", "Summe 2023"
  constexpr std::ptrdiff_t kSpaces = 3;
  const bool first = known(word.substr(0, word.find(' '))) && !word.starts_with("all ");
  return first && std::count(word.begin(), word.end(), ' ') <= kSpaces;
}

}  // namespace privet
