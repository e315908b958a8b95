// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_vertical.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "federation/bayes/bayes_answer.h"
#include "federation/bayes/bayes_learns.h"
#include "federation/bayes/bayes_near.h"
#include "federation/bayes/bayes_part.h"
#include "federation/bayes/vertical_bayes.h"
#include "federation/task/task_parts.h"
#include "mining/bayes/plain_bayes_oracle.h"
#include "mining/tree/training_rows.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {
namespace bayes_vertical {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::size_t kMostValues = 4096;  // of a column
constexpr std::size_t kMostClasses = 256;
constexpr double kMostLaplace = 1048576;
constexpr std::string_view kAllColumns = "columns of all parties";
constexpr protocol::Opening kColumnCounts{
    "how many columns each other party has, and how many classes",
    "what is where is public, by number (Vaidya 2004, 3.4)"};
constexpr protocol::Opening kValueCounts{
    "how many values each column of another party has, or that it has numbers",
    "the size of the model is public (Vaidya 2004, 3.4)"};

std::vector<Parameter> parameters() {
  return {{.name = "class",
           .kind = ParameterKind::Column,
           .summary = "The column to predict.",
           .placeholder = "COLUMN",
           .required = true},
          {.name = "laplace",
           .kind = ParameterKind::Real,
           .summary = "Laplace smoothing: add L to every count of a value.",
           .placeholder = "L",
           .default_text = "0",
           .min = 0,
           .max = kMostLaplace},
          learns_parameter()};
}

const Table& table_in(const DataSet& data) {
  if (const auto* table = table_of(data)) return *table;
  throw Error(ErrorCode::Usage, "naive Bayes needs a table, not baskets");
}

Laplace laplace_of(const Settings& settings) {
  const double given = settings.real("laplace");
  constexpr unsigned kShift = 20;
  if (given == std::floor(given)) return {0, static_cast<std::uint64_t>(given)};
  return {kShift, static_cast<std::uint64_t>(std::llround(std::ldexp(given, kShift)))};
}

void check_columns(const BayesColumns& columns, const Table& rows) {
  for (const auto& known : columns.columns()) {
    if (rows.find(known.name)) continue;
    throw Error(ErrorCode::Input,
                fmt::format("the rows to classify have no column {}, which the model knows",
                            quote_for_message(known.name)),
                {.parameter = "--predict"});
  }
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto& table = table_in(whole);
  const auto class_id = table.require(settings.text("class"), "--class");
  mining::PlainBayesOracle oracle(table, class_id, settings.real("laplace"), run);
  const auto model = oracle.learn();
  const auto& numbers = oracle.numbers(model);
  const DescribedBayes about{numbers.class_name, numbers.classes, numbers.columns.size()};
  const auto* both = std::get_if<TablePair>(&whole);
  if (both == nullptr) return bayes_answer(about, false, {}, 0);
  check_columns(BayesColumns(table, class_id, 0), both->more);
  const auto labels = oracle.classify(model, both->more);
  return bayes_answer(about, true, named_classes(labels, numbers.classes), labels.size());
}

bool near(const Answer& found, const DataSet& whole, const Settings& settings, const Run& run) {
  const auto expected = Json::parse(plain(whole, settings, run).json);
  auto here = Json::parse(found.json);
  const auto* both = std::get_if<TablePair>(&whole);
  if (both == nullptr || !here.contains("predictions") || !here.at("predictions").is_array()) {
    return false;
  }
  std::vector<std::string> classes;
  for (const auto& one : here.at("predictions")) classes.push_back(one.get<std::string>());
  here["predictions"] = expected.at("predictions");
  return here.dump() == expected.dump() &&
         nearly_predicted({settings.text("class"), settings.real("laplace")}, both->table,
                          both->more, classes, run);
}

// The class of every row here, at the class site.
struct OwnClasses {
  std::vector<mining::ClassLabel> labels;
  std::vector<std::string> names;
};

OwnClasses own_classes(const Table& table, const std::string& name, bool here) {
  const auto found = table.find(name);
  const auto column = "the class column " + quote_for_message(name);
  if (found.has_value() != here) {
    throw Error(ErrorCode::Input, found
                                      ? "another party has " + column + " too: leave it out of one"
                                      : column + " is not here, as was agreed on");
  }
  if (!found) return {};
  const auto classes = mining::class_column(table, *found);
  if (classes.classes.size() > kMostClasses) {
    throw Error(ErrorCode::Input,
                fmt::format("column {} has {} classes, and parties take at most {}",
                            quote_for_message(name), classes.classes.size(), kMostClasses));
  }
  return {classes.labels, classes.classes};
}

void check_own(const BayesColumns& own, std::size_t rows) {
  if (rows > kMostBayesRows) {
    throw Error(ErrorCode::Input, fmt::format("there are {}, and parties take at most {}",
                                              counted(rows, "row"), kMostBayesRows));
  }
  for (const auto& column : own.columns()) {
    if (column.values.size() <= kMostValues) continue;
    throw Error(ErrorCode::Input,
                fmt::format("column {} has {} different values, and parties take at most {}: leave "
                            "it out, or group its values",
                            quote_for_message(column.name), column.values.size(), kMostValues));
  }
}

void check_claim(const session::Session& session, std::size_t party, std::string_view what,
                 std::uint64_t most, std::uint64_t claimed) {
  if (claimed <= most) return;
  throw Error(ErrorCode::Peer, fmt::format("{} sent {}: expected at most {}, got {}",
                                           session.parties().names[party], what, most, claimed));
}

// What the parties tell each other first: how many columns and classes, then the columns' sizes.
void exchange_sizes(const session::Session& session, const protocol::Setting& setting,
                    const BayesColumns& own, std::size_t classes, BayesSites& sites) {
  const std::vector<std::uint64_t> mine{own.columns().size(), classes};
  const std::vector<std::size_t> two(setting.mesh.ids(), 2);
  const auto told = protocol::tell_numbers(setting, mine, two, kColumnCounts);
  std::vector<std::size_t> columns;
  std::size_t all = 0;
  for (std::size_t p = 0; p < told.size(); ++p) {
    check_claim(session, p, "a number of columns", kMostBayesColumns, told[p][0]);
    check_claim(session, p, "a number of classes", p == sites.class_site.index() ? kMostClasses : 0,
                told[p][1]);
    columns.push_back(told[p][0]);
    all += told[p][0];
  }
  sites.classes = told[sites.class_site.index()][1];
  if (sites.classes == 0) {
    throw Error(ErrorCode::Peer, fmt::format("{} sent a number of classes: expected 1 or more, got "
                                             "0",
                                             session.parties().names[sites.class_site.index()]));
  }
  if (all == 0) throw Error(ErrorCode::Input, "no party has a column besides the class");
  check_claim(session, 0, "with the others a number of columns", kMostBayesColumns, all);
  setting.ledger.add_to_size(kAllColumns, all);
  const auto sizes = protocol::tell_numbers(setting, own.sizes(), columns, kValueCounts);
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    auto& here = sites.sizes.emplace_back();
    for (const auto size : sizes[p]) {
      check_claim(session, p, "a number of values of a column", kMostValues, size);
      here.push_back(size);
    }
  }
}

struct OwnPart {
  const Table& table;
  BayesColumns columns;
  OwnClasses classes;
};

struct Learned {
  std::optional<std::vector<mining::ClassLabel>> labels;  // if there are rows to classify
  std::string shares;                                     // of the model, as text
};

template <class Place>
Learned learn_and_classify(const protocol::Setting& setting, const BayesSites& sites,
                           const OwnPart& own, const Table* rows) {
  Place place(setting);
  VerticalBayes<Place> oracle(setting, place, sites, own.columns);
  oracle.give(own.table, own.classes.labels);
  const auto model = oracle.learn();
  Learned out;
  out.shares = oracle.save(model);
  if (rows != nullptr) out.labels = oracle.classify(model, *rows);
  return out;
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto& table = table_in(part);
  const auto* both = std::get_if<TablePair>(&part);
  if (job.classifies != (both != nullptr)) {
    throw Error(ErrorCode::Input, "this party's rows to classify are not as was agreed on");
  }
  const auto place = session.parties().own.index();
  const bool classes_here = place == job.class_site;
  const auto name = settings.text("class");
  OwnPart own{table, {}, own_classes(table, name, classes_here)};
  if (table.rows() <= kMostBayesRows) {
    own.columns = BayesColumns(table, table.find(name), number_fraction(table.rows()));
  }
  check_own(own.columns, table.rows());
  const auto setting = session.setting(run);
  BayesSites sites;
  sites.class_site = PartyId(static_cast<std::uint32_t>(job.class_site));
  sites.rows = table.rows();
  sites.recipients = recipients_of(job, settings);
  sites.laplace = laplace_of(settings);
  // Wrong rows are refused before anything is learned.
  if (both != nullptr) {
    sites.classified = both->rows_to_classify();
    (void)own.columns.rows_of(both->more, "--predict");
  }
  exchange_sizes(session, setting, own.columns, own.classes.names.size(), sites);
  const auto* rows = both == nullptr ? nullptr : &both->more;
  const auto learned = job.trust == Trust::HonestMajority
                           ? learn_and_classify<ReplicatedPlace>(setting, sites, own, rows)
                           : learn_and_classify<SharedPlace>(setting, sites, own, rows);
  DescribedBayes about{name, own.classes.names, 0, classes_here};
  for (const auto& sizes : sites.sizes) about.columns += sizes.size();
  std::optional<std::vector<std::string>> found;
  if (learned.labels) {
    found = learned_classes(session, setting, sites, own.classes.names, *learned.labels);
  }
  auto out = bayes_answer(about, job.classifies, found, sites.classified);
  out.part = write_bayes_part({model_part_head(job, place), name, own.classes.names, job.trust,
                               sites, own.columns.columns(), learned.shares});
  return out;
}

protocol::Forecast forecast(const Job& job) {
  const auto settings = job_settings(bayes_vertical_task(), job);
  const auto parties = job.parties;
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(told_to_all(parties, kColumnCounts, Bound(parties - 1) * Bound(2), Occurs::Always,
                  About::Some));
  add(told_to_all(parties, kValueCounts, Bound::of(kAllColumns), Occurs::Always, About::Some));
  if (job.classifies) add(classes_forecast(job, settings));
  return out;
}

void place_classes(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(bayes_vertical_task(), job);
  for (const auto& part : parts) (void)table_in(part);
  place_class(job, parts, settings.text("class"));
  (void)recipients_of(job, settings);
}

}  // namespace bayes_vertical
}  // namespace

Task bayes_vertical_task() {
  using namespace bayes_vertical;
  return {.name = "mine bayes",
          .split = Split::Vertical,
          .parameters = parameters(),
          .protocols = {{.name = "shares",
                         .summary = "shares of all parties' rows by oblivious transfer, and "
                                    "circuits of shared bits between the first two parties"},
                        among_three("replicated",
                                    "replicated shares of three parties who do not collude")},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .place = place_classes,
          .join = join_bayes_parts,
          .near = near,
          .classifies = true,
          .saves_parts = true};
}

}  // namespace privet::federation
