// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_saved.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "federation/bayes/bayes_answer.h"
#include "federation/bayes/bayes_learns.h"
#include "federation/bayes/bayes_part.h"
#include "federation/bayes/bayes_units.h"
#include "federation/task/task_parts.h"
#include "protocol/columns/saved_shares.h"

namespace privet::federation {
namespace {
namespace bayes_saved {

const ModelPart& saved_in(const DataSet& data) {
  if (const auto* saved = std::get_if<ModelPart>(&data)) return *saved;
  throw Error(ErrorCode::Input, "this party has no part of a model");
}

Answer saved_answer(const std::optional<std::vector<std::string>>& classes, std::size_t rows,
                    const BayesSites& sites) {
  std::size_t columns = 0;
  for (const auto& sizes : sites.sizes) columns += sizes.size();
  const Json out{{"predictions", classes ? Json(*classes) : Json()}};
  return {out.dump(), fmt::format("{} classified by a saved naive Bayes model of {}",
                                  counted(rows, "row"), counted(columns, "column"))};
}

// All parts at hand: the model in the clear.
class OpenedBayes {
 public:
  explicit OpenedBayes(const ModelPart& saved) {
    for (std::size_t p = 0; p < saved.models.size(); ++p) {
      parts_.push_back(
          read_bayes_part(saved.models[p], fmt::format("party-{}'s part of the model", p + 1)));
    }
    const BayesLayout layout(sites());
    numbers_.resize(layout.size());
    for (const auto& part : parts_) {
      if (part.shares.empty()) continue;
      const bool three = part.trust == Trust::HonestMajority;
      const auto words = protocol::words_of_share(part.shares, (three ? 2 : 1) * layout.size());
      for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] += words[i];
    }
    fraction_ = number_fraction(sites().rows);
    for (const auto& part : parts_) {
      columns_.emplace_back(part.columns, fraction_);
      rows_.push_back(columns_.back().rows_of(saved.rows, "--predict"));
    }
  }

  [[nodiscard]] const BayesSites& sites() const { return parts_.front().sites; }
  [[nodiscard]] const std::vector<std::string>& classes() const {
    return parts_.at(parts_.front().head.class_site).classes;
  }
  [[nodiscard]] std::vector<std::int64_t> scores(std::size_t row) const {
    const auto classes = sites().classes;
    const BayesLayout layout(sites());
    std::vector<std::uint64_t> out(numbers_.begin(),
                                   numbers_.begin() + static_cast<std::ptrdiff_t>(classes));
    std::size_t at = layout.priors + layout.majority;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const auto entries = columns_[p].entries();
      for (const auto& column : rows_[p].entries) {
        if (column[row] == kNoEntry) continue;
        for (std::size_t c = 0; c < classes; ++c)
          out[c] += numbers_[at + c * entries + column[row]];
      }
      at += layout.tables[p];
    }
    for (const auto& rows : rows_) {
      for (std::size_t j = 0; j < rows.numbers.size(); ++j, at += classes) {
        if (rows.presences[j][row] == 0) continue;
        for (std::size_t c = 0; c < classes; ++c) {
          out[c] -= squared(rows.numbers[j][row], at + c, layout.numeric);
        }
      }
    }
    return {out.begin(), out.end()};
  }
  [[nodiscard]] std::size_t best(std::span<const std::int64_t> scores) const {
    const auto most = std::ranges::max_element(scores);
    const auto never = -static_cast<std::int64_t>(kRuledOut / 2);
    return *most < never ? numbers_[sites().classes]
                         : static_cast<std::size_t>(most - scores.begin());
  }

 private:
  // As federation/bayes/bayes_numbers.h has it: the mean lies at `at`, shift and factor as many
  // numbers behind it.
  [[nodiscard]] std::uint64_t squared(std::uint64_t number, std::size_t at,
                                      std::size_t numeric) const {
    constexpr std::uint64_t kFar = (std::uint64_t{1} << 30U) - 1;
    const auto difference = static_cast<std::int64_t>(number - numbers_[at]);
    const auto size = static_cast<std::uint64_t>(difference < 0 ? ~difference : difference);
    const auto shift = numbers_[at + numeric];
    auto distance = kFar;
    if (static_cast<std::uint64_t>(std::bit_width(size)) + shift <= 63) {
      distance = std::min(kFar, (size << shift) >> (fraction_ - 9));
    }
    return ((distance * distance) >> 20U) * numbers_[at + 2 * numeric] >> 21U;
  }

  std::vector<BayesPart> parts_;
  std::vector<std::uint64_t> numbers_;
  unsigned fraction_ = 0;
  std::vector<BayesColumns> columns_;
  std::vector<BayesRows> rows_;
};

Answer plain(const DataSet& whole, const Settings& /*settings*/, const Run& run) {
  const auto& saved = saved_in(whole);
  const OpenedBayes model(saved);
  std::vector<std::string> classes;
  for (std::size_t row = 0; row < saved.count; ++row) {
    run.check_cancelled();
    classes.push_back(model.classes().at(model.best(model.scores(row))));
  }
  return saved_answer(classes, saved.count, model.sites());
}

// Products on shares are rounded up or down: a squared distance is off by three units at most.
bool near(const Answer& found, const DataSet& whole, const Settings& settings, const Run& run) {
  const auto here = Json::parse(found.json).at("predictions");
  const auto expected = Json::parse(plain(whole, settings, run).json).at("predictions");
  const auto& saved = saved_in(whole);
  const OpenedBayes model(saved);
  if (!here.is_array() || here.size() != expected.size()) return false;
  std::int64_t numeric = 0;
  for (std::size_t p = 0; p < model.sites().sizes.size(); ++p) {
    numeric += static_cast<std::int64_t>(model.sites().numeric(p));
  }
  for (std::size_t row = 0; row < here.size(); ++row) {
    if (here[row] == expected[row]) continue;
    const auto scores = model.scores(row);
    const auto named = std::ranges::find(model.classes(), here[row].get<std::string>());
    if (named == model.classes().end()) return false;
    const auto score = scores[static_cast<std::size_t>(named - model.classes().begin())];
    if (scores[model.best(scores)] - score > 6 * numeric) return false;
  }
  return true;
}

template <class Place>
std::vector<mining::ClassLabel> classify(const protocol::Setting& setting, const BayesPart& part,
                                         const BayesColumns& own, const Table& rows) {
  Place place(setting);
  VerticalBayes<Place> oracle(setting, place, part.sites, own);
  return oracle.classify(oracle.restore(part.shares), rows);
}

Answer secure(session::Session& session, const DataSet& data, const Job& job,
              const Settings& settings, const Run& run) {
  const auto& saved = saved_in(data);
  auto part = read_bayes_part(saved.models.front(), "this party's part of the model");
  if (part.head.party != session.parties().own.index() || part.head.parties != job.parties ||
      part.head.class_site != job.class_site || part.trust != job.trust) {
    throw Error(ErrorCode::Input, "this party's part of the model is not as was agreed on");
  }
  part.sites.classified = saved.count;
  part.sites.recipients = recipients_of(job, settings);
  const BayesColumns own(part.columns, number_fraction(part.sites.rows));
  (void)own.rows_of(saved.rows, "--predict");  // wrong rows are refused before anything is sent
  const auto setting = session.setting(run);
  const auto labels = job.trust == Trust::HonestMajority
                          ? classify<ReplicatedPlace>(setting, part, own, saved.rows)
                          : classify<SharedPlace>(setting, part, own, saved.rows);
  return saved_answer(learned_classes(session, setting, part.sites, part.classes, labels),
                      saved.count, part.sites);
}

protocol::Forecast forecast(const Job& job) {
  return classes_forecast(job, job_settings(bayes_saved_task(), job));
}

// Only those who learn the classes have an answer, which is the same.
Answer join(std::span<const Answer> parts) {
  for (const auto& part : parts) {
    if (!Json::parse(part.json).at("predictions").is_null()) return part;
  }
  throw Error(ErrorCode::Internal, "no party has the classes");
}

void place(Job& job, std::span<const DataSet> parts) {
  place_model_parts(job, parts);
  (void)recipients_of(job, job_settings(bayes_saved_task(), job));
  std::optional<BayesPart> first;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto who = fmt::format("party-{}'s part of the model", p + 1);
    auto part = read_bayes_part(saved_in(parts[p]).models.front(), who);
    if (part.trust != job.trust) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("{} was saved with --trust {}: give the same", who, trust_name(part.trust)),
          {.parameter = "--trust"});
    }
    if (!first) first = part;
    if (part.sites.sizes != first->sites.sizes || part.sites.classes != first->sites.classes ||
        part.sites.rows != first->sites.rows) {
      throw Error(ErrorCode::Input, who + " is not of the same model as party-1's",
                  {.parameter = "--saved"});
    }
  }
}

}  // namespace bayes_saved
}  // namespace

Task bayes_saved_task() {
  using namespace bayes_saved;
  return {.name = "mine bayes --saved",
          .split = Split::Vertical,
          .parameters = {learns_parameter()},
          .protocols = {{.name = "shares",
                         .summary = "shares of a model that the first two parties hold"},
                        {.name = "replicated",
                         .summary = "replicated shares of three parties who do not collude",
                         .least_parties = protocol::replicated::kParties,
                         .most_parties = protocol::replicated::kParties,
                         .trust = Trust::HonestMajority}},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .first_column_wins = false,
          .place = place,
          .join = join,
          .near = near};
}

}  // namespace privet::federation
