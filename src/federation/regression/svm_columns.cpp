// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/svm_columns.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "federation/regression/kernel_rows.h"
#include "federation/regression/svm_own.h"
#include "federation/regression/svm_part.h"
#include "federation/task/model_part.h"
#include "federation/task/task_parts.h"
#include "mining/model_json.h"
#include "mining/regression/kernel_attack.h"
#include "mining/tree/training_rows.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {
namespace svm_columns {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::string_view kSvmKind = "svm part";
constexpr double kSvmTolerance = 1e-6;
constexpr std::string_view kKernelNumbersTold = "numbers of the random kernels";
constexpr std::string_view kRowsTold = "rows with a class";
constexpr protocol::Opening kKernelOfColumns{
    "a combination of the numbers that another party has of a row",
    "their sums are the random kernel (Mangasarian, Wild, Fung 2008); weak, hence --allow-weak"};
constexpr protocol::Opening kClassOfRow{
    "the class of each row, as one of two",
    "all fit the machine to them (Mangasarian, Wild, Fung 2008); weak, hence --allow-weak"};

std::vector<Parameter> parameters() {
  return {{.name = "class",
           .kind = ParameterKind::Column,
           .summary = "The column to predict.",
           .placeholder = "COLUMN",
           .required = true},
          {.name = "nu",
           .kind = ParameterKind::Real,
           .summary = "The weight of the errors against a wide margin (C elsewhere).",
           .placeholder = "NU",
           .default_text = "1",
           .min = 0,
           .above_min = true},
          {.name = "kernel-rows",
           .kind = ParameterKind::Count,
           .summary = "The rows of the random matrices: of each row of each party, all others "
                      "learn as many combinations of its numbers.",
           .placeholder = "N",
           .min = 1,
           .max = 4096,
           .required = true}};
}

mining::SvmOptions options_of(const Settings& settings) {
  mining::SvmOptions out;
  out.nu = settings.real("nu");
  return out;
}

// The sum of all parties' kernel values of some rows, which every party tells all others.
mining::Matrix told_kernel(const protocol::Setting& setting, const mining::Matrix& own) {
  const std::vector<std::size_t> counts(setting.mesh.ids(), own.cells.size());
  setting.ledger.add_to_size(kKernelNumbersTold, own.cells.size() * (setting.mesh.parties() - 1));
  std::vector<std::uint64_t> mine;
  for (const double number : own.cells) mine.push_back(std::bit_cast<std::uint64_t>(number));
  mining::Matrix out{own.rows, own.columns, std::vector<double>(own.cells.size())};
  for (const auto& told : protocol::tell_numbers(setting, mine, counts, kKernelOfColumns)) {
    for (std::size_t i = 0; i < told.size(); ++i) {
      const auto number = std::bit_cast<double>(told[i]);
      if (!std::isfinite(number)) {
        throw Error(ErrorCode::Peer,
                    "a party sent a row of its kernel: expected numbers, got one that is none");
      }
      out.cells[i] += number;
    }
  }
  return out;
}

std::vector<mining::ClassLabel> told_classes(const protocol::Setting& setting, const Job& job,
                                             std::span<const mining::ClassLabel> own,
                                             std::size_t rows) {
  setting.ledger.add_to_size(kRowsTold, rows);
  std::vector<std::size_t> counts(setting.mesh.ids());
  counts[job.class_site] = rows;
  const std::vector<std::uint64_t> mine(own.begin(), own.end());
  const auto told = protocol::tell_numbers(setting, mine, counts, kClassOfRow);
  std::vector<mining::ClassLabel> out;
  for (const auto label : told[job.class_site]) {
    if (label > 1) {
      throw Error(ErrorCode::Peer, fmt::format("party-{} sent the class of a row: expected 0 or 1, "
                                               "got {}",
                                               job.class_site + 1, label));
    }
    out.emplace_back(static_cast<std::uint32_t>(label));
  }
  return out;
}

// The second class where the score is above 0.
std::vector<std::size_t> classes_of(const mining::SvmModel& model, const mining::Matrix& kernel) {
  std::vector<std::size_t> out;
  for (std::size_t r = 0; r < kernel.rows; ++r) {
    double score = -model.gamma;
    for (std::size_t k = 0; k < kernel.columns; ++k) {
      score += kernel.row(r)[k] * model.weights[k];
    }
    out.push_back(score > 0 ? 1 : 0);
  }
  return out;
}

// By name at the class site; the others know no names.
Json predictions_json(const mining::SvmModel& model, std::span<const std::size_t> classes) {
  if (model.classes.empty()) return {};
  Json out = Json::array();
  for (const auto one : classes) out.push_back(model.classes[one]);
  return out;
}

// What the own kernel values tell to whoever knows some of the own rows.
Json risk_json(const OwnSvm& own, const mining::Matrix& kernel) {
  const auto leak = mining::measure_kernel_leak(own.part.model.map.scaled(own.x), kernel);
  return {{"known_rows", leak.known_rows},
          {"cells", leak.cells},
          {"found", leak.found},
          {"guessed", leak.guessed}};
}

Answer secure(session::Session& session, const DataSet& data, const Job& job,
              const Settings& settings, const Run& run) {
  auto own = own_svm(data, settings);
  const auto place = session.parties().own.index();
  const auto* both = std::get_if<TablePair>(&data);
  if (own.labels.empty() == (place == job.class_site) || job.classifies != (both != nullptr)) {
    throw Error(ErrorCode::Input, "this party's data is not as was agreed on");
  }
  mining::Matrix more;
  if (both != nullptr) {
    more = own.part.numbers_of(both->more, "--predict");
    more.rows = both->rows_to_classify();
  }
  const auto setting = session.setting(run);
  auto& model = own.part.model;
  model.map.basis = secret_basis(settings.count("kernel-rows"), own.x.columns, setting.randomness);
  const auto mine = model.map.apply(own.x);
  const auto kernel = told_kernel(setting, mine);
  const auto labels = told_classes(setting, job, own.labels, own.x.rows);
  mining::PlainSvmOracle oracle(kernel, labels, run);
  mining::set_fit(model, mining::fit_svm(oracle, options_of(settings), run));
  auto out = svm_part_json(own.part);
  out["risk"] = risk_json(own, mine);
  if (both != nullptr) {
    out["predictions"] =
        predictions_json(model, classes_of(model, told_kernel(setting, model.map.apply(more))));
  }
  return {out.dump(), "",
          write_model_part(kSvmKind, model_part_head(job, place), svm_part_json(own.part))};
}

std::vector<SvmPart> parts_of(std::span<const Answer> answers) {
  std::vector<SvmPart> out;
  for (const auto& answer : answers) out.push_back(read_svm_part(Json::parse(answer.json)));
  return out;
}

std::string risk_text(const Json& risk, std::size_t party) {
  const auto cells = risk.at("cells").get<std::uint64_t>();
  if (cells == 0) return "";
  const auto percent = [&](const std::string& key) {
    return 100.0 * static_cast<double>(risk.at(key).get<std::uint64_t>()) /
           static_cast<double>(cells);
  };
  return fmt::format(
      "; whoever knows {} of party-{} finds {:.1f}% of its other cells within a "
      "hundredth of their range ({:.1f}% by their mean)",
      counted(risk.at("known_rows").get<std::uint64_t>(), "row"), party + 1, percent("found"),
      percent("guessed"));
}

Answer join(std::span<const Answer> answers) {
  const auto model = joined_machine(parts_of(answers));
  Json out{{"model", mining::unwrap_model(mining::save_svm(model), "svm", "a machine")},
           {"risk", Json::array()}};
  auto gist =
      fmt::format("a support vector machine of {} on a random kernel of {}",
                  counted(model.columns.size(), "column"), counted(model.map.basis.rows, "row"));
  for (std::size_t p = 0; p < answers.size(); ++p) {
    const auto part = Json::parse(answers[p].json);
    out["risk"].push_back(part.at("risk"));
    gist += risk_text(part.at("risk"), p);
    if (part.contains("predictions") && !part.at("predictions").is_null()) {
      out["predictions"] = part.at("predictions");
    }
  }
  return {out.dump(), std::move(gist)};
}

// The random matrices are the parties' secrets, so what the plain algorithm makes of them can only
// be computed when the parts are put together: near() does.
Answer plain(const DataSet& whole, const Settings& settings, const Run& /*run*/) {
  const auto own = own_svm(whole, settings);
  return {"{}", fmt::format("a support vector machine of {}",
                            counted(own.part.model.columns.size(), "column"))};
}

bool alike(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(a[i] - b[i]) <= kSvmTolerance * std::max(1.0, std::abs(a[i])))) return false;
  }
  return true;
}

// The plain algorithm on the same kernel gives the same weights, and the rows the same classes
// unless they lie on the border.
bool near(const Answer& found, const DataSet& whole, const Settings& settings, const Run& run) {
  const auto answer = Json::parse(found.json);
  const auto model = mining::load_svm(mining::wrap_model("svm", answer.at("model")), "the answer");
  const auto own = own_svm(whole, settings);
  const auto ranges = mining::svm_ranges(own.x);
  if (model.columns != own.part.model.columns || model.map.low != ranges.low) return false;
  const auto z = model.map.apply(own.x);
  mining::PlainSvmOracle oracle(z, own.labels, run);
  auto expected = model;
  mining::set_fit(expected, mining::fit_svm(oracle, options_of(settings), run));
  if (!alike(model.weights, expected.weights) ||
      !alike(std::span(&model.gamma, 1), std::span(&expected.gamma, 1))) {
    return false;
  }
  const auto* both = std::get_if<TablePair>(&whole);
  if (both == nullptr) return true;
  const auto scores = mining::svm_scores(expected, own.part.numbers_of(both->more, ""), run);
  if (answer.at("predictions").size() != scores.size()) return false;
  for (std::size_t r = 0; r < scores.size(); ++r) {
    const auto& name = model.classes[scores[r] > 0 ? 1 : 0];
    if (answer.at("predictions")[r] != name && std::abs(scores[r]) > kSvmTolerance) return false;
  }
  return true;
}

protocol::Forecast kernel_forecast(std::size_t parties) {
  return told_to_all(parties, kKernelOfColumns, Bound::of(kKernelNumbersTold), Occurs::Sometimes,
                     About::Some);
}

protocol::Forecast forecast(const Job& job) {
  auto out = kernel_forecast(job.parties);
  const auto classes =
      told_to_all(job.parties, kClassOfRow, Bound::of(kRowsTold), Occurs::Sometimes, About::Some);
  out.insert(out.end(), classes.begin(), classes.end());
  return out;
}

void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(svm_columns_task(), job);
  place_class(job, parts, settings.text("class"));
  if (!job.key.empty()) return;  // which rows all have is not known yet
  for (std::size_t p = 0; p < parts.size(); ++p) {
    try {
      (void)own_svm(parts[p], settings);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("party-{}: {}", p + 1, error.message()), error.place());
    }
  }
}

std::vector<ProtocolChoice> protocols() {
  return {{.name = kRandomKernel,
           .summary = "every party tells all others its columns times a random matrix of its own",
           .weakness = "of every row all parties learn as many combinations of each other's "
                       "numbers as --kernel-rows says, and its class; whoever knows some rows of "
                       "a party finds from them what the combinations say of all others"}};
}

SvmPart saved_part(const std::string& text, const std::string& place) {
  SvmPart out;
  mining::read_fields(place, [&] { out = read_svm_part(read_part(text, kSvmKind, place)); });
  return out;
}

const ModelPart& machine_in(const DataSet& data) {
  if (const auto* saved = std::get_if<ModelPart>(&data)) return *saved;
  throw Error(ErrorCode::Input, "this party has no part of a model");
}

Answer saved_answer(Json predictions, std::size_t rows) {
  const Json out{{"predictions", std::move(predictions)}};
  return {out.dump(), counted(rows, "row") + " classified by a saved support vector machine"};
}

Answer saved_plain(const DataSet& whole, const Settings& /*settings*/, const Run& run) {
  const auto& saved = machine_in(whole);
  std::vector<SvmPart> parts;
  mining::Matrix x{saved.count, 0, {}};
  for (std::size_t p = 0; p < saved.models.size(); ++p) {
    parts.push_back(
        saved_part(saved.models[p], fmt::format("party-{}'s part of the model", p + 1)));
    const auto more = parts.back().numbers_of(saved.rows, "--predict");
    mining::Matrix wider{saved.count, x.columns + more.columns, {}};
    for (std::size_t r = 0; r < saved.count; ++r) {
      const auto left = std::as_const(x).row(r);
      const auto right = more.row(r);
      wider.cells.insert(wider.cells.end(), left.begin(), left.end());
      wider.cells.insert(wider.cells.end(), right.begin(), right.end());
    }
    x = std::move(wider);
  }
  const auto model = joined_machine(parts);
  std::vector<std::size_t> classes;
  for (const double score : mining::svm_scores(model, x, run)) classes.push_back(score > 0 ? 1 : 0);
  return saved_answer(predictions_json(model, classes), saved.count);
}

Answer saved_secure(session::Session& session, const DataSet& data, const Job& job,
                    const Settings& /*settings*/, const Run& run) {
  const auto& saved = machine_in(data);
  const std::string place = "this party's part of the model";
  const auto head = read_part_head(saved.models.front(), place);
  const auto part = saved_part(saved.models.front(), place);
  if (head.party != session.parties().own.index() || head.parties != job.parties ||
      part.model.classes.empty() == (head.party == job.class_site)) {
    throw Error(ErrorCode::Input, place + " is not as was agreed on");
  }
  auto x = part.numbers_of(saved.rows, "--predict");
  x.rows = saved.count;
  const auto kernel = told_kernel(session.setting(run), part.model.map.apply(x));
  return saved_answer(predictions_json(part.model, classes_of(part.model, kernel)), saved.count);
}

Answer saved_join(std::span<const Answer> parts) {
  for (const auto& part : parts) {
    if (!Json::parse(part.json).at("predictions").is_null()) return part;
  }
  throw Error(ErrorCode::Internal, "no party has the classes");
}

void saved_place(Job& job, std::span<const DataSet> parts) {
  place_model_parts(job, parts);
  std::vector<SvmPart> all;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    all.push_back(saved_part(machine_in(parts[p]).models.front(),
                             fmt::format("party-{}'s part of the model", p + 1)));
  }
  (void)joined_machine(all);
}

}  // namespace svm_columns
}  // namespace

Task svm_columns_task() {
  using namespace svm_columns;
  return {.name = "mine svm",
          .split = Split::Vertical,
          .parameters = parameters(),
          .protocols = protocols(),
          .forecast = forecast,
          .referees = [](const Job&) { return std::string("none"); },
          .plain = plain,
          .secure = secure,
          .model =
              [](const Answer& answer, std::size_t /*rows*/) {
                return mining::wrap_model("svm", Json::parse(answer.json).at("model"));
              },
          .place = place,
          .join = join,
          .near = near,
          .classifies = true,
          .tolerance = kSvmTolerance,
          .saves_parts = true};
}

Task svm_columns_saved_task() {
  using namespace svm_columns;
  return {.name = "mine svm --saved",
          .split = Split::Vertical,
          .parameters = {},
          .protocols = protocols(),
          .forecast = [](const Job& job) { return kernel_forecast(job.parties); },
          .referees = [](const Job&) { return std::string("none"); },
          .plain = saved_plain,
          .secure = saved_secure,
          .first_column_wins = false,
          .place = saved_place,
          .join = saved_join};
}

}  // namespace privet::federation
