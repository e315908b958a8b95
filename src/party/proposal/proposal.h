// SPDX-License-Identifier: Apache-2.0
// What a job is before anybody has run it: one document, the same at all parties.
// Idea: a person writes a job file (TOML); the party where it is submitted makes the document of it
// (JSON with its keys in order), which everybody judges, and which all parties sign as part of the
// agreement. docs/format/job.md.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "federation/task/codebook.h"
#include "federation/task/task.h"

namespace privet::party {

struct Proposal {
  federation::Job job;                                           // without run and schemas
  std::vector<std::string> parties;                              // by name, in the agreed order
  std::map<std::string, std::string> tables;                     // party -> table
  std::map<std::string, std::vector<std::string>> columns = {};  // party -> columns; none: all
  federation::Categories categories = {};
  std::string class_party = {};  // who has the class column, in a vertical split that has one
  std::string note = {};
  // Of a task that classifies by a model that lies in parts: the job that made it (its id), of
  // which each party has kept its part.
  std::string model = {};

  // The place of a party. Throws Error{Input} if it is none of the job.
  [[nodiscard]] std::size_t place_of(std::string_view party) const;
  [[nodiscard]] bool uses_model() const { return !model.empty(); }
};

// Throw Error{Input} with the place, or Error{Usage} for a task, protocol or parameter that there
// is not: everything that can be said without a table.
[[nodiscard]] Proposal parse_job_file(std::string_view text, const std::string& path);
[[nodiscard]] Proposal proposal_of(const Json& document);
[[nodiscard]] Json document_of(const Proposal& proposal);
// Puts the place of the class into the job, as the document names it; then the rest is checked.
void place_class(Proposal& proposal);
void check_proposal(const Proposal& proposal);

}  // namespace privet::party
