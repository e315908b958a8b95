// SPDX-License-Identifier: Apache-2.0
// A recoder that lies: changes a sound recoding at random.
#pragma once

#include "anonymize/problem.h"
#include "base/sampling.h"

namespace privet::testing_support {

void lie(Sampler& sampler, const Problem& problem, Recoding& recoding);

}  // namespace privet::testing_support
