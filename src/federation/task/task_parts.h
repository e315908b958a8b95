// SPDX-License-Identifier: Apache-2.0
// What several tasks say in the same way: who computes for the others, and who has the class.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "federation/task/task.h"

namespace privet::federation {

// A protocol of exactly three parties of whom no two collude.
[[nodiscard]] ProtocolChoice among_three(std::string_view name, std::string_view summary);

// Task::referees where the first two parties compute on the shares of all: nobody does so for
// others between two parties, nor among three of whom all compute.
[[nodiscard]] std::string first_two_referees(const Job& job);

// Puts into the job which party has the class column, and whether there are rows to classify.
// Throws Error{Input} if no party has it, or two have.
void place_class(Job& job, std::span<const DataSet> parts, const std::string& class_name);

}  // namespace privet::federation
