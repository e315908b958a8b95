// SPDX-License-Identifier: Apache-2.0
// The one explicit list of federated tasks, and what every job has whatever its task: what all
// parties agree on, what a run opens, how transfers are made, and one party's run of it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "federation/task/task.h"
#include "net/slow_link.h"

namespace privet::federation {

[[nodiscard]] std::vector<Task> all_tasks();

// Throws Error{Usage}, saying what there is, if no task has this name or it is not for this split.
[[nodiscard]] Task find_task(std::string_view name, Split split);

// Puts into the job what of the parts must stand in it: who has the class column, and everybody's
// schema. Throws Error{Input} if the parts do not fit the task.
void place_job(Job& job, std::span<const DataSet> parts);

// What must be the same at every party: the job and its run, how transfers are made, who the
// referees are, key lengths, the largest numbers that a party may claim, the schemas, and the
// number of rows of a vertical split.
[[nodiscard]] session::Agreement agreement_of(const Job& job, const DataSet& part);
[[nodiscard]] session::Agreement agreement_of(const Task& task, const Job& job,
                                              const DataSet& part);

// What the job's run will open, to whom and about whom.
[[nodiscard]] protocol::Forecast forecast_of(const Job& job);

// How its transfers are made: by the declared speed of the links, or by measuring them.
[[nodiscard]] session::TransferChoice transfers_of(const Job& job, const DataSet& part,
                                                   const net::LinkSpeed& link);

// Runs one party's part, and checks that everything declared for every run was opened. Throws
// Error{Input}, before anything is sent, if the part has another schema than the job says.
[[nodiscard]] Answer take_part(session::Session& session, const DataSet& part, const Job& job,
                               const Run& run);

}  // namespace privet::federation
