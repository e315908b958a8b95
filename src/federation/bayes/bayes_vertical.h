// SPDX-License-Identifier: Apache-2.0
// The task "mine bayes" over columns: a naive Bayes model that is only there as shares, and rows
// classified by it. Discloses: how many columns and values the parties have, how many classes; the
// classes of rows to classify, to the party that the job names (the class site unless it says
// otherwise), with the names of the classes if that is another one. The model itself to nobody.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task bayes_vertical_task();

}  // namespace privet::federation
