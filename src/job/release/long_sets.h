// SPDX-License-Identifier: Apache-2.0
// Texts without a hierarchy are released as sets of their values. In large classes of a column with
// many values every record repeats a set of hundreds: a table of 1 MB becomes a release of
// hundreds, which nobody can read. That is refused before anything is written, with its size. Idea:
// the recoding knows the members of each set and the size of each class, so the bytes are counted,
// not guessed. Cost: the members once.
#pragma once

#include <vector>

#include "anonymize/problem.h"
#include "base/description.h"
#include "recoding/recoding.h"

namespace privet::job {

// --long-sets.
[[nodiscard]] Parameter long_sets_parameter();
// About how many bytes the sets of this column take in the release; nothing else of it counts.
[[nodiscard]] double bytes_in_sets(const Column& column, const RecodedAttribute& attribute,
                                   const Recoding& recoding);
// Throws Error{Usage} that names the column whose sets would take more than 32 MB and 20 times
// what its texts take, with the estimate.
void refuse_long_sets(const Problem& problem, const Recoding& recoding);

}  // namespace privet::job
