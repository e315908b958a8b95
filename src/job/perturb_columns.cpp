// SPDX-License-Identifier: Apache-2.0
#include "job/perturb_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.h"
#include "data/csv/read_csv.h"
#include "job/identifiers.h"
#include "perturb/coding.h"
#include "perturb/noise.h"
#include "perturb/pram.h"
#include "perturb/rank_swap.h"
#include "perturb/replace_values.h"

namespace privet {
namespace {

using Kind = Perturbation::Kind;

constexpr std::array<std::string_view, 7> kNamed{"top-code",  "bottom-code", "round",      "noise",
                                                 "rank-swap", "pram",        "pram-matrix"};

// What is asked of one column: each way's value, and where it stands.
struct Wish {
  std::map<std::string, std::string, std::less<>> ways = {};
  Place place = {};

  [[nodiscard]] const std::string* find(std::string_view way) const {
    const auto at = ways.find(way);
    return at == ways.end() ? nullptr : &at->second;
  }
};
using PerturbWishes = std::map<AttributeId, Wish>;

void read_flags(const Table& table, const Settings& settings, PerturbWishes& out) {
  const auto add = [&](const std::string& name, std::string_view flag, std::string value) {
    const AttributeId id = table.require(name, fmt::format("--{}", flag));
    Wish& wish = out[id];
    wish.place = settings.place(flag);
    if (wish.ways.emplace(flag, std::move(value)).second) return;
    throw Error(ErrorCode::Usage, fmt::format("column {} is named twice", quote_for_message(name)),
                wish.place);
  };
  for (const std::string_view flag : kNamed) {
    for (const auto& text : settings.list(flag)) {
      const auto equals = text.rfind('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("needs COLUMN={}, not {}", settings.find(flag)->placeholder.substr(7),
                        quote_for_message(text)),
            settings.place(flag));
      }
      add(text.substr(0, equals), flag, text.substr(equals + 1));
    }
  }
  for (const auto& name : settings.list("pram-invariant")) add(name, "pram-invariant", "true");
}

// Flags replace what the policy says of their columns.
PerturbWishes read_perturb_wishes(const PreparedTable& prepared, const Settings& settings,
                                  const std::optional<Policy>& policy) {
  PerturbWishes out;
  read_flags(prepared.table(), settings, out);
  if (!policy) return out;
  for (const auto& column : policy->columns) {
    const auto id = prepared.table().find(column.name);
    if (!id || column.perturb.empty() || out.contains(*id)) continue;
    Wish& wish = out[*id];
    wish.place = column.place;
    for (const auto& [way, value] : column.perturb) {
      if (way == "pram-invariant" && value == "false") continue;
      wish.ways.emplace(way, value);
    }
  }
  return out;
}

// A column that is shown under pseudonyms or masked is not perturbed as well.
void refuse_hidden(const PreparedTable& prepared, const Settings& settings,
                   const std::optional<Policy>& policy, const PerturbWishes& wishes) {
  std::vector<std::string> hidden;
  for (const AttributeId id : pseudonym_columns(prepared, settings, policy)) {
    hidden.push_back(prepared.table().column(id).name);
  }
  for (const auto& text : settings.list("mask")) hidden.push_back(text.substr(0, text.rfind('=')));
  for (const auto& [id, wish] : wishes) {
    const std::string& name = prepared.table().column(id).name;
    if (std::find(hidden.begin(), hidden.end(), name) == hidden.end()) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("column {} is shown under pseudonyms or masked; it cannot be perturbed "
                            "too",
                            quote_for_message(name)),
                wish.place);
  }
}

class Perturber {
 public:
  Perturber(PreparedTable& prepared, bool correlated, RandomSource& random, const Run& run)
      : prepared_(prepared),
        columns_(prepared.table().all().begin(), prepared.table().all().end()),
        correlated_(correlated),
        random_(random),
        run_(run) {}

  void apply(const PerturbWishes& wishes) {
    for (const auto& [id, wish] : wishes) {
      check_role(id, wish);
      Perturbation how = read(id, wish);
      how.correlated = how.kind == Kind::Noise && correlated_;
      prepared_.perturbed.push_back(
          {id, std::move(how), std::make_shared<const Column>(columns_[id])});
    }
    for (const auto& perturbed : prepared_.perturbed) change(perturbed);
    add_all_noise();
    prepared_.file.table = Table(std::move(columns_));
  }

 private:
  [[noreturn]] void refuse(AttributeId id, const Wish& wish, std::string_view why) const {
    throw Error(ErrorCode::Usage,
                fmt::format("column {} {}", quote_for_message(columns_[id].name), why), wish.place);
  }

  void check_role(AttributeId id, const Wish& wish) const {
    if (prepared_.schema.role(id) == Role::Identifier) {
      refuse(id, wish, "is an identifier, which is left out, not perturbed");
    }
    if (prepared_.unit == id) refuse(id, wish, "says who a record is about; it stays as it is");
  }

  // A number above `least` and not above `most`.
  double number(AttributeId id, const Wish& wish, const std::string& text, double least,
                double most, std::string_view form) const {
    const auto value = parse_number(text);
    if (value && *value > least && *value <= most) return *value;
    refuse(id, wish, fmt::format("needs {}, not {}", form, quote_for_message(text)));
  }

  void require_numbers(AttributeId id, const Wish& wish, bool dates = false) const {
    const ColumnType type = columns_[id].type();
    if (type == ColumnType::Numeric || (dates && type == ColumnType::Date)) return;
    refuse(id, wish, "is not numeric; --type says how a column is read, --pram changes categories");
  }

  [[nodiscard]] Perturbation read(AttributeId id, const Wish& wish) const {
    const auto top = wish.find("top-code");
    const auto bottom = wish.find("bottom-code");
    const auto pram = wish.find("pram");
    const auto matrix = wish.find("pram-matrix");
    const auto invariant = wish.find("pram-invariant");
    const bool coded = top != nullptr || bottom != nullptr;
    const bool randomised = pram != nullptr || matrix != nullptr || invariant != nullptr;
    int ways = (coded ? 1 : 0) + (randomised ? 1 : 0);
    for (const auto* way : {"round", "noise", "rank-swap"}) ways += wish.find(way) ? 1 : 0;
    if (ways > 1) refuse(id, wish, "is to be perturbed in two ways; choose one");
    if (coded) return read_coding(id, wish, bottom, top);
    if (randomised) return read_pram(id, wish, pram, matrix, invariant != nullptr);
    return read_number(id, wish);
  }

  [[nodiscard]] Perturbation read_coding(AttributeId id, const Wish& wish,
                                         const std::string* bottom, const std::string* top) const {
    require_numbers(id, wish);
    constexpr double kAny = 1e300;
    Perturbation out{.kind = Kind::Coding};
    if (bottom != nullptr) out.bottom = number(id, wish, *bottom, -kAny, kAny, "a number");
    if (top != nullptr) out.top = number(id, wish, *top, -kAny, kAny, "a number");
    if (out.bottom && out.top && *out.bottom >= *out.top) {
      refuse(id, wish, "needs a bottom below its top");
    }
    return out;
  }

  [[nodiscard]] Perturbation read_number(AttributeId id, const Wish& wish) const {
    Perturbation out;
    const bool swap = wish.find("rank-swap") != nullptr;
    require_numbers(id, wish, swap);
    if (const auto* base = wish.find("round")) {
      out.kind = Kind::Rounding;
      out.base = number(id, wish, *base, 0, 1e300, "a base above 0");
    } else if (swap) {
      out.kind = Kind::RankSwap;
      out.percent = number(id, wish, *wish.find("rank-swap"), 0, 100, "a percentage up to 100");
    } else {
      out.kind = Kind::Noise;
      out.deviation = read_deviation(id, wish, *wish.find("noise"));
    }
    return out;
  }

  // "2.5", or "10%" of the column's own.
  [[nodiscard]] double read_deviation(AttributeId id, const Wish& wish, std::string text) const {
    constexpr std::string_view kForm =
        "a standard deviation above 0, or one in percent such as 10%";
    const bool share = text.ends_with('%');
    if (share) text.pop_back();
    double out = number(id, wish, text, 0, 1e300, kForm);
    if (share) out *= deviation_of(columns_[id]) / 100;
    const double digit = std::pow(10.0, -static_cast<double>(most_decimals(columns_[id])));
    if (out < digit) {
      refuse(id, wish,
             fmt::format("is written in steps of {:g}, in which noise of a standard deviation of "
                         "{:.3g} would vanish; use at least {:g}",
                         digit, out, digit));
    }
    return out;
  }

  [[nodiscard]] Perturbation read_pram(AttributeId id, const Wish& wish, const std::string* keep,
                                       const std::string* matrix, bool invariant) const {
    if ((keep == nullptr) == (matrix == nullptr)) {
      refuse(id, wish, "needs either a probability (--pram) or a matrix (--pram-matrix)");
    }
    Perturbation out{.kind = Kind::Pram, .invariant = invariant};
    const Column& column = columns_[id];
    if (keep != nullptr) {
      const auto share = parse_number(*keep);
      if (!share || *share < 0 || *share >= 1) {
        refuse(id, wish,
               fmt::format("needs a probability of at least 0 and below 1, not {}",
                           quote_for_message(*keep)));
      }
      out.retention = *share;
      out.matrix = retention_matrix(column, *share);
    } else {
      CsvOptions options;
      options.columns.ask = false;
      out.matrix = read_matrix(read_csv(*matrix, options, run_).table, *matrix, column);
    }
    if (invariant) out.matrix = make_invariant(out.matrix, column);
    return out;
  }

  void change(const PerturbedColumn& perturbed) {
    Column& column = columns_[perturbed.column];
    const Perturbation& how = perturbed.how;
    switch (how.kind) {
      case Kind::Coding:
        column = code_ends(column, how.bottom, how.top);
        return;
      case Kind::Rounding:
        column = round_values(column, how.base, decimals_of_base(how.base));
        return;
      case Kind::RankSwap:
        column = swap_ranks(column, how.percent, random_);
        return;
      case Kind::Pram:
        column = randomise(column, how.matrix, random_);
        return;
      case Kind::Noise:
        return;  // all of it together
    }
  }

  // 0.05 has two.
  static std::size_t decimals_of_base(double base) {
    std::size_t out = 0;
    double scaled = base;
    while (out < 15 && std::abs(scaled - std::round(scaled)) > 1e-9 * scaled) {
      ++out;
      scaled = base * std::pow(10.0, static_cast<double>(out));
    }
    return out;
  }

  void add_all_noise() {
    std::vector<NoisyColumn> noisy;
    std::vector<AttributeId> ids;
    for (const auto& perturbed : prepared_.perturbed) {
      if (perturbed.how.kind != Kind::Noise) continue;
      noisy.push_back({perturbed.original.get(), perturbed.how.deviation});
      ids.push_back(perturbed.column);
    }
    auto changed = add_noise(noisy, correlated_, random_);
    for (std::size_t i = 0; i < ids.size(); ++i) columns_[ids[i]] = std::move(changed[i]);
  }

  PreparedTable& prepared_;
  std::vector<Column> columns_;
  bool correlated_;
  RandomSource& random_;
  const Run& run_;
};

}  // namespace

std::vector<Parameter> perturbation_parameters() {
  const auto named = [](std::string_view name, std::string_view summary,
                        std::string_view placeholder) {
    return Parameter{.name = name,
                     .kind = ParameterKind::Text,
                     .summary = summary,
                     .placeholder = placeholder,
                     .repeatable = true};
  };
  return {
      named("top-code", "Replace numbers of the column above NUMBER by NUMBER.", "COLUMN=NUMBER"),
      named("bottom-code", "Replace numbers of the column below NUMBER by NUMBER.",
            "COLUMN=NUMBER"),
      named("round", "Round the numbers of the column to the nearest multiple of BASE.",
            "COLUMN=BASE"),
      named("noise",
            "Add normal noise with this standard deviation to the numbers of the column; with a "
            "percentage, such as 10%, that share of their own standard deviation.",
            "COLUMN=SD"),
      named("rank-swap",
            "Swap values of the column whose ranks differ by at most this percentage of the "
            "records.",
            "COLUMN=PERCENT"),
      named("pram",
            "Keep each value of the column with this probability; otherwise replace it by a random "
            "other one.",
            "COLUMN=PROBABILITY"),
      named("pram-matrix",
            "Change the values of the column by the probabilities of a matrix: a CSV table with a "
            "row and a column for each value.",
            "COLUMN=FILE"),
      {.name = "pram-invariant",
       .kind = ParameterKind::Columns,
       .summary = "Columns whose PRAM keeps the expected frequencies of the values.",
       .placeholder = "A,B,..",
       .repeatable = true},
  };
}

void perturb_columns(PreparedTable& prepared, const Settings& settings,
                     const std::optional<Policy>& policy, RandomSource& random, const Run& run) {
  const PerturbWishes wishes = read_perturb_wishes(prepared, settings, policy);
  const bool correlated = settings.flag("correlated-noise");
  const auto noisy = std::ranges::count_if(
      wishes, [](const auto& wish) { return wish.second.find("noise") != nullptr; });
  if (correlated && noisy < 2) {
    throw Error(ErrorCode::Usage, "needs --noise of two columns or more",
                settings.place("correlated-noise"));
  }
  refuse_hidden(prepared, settings, policy, wishes);
  if (!wishes.empty()) Perturber(prepared, correlated, random, run).apply(wishes);
}

}  // namespace privet
