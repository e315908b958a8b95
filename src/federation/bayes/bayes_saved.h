// SPDX-License-Identifier: Apache-2.0
// A naive Bayes model over columns that was saved in parts, and rows classified by them in a later
// run.
// Idea: the parties bring their shares of the model (federation/bayes/bayes_part.h) and go on as
// after learning (federation/bayes/vertical_bayes.h); nothing is learned again.
// Discloses: the classes of the rows, as after learning.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

// "mine bayes --saved".
[[nodiscard]] Task bayes_saved_task();

}  // namespace privet::federation
