// SPDX-License-Identifier: Apache-2.0
// Decision trees, grown level by level over an oracle.
// Idea: ask which nodes of a level are finished, make leaves of those, ask the best tests of the
// others, split them. ID3 goes on while columns remain (also at zero gain), with each nominal
// column at most once on a path; C4.5 stops where no test gains or no two branches have the minimum
// size. An empty branch becomes a leaf with its parent's majority. Reference: Quinlan (1986, 1993);
// Vaidya (2004), section 3.5. Cost: rounds grow with the depth, work with rows times columns per
// level.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/run.h"
#include "data/table.h"
#include "mining/class_quality.h"
#include "mining/tree/tree_model.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

// The columns and classes that a model over the oracle will be about; nodes stay empty.
[[nodiscard]] TreeModel tree_header(const Table& table, AttributeId class_column,
                                    const TreeOptions& options);

// Grows a tree without class counts. Pruning needs those: throws Error{Usage} if it is asked for.
[[nodiscard]] TreeModel grow_tree(TreeOracle& oracle, TreeModel header, const TreeOptions& options,
                                  const Run& run);
// Grows a tree with class counts and, if asked, prunes it.
[[nodiscard]] TreeModel grow_counted_tree(CountingTreeOracle& oracle, TreeModel header,
                                          const TreeOptions& options, const Run& run);

// Both over a table in memory. Rows without a class are left out, with a warning.
[[nodiscard]] TreeModel learn_tree(const Table& table, AttributeId class_column,
                                   const TreeOptions& options, const Run& run);

// Cross-validation of the above, as the plan says; and with its stratified folds once.
[[nodiscard]] ClassQuality assess_tree(const Table& table, AttributeId class_column,
                                       const TreeOptions& options, const FoldPlan& plan,
                                       const Run& run);
[[nodiscard]] Confusion cross_validate_tree(const Table& table, AttributeId class_column,
                                            const TreeOptions& options, std::size_t folds,
                                            std::uint64_t seed, const Run& run);

}  // namespace privet::mining
