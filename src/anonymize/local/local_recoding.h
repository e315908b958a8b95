// SPDX-License-Identifier: Apache-2.0
// Local recoding with hierarchies: each class has its own node of every hierarchy.
// Idea: from the whole table down, groups of records are divided along one hierarchy after the
// other (see anonymize/local/specialization.h) while the models hold for every part; a class then
// shows of each attribute the lowest node that covers its records. Where values have boundaries, it
// begins with the groups of records that may share a class. The models must be such that classes
// which hold may be united: two classes may come to show the same. Reference: top-down
// specialization after Fung, Wang and Yu (2005), made local; remainders are our own. Cost: depth
// (about the sum of the heights) times attributes times records.
#pragma once

#include <memory>
#include <vector>

#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kLocalRecoding;

struct LocalRecodingOptions {
  std::vector<double> weights = {};  // one for each quasi-identifier; empty: all 1
};

[[nodiscard]] std::unique_ptr<Anonymizer> make_local_recoding(const LocalRecodingOptions& options);

}  // namespace privet
