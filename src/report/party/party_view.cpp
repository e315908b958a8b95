// SPDX-License-Identifier: Apache-2.0
#include "report/party/party_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "party/words.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

// Most texts of a job come from other parties: none may look like something that the program says.
std::string shown(const Json& text) {
  return party::plain_text(text.text());
}
std::string quoted(std::string_view text) {
  return "'" + party::plain_text(text) + "'";
}

std::string listed_names(const Json& list) {
  return party::plain_text(
      fmt::format("{}", fmt::join(list.get<std::vector<std::string>>(), ", ")));
}

std::string listed_quoted(const Json& list) {
  std::string out;
  for (const auto& one : list) out += (out.empty() ? "" : ", ") + quoted(one.text());
  return out;
}

std::string short_id(const Json& job) {
  return job.at("id").text().substr(0, 8);
}

std::string reason_of(const Json& job) {
  if (const auto* reason = job.find("reason")) return shown(*reason);
  if (const auto* stage = job.find("stage")) return stage->text();
  return {};
}

std::string learned_line(const Json& item, const std::string& count) {
  return fmt::format("  {:>8}  {}\n            about: {}; because: {}\n", count,
                     shown(item.at("learns")), listed_names(item.at("about")),
                     shown(item.at("why")));
}

// Under the name of who learns, each party once.
template <class Count>
std::string learned_text(const Json& items, std::string_view verb, const Count& count) {
  std::vector<std::pair<std::string, std::string>> parties;
  for (const auto& item : items) {
    const auto& name = item.at("party").text();
    auto found = std::ranges::find(parties, name, &std::pair<std::string, std::string>::first);
    if (found == parties.end()) found = parties.insert(parties.end(), {name, {}});
    found->second += learned_line(item, count(item));
  }
  std::string text;
  for (const auto& [name, lines] : parties) text += fmt::format("{} {}\n{}", name, verb, lines);
  return text;
}

}  // namespace

std::string party_status_text(const Json& status) {
  auto text = fmt::format("{} at {}\n  fingerprint {}, valid until {}\n", status.at("name").text(),
                          status.at("address").text(), status.at("fingerprint").text(),
                          status.at("until").text());
  text += fmt::format("  tables: {}\n",
                      status.at("tables").empty() ? "none" : listed_names(status.at("tables")));
  for (const auto& [state, count] : status.at("jobs").items()) {
    text += fmt::format("  {} {}\n", counted(count.get<std::uint64_t>(), "job"), state);
  }
  for (const auto& peer : status.at("peers")) {
    // The code stands before what the peer itself has chosen.
    text += fmt::format("peer {}: {}, at {}\n", shown(peer.at("name")),
                        peer.at("confirmed").get<bool>()
                            ? "confirmed"
                            : fmt::format("not confirmed, code {}", peer.at("code").text()),
                        shown(peer.at("address")));
  }
  return text;
}

std::string party_tables_text(const Json& tables) {
  std::string text;
  for (const auto& table : tables.at("tables")) {
    text += shown(table.at("name"));
    if (const auto* fault = table.find("fault")) {
      text += fmt::format(": cannot be read: {}\n", shown(*fault));
      continue;
    }
    if (const auto* rows = table.find("rows")) {
      text += fmt::format(", {}", counted(rows->get<std::uint64_t>(), "row"));
    }
    text += "\n";
    const auto* columns = table.find("columns");
    if (columns == nullptr) continue;
    for (const auto& column : *columns) {
      text += fmt::format("  {} ({})\n", shown(column.at("name")), shown(column.at("type")));
    }
  }
  return text.empty() ? "no tables\n" : text;
}

std::string job_list_text(const Json& jobs) {
  TextTable table{.columns = {{.heading = "job"},
                              {.heading = "state"},
                              {.heading = "task"},
                              {.heading = "from"},
                              {.heading = "created"},
                              {.heading = "why"}}};
  for (const auto& job : jobs.at("jobs")) {
    table.add({short_id(job), job.at("state").text(), job.at("task").text(),
               job.at("submitted_by").text(), job.at("created").text(), reason_of(job)});
  }
  return table.rows.empty() ? "no jobs\n" : to_text(table);
}

std::string job_text(const Json& job) {
  const auto& document = job.at("document");
  auto text = fmt::format("job {}: {}{}\n", job.at("id").text(), job.at("state").text(),
                          reason_of(job).empty() ? "" : " (" + reason_of(job) + ")");
  text += fmt::format("  {} on a {} split by {}, trust {}\n", document.at("task").text(),
                      document.at("split").text(), document.at("protocol").text(),
                      document.at("trust").text());
  for (const auto& [party, table] : document.at("tables").items()) {
    text += fmt::format("  {}: table {}", party, quoted(table.text()));
    if (const auto* columns = document.at("columns").find(party)) {
      text += fmt::format(", columns {}", listed_quoted(*columns));
    }
    text += "\n";
  }
  if (!document.at("key").text().empty()) {
    text += fmt::format("  key: {}\n", quoted(document.at("key").text()));
  }
  if (!document.at("class_party").text().empty()) {
    text += fmt::format("  the class is at {}\n", shown(document.at("class_party")));
  }
  if (const auto* model = document.find("model")) {
    text += fmt::format("  classifies by the parts of the model of job {}\n", shown(*model));
  }
  for (const auto& [column, values] : document.at("categories").items()) {
    text += fmt::format("  categories of {}: {}\n", quoted(column), listed_quoted(values));
  }
  if (document.at("allow_weak").get<bool>()) text += "  protocols known to be weak are allowed\n";
  for (const auto& pair : document.at("parameters")) {
    text += fmt::format("  {} = {}\n", shown(pair.at(0)), quoted(pair.at(1).text()));
  }
  if (!document.at("note").text().empty()) {
    text += fmt::format("  note: {}\n", quoted(document.at("note").text()));
  }
  text += "\n" + learned_text(job.at("forecast"), "would learn at most",
                              [](const Json& item) { return item.at("most").text(); });
  if (const auto* agreement = job.find("agreement")) {
    text += fmt::format("\nsigned: {}\n", agreement->at("digest").text());
  }
  if (const auto* record = job.find("record")) {
    for (const auto& line : record->at("connections")) {
      text += fmt::format("{}: {} {}, certificate {}\n", line.at("peer").text(),
                          line.at("version").text(), line.at("cipher").text(),
                          line.at("certificate").text());
    }
  }
  return text;
}

std::string job_result_text(const Json& result) {
  const auto& record = result.at("record");
  return fmt::format("{}\n{:.2f} seconds by {}, {} sent, {} received\n", result.at("gist").text(),
                     record.at("seconds").get<double>(), record.at("protocol").text(),
                     counted(record.at("sent").get<std::uint64_t>(), "byte"),
                     counted(record.at("received").get<std::uint64_t>(), "byte"));
}

std::string job_ledger_text(const Json& ledger) {
  const auto text = learned_text(ledger.at("ledger"), "learned", [](const Json& item) {
    return grouped(item.at("count").get<std::uint64_t>());
  });
  return text.empty() ? "nothing was opened\n" : text;
}

std::string audit_text(const party::AuditVerdict& verdict) {
  if (!verdict.sound) return fmt::format("NOT sound: {}\n", verdict.fault);
  return fmt::format("sound: {}, head {}\n", counted(verdict.head.lines, "line"),
                     verdict.head.hash);
}

Json audit_json(const party::AuditVerdict& verdict) {
  Json out{{"sound", verdict.sound}, {"lines", verdict.head.lines}, {"head", verdict.head.hash}};
  if (!verdict.sound) out["fault"] = verdict.fault;
  return out;
}

}  // namespace privet
