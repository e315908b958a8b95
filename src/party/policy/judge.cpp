// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "federation/tasks.h"
#include "party/policy/policy.h"
#include "party/words.h"

namespace privet::party {
namespace {

bool named(const Names& names, std::string_view name) {
  return !names || std::ranges::find(*names, name) != names->end();
}

bool fits(std::string_view pattern, std::string_view text) {
  if (pattern == "*") return true;
  if (pattern.ends_with('*')) return text.starts_with(pattern.substr(0, pattern.size() - 1));
  if (pattern.starts_with('*')) return text.ends_with(pattern.substr(1));
  return pattern == text;
}

// A forecast item whose bound is a number, and not a formula of sizes that a run finds out.
std::optional<std::uint64_t> known_bound(const protocol::ForecastItem& item) {
  const auto text = item.most.text();
  if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return item.most.value({});
}

// About the data of the party at this place, to others.
bool opens_of(const protocol::ForecastItem& item, protocol::PartyId own) {
  return item.kind == protocol::Kind::Opened && item.subject.contains(own) && item.recipient != own;
}

// Whether what the table holds decides if the rule fits.
bool needs_table(const PolicyRule& rule, const JudgedData& data) {
  return rule.rows > 0 || (rule.columns && data.columns.empty());
}

// One rule and one job: the first thing about the job that the rule does not allow.
class RuleCheck {
 public:
  RuleCheck(const PolicyRule& rule, const Proposal& proposal, const protocol::Forecast& forecast,
            const JudgedData& data)
      : rule_(rule),
        proposal_(proposal),
        forecast_(forecast),
        data_(data),
        own_(static_cast<std::uint32_t>(proposal.place_of(data.own))) {}

  [[nodiscard]] std::string refusal() const {
    for (const auto& part : {who(), what(), how(), counts(), openings(), budgets()}) {
      if (!part.empty()) return part;
    }
    return {};
  }

 private:
  [[nodiscard]] std::string who() const {
    std::vector<std::string> others = proposal_.parties;
    std::erase(others, data_.own);
    const auto stranger = unfit(rule_.peers, others);
    return stranger.empty() ? "" : fmt::format("{} is not among its peers", stranger);
  }
  // The first that is not named. A rule that refuses holds already if one of them is named.
  [[nodiscard]] std::string unfit(const Names& names, const std::vector<std::string>& given) const {
    const auto is_named = [&](const std::string& one) { return named(names, one); };
    if (given.empty() || (rule_.decide == Decide::Never && std::ranges::any_of(given, is_named))) {
      return {};
    }
    const auto found = std::ranges::find_if_not(given, is_named);
    return found == given.end() ? std::string() : *found;
  }
  [[nodiscard]] std::string what() const {
    const auto& table = proposal_.tables.at(data_.own);
    if (!named(rule_.tasks, proposal_.job.task)) {
      return fmt::format("'{}' is not among its tasks", proposal_.job.task);
    }
    if (!named(rule_.splits, federation::split_name(proposal_.job.split))) {
      return fmt::format("{} is not among its splits", federation::split_name(proposal_.job.split));
    }
    if (!named(rule_.tables, table)) return fmt::format("{} is not among its tables", table);
    if (!data_.model_table.empty() && !named(rule_.tables, data_.model_table)) {
      return fmt::format("{}, of which the model is, is not among its tables", data_.model_table);
    }
    const auto column = unfit(rule_.columns, data_.columns);
    if (column.empty()) return {};
    // A peer hears no names that it did not give.
    const auto listed = proposal_.columns.find(data_.own);
    const bool known = data_.asking == data_.own || column == proposal_.job.key ||
                       (listed != proposal_.columns.end() &&
                        std::ranges::find(listed->second, column) != listed->second.end());
    return known ? fmt::format("column {} of {} is not among its columns",
                               quote_for_message(column), table)
                 : fmt::format("{} has a column that is not among its columns", table);
  }
  [[nodiscard]] std::string how() const {
    const auto& job = proposal_.job;
    if (!named(rule_.protocols, job.protocol)) {
      return fmt::format("{} is not among its protocols", job.protocol);
    }
    const auto trust = federation::trust_name(job.trust);
    const bool never = rule_.decide == Decide::Never;
    if (rule_.trust ? !named(rule_.trust, trust) : !never && trust != "protocol") {
      return fmt::format("the job relies on {}, which it does not accept", trust);
    }
    const auto task = federation::find_task(job.task, job.split);
    const auto choice =
        std::ranges::find(task.protocols, job.protocol, &federation::ProtocolChoice::name);
    const bool weak = choice != task.protocols.end() && !choice->weakness.empty();
    if ((weak || job.allow_weak) && !rule_.weak.value_or(never)) {
      return fmt::format("the job takes or allows a protocol that is known to be weak ({})",
                         job.protocol);
    }
    return {};
  }
  [[nodiscard]] std::string counts() const {
    if (data_.seen && data_.rows < rule_.rows)
      return fmt::format("the table has fewer than {} rows", rule_.rows);
    const auto task = federation::find_task(proposal_.job.task, proposal_.job.split);
    const auto settings = federation::job_settings(task, proposal_.job);
    for (const auto& [name, least] : rule_.at_least) {
      const auto* parameter = settings.find(name);
      const bool number = parameter != nullptr && (parameter->kind == ParameterKind::Count ||
                                                   parameter->kind == ParameterKind::Real);
      if (!number || !settings.has(name)) {
        return fmt::format("the job gives no {}, and it wants at least {}", name, least);
      }
      const double given = parameter->kind == ParameterKind::Count
                               ? static_cast<double>(settings.count(name))
                               : settings.real(name);
      if (given < least) {
        return fmt::format("{} is {}, and it wants at least {}", name, given, least);
      }
    }
    return {};
  }
  [[nodiscard]] const std::string& recipient_of(const protocol::ForecastItem& item) const {
    return proposal_.parties[item.recipient.index()];
  }
  [[nodiscard]] bool accepted(const protocol::ForecastItem& item) const {
    return std::ranges::any_of(*rule_.opens, [&](const AcceptedOpening& one) {
      if (!fits(one.what, with_names(item.label, proposal_.parties)) ||
          !named(one.to, recipient_of(item))) {
        return false;
      }
      const auto bound = known_bound(item);
      return !one.most || (bound && *bound <= *one.most);
    });
  }
  [[nodiscard]] std::string openings() const {
    if (!rule_.opens) return {};
    for (const auto& item : forecast_) {
      if (!opens_of(item, own_) || accepted(item)) continue;
      return fmt::format("{} would learn '{}' (at most {}), which is not among what it opens",
                         recipient_of(item), with_names(item.label, proposal_.parties),
                         with_names(item.most.text(), proposal_.parties));
    }
    return {};
  }
  [[nodiscard]] std::string budgets() const {
    if (rule_.jobs_per_day && data_.jobs_today >= *rule_.jobs_per_day) {
      return fmt::format("{} has asked for {} jobs within a day, and {} are allowed", data_.asking,
                         data_.jobs_today, *rule_.jobs_per_day);
    }
    if (!rule_.values) return {};
    auto opened = data_.opened;
    for (const auto& [party, count] : known_openings(proposal_, forecast_, data_.own)) {
      opened[party] += count;
    }
    for (const auto& [party, count] : opened) {
      if (count > *rule_.values) {
        return fmt::format(
            "with this job {} values of {} would have been opened to {}, and {} are "
            "allowed",
            count, proposal_.tables.at(data_.own), party, *rule_.values);
      }
    }
    return {};
  }

  const PolicyRule& rule_;
  const Proposal& proposal_;
  const protocol::Forecast& forecast_;
  const JudgedData& data_;
  protocol::PartyId own_;
};

}  // namespace

std::map<std::string, std::uint64_t> known_openings(const Proposal& proposal,
                                                    const protocol::Forecast& forecast,
                                                    std::string_view own) {
  const protocol::PartyId place(static_cast<std::uint32_t>(proposal.place_of(own)));
  std::map<std::string, std::uint64_t> out;
  for (const auto& item : forecast) {
    if (!opens_of(item, place)) continue;
    out[proposal.parties[item.recipient.index()]] += known_bound(item).value_or(0);
  }
  return out;
}

bool opens_unknown_number(const Proposal& proposal, const protocol::Forecast& forecast,
                          std::string_view own) {
  const protocol::PartyId place(static_cast<std::uint32_t>(proposal.place_of(own)));
  return std::ranges::any_of(forecast, [&](const protocol::ForecastItem& item) {
    return opens_of(item, place) && !known_bound(item);
  });
}

PolicyVerdict judge(const Policy& policy, const Proposal& proposal,
                    const protocol::Forecast& forecast, const JudgedData& data) {
  if (policy.rules.empty()) return {Decide::Never, 0, "its policy has no rules"};
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < policy.rules.size(); ++i) {
    const auto& rule = policy.rules[i];
    const auto refusal = RuleCheck(rule, proposal, forecast, data).refusal();
    if (!refusal.empty()) {
      reasons.push_back(fmt::format("rule {}: {}", i + 1, refusal));
      continue;
    }
    const bool never = rule.decide == Decide::Never;
    auto reason = never ? fmt::format("rule {} refuses such jobs", i + 1) : "";
    // A budget says nothing about what is known only during the run, nor about what a run opened
    // that nobody counted: a person weighs that.
    const bool open_end = !rule.open_ended && opens_unknown_number(proposal, forecast, data.own);
    if (rule.decide == Decide::Automatic && rule.values && (open_end || data.cut_off)) {
      return {Decide::Ask, i + 1, {}};
    }
    if (never && !data.seen && needs_table(rule, data)) {
      reasons.push_back(std::move(reason));  // unless the table is another: the next ones count
      continue;
    }
    return {rule.decide, i + 1, std::move(reason)};
  }
  return {Decide::Never, 0, fmt::format("{}", fmt::join(reasons, "; "))};
}

}  // namespace privet::party
