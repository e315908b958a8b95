// SPDX-License-Identifier: Apache-2.0
// The task "mine svm" over columns, on a random kernel. Weak: see below.
// Reference: Mangasarian, Wild, Fung, "Privacy-preserving classification of vertically partitioned
// data via random kernels" (ACM TKDD 2008).
// Idea: each party draws a random matrix B_j for its own columns, which nobody else sees, and tells
// all others its rows times B_j; the sum over the parties is K(A, B') = A B' for the matrices side
// by side. All fit the machine on it and on the classes, which the class site tells. A new row is
// scored the same way. Adversary: semi-honest. Discloses: of each row of each party as many
// combinations of its numbers as the kernel has rows, and its class. Whoever knows some rows of a
// party finds from them what the combinations say of the others: each party measures that on its
// own rows (mining/regression/kernel_attack.h), and the answer prints it.
// Cost: rows times kernel rows numbers to every party, one round.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task svm_columns_task();
// "mine svm --saved": rows classified by parts that were saved.
[[nodiscard]] Task svm_columns_saved_task();

}  // namespace privet::federation
