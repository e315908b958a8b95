// SPDX-License-Identifier: Apache-2.0
#include "data/missing_marks.h"

#include <algorithm>
#include <array>

#include "data/letters.h"

namespace privet {

MissingMarks::MissingMarks(const std::vector<std::string>& named) {
  for (const auto& text : named) marks_.insert(alike_text(text));
}

bool MissingMarks::contains(std::string_view text) const {
  return !marks_.empty() && marks_.contains(alike_text(text));
}

bool is_dash_or_point(std::string_view text) {
  constexpr std::size_t kLongest = 9;  // three dashes of three bytes
  if (text.empty() || text.size() > kLongest) return false;
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80 && first != '-' && first != '.' && first != ' ') return false;
  const std::string plain = alike_text(text);  // long dashes are short ones
  if (plain.empty() || plain.size() > 3) return false;
  return std::all_of(plain.begin(), plain.end(), [](char c) { return c == '-'; }) ||
         std::all_of(plain.begin(), plain.end(), [](char c) { return c == '.'; });
}

namespace {

std::set<std::string> words_for_missing() {
  constexpr std::array<std::string_view, 40> kWords{"unknown",
                                                    "unk",
                                                    "not known",
                                                    "missing",
                                                    "not available",
                                                    "not stated",
                                                    "not specified",
                                                    "not recorded",
                                                    "not reported",
                                                    "unspecified",
                                                    "undisclosed",
                                                    "no answer",
                                                    "no information",
                                                    "refused",
                                                    "(null)",
                                                    "(missing)",
                                                    "(unknown)",
                                                    "nil",
                                                    "??",
                                                    "???",
                                                    "unbekannt",
                                                    "keine angabe",
                                                    "keine angaben",
                                                    "k.a.",
                                                    "k. a.",
                                                    "ohne angabe",
                                                    "fehlt",
                                                    "nicht bekannt",
                                                    "inconnu",
                                                    "inconnue",
                                                    "non renseigné",
                                                    "nsp",
                                                    "desconocido",
                                                    "sin dato",
                                                    "sin datos",
                                                    "no consta",
                                                    "sconosciuto",
                                                    "non disponibile",
                                                    "onbekend",
                                                    "desconhecido"};
  std::set<std::string> out;
  for (const auto word : kWords) out.insert(alike_text(word));
  return out;
}

}  // namespace

bool may_be_missing(std::string_view text) {
  static const std::set<std::string> kWords = words_for_missing();
  return is_dash_or_point(text) || kWords.contains(alike_text(text));
}

Column with_missing(const Column& column, const TextTest& marked) {
  const Dictionary& old = column.dictionary;
  std::vector<std::string_view> texts;
  std::vector<bool> missing;
  std::vector<std::size_t> place(old.size());  // of each old value
  constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::size_t nothing = kNowhere;  // where the empty text is
  for (std::size_t v = 0; v < old.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    const std::string_view text = old.text(id);
    const bool none = text.empty() || marked(text);
    if (none && nothing != kNowhere) {
      place[v] = nothing;
      continue;
    }
    place[v] = texts.size();
    if (none) nothing = texts.size();
    texts.push_back(none ? std::string_view() : text);
    missing.push_back(none || old.missing(id));
  }
  std::vector<ValueId> code_of;
  Column out{column.name, Dictionary(old.type(), texts, missing, &code_of, old.form()), {}};
  out.codes.reserve(column.codes.size());
  for (const ValueId code : column.codes) out.codes.push_back(code_of[place[code]]);
  return out;
}

}  // namespace privet
