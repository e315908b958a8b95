// SPDX-License-Identifier: Apache-2.0
// Metrics have the names that the JSON of a release and of --metric have.
#include "catalog/features_internal.h"

namespace privet {
namespace {

Feature metric(const char* name, const char* summary, const char* reference,
               std::vector<std::string_view> options = {}) {
  return {.kind = "metric",
          .name = name,
          .summary = summary,
          .reference = reference,
          .command = "anonymize",
          .parameters = {},
          .options = std::move(options)};
}

Feature objective(const char* name, const char* summary, const char* reference) {
  return {.kind = "objective",
          .name = name,
          .summary = summary,
          .reference = reference,
          .command = "anonymize",
          .parameters = {},
          .options = {"metric"}};
}

constexpr const char* kIyengar =
    "Iyengar, \"Transforming data to satisfy privacy constraints\" (2002)";
constexpr const char* kGionis =
    "Gionis and Tassa, \"k-anonymization with minimal loss of information\" (2009)";
constexpr const char* kBayardo =
    "Bayardo and Agrawal, \"Data privacy through optimal k-anonymization\" (2005)";
constexpr const char* kXiong =
    "Xiong and Rangachari, \"Towards application-oriented data anonymization\" (2008)";

}  // namespace

std::vector<Feature> quality_features() {
  return {
      objective("loss", "The geometric mean of the columns' losses.", kIyengar),
      objective("loss-arithmetic", "The arithmetic mean of the columns' losses.", kIyengar),
      objective("granularity", "One minus granularity; columns with many values count for more.",
                kIyengar),
      objective("precision", "The mean of level over height of the hierarchies.",
                "Sweeney, \"Achieving k-anonymity privacy protection using generalization and "
                "suppression\" (2002)"),
      objective("entropy", "Non-uniform entropy: the share of the columns' information lost.",
                kGionis),
      objective("discernibility",
                "The sum of squared class sizes; a suppressed record costs the number of records.",
                kBayardo),
      objective("weighted-discernibility",
                "Discernibility of each column alone, weighted by the columns' priorities.",
                kXiong),
      objective("class-size", "Records per class; all suppressed records are one class.",
                "LeFevre, DeWitt and Ramakrishnan, \"Mondrian multidimensional k-anonymity\" "
                "(2006)"),
      metric("discernibility",
             "The sum of squared class sizes; a suppressed record costs the number of records.",
             kBayardo),
      metric("average_class_size", "Records per class.", ""),
      metric("c_avg", "Records per class over the smallest class allowed.",
             "LeFevre, DeWitt and Ramakrishnan, \"Mondrian multidimensional k-anonymity\" (2006)"),
      metric("ncp", "Normalised certainty penalty: the mean share of a column that a cell covers.",
             "Xu et al., \"Utility-based anonymization using local recoding\" (2006)"),
      metric("general_loss",
             "The mean over cells of (values covered - 1) / (values of the column - 1).", kIyengar),
      metric("granularity", "One minus the mean share of a column's values that a cell covers.",
             kIyengar),
      metric("pooled_granularity",
             "Granularity over all cells together; columns with many values count for more.",
             kIyengar),
      metric("non_uniform_entropy", "The share of the columns' information that is lost.", kGionis),
      metric("information_loss",
             "Class sizes times how high in their hierarchies the released values lie.",
             "Byun, Kamra, Bertino and Li, \"Efficient k-anonymization using clustering "
             "techniques\" (2006)"),
      metric("sse_sst", "SSE/SST: the share of the variance that microaggregation loses.",
             "Domingo-Ferrer and Mateo-Sanz, \"Practical data-oriented microaggregation for "
             "statistical disclosure control\" (2002)"),
      metric("weighted_discernibility",
             "Discernibility of each column alone, weighted by the columns' priorities.", kXiong,
             {"priority", "learn-weights"}),
      metric("query_error", "The error of random counting queries asked of the release.",
             "Jurczyk and Xiong, \"Distributed anonymization\" (2009)", {"queries"}),
      metric("classification", "The accuracy of classifiers that learn from the release.", kXiong,
             {"classify"}),
      metric("selections", "How well SQL conditions select the same records of the release.", "",
             {"where", "workload"}),
  };
}

}  // namespace privet
