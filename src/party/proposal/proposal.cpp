// SPDX-License-Identifier: Apache-2.0
#include "party/proposal/proposal.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "federation/query/query_release.h"
#include "federation/tasks.h"
#include "party/words.h"

namespace privet::party {
namespace {

Json lists_of(const std::map<std::string, std::vector<std::string>>& lists) {
  Json out = Json::object();
  for (const auto& [name, values] : lists) out[name] = values;
  return out;
}

std::map<std::string, std::vector<std::string>> lists_in(const Json& object) {
  std::map<std::string, std::vector<std::string>> out;
  for (const auto& [name, values] : object.items()) {
    out[name] = values.get<std::vector<std::string>>();
  }
  return out;
}

void check_parties(const Proposal& proposal) {
  std::set<std::string> seen;
  for (const auto& party : proposal.parties) {
    check_party_name(party);
    if (!seen.insert(party).second) {
      throw Error(ErrorCode::Usage, fmt::format("{} is named twice among the parties", party));
    }
    if (!proposal.tables.contains(party)) {
      throw Error(ErrorCode::Usage, fmt::format("the job names no table of {}", party));
    }
  }
  if (proposal.parties.size() < 2 || proposal.parties.size() > protocol::kMostParties) {
    throw Error(ErrorCode::Usage, fmt::format("a job has 2 to {} parties", protocol::kMostParties));
  }
  for (const auto& [party, table] : proposal.tables) (void)proposal.place_of(party);
  for (const auto& [party, columns] : proposal.columns) (void)proposal.place_of(party);
}

}  // namespace

std::size_t Proposal::place_of(std::string_view party) const {
  const auto found = std::ranges::find(parties, party);
  if (found == parties.end()) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is not a party of this job", quote_for_message(party)));
  }
  return static_cast<std::size_t>(found - parties.begin());
}

namespace {

bool has_class(const federation::Task& task) {
  return std::ranges::find(task.parameters, "class", &Parameter::name) != task.parameters.end();
}

bool is_saved(const federation::Task& task) {
  return task.name.ends_with(federation::kSavedTask);
}

// A task that classifies has the class where the task had it that learned.
federation::Task learning_task(const federation::Task& task) {
  if (!is_saved(task)) return task;
  const auto name = std::string_view(task.name);
  return federation::find_task(name.substr(0, name.size() - federation::kSavedTask.size()),
                               task.split);
}

// Who has the class column stands in the job, since what is opened to whom follows from it.
void check_class(const Proposal& proposal, const federation::Task& task) {
  const bool wanted =
      proposal.job.split == federation::Split::Vertical && has_class(learning_task(task));
  if (wanted && proposal.class_party.empty()) {
    throw Error(ErrorCode::Usage, "class_party is missing: the party that has the class column");
  }
  if (!wanted && !proposal.class_party.empty()) {
    throw Error(ErrorCode::Usage, "class_party is for tasks of a vertical split that have a class");
  }
}

void check_model(const Proposal& proposal, const federation::Task& task) {
  if (is_saved(task) != proposal.uses_model()) {
    throw Error(ErrorCode::Usage,
                is_saved(task) ? "model is missing: the id of the job that made the model"
                               : "model is for tasks that classify, as 'mine tree --saved' does");
  }
  if (!proposal.uses_model()) return;
  const bool fits = proposal.model.size() <= 32 && std::ranges::all_of(proposal.model, [](char c) {
                      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                    });
  if (!fits) {
    throw Error(ErrorCode::Usage, "model must be the id of a job, or the beginning of one");
  }
  if (!proposal.job.key.empty()) {
    throw Error(ErrorCode::Usage,
                "rows to classify are the same, in the same order, at all parties: leave out key");
  }
}

// Of tables that join, the class is written TABLE.COLUMN, and each party has one table.
std::size_t class_table(const Settings& settings) {
  if (!settings.has("tables") || !settings.has("class")) return 0;  // refused with all of the job
  const auto tables = settings.list("tables");
  const auto name = settings.text("class");
  const auto table = name.substr(0, name.find('.'));
  const auto found = std::ranges::find(tables, table);
  return found == tables.end() ? 0 : static_cast<std::size_t>(found - tables.begin());
}

}  // namespace

void place_class(Proposal& proposal) {
  const auto task = federation::find_task(proposal.job.task, proposal.job.split);
  if (!proposal.class_party.empty()) {
    proposal.job.class_site = proposal.place_of(proposal.class_party);
  } else if (proposal.job.split == federation::Split::Join) {
    proposal.job.class_site = class_table(federation::job_settings(task, proposal.job));
  }
}

void check_proposal(const Proposal& proposal) {
  check_parties(proposal);
  const auto task = federation::find_task(proposal.job.task, proposal.job.split);
  check_class(proposal, task);
  check_model(proposal, task);
  federation::check_job(task, proposal.job);
  const auto settings = federation::job_settings(task, proposal.job);
  for (const auto& parameter : task.parameters) {
    if (parameter.required && !settings.has(parameter.name)) {
      throw Error(ErrorCode::Usage, fmt::format("the parameter {} is missing", parameter.name));
    }
  }
  if (task.check) task.check(settings);
  const bool listed = (proposal.job.split == federation::Split::Horizontal ||
                       proposal.job.split == federation::Split::Arbitrary) &&
                      task.name != federation::kQueryTask;
  if (!proposal.categories.empty() && !listed) {
    throw Error(ErrorCode::Usage, "categories are listed for rows or cells to learn from only");
  }
  if (!proposal.job.key.empty() && proposal.job.split != federation::Split::Vertical) {
    throw Error(ErrorCode::Usage, "a key finds the rows of a vertical split only");
  }
  constexpr std::size_t kLongestDocument = std::size_t{256} << 10U;
  if (const auto size = document_of(proposal).dump().size(); size > kLongestDocument) {
    throw Error(ErrorCode::Usage, fmt::format("the job has {} bytes, and at most {} are taken",
                                              size, kLongestDocument));
  }
}

Json document_of(const Proposal& proposal) {
  Json parameters = Json::array();
  for (const auto& [name, value] : proposal.job.parameters) {
    parameters.push_back(Json::array({name, value}));
  }
  Json tables = Json::object();
  for (const auto& [party, table] : proposal.tables) tables[party] = table;
  Json out{{"allow_weak", proposal.job.allow_weak},
           {"categories", lists_of(proposal.categories)},
           {"class_party", proposal.class_party},
           {"columns", lists_of(proposal.columns)},
           {"key", proposal.job.key},
           {"note", proposal.note},
           {"parameters", parameters},
           {"parties", proposal.parties},
           {"protocol", proposal.job.protocol},
           {"split", federation::split_name(proposal.job.split)},
           {"tables", tables},
           {"task", proposal.job.task},
           {"trust", federation::trust_name(proposal.job.trust)}};
  if (proposal.uses_model()) out["model"] = proposal.model;
  return out.sorted();
}

Proposal proposal_of(const Json& document) {
  Proposal out;
  out.job.allow_weak = document.at("allow_weak").get<bool>();
  out.categories = lists_in(document.at("categories"));
  out.class_party = document.at("class_party").text();
  out.columns = lists_in(document.at("columns"));
  out.job.key = document.at("key").text();
  out.note = document.at("note").text();
  if (const auto* model = document.find("model")) out.model = model->text();
  for (const auto& pair : document.at("parameters")) {
    out.job.parameters.emplace_back(pair.at(0).text(), pair.at(1).text());
  }
  out.parties = document.at("parties").get<std::vector<std::string>>();
  out.job.parties = out.parties.size();
  out.job.protocol = document.at("protocol").text();
  out.job.split = federation::split_of(document.at("split").text());
  for (const auto& [party, table] : document.at("tables").items()) out.tables[party] = table.text();
  out.job.task = document.at("task").text();
  out.job.trust = federation::trust_of(document.at("trust").text());
  place_class(out);
  check_proposal(out);
  if (!(document_of(out) == document)) {
    throw Error(ErrorCode::Input, "the document has parts that this version does not know");
  }
  return out;
}

}  // namespace privet::party
