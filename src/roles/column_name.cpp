// SPDX-License-Identifier: Apache-2.0
#include "roles/column_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <unordered_map>

#include "roles/code_books.h"

namespace privet::roles {
namespace {

constexpr std::size_t kLongestJoin = 4;     // parts: "date of birth", "fascia di eta"
constexpr std::size_t kShortestInside = 3;  // letters of a word within a compound
constexpr std::size_t kShortestEdge = 5;    // and of the only known word of one
constexpr std::size_t kShortestCut = 5;     // and of what shortens a word
constexpr std::size_t kMostCut = 2;         // times as long is a word that letters shorten
constexpr std::string_view kVowels = "aeiouy";
constexpr std::size_t kLongestCompound = 40;    // longer ones are not words
constexpr std::string_view kPrefixes = "hinv";  // "isex", "nage": a type before the name

// The letter without its accent, for the two bytes of a Latin letter in UTF-8; empty: none.
std::string_view plain_letter(unsigned char first, unsigned char second) {
  static constexpr std::array<std::string_view, 64> kLatin{
      "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
      "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "ss",
      "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
      "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "y"};
  if (first != 0xC3 || second < 0x80) return {};
  return kLatin[second - 0x80U];
}

// Words that change nothing about what a name is about.
bool says_nothing(std::string_view part) {
  constexpr std::array<std::string_view, 6> kEmpty{"first", "last", "total",
                                                   "max",   "min",  "previous"};
  return std::find(kEmpty.begin(), kEmpty.end(), part) != kEmpty.end();
}

struct Entry {
  const Topic* topic;
  bool abbreviation;
};

// The consonants of a word, and its first letter: minrty and minority are mnrt both.
std::string skeleton(std::string_view word) {
  std::string out;
  for (const char letter : word) {
    if (out.empty() || kVowels.find(letter) == std::string_view::npos) out += letter;
  }
  return out;
}

// Whether the letters of `part` are in `word`, in this order.
bool letters_of(std::string_view part, std::string_view word) {
  for (const char letter : word) {
    if (!part.empty() && part.front() == letter) part.remove_prefix(1);
  }
  return part.empty();
}

class Words {
 public:
  Words() {
    for (const auto topics : {identity_topics(), known_topics(), place_and_time_topics(),
                              private_topics(), measurement_topics()}) {
      for (const Topic& topic : topics) {
        add(topic, topic.words, false);
        add(topic, topic.shorts, true);
      }
    }
    for (const auto& [word, entry] : entries_) {
      if (entry.abbreviation || word.size() < kShortestCut) continue;
      by_skeleton_[skeleton(word)].push_back(word);
      begun_.push_back(word);
    }
    std::sort(begun_.begin(), begun_.end());
  }

  // The topic of the words that the part shortens, by its end or by its vowels; null: none, or
  // words of several topics.
  [[nodiscard]] const Entry* shortened(std::string_view part) const {
    if (part.size() < kShortestCut) return nullptr;
    const Entry* found = nullptr;
    const auto take = [&](std::string_view word) {
      const Entry* entry = find(word);
      if (found != nullptr && found->topic != entry->topic) return false;
      found = entry;
      return true;
    };
    for (auto it = std::lower_bound(begun_.begin(), begun_.end(), part);
         it != begun_.end() && it->starts_with(part); ++it) {
      if (!take(*it)) return nullptr;
    }
    if (const auto alike = by_skeleton_.find(skeleton(part)); alike != by_skeleton_.end()) {
      for (const auto word : alike->second) {
        if (word.size() > part.size() && letters_of(part, word) && !take(word)) return nullptr;
      }
    }
    if (found != nullptr || part.find_first_of(kVowels) != std::string_view::npos) return found;
    for (const auto word : begun_) {  // fnlwgt: some consonants are gone, too
      const bool ends = word.front() == part.front() && word.back() == part.back();
      if (ends && word.size() <= kMostCut * part.size() && letters_of(part, word) && !take(word)) {
        return nullptr;
      }
    }
    return found;
  }

  [[nodiscard]] const Entry* find(std::string_view word) const {
    const auto it = entries_.find(word);
    return it == entries_.end() ? nullptr : &it->second;
  }

 private:
  void add(const Topic& topic, std::string_view list, bool abbreviation) {
    while (!list.empty()) {
      const auto space = std::min(list.find(' '), list.size());
      if (space > 0) entries_.try_emplace(list.substr(0, space), Entry{&topic, abbreviation});
      list.remove_prefix(std::min(space + 1, list.size()));
    }
  }

  std::unordered_map<std::string_view, Entry> entries_;
  std::unordered_map<std::string, std::vector<std::string_view>> by_skeleton_;
  std::vector<std::string_view> begun_;  // in order
};

const Words& words() {
  static const Words all;
  return all;
}

class Reader {
 public:
  explicit Reader(const std::set<std::string>& ignored) : ignored_(ignored) {}

  std::vector<TopicMatch> read(const std::vector<std::string>& parts) {
    for (std::size_t i = 0; i < parts.size();) i += joined(parts, i);
    return std::move(out_);
  }

  // Whether the text is in the dictionary; adds it if so.
  bool exact(std::string_view text) {
    const Entry* entry = known(text);
    if (entry == nullptr) return false;
    out_.push_back({entry->topic, std::string(text), entry->abbreviation});
    return true;
  }

  std::vector<TopicMatch> take() { return std::move(out_); }
  [[nodiscard]] bool unread() const { return unread_; }

 private:
  [[nodiscard]] const Entry* known(std::string_view text) const {
    const Entry* entry = words().find(text);
    return entry != nullptr && entry->abbreviation && ignored_.contains(std::string(text)) ? nullptr
                                                                                           : entry;
  }

  // Reads from part `begin`; how many parts were read.
  std::size_t joined(const std::vector<std::string>& parts, std::size_t begin) {
    for (std::size_t count = std::min(kLongestJoin, parts.size() - begin); count > 0; --count) {
      std::string text;
      for (std::size_t i = begin; i < begin + count; ++i) text += parts[i];
      if (exact(text)) return count;
    }
    const std::size_t before = out_.size();
    compound(parts[begin]);
    const bool digit = std::isdigit(static_cast<unsigned char>(parts[begin].front())) != 0;
    if (out_.size() == before && !digit && !says_nothing(parts[begin])) unread_ = true;
    return 1;
  }

  void compound(const std::string& part) {
    if (part.size() > kLongestCompound) return;
    std::vector<std::string_view> found;
    if (split(part, found)) {
      for (const auto word : found) exact(word);
      return;
    }
    const bool prefixed =
        part.size() > kShortestInside && kPrefixes.find(part.front()) != std::string_view::npos;
    found.clear();
    if (prefixed && split(std::string_view(part).substr(1), found)) {
      for (const auto word : found) exact(word);
      return;
    }
    if (edge(part) || dated(part) || stem(part)) return;
    if (const Entry* entry = words().shortened(part)) {
      out_.push_back({entry->topic, part, false, true});
    }
  }

  // Cuts the whole text into known words, the longest first; German links them with s or n.
  bool split(std::string_view text, std::vector<std::string_view>& found) const {
    if (text.empty()) return !found.empty();
    for (std::size_t length = text.size(); length >= kShortestInside; --length) {
      const auto word = text.substr(0, length);
      const Entry* entry = known(word);
      if (entry == nullptr || entry->abbreviation) continue;  // short ones fit everywhere
      found.push_back(word);
      const auto rest = text.substr(length);
      if (split(rest, found)) return true;
      for (const std::string_view link : {"s", "n", "en", "es"}) {
        if (rest.size() > link.size() && rest.starts_with(link) &&
            split(rest.substr(link.size()), found)) {
          return true;
        }
      }
      found.pop_back();
    }
    return false;
  }

  // One known word of a language at either end; a short one only at the end, if few others end so.
  bool edge(std::string_view part) {
    constexpr std::array<std::string_view, 2> kShort{"kids", "wife"};
    for (std::size_t length = part.size() - 1; length >= kShortestEdge - 1; --length) {
      for (const auto word : {part.substr(part.size() - length), part.substr(0, length)}) {
        const Entry* entry = known(word);
        if (entry == nullptr || entry->abbreviation) continue;
        const bool rare = std::find(kShort.begin(), kShort.end(), word) != kShort.end();
        if (length < kShortestEdge && (!rare || !part.ends_with(word))) continue;
        exact(word);
        unread_ = true;  // the other letters
        return true;
      }
    }
    return false;
  }

  // "diagyr", "opdat": a known beginning and a year or a day.
  bool dated(std::string_view part) {
    for (const std::string_view end : {"date", "dat", "year", "yr", "dt"}) {
      if (part.size() < end.size() + kShortestInside || !part.ends_with(end)) continue;
      if (known(part.substr(0, part.size() - end.size())) != nullptr) return exact(end);
    }
    return false;
  }

  // "DMDBORN4", "pgisco88": what code books put letters before.
  bool stem(const std::string& part) {
    const Entry* entry = words().find(stem_word(part));
    if (entry == nullptr || ignored_.contains(part)) return false;
    out_.push_back({entry->topic, part, true});
    return true;
  }

  const std::set<std::string>& ignored_;
  std::vector<TopicMatch> out_;
  bool unread_ = false;
};

}  // namespace

std::vector<std::string> name_parts(std::string_view name) {
  std::vector<std::string> parts(1);
  enum class Last { Other, Lower, Upper, Digit } last = Last::Other;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    if (byte >= 0x80) {
      const auto next = i + 1 < name.size() ? static_cast<unsigned char>(name[i + 1]) : 0U;
      const auto letter = plain_letter(byte, static_cast<unsigned char>(next));
      if (letter.empty()) continue;  // of another alphabet, or a later byte
      parts.back() += letter;
      last = Last::Lower;
      ++i;
      continue;
    }
    if (std::isalnum(byte) == 0) {
      parts.emplace_back();
      last = Last::Other;
      continue;
    }
    const Last now = std::isdigit(byte) != 0   ? Last::Digit
                     : std::isupper(byte) != 0 ? Last::Upper
                                               : Last::Lower;
    const bool begins = (now == Last::Upper && last == Last::Lower) ||
                        (now == Last::Digit && last != Last::Digit) ||
                        (now != Last::Digit && last == Last::Digit);
    if (begins) parts.emplace_back();
    parts.back() += static_cast<char>(std::tolower(byte));
    last = now;
  }
  std::erase(parts, "");
  return parts;
}

std::vector<TopicMatch> topics_of(std::string_view name, const std::set<std::string>& ignored,
                                  bool* unread) {
  const auto parts = name_parts(name);
  std::string whole;
  for (const auto& part : parts) whole += part;
  Reader reader(ignored);
  if (reader.exact(whole)) return reader.take();
  if (const auto word = code_book_word(whole); !word.empty() && !ignored.contains(whole)) {
    if (const Entry* entry = words().find(word)) return {{entry->topic, whole, true}};
  }
  if (parts.size() > 1) {
    if (const Entry* entry = words().shortened(whole)) return {{entry->topic, whole, false, true}};
  }
  auto out = reader.read(parts);
  if (unread != nullptr) *unread = reader.unread();
  // What is guessed from a shortened word comes last.
  std::stable_sort(out.begin(), out.end(), [](const TopicMatch& a, const TopicMatch& b) {
    return a.shortened != b.shortened ? b.shortened : a.topic->rank > b.topic->rank;
  });
  return out;
}

}  // namespace privet::roles
