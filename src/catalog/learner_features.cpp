// SPDX-License-Identifier: Apache-2.0
#include "catalog/features_internal.h"

namespace privet {
namespace {

Feature learner(const char* name, const char* summary, const char* reference, const char* command) {
  return {.kind = "learner",
          .name = name,
          .summary = summary,
          .reference = reference,
          .command = command,
          .parameters = {},
          .whole_command = true};
}

}  // namespace

std::vector<Feature> learner_features() {
  return {
      learner("decision-tree", "Learns a decision tree by ID3 or in the manner of C4.5.",
              "Quinlan, \"Induction of decision trees\" (1986) and \"C4.5\" (1993)", "mine tree"),
      learner("random-forest", "Learns a random forest.", "Breiman, \"Random forests\" (2001)",
              "mine forest"),
      learner("boosted-trees", "Learns gradient boosted trees.",
              "Friedman, \"Greedy function approximation: a gradient boosting machine\" (2001)",
              "mine boost"),
      learner("association-rules", "Finds association rules by Apriori.",
              "Agrawal and Srikant, \"Fast algorithms for mining association rules\" (1994)",
              "mine rules"),
      learner("itemsets", "Finds frequent, closed or maximal itemsets.",
              "Zaki, \"Scalable algorithms for association mining\" (2000); Uno et al., \"LCM ver. "
              "2\" (2004); Burdick et al., \"MAFIA\" (2001)",
              "mine itemsets"),
      learner("naive-bayes", "Learns a naive Bayes classifier.",
              "Mitchell, \"Machine learning\" (1997), chapter 6", "mine bayes"),
      learner("k-means", "Groups rows around k centers.", "Lloyd (1982)", "mine kmeans"),
      learner("outliers", "Finds rows far from most others.", "Knorr and Ng (1998)",
              "mine outliers"),
      learner("bayesian-network", "Finds the structure of a Bayesian network by K2.",
              "Cooper and Herskovits, \"A Bayesian method for the induction of probabilistic "
              "networks\" (1992)",
              "mine bayesnet"),
      learner("svm", "Learns a support vector machine for two classes.",
              "Fung and Mangasarian, \"Finite Newton method for Lagrangian SVM\" (2003)",
              "mine svm"),
      learner("cox", "Fits Cox's proportional hazards model to survival times.",
              "Cox (1972); Breslow (1974) and Efron (1977) for ties", "mine cox"),
      learner("survival-curves", "Draws survival curves with bands and compares groups.",
              "Kaplan and Meier (1958); Mantel (1966)", "mine survival"),
      learner("logistic-regression", "Fits the probability of a class to columns.",
              "McCullagh and Nelder, \"Generalized linear models\" (1989)", "mine logistic"),
      learner("linear-regression", "Fits a number to columns by least squares.",
              "McCullagh and Nelder, \"Generalized linear models\" (1989)", "mine linear"),
  };
}

}  // namespace privet
