// SPDX-License-Identifier: Apache-2.0
// Support vector machines: by Newton's method, or with a kernel over all rows by pairs.
// Idea: minimise nu/2 * sum of squared hinge losses + (w'w + gamma^2)/2, where a row scores w'z -
// gamma and z is the row itself (linear) or its kernel values K(x, B'). The objective is strongly
// convex and piecewise quadratic, so Newton's method with halved steps ends after a few rounds. The
// learner asks an oracle for the sums over rows; sites add theirs. B may be some of the training
// rows (reduced kernel), or a random matrix (mining/regression/random_kernel.h says what that
// protects and what not). With all training rows as B Newton's step would cost the cube of the
// rows: there the usual machine is solved instead, nu * sum of hinge losses + w'w/2 in the space of
// the kernel (mining/regression/smo.h), and B is the support vectors. Reference: Fung and
// Mangasarian, "Finite Newton method for Lagrangian SVM" (2003); Lee and Mangasarian, "RSVM"
// (2001); Yu et al. (2008). Cost: a step is rows times squared unknowns plus their cube.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/class_quality.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

// Sums over rows at a point (w, gamma): squared hinge losses, their gradient and generalised
// Hessian (each without the factor nu; the Hessian's lower triangle only).
struct SvmPoint {
  double loss = 0;
  std::vector<double> gradient;
  std::vector<double> hessian;
};

class SvmOracle {
 public:
  virtual ~SvmOracle() = default;
  [[nodiscard]] virtual std::size_t columns() const = 0;  // of z
  // `point` is w and then gamma.
  virtual SvmPoint evaluate(std::span<const double> point) = 0;
};

enum class Kernel { Linear, Gaussian };
enum class KernelBasis {
  None,     // linear only: z is the row
  AllRows,  // K(A, A'), solved by pairs
  SomeRows,
  Random,
};

struct SvmOptions {
  double nu = 1;  // weight of the losses
  Kernel kernel = Kernel::Linear;
  KernelBasis basis = KernelBasis::None;
  double mu = 1;               // exp(-mu |x - b|^2)
  std::size_t basis_rows = 0;  // of B, for SomeRows and Random
  std::uint64_t seed = 1;
  std::size_t max_iterations = 200;
  bool probabilities = false;  // fit a sigmoid to the scores of five folds
};

// Rows scaled to 0..1 by the ranges of the training data, then through the kernel.
struct SvmMap {
  std::vector<double> low;
  std::vector<double> range;  // 0: the column was constant and counts as 0
  Kernel kernel = Kernel::Linear;
  double mu = 1;
  Matrix basis;  // B, in scaled units; no rows: z is the scaled row

  bool operator==(const SvmMap&) const = default;
  [[nodiscard]] Matrix scaled(const Matrix& x) const;
  [[nodiscard]] Matrix apply(const Matrix& x) const;
};

// From a score to the probability of the second class: 1 / (1 + exp(slope * score + offset)).
// Reference: Platt (1999), fitted as Lin, Lin and Weng, "A note on Platt's probabilistic outputs"
// (2007).
struct SvmSigmoid {
  double slope = 0;
  double offset = 0;

  bool operator==(const SvmSigmoid&) const = default;
  [[nodiscard]] double probability(double score) const;
};
[[nodiscard]] SvmSigmoid fit_sigmoid(std::span<const double> scores,
                                     std::span<const ClassLabel> labels);

struct SvmModel {
  std::vector<std::string> columns;
  std::string class_name;
  std::vector<std::string> classes;  // two; a positive score means the second
  SvmMap map;
  std::vector<double> weights;
  double gamma = 0;  // the bias is -gamma
  double objective = 0;
  double gradient = 0;  // the largest entry left, by size; or the largest violation
  std::size_t iterations = 0;
  std::optional<SvmSigmoid> sigmoid = {};  // where probabilities were asked for

  bool operator==(const SvmModel&) const = default;
};

struct SvmFit {
  std::vector<double> point;  // w and gamma
  double objective = 0;
  double gradient = 0;
  std::size_t iterations = 0;
};
[[nodiscard]] SvmFit fit_svm(SvmOracle& oracle, const SvmOptions& options, const Run& run);
// Weights and figures of the fit, into a model that has the rest.
void set_fit(SvmModel& model, SvmFit fit);

struct SvmData {
  std::vector<std::string> columns;
  std::string class_name;
  std::vector<std::string> classes;
  Matrix x;
  std::vector<ClassLabel> labels;  // 0 or 1
  std::size_t dropped = 0;         // rows with a missing value
};
// Columns may hold text: see design_of. Throws Error{Infeasible} unless there are two classes.
[[nodiscard]] SvmData svm_data(const Table& table, AttributeId class_column,
                               std::span<const AttributeId> columns);
// The same where others have more rows.
[[nodiscard]] SvmData svm_data(const Table& table, AttributeId class_column,
                               std::span<const AttributeId> columns, Census& census);
// Throws Error{Input} for a column whose range is beyond numbers, and Error{Infeasible} with an
// estimate for more than memory and a day's time allow.
[[nodiscard]] SvmModel learn_svm(const SvmData& data, const SvmOptions& options, const Run& run);
// The ranges of the columns, and the rows of B except for KernelBasis::AllRows.
[[nodiscard]] SvmMap make_svm_map(const SvmData& data, const SvmOptions& options);
// The smallest and largest value of every column; without rows all of them are 0.
struct SvmRanges {
  std::vector<double> low;
  std::vector<double> high;
};
[[nodiscard]] SvmRanges svm_ranges(const Matrix& x);
// Throws Error{Input} for a column whose range is beyond numbers.
void set_ranges(SvmMap& map, const SvmRanges& ranges, std::span<const std::string> columns);
// w'z - gamma of every row.
[[nodiscard]] std::vector<double> svm_scores(const SvmModel& model, const Matrix& x,
                                             const Run& run);

struct SvmQuality {
  double accuracy = 0;
  double auc = 0;
};
[[nodiscard]] SvmQuality svm_quality(std::span<const double> scores,
                                     std::span<const ClassLabel> labels);
// The scores of all rows, each by the model of the folds it is not in.
[[nodiscard]] std::vector<double> cross_validate_svm(const SvmData& data, const SvmOptions& options,
                                                     std::size_t folds, std::uint64_t seed,
                                                     const Run& run);

// The classes of the rows; scores to rank by, and probabilities if the model has a sigmoid.
[[nodiscard]] Forecast forecast(const SvmModel& model, const Matrix& x, const Run& run);
[[nodiscard]] ClassQuality assess_svm(const SvmData& data, const SvmOptions& options,
                                      const FoldPlan& plan, const Run& run);

[[nodiscard]] std::string save_svm(const SvmModel& model);
[[nodiscard]] SvmModel load_svm(std::string_view text, const std::string& file);

// Answers from rows in memory, which must outlive it.
class PlainSvmOracle final : public SvmOracle {
 public:
  // Labels: 1 is positive, 0 negative.
  PlainSvmOracle(const Matrix& z, std::span<const ClassLabel> labels, const Run& run)
      : z_(z), labels_(labels), run_(run) {}
  [[nodiscard]] std::size_t columns() const override { return z_.columns; }
  SvmPoint evaluate(std::span<const double> point) override;

 private:
  const Matrix& z_;
  std::span<const ClassLabel> labels_;
  const Run& run_;
};

}  // namespace privet::mining
