// SPDX-License-Identifier: Apache-2.0
// Given names that are common in the countries whose languages the dictionary has.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

constexpr std::string_view kNames =
    "adam alan albert alberto alejandro alessandro alex alexander alexandra alfred alice alicia "
    "alison "
    "amanda amelie amy ana andre andrea andreas andrew angela angelika anita ann anna anne annette "
    "anthony antoine antonia antonio arthur astrid barbara beatrice beatriz ben benjamin bernard "
    "bernd "
    "bianca birgit bob brigitte bruno camille carla carlo carlos carmen carol caroline catherine "
    "cecile charles charlotte chiara chloe christian christiane christina christine christoph "
    "claire "
    "claude claudia claudio clara dan daniel daniela david deborah denis diana diego dieter dirk "
    "dominique donald donna dorothy edith eduardo edward elena elisabeth elizabeth ella elke emily "
    "emil emilia emma enrico eric erik erika ernst esther eva evelyn fabio felipe felix fernando "
    "florian francesca francesco francis francisco frank franz frederic friedrich gabriel gabriele "
    "gabriella georg george gerhard gerard giorgio giovanni giulia giuseppe gloria grace guido "
    "guillermo "
    "gunter hannah hans harald heather heidi heike heinz helen helena helga henri henry herbert "
    "hugo "
    "ines ingrid irene isabel isabella isabelle jack jacob jacqueline jacques jakob james jan jane "
    "janet jason javier jean jeanne jennifer jens jessica jim joan joao joachim joanna joe johan "
    "johann "
    "johanna johannes john jonas jorge jose josef joseph juan judith julia julian julie julien "
    "jurgen "
    "karen karin karl katharina katherine kathleen katrin kelly kenneth kevin kim klaus lars laura "
    "laurent lea lena leon leonie lilly linda lisa louis louise luca lucas lucia luigi luis luisa "
    "lukas "
    "manfred manuel manuela marc marcel marco margaret margarita maria marie mario marion mark "
    "markus "
    "marta martha martin martina mary mathieu matteo matthew matthias max maximilian melanie "
    "michael "
    "michel michele michelle miguel mia monica monika nancy natalie nicholas nicolas nicole nina "
    "noah "
    "nora olga oliver olivia olivier oscar pablo paola paolo pascal patricia patrick paul paula "
    "pauline "
    "pedro peter petra philipp philippe pierre pieter rachel rafael rainer ralf raymond rebecca "
    "renate "
    "ricardo richard rita robert roberto roger rolf roland ronald rosa rosemary ruben rudolf ruth "
    "ryan "
    "sabine samuel sandra sara sarah sebastian sergio sharon silke silvia simon simone sofia sonja "
    "sophie stefan stefanie stephanie stephen steven susan susanne sven sylvia tanja teresa theo "
    "theresa "
    "thomas tim timothy tobias tom ulrich ulrike ursula ute uwe valentina vera veronica victor "
    "victoria "
    "vincent viola virginia walter werner wilhelm willem william wolfgang xavier yves yvonne";

}  // namespace

std::unordered_set<std::string_view> words_in(std::string_view list) {
  std::unordered_set<std::string_view> out;
  while (!list.empty()) {
    const auto space = std::min(list.find(' '), list.size());
    out.insert(list.substr(0, space));
    list.remove_prefix(std::min(space + 1, list.size()));
  }
  return out;
}

bool has_given_name(std::string_view text) {
  static const std::unordered_set<std::string_view> names = words_in(kNames);
  const auto words = plain_words(text);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return names.contains(word); });
}

}  // namespace privet::roles
