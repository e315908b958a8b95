// SPDX-License-Identifier: Apache-2.0
#include "federation/rows/bayes_rows.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "federation/rows/row_sums.h"
#include "mining/bayes/plain_bayes_oracle.h"
#include "mining/tree/training_rows.h"

namespace privet::federation {
namespace {
namespace bayes_rows {

constexpr SumOpening kCounts{
    {"in how many rows of all parties each class occurs, and each value with each class",
     "part of the answer"},
    "values times classes"};
constexpr SumOpening kNumbers{
    {"of each numeric column and class, over the rows of all parties: how many values, their sum, "
     "and their squared differences from the mean",
     "part of the answer"},
    "numeric columns times classes, three times"};

class SummedBayes final : public mining::BayesSums {
 public:
  SummedBayes(mining::BayesSums& own, const RowSums& sums) : own_(own), sums_(sums) {}

  mining::ClassCounts class_counts() override { return sums_.counts(own_.class_counts(), kCounts); }
  std::vector<std::vector<std::uint64_t>> value_counts(
      std::span<const std::uint32_t> columns) override {
    auto counts = own_.value_counts(columns);
    std::vector<std::uint64_t> all;
    for (const auto& one : counts) all.insert(all.end(), one.begin(), one.end());
    if (all.empty()) return counts;
    all = sums_.counts(all, kCounts);
    std::size_t next = 0;
    for (auto& one : counts) {
      for (auto& count : one) count = all[next++];
    }
    return counts;
  }
  std::vector<std::vector<Total>> totals(std::span<const std::uint32_t> columns) override {
    auto own = own_.totals(columns);
    std::vector<mining::WideSum> all;
    for (const auto& column : own) {
      for (const auto& [rows, sum] : column) {
        all.emplace_back(static_cast<double>(rows));
        all.push_back(sum);
      }
    }
    if (all.empty()) return own;
    all = sums_.wide(all, kNumbers);
    std::size_t next = 0;
    for (auto& column : own) {
      for (auto& [rows, sum] : column) {
        rows = static_cast<std::uint64_t>(all[next++].value());
        sum = all[next++];
      }
    }
    return own;
  }
  std::vector<std::vector<mining::WideSum>> deviations(
      std::span<const std::uint32_t> columns,
      const std::vector<std::vector<double>>& centers) override {
    auto own = own_.deviations(columns, centers);
    std::vector<mining::WideSum> all;
    for (const auto& column : own) all.insert(all.end(), column.begin(), column.end());
    if (all.empty()) return own;
    all = sums_.wide(all, kNumbers);
    std::size_t next = 0;
    for (auto& column : own) {
      for (auto& sum : column) sum = all[next++];
    }
    return own;
  }

 private:
  mining::BayesSums& own_;
  const RowSums& sums_;
};

std::vector<Parameter> parameters() {
  return {{.name = "class",
           .kind = ParameterKind::Column,
           .summary = "The column to predict.",
           .placeholder = "COLUMN",
           .required = true},
          {.name = "laplace",
           .kind = ParameterKind::Real,
           .summary = "Added to every count of a value; 0: a value never seen with a class rules "
                      "it out.",
           .placeholder = "COUNT",
           .default_text = "0",
           .min = 0}};
}

const Table& table_in(const DataSet& data) {
  if (const auto* table = std::get_if<Table>(&data)) return *table;
  throw Error(ErrorCode::Usage, "naive Bayes needs a table, not baskets");
}

Answer answer_of(const mining::BayesModel& model) {
  std::uint64_t rows = 0;
  for (const auto count : model.class_counts) rows += count;
  return {mining::save_bayes(model),
          fmt::format("naive Bayes of {} and {} from {}", counted(model.columns.size(), "column"),
                      counted(model.classes.size(), "class", "classes"), counted(rows, "row"))};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto& table = table_in(whole);
  return answer_of(mining::learn_bayes(table, table.require(settings.text("class"), "--class"),
                                       {.laplace = settings.real("laplace")}, run));
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto& table = table_in(part);
  const auto class_id = table.require(settings.text("class"), "--class");
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  const auto classes = mining::class_column(table, class_id);
  mining::PlainBayesSums own(table, class_id, classes.labels, classes.classes.size(), classes.rows);
  SummedBayes oracle(own, sums);
  return answer_of(mining::learn_bayes(
      oracle, mining::bayes_header(table, class_id, {.laplace = settings.real("laplace")})));
}

protocol::Forecast forecast(const Job& job) {
  auto out = sums_forecast(job.parties, kCounts);
  const auto more = sums_forecast(job.parties, kNumbers, protocol::Occurs::Sometimes);
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace bayes_rows
}  // namespace

Task bayes_rows_task() {
  using namespace bayes_rows;
  return {
      .name = "mine bayes",
      .split = Split::Horizontal,
      .parameters = parameters(),
      .protocols = sum_protocols(),
      .forecast = forecast,
      .referees = [](const Job&) { return "none"; },
      .plain = plain,
      .secure = secure,
      .model = [](const Answer& answer, std::size_t /*rows*/) { return answer.json; },
      .categories =
          [](const Settings& settings) { return std::vector<std::string>{settings.text("class")}; },
      .codebook = true,
      .tolerance = 1e-9};
}

}  // namespace privet::federation
