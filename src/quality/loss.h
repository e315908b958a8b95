// SPDX-License-Identifier: Apache-2.0
// How much a recoding loses, each metric in one number, and loss by attribute. Suppressed records
// count as fully lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/table.h"
#include "hierarchy/bind.h"
#include "recoding/recoding.h"
#include "recoding/recoding_context.h"

namespace privet {

struct Quality {
  // C_DM: the sum of squared class sizes; a suppressed record costs the number of records.
  // Reference: Bayardo and Agrawal, "Data privacy through optimal k-anonymization" (2005).
  double discernibility = 0;
  // Records (not suppressed) per class; 0 without classes.
  double average_class_size = 0;
  // C_AVG: the same, over the smallest class that is allowed; 0 where that is not known.
  // Reference: LeFevre, DeWitt and Ramakrishnan, "Mondrian multidimensional k-anonymity" (2006).
  double normalised_class_size = 0;
  // Normalised certainty penalty, mean over all cells, in [0,1].
  // Reference: Xu et al., "Utility-based anonymization using local recoding" (2006).
  double ncp = 0;
  // One minus the mean share of a column's values that a cell covers, in [0,1] (ARX's granularity).
  double granularity = 0;
  // The same over all cells together; see quality/pooled_granularity.h.
  double pooled_granularity = 0;
  // Class sizes times how high in their hierarchies the values shown lie; see
  // quality/information_loss.h.
  double information_loss = 0;
  // General loss: like the certainty penalty, but a cell that covers m of n values costs
  // (m - 1) / (n - 1), in [0,1].
  // Reference: Iyengar, "Transforming data to satisfy privacy constraints" (2002).
  double general_loss = 0;
  // The share of the columns' information that is lost: -log2 of the chance to guess a value from
  // its cell, over that of guessing it from nothing, in [0,1].
  // Reference: de Waal and Willenborg (1999); Gionis and Tassa, "k-anonymization with minimal loss
  // of information" (2009).
  double non_uniform_entropy = 0;
  // SSE/SST of the columns that show a statistic of their class; see quality/squared_error.h.
  std::optional<double> squared_error = {};
  // Mean certainty penalty of each attribute.
  std::vector<double> ncp_of_attribute;
};

[[nodiscard]] Quality measure_quality(const Recoding& recoding, const RecodingContext& context);

// Sets what follows from the sizes of the classes alone. For a release these are the classes as its
// bytes show them: two classes of a recoding that show the same are one to every reader.
void measure_classes(std::span<const std::uint32_t> sizes, std::size_t suppressed, Quality& out);

}  // namespace privet
