// SPDX-License-Identifier: Apache-2.0
#include "roles/judge_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "roles/column_name.h"
#include "roles/personal_values.h"
#include "roles/suggest.h"

namespace privet::roles {
namespace {

constexpr double kMany = 0.1;  // different numbers per record: people have several
constexpr std::size_t kManyNumbers = 20;
constexpr std::size_t kFewRows = 10;    // below which nothing can be said from the values
constexpr int kWeakRank = 40;           // of topics that are said of anything
constexpr std::size_t kFewAnswers = 4;  // "phone: none, home, mobile" is not a phone number
constexpr std::size_t kFewTexts = 10;   // fewer are answers, whatever the column is called
constexpr double kNearlyAll = 0.95;     // different numbers per record: nothing was counted
constexpr std::size_t kManyPlaces = 20;
constexpr std::size_t kRecordsOfAPlace = 20;  // with the same decimals
constexpr std::size_t kFewGrades = 5;         // of a finding: none, mild, severe
constexpr std::string_view kAmongFindings = "it has a few answers beside findings of health";
constexpr std::size_t kFewFindings = 2;  // make a table one about health
constexpr double kLeastBody = 0.3;       // weights of bodies, in kilograms or pounds
constexpr double kMostBody = 400;
constexpr std::size_t kManyDays = 100;  // different counts of days
constexpr double kLeastDay = 1000;
constexpr double kMostDay = 100000;

// Of a person who works or lives somewhere, and of the place of a sample; in a patient's file how
// long somebody was looked at.
constexpr std::array<std::string_view, 6> kOfALife{"hours", "weeks",   "months",
                                                   "years", "cluster", "psu"};

// What a survey asks and a patient's file rarely has.
bool of_a_life(const Topic& topic) {
  constexpr std::array<std::string_view, 8> kLife{
      "education",      "work",
      "marital status", "family and household",
      "home",           "belongings that neighbours see",
      "language",       "membership or public office"};
  return std::find(kLife.begin(), kLife.end(), topic.name) != kLife.end();
}

// Words that are not said of dates alone: wage per hour, monthly income, appointment number.
bool may_be_another(const TopicMatch& match) {
  return match.topic->name == "date" && match.word.find("dat") == std::string::npos &&
         match.word.find("fecha") == std::string::npos;
}

// Whether numbers may be days, months, hours or years: whole, and neither large nor yes and no.
bool may_be_calendar(const Column& column, const ValueFacts& values) {
  if (!values.numeric) return true;
  const Dictionary& numbers = column.dictionary;
  bool beyond_one = false;
  for (std::size_t v = numbers.missing_count(); v < numbers.size(); ++v) {
    const double number = numbers.number(static_cast<ValueId>(v));
    const bool fits = (number >= 0 && number <= 99) || (number >= 1800 && number <= 2200);
    if (!fits || number != std::floor(number)) return false;
    beyond_one = beyond_one || number > 1;
  }
  return beyond_one;
}

std::string name_text(const TopicMatch& match) {
  return match.abbreviation || match.shortened
             ? fmt::format("its name says {} ({})", match.topic->name, match.word)
             : fmt::format("its name says {}", match.topic->name);
}

std::string both(const std::string& first, const std::string& second) {
  if (first.empty() || second.empty()) return first + second;
  return first + ", " + second;
}

enum class Says { Nothing, Identifies, Known, Private, Measured, Either };

Says says(Pattern pattern) {
  switch (pattern) {
    case Pattern::Mail:
    case Pattern::Phone:
    case Pattern::Iban:
    case Pattern::PersonNames:
    case Pattern::FreeText:
    case Pattern::RunningNumbers:
    case Pattern::AllDiffer:
      return Says::Identifies;
    case Pattern::Date:
    case Pattern::TimeOfDay:
    case Pattern::Postcode:
    case Pattern::Coordinates:
    case Pattern::Sex:
    case Pattern::Country:
    case Pattern::State:
    case Pattern::Occupation:
      return Says::Known;
    case Pattern::Diagnosis:
    case Pattern::Drug:
    case Pattern::Laboratory:
    case Pattern::Quantity:
      return Says::Private;
    case Pattern::Decimals:
      return Says::Measured;
    case Pattern::YesNo:
      return Says::Either;
  }
  return Says::Nothing;
}

// Forms that no other kind of value has.
bool certain(Pattern pattern) {
  return pattern == Pattern::Mail || pattern == Pattern::Iban || pattern == Pattern::FreeText;
}

class Judge {
 public:
  Judge(const Column& column, const ValueFacts& values, const JudgeOptions& options)
      : column_(column), values_(values), health_(options.health) {
    bool unread = false;
    const auto matches = topics_of(column.name, options.ignored, &unread);
    nameless_ = matches.empty();
    const auto found = std::find_if(matches.begin(), matches.end(), [&](const TopicMatch& match) {
      const bool alone = matches.size() == 1 && !unread;
      return alone || !may_be_another(match) || may_be_calendar(column, values);
    });
    if (found != matches.end() && decides(*found->topic, unread)) match_ = *found;
    of_known_ = std::any_of(matches.begin(), matches.end(), [](const TopicMatch& match) {
      return match.topic->kind == Kind::Known;
    });
    if (values.pattern) {
      pattern_ = says(*values.pattern);
      pattern_text_ = pattern_text(*values.pattern);
    }
  }

  ColumnJudgement judge() {
    if (values_.pattern && certain(*values_.pattern)) {
      out_.names_or_text = *values_.pattern == Pattern::FreeText;
      known(Role::Identifier, match_ && is_identity() ? name_text(*match_) : "");
    } else if (match_) {
      by_name();
    } else {
      by_values();
    }
    return out_;
  }

 private:
  // "sample", "group", "status" do not decide about a name that says more, and what was counted
  // does not nearly always differ.
  [[nodiscard]] bool decides(const Topic& topic, bool unread) const {
    if (topic.rank >= kWeakRank) return true;
    if (topic.kind == Kind::Outcome && values_.distinct <= 2) return true;
    const bool counted = topic.kind != Kind::Technical || !values_.numeric ||
                         values_.pattern == Pattern::Decimals ||
                         values_.distinct_share() < kNearlyAll || column_.codes.size() < kFewRows;
    return !unread && counted;
  }

  [[nodiscard]] bool is_identity() const {
    const Kind kind = match_->topic->kind;
    return kind == Kind::Name || kind == Kind::Contact || kind == Kind::Number;
  }

  void known(Role role, const std::string& name) {
    out_.role = role;
    const bool agrees = pattern_ == Says::Known || pattern_ == Says::Identifies;
    out_.known = both(name, agrees ? pattern_text_ : "");
    if (pattern_ == Says::Measured) out_.measurement = pattern_text_;
  }

  void measured(Role role) {
    if (role == Role::Sensitive && is_number_of_something(column_, values_)) {
      out_.known = name_text(*match_) + " and a number of it";
      out_.role = Role::Identifier;
      return;
    }
    out_.role = role;
    out_.measurement = name_text(*match_);
    const bool agrees = pattern_ == Says::Private || pattern_ == Says::Measured;
    if (agrees) out_.measurement = both(out_.measurement, pattern_text_);
  }

  void by_name() {
    const std::string name = name_text(*match_);
    if (may_be_known()) {
      out_.role = Role::Undecided;
      out_.measurement = name;
      return;
    }
    // Whoever was there knows the day, whatever happened on it.
    if (pattern_ == Says::Known && *values_.pattern != Pattern::Country && !is_identity()) {
      return known(Role::Quasi, match_->topic->kind == Kind::Known ? name : "");
    }
    switch (match_->topic->kind) {
      case Kind::Name:
        return name_column(name);
      case Kind::Contact:
        return contact_column(name);
      case Kind::Number:
        return number_column(name);
      case Kind::Known:
        return known(Role::Quasi, name);
      case Kind::Reading:
        // An abbreviation of something else: cp is a postcode in Spain.
        if ((match_->abbreviation || match_->shortened) && pattern_ == Says::Identifies &&
            !values_.numeric) {
          return unknown();
        }
        return measured(Role::Sensitive);
      case Kind::Private:
      case Kind::Outcome:
        return measured(Role::Sensitive);
      case Kind::Weight:
        if (!values_.numeric) return unknown();  // W may be anything
        return measured(Role::Plain);
      case Kind::Technical:
        return measured(Role::Plain);
    }
  }

  // What is read otherwise in other tables: the size of a tumour or of a school, what is to be
  // learned or a class of passengers, the weight of a record or of a body, a diagnosis or its day
  // in a count of days, the mean age of a group or an age less the mean; and a figure of an area
  // can be looked up.
  [[nodiscard]] bool may_be_known() const {
    const Kind kind = match_->topic->kind;
    if (match_->topic->name == "figure of an area") return values_.distinct > 2;
    if (match_->topic->name == "area statistic") return of_known_;
    if (!health_ && match_->topic->kind == Kind::Technical && !match_->abbreviation &&
        std::find(kOfALife.begin(), kOfALife.end(), match_->word) != kOfALife.end()) {
      return values_.distinct > 2;
    }
    const std::string& word = match_->word;
    if (!health_ && (word == "size" || word == "grade")) return true;
    if (word == "class") return !health_ && !values_.numeric && values_.distinct > 2;
    if (kind == Kind::Weight && match_->abbreviation) return within(kLeastBody, kMostBody, false);
    const bool finding = match_->topic->name == "illness or treatment" || kind == Kind::Outcome;
    return finding && values_.distinct >= kManyDays && within(kLeastDay, kMostDay, true);
  }

  // Whether the values are numbers between these; a few may be marks such as 999.
  [[nodiscard]] bool within(double least, double most, bool whole) const {
    if (!values_.numeric) return false;
    const Dictionary& numbers = column_.dictionary;
    std::size_t fit = 0;
    for (std::size_t v = numbers.missing_count(); v < numbers.size(); ++v) {
      const double number = numbers.number(static_cast<ValueId>(v));
      const bool fits = number >= least && number <= most;
      fit += fits && (!whole || number == std::floor(number)) ? 1 : 0;
    }
    return static_cast<double>(fit) >= kNearlyAll * static_cast<double>(values_.distinct);
  }

  // Few persons may have many records: a column of names stays one.
  void name_column(const std::string& name) {
    const bool answers = values_.pattern == Pattern::YesNo;  // whether somebody is a manager
    if (values_.numeric || answers || values_.distinct < 2) return unknown();
    const bool texts = match_->topic->name == "free text";
    if (texts && values_.distinct < kFewTexts && column_.codes.size() >= 2 * kFewTexts) {
      return unknown();
    }
    out_.names_or_text = true;
    known(Role::Identifier, name);
  }

  // A few addresses are kinds of places: urban, rural.
  void contact_column(const std::string& name) {
    if (values_.distinct >= kFewAnswers) return known(Role::Identifier, name);
    if (match_->topic->name == "an address" && values_.distinct > 1) {
      return known(Role::Quasi, name);
    }
    if (values_.distinct > 2) return unknown();
    out_.role = Role::Plain;  // whether there is a telephone
  }

  void number_column(const std::string& name) {
    const bool numbers = values_.distinct_share() >= kMany || values_.distinct >= kManyNumbers;
    if (!numbers) {
      unknown();
      if (values_.distinct > 2 && column_.codes.size() >= kFewRows) out_.role = Role::Undecided;
      return;
    }
    // S-0042 has the form of a postcode as well.
    if (pattern_ == Says::Known && *values_.pattern != Pattern::Postcode) {
      return known(Role::Quasi, name);
    }
    if (pattern_ == Says::Known) pattern_ = Says::Nothing;
    known(Role::Identifier, name);
  }

  void by_values() {
    switch (pattern_) {
      case Says::Identifies:
        out_.names_or_text = *values_.pattern == Pattern::PersonNames;
        return known(Role::Identifier, "");
      case Says::Known:
        return known(Role::Quasi, "");
      case Says::Private:
        out_.role = Role::Sensitive;
        out_.measurement = pattern_text_;
        return;
      case Says::Measured:
        // The same number for many records is a figure of their place, school or firm.
        out_.role =
            nameless_ && !health_ && (repeated() || of_a_body()) ? Role::Undecided : Role::Plain;
        out_.measurement = pattern_text_;
        return;
      case Says::Nothing:
      case Says::Either:
        return unknown();
    }
  }

  [[nodiscard]] bool few_answers() const {
    return pattern_ == Says::Either || (values_.numeric && values_.distinct <= kFewGrades);
  }

  [[nodiscard]] bool repeated() const {
    return values_.distinct >= kManyPlaces &&
           values_.present >= kRecordsOfAPlace * values_.distinct;
  }

  // What is counted begins with none; groups are numbered from one.
  [[nodiscard]] bool counts_from_zero() const {
    const Dictionary& numbers = column_.dictionary;
    return numbers.number(static_cast<ValueId>(numbers.missing_count())) == 0;
  }

  // Heights in centimetres and weights in kilograms, as most adults have them.
  [[nodiscard]] bool of_a_body() const {
    const Dictionary& numbers = column_.dictionary;
    double sum = 0;
    for (std::size_t v = numbers.missing_count(); v < numbers.size(); ++v) {
      sum += numbers.number(static_cast<ValueId>(v));
    }
    const double mean = sum / static_cast<double>(values_.distinct);
    const bool height = mean >= 150 && mean <= 190 && within(120, 215, false);
    return height || (mean >= 55 && mean <= 100 && within(30, 180, false));
  }

  // Neither its name nor its values say what it is.
  void unknown() {
    if (nameless_ && health_ && few_answers()) {
      out_.role = Role::Sensitive;
      out_.measurement =
          both(pattern_ == Says::Either ? pattern_text_ : "", std::string(kAmongFindings));
      return;
    }
    const bool apart = values_.separation >= kTellsApart && values_.distinct > 2;
    const bool counted = values_.numeric && pattern_ != Says::Either && counts_from_zero();
    const bool open = apart || (!health_ && !counted && values_.distinct > 1);
    out_.role = open && column_.codes.size() >= kFewRows ? Role::Undecided : Role::Plain;
    if (pattern_ == Says::Either) out_.measurement = pattern_text_;
  }

  const Column& column_;
  const ValueFacts& values_;
  bool health_ = false;
  bool of_known_ = false;  // a part of the name is what others know
  bool nameless_ = false;  // no part of the name is known
  std::optional<TopicMatch> match_;
  Says pattern_ = Says::Nothing;
  std::string pattern_text_;
  ColumnJudgement out_;
};

}  // namespace

bool about_health(const Table& table, const std::set<std::string>& ignored) {
  std::size_t findings = 0;
  std::size_t lives = 0;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    const auto matches = topics_of(table.column(c).name, ignored);
    if (matches.empty()) continue;
    const Topic& topic = *matches.front().topic;
    const bool illness = topic.name == "illness or treatment" || topic.kind == Kind::Reading ||
                         topic.kind == Kind::Outcome;
    if (illness)
      ++findings;
    else if (topic.kind == Kind::Private || of_a_life(topic))
      ++lives;
  }
  return findings >= kFewFindings && findings > lives;
}

ColumnJudgement judge_column(const Column& column, const ValueFacts& values,
                             const JudgeOptions& options) {
  return Judge(column, values, options).judge();
}

}  // namespace privet::roles
