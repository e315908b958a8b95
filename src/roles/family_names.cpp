// SPDX-License-Identifier: Apache-2.0
// Family names that are common in the countries whose languages the dictionary has, and other ways
// to write a person: with a title, with an initial. Family names that are also trades, colours or
// places are left out: a column of trades is not one of persons.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "data/letters.h"
#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

constexpr std::string_view kFamilyNames =
    // German
    "mueller muller schmidt schmitt schmitz meyer meier maier mayer mayr hoffmann hofmann schulz "
    "schulze scholz neumann krueger kruger krause lehmann koehler kohler herrmann huber gunther "
    "berger winkler lorenz baumann kraus boehm bohm franke albrecht ludwig schumacher vogt seidel "
    "haas brandt dietrich ziegler kuhn kuehn pohl bergmann voigt sauer wolff pfeiffer novak gruber "
    "pichler steiner moser hofer leitner eder wagner lindner thiel "
    // English
    "smith johnson williams jones davis wilson anderson harris thompson robinson lewis adams "
    "nelson "
    "mitchell roberts phillips evans edwards collins stewart rogers murphy bailey richardson "
    "watson brooks sanders bennett hughes myers sullivan henderson patterson jenkins powell patel "
    "singh khan ahmed nguyen "
    // French
    "dubois durand leroy moreau lefebvre lefevre fournier girard bonnet dupont rousseau morel "
    "guerin boyer garnier legrand gauthier perrin morin dumont roussel blanchard joly gaillard "
    "leclerc dufour "
    // Spanish
    "garcia gonzalez rodriguez fernandez lopez martinez sanchez perez gomez jimenez ruiz hernandez "
    "diaz alvarez munoz romero gutierrez dominguez vazquez ramirez suarez ortega delgado ortiz "
    "sanz iglesias garrido "
    // Italian
    "rossi russo ferrari esposito bianchi colombo ricci gallo conti mancini giordano rizzo "
    "lombardi moretti barbieri santoro mariani rinaldi caruso galli martinelli vitale "
    // Portuguese
    "silva santos ferreira pereira oliveira rodrigues sousa souza fernandes goncalves gomes lopes "
    "marques alves almeida ribeiro carvalho teixeira moreira correia mendes nunes soares vieira "
    "monteiro cardoso araujo barbosa "
    // Dutch
    "jansen janssen smit meijer mulder hendriks dekker dijkstra smits vermeulen leeuwen vries";

constexpr std::array<std::string_view, 17> kTitles{"dr",  "prof", "herr", "frau", "mr",   "mrs",
                                                   "ms",  "miss", "mme",  "mlle", "sr",   "sra",
                                                   "sig", "dhr",  "mevr", "dra",  "sigra"};

// Letters with a stroke or without a dot, which are not letters and a mark.
constexpr std::array<std::pair<char32_t, std::string_view>, 6> kLatin{{{U'\u00DF', "ss"},
                                                                       {U'\u00E6', "ae"},
                                                                       {U'\u00F8', "o"},
                                                                       {U'\u0111', "d"},
                                                                       {U'\u0131', "i"},
                                                                       {U'\u0142', "l"}}};

// Of any alphabet; what is between the alphabets are signs.
bool is_letter(char32_t c) {
  if (c < 0xC0) return c >= 'a' && c <= 'z';
  const bool sign = c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x2BFF) ||
                    (c >= 0x3000 && c <= 0x303F) || (c >= 0xFE00 && c <= 0xFF20) ||
                    c == kReplacement;
  return !sign;
}

std::size_t letters_of(const std::string& word) {
  std::size_t out = 0;
  for (std::string_view rest = word; !rest.empty(); ++out) static_cast<void>(next_character(rest));
  return out;
}

// Whether no word begins with a small letter: "E. coli" is not a person.
bool all_capital(std::string_view text) {
  bool before = false;  // a letter
  for (const char c : text) {
    const bool small = c >= 'a' && c <= 'z';
    if (!before && small) return false;
    before = small || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  }
  return true;
}

}  // namespace

std::vector<std::string> plain_words(std::string_view text) {
  std::vector<std::string> out;
  bool open = false;
  const std::string alike = alike_text(text);
  std::string_view rest = alike;
  while (!rest.empty()) {
    const char32_t c = next_character(rest);
    if (c >= 0x300 && c <= 0x36F) continue;  // a mark behind its letter
    if (!is_letter(c)) {
      open = false;
      continue;
    }
    if (!open) out.emplace_back();
    open = true;
    const auto latin = std::find_if(kLatin.begin(), kLatin.end(),
                                    [c](const auto& pair) { return pair.first == c; });
    if (latin != kLatin.end()) {
      out.back() += latin->second;
    } else {
      append_character(out.back(), c);
    }
  }
  return out;
}

bool has_family_name(std::string_view text) {
  static const std::unordered_set<std::string_view> names = words_in(kFamilyNames);
  const auto words = plain_words(text);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return names.contains(word); });
}

bool addresses_a_person(std::string_view text) {
  const auto words = plain_words(text);
  if (words.size() < 2 || words.size() > 5) return false;
  return std::find(kTitles.begin(), kTitles.end(), words.front()) != kTitles.end();
}

bool has_initial(std::string_view text) {
  const auto words = plain_words(text);
  if (words.size() < 2 || words.size() > 4 || text.find('.') == std::string_view::npos)
    return false;
  // "Huber, A." and "A. Huber": both begin with capital letters.
  const auto initials = std::count_if(
      words.begin(), words.end(), [](const std::string& word) { return letters_of(word) == 1; });
  const auto names = std::count_if(words.begin(), words.end(),
                                   [](const std::string& word) { return letters_of(word) > 2; });
  const bool digits = text.find_first_of("0123456789") != std::string_view::npos;
  return !digits && all_capital(text) && initials >= 1 && names == 1 &&
         initials + names == static_cast<std::ptrdiff_t>(words.size());
}

}  // namespace privet::roles
