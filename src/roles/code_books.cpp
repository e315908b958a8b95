// SPDX-License-Identifier: Apache-2.0
#include "roles/code_books.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace privet::roles {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;

// Variables of EU-SILC that a rule for their subject would not give.
constexpr std::array<Entry, 60> kSilc{{
    {"db010", "year"},         {"db020", "country"},      {"db030", "householdid"},
    {"db040", "region"},       {"db050", "stratum"},      {"db060", "psu"},
    {"db062", "psu"},          {"db070", "sample"},       {"db075", "sample"},
    {"db080", "designweight"}, {"db090", "designweight"}, {"db095", "designweight"},
    {"db100", "urbanization"}, {"db110", "sample"},       {"db120", "contact"},
    {"db130", "contact"},      {"db135", "contact"},      {"rb010", "year"},
    {"rb020", "country"},      {"rb030", "personid"},     {"rb031", "year"},
    {"rb032", "sequence"},     {"rb040", "householdid"},  {"rb050", "personweight"},
    {"rb060", "personweight"}, {"rb062", "personweight"}, {"rb063", "personweight"},
    {"rb064", "personweight"}, {"rb070", "birthmonth"},   {"rb080", "birthyear"},
    {"rb081", "age"},          {"rb082", "age"},          {"rb090", "sex"},
    {"rb110", "relationship"}, {"rb120", "migration"},    {"rb140", "month"},
    {"rb150", "year"},         {"rb170", "work"},         {"rb200", "residence"},
    {"rb210", "employment"},   {"rb220", "personid"},     {"rb230", "personid"},
    {"rb240", "personid"},     {"rb245", "respondent"},   {"rb280", "countryofbirth"},
    {"rb290", "citizenship"},  {"pb010", "year"},         {"pb020", "country"},
    {"pb030", "personid"},     {"pb040", "personweight"}, {"pb100", "quarter"},
    {"pb110", "year"},         {"pb120", "duration"},     {"pb130", "birthmonth"},
    {"pb140", "birthyear"},    {"pb150", "sex"},          {"pb160", "personid"},
    {"pb170", "personid"},     {"pb180", "personid"},     {"pb190", "marital"},
}};
constexpr std::array<Entry, 14> kSilcMore{{
    {"pb200", "partnership"},
    {"pb205", "partnership"},
    {"pb210", "countryofbirth"},
    {"pb220", "citizenship"},
    {"hb010", "year"},
    {"hb020", "country"},
    {"hb030", "householdid"},
    {"hb070", "personid"},
    {"hb080", "personid"},
    {"hb090", "personid"},
    {"hx040", "householdsize"},
    {"hx050", "householdsize"},
    {"hx060", "household"},
    {"px020", "age"},
}};

// The rest by its subject, the first two letters.
constexpr std::array<Entry, 12> kSubjects{{
    {"hy", "income"},
    {"py", "income"},
    {"pe", "education"},
    {"pl", "employment"},
    {"ph", "health"},
    {"hh", "dwelling"},
    {"hs", "debt"},
    {"rl", "school"},
    {"pd", "expenses"},
    {"hd", "expenses"},
    {"px", "income"},
    {"hx", "income"},
}};

// The basic questions of the Demographic and Health Surveys.
constexpr std::array<Entry, 26> kDhs{{
    {"hv001", "cluster"},      {"hv002", "householdid"}, {"hv005", "householdweight"},
    {"hv009", "household"},    {"hv024", "region"},      {"hv025", "urban"},
    {"hv101", "relationship"}, {"hv104", "sex"},         {"hv105", "age"},
    {"hv106", "education"},    {"hv115", "marital"},     {"v001", "cluster"},
    {"v002", "householdid"},   {"v005", "sampleweight"}, {"v007", "year"},
    {"v008", "date"},          {"v010", "birthyear"},    {"v011", "birth"},
    {"v012", "age"},           {"v013", "age"},          {"v024", "region"},
    {"v025", "urban"},         {"v106", "education"},    {"v130", "religion"},
    {"v131", "ethnicity"},     {"v501", "marital"},
}};

// What the variables of NHANES begin with.
constexpr std::array<Entry, 6> kExaminations{{
    {"lbx", "labvalue"},
    {"lbd", "labvalue"},
    {"urx", "labvalue"},
    {"bpx", "bloodpressure"},
    {"bpq", "bloodpressure"},
    {"bmx", "bodysize"},
}};
constexpr std::array<Entry, 10> kQuestionnaires{{
    {"smq", "smoking"},
    {"alq", "alcohol"},
    {"diq", "diabetes"},
    {"mcq", "disease"},
    {"hiq", "insurance"},
    {"inq", "income"},
    {"ocq", "occupation"},
    {"huq", "health"},
    {"dpq", "depression"},
    {"rhq", "pregnancy"},
}};

// With at most kStemRest other letters before or behind them.
constexpr std::size_t kStemRest = 4;
constexpr std::array<Entry, 30> kStems{{
    {"born", "birth"},
    {"brth", "birth"},
    {"citz", "citizen"},
    {"citiz", "citizen"},
    {"citzn", "citizen"},
    {"chld", "children"},
    {"smok", "smoking"},
    {"smk", "smoking"},
    {"educ", "education"},
    {"marit", "marital"},
    {"famst", "marital"},
    {"ethn", "ethnicity"},
    {"isco", "occupation"},
    {"occup", "occupation"},
    {"empl", "employment"},
    {"relig", "religion"},
    {"wght", "surveyweight"},
    {"wgt", "surveyweight"},
    {"hhsiz", "householdsize"},
    {"hhinc", "income"},
    {"hhin", "income"},
    {"bmi", "bmi"},
    {"sex", "sex"},
    {"year", "year"},
    {"hlth", "health"},
    {"meds", "medication"},
    {"diag", "diagnosis"},
    {"gluc", "glucose"},
    {"creat", "creatinine"},
    {"chol", "cholesterol"},
}};

template <std::size_t N>
std::string_view find(const std::array<Entry, N>& entries, std::string_view key) {
  const auto it = std::find_if(entries.begin(), entries.end(),
                               [&](const Entry& entry) { return entry.first == key; });
  return it == entries.end() ? std::string_view() : it->second;
}

bool digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

std::string_view nhanes_word(std::string_view name) {
  if (name.size() < 5 || name.size() > 8) return {};
  if (digits(name.substr(3, 3)) && name.size() <= 7) {
    if (const auto word = find(kQuestionnaires, name.substr(0, 3)); !word.empty()) return word;
  }
  return find(kExaminations, name.substr(0, 3));
}

}  // namespace

std::string_view stem_word(std::string_view part) {
  for (const auto& [stem, word] : kStems) {
    if (part.size() > stem.size() + kStemRest) continue;
    if (part.starts_with(stem) || part.ends_with(stem)) return word;
  }
  return {};
}

std::string_view code_book_word(std::string_view name) {
  if (const auto word = find(kDhs, name); !word.empty()) return word;
  if (const auto word = nhanes_word(name); !word.empty()) return word;
  // Two letters, three digits, at most two letters: py010n, pb220a, rb090.
  if (name.size() < 5 || name.size() > 7 || !digits(name.substr(2, 3)) ||
      (name.size() > 5 && digits(name.substr(5, 1)))) {
    return {};
  }
  const std::string_view number = name.substr(0, 5);
  if (const auto word = find(kSilc, number); !word.empty()) return word;
  if (const auto word = find(kSilcMore, number); !word.empty()) return word;
  return find(kSubjects, name.substr(0, 2));
}

}  // namespace privet::roles
