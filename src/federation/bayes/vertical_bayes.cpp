// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/vertical_bayes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace privet::federation {

using mining::ClassLabel;
using protocol::NumberVector;
using namespace bayes_openings;  // NOLINT(google-build-using-namespace): the names of this file

namespace {

constexpr std::size_t kRowsAtOnce = std::size_t{1} << 14U;  // of those to classify

unsigned count_bits(std::size_t rows) {
  return static_cast<unsigned>(std::bit_width(rows));
}

}  // namespace

std::size_t BayesSites::entries(std::size_t party) const {
  std::size_t out = 0;
  for (const auto size : sizes[party]) out += size == 0 ? 1 : size;
  return out;
}

std::size_t BayesSites::numeric(std::size_t party) const {
  return static_cast<std::size_t>(std::ranges::count(sizes[party], std::size_t{0}));
}

BayesLayout::BayesLayout(const BayesSites& sites) : priors(sites.classes) {
  for (std::size_t p = 0; p < sites.sizes.size(); ++p) {
    tables.push_back(sites.entries(p) * sites.classes);
    numeric += sites.numeric(p) * sites.classes;
  }
}

std::size_t BayesLayout::size() const {
  return std::accumulate(tables.begin(), tables.end(), priors + majority + 3 * numeric);
}

// Group after group: the bit of each entry, then each number and its square.
template <class Place>
NumberVector VerticalBayes<Place>::offered(const BayesRows& rows) const {
  const auto n = sites_.rows;
  const auto entries = own_.entries();
  NumberVector out((entries + 2 * rows.numbers.size()) * n);
  for (const auto& column : rows.entries) {
    for (std::size_t row = 0; row < n; ++row) {
      if (column[row] != kNoEntry) out[column[row] * n + row] = 1;
    }
  }
  for (std::size_t j = 0; j < rows.numbers.size(); ++j) {
    const auto at = (entries + 2 * j) * n;
    for (std::size_t row = 0; row < n; ++row) {
      const auto number = rows.numbers[j][row];
      out[at + row] = number;
      out[at + n + row] = number * number;
    }
  }
  return out;
}

template <class Place>
std::vector<crypto::BitVector> VerticalBayes<Place>::class_bits() const {
  std::vector<crypto::BitVector> out(sites_.classes, crypto::BitVector(sites_.rows));
  for (std::size_t row = 0; row < sites_.rows; ++row) {
    if (labels_[row] != mining::kNoClass) out[labels_[row]].put(row, 1);
  }
  return out;
}

// Group after group the sums over the rows of each class, of one party's columns; shared by the
// class site and that party, the others have nothing.
template <class Place>
SharedByAll VerticalBayes<Place>::count_with(PartyId party, const BayesRows& rows) const {
  const auto entries = sites_.entries(party.index());
  const auto groups = entries + 2 * sites_.numeric(party.index());
  const bool classes_here = setting_.own() == sites_.class_site;
  SharedByAll out(NumberVector(groups * sites_.classes));
  if (groups == 0 || (setting_.own() != party && !classes_here)) return out;
  if (party == sites_.class_site) {
    const auto values = offered(rows);
    NumberVector sums(groups * sites_.classes);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto label = labels_[i % sites_.rows];
      if (label != mining::kNoClass) sums[i / sites_.rows * sites_.classes + label] += values[i];
    }
    return SharedByAll(std::move(sums));
  }
  std::vector<PartyId> both{party, sites_.class_site};
  std::ranges::sort(both);
  std::vector<unsigned> widths(entries, count_bits(sites_.rows));
  widths.resize(groups, 64);
  const auto among = setting_.among(both);
  protocol::RowSelections selections(among, sites_.rows, widths);
  const auto shared =
      selections.input(party, setting_.own() == party ? offered(rows) : NumberVector());
  std::vector<std::size_t> counts(setting_.mesh.ids());
  counts[sites_.class_site.index()] = sites_.classes;
  selections.choose(counts, classes_here ? class_bits() : std::vector<crypto::BitVector>());
  std::vector<protocol::RowSelections::Ask> asks;
  for (std::size_t c = 0; c < sites_.classes; ++c) {
    asks.push_back({&shared, {sites_.class_site, c}});
  }
  return selections.sums(asks);
}

template <class Place>
typename VerticalBayes<Place>::Counted VerticalBayes<Place>::count_all(const BayesRows& rows) {
  SharedByAll all;
  for (const auto party : setting_.mesh.members()) {
    setting_.run.check_cancelled();
    protocol::additive::Arithmetic::append(all, count_with(party, rows));
  }
  const auto gathered = place_.gather(all);
  Counted out;
  for (const auto party : setting_.mesh.members()) {
    const auto units = place_.private_numbers(
        party, party == setting_.own() ? own_.unit_constants() : std::vector<std::uint64_t>(),
        sites_.numeric(party.index()));
    if (place_.arithmetic() != nullptr) Arithmetic::append(out.sums.units, units);
  }
  auto* a = place_.arithmetic();
  if (a == nullptr) return out;
  std::size_t at = 0;
  for (const auto& sizes : sites_.sizes) {
    const auto party = out.counts.size();
    const auto entries = sites_.entries(party);
    const auto take = [&](std::size_t groups) {
      const auto count = groups * sites_.classes;
      at += count;
      return Arithmetic::slice(gathered, at - count, count);
    };
    out.counts.push_back(detail::lifted(*a, take(entries), count_bits(sites_.rows)));
    std::size_t entry = 0;
    for (const auto size : sizes) {
      if (size == 0) {
        Arithmetic::append(
            out.sums.rows,
            Arithmetic::slice(out.counts.back(), entry * sites_.classes, sites_.classes));
      }
      entry += size == 0 ? 1 : size;
    }
    for (std::size_t j = 0; j < sites_.numeric(party); ++j) {
      Arithmetic::append(out.sums.sums, take(1));
      Arithmetic::append(out.sums.squares, take(1));
    }
  }
  return out;
}

template <class Place>
std::vector<std::uint64_t> VerticalBayes<Place>::class_counts() const {
  std::vector<std::uint64_t> out(sites_.classes);
  for (const auto label : labels_) {
    if (label != mining::kNoClass) ++out[label];
  }
  return out;
}

template <class Place>
typename Place::Numbers VerticalBayes<Place>::own_priors() {
  std::vector<std::uint64_t> values;
  if (setting_.own() == sites_.class_site) {
    const auto counts = class_counts();
    double all = 0;
    for (const auto n : counts) all += static_cast<double>(n);
    for (const auto n : counts) {
      values.push_back(n == 0 ? 0 - kRuledOut
                              : score_units(2 * std::log(static_cast<double>(n) / all)));
    }
  }
  return place_.private_numbers(sites_.class_site, values, sites_.classes);
}

template <class Place>
typename Place::Numbers VerticalBayes<Place>::own_majority() {
  std::vector<std::uint64_t> values;
  if (setting_.own() == sites_.class_site) {
    const auto counts = class_counts();
    values.push_back(static_cast<std::uint64_t>(std::ranges::max_element(counts) - counts.begin()));
  }
  return place_.private_numbers(sites_.class_site, values, 1);
}

// [entry][class] of all parties' nominal columns.
template <class Place>
typename Place::Numbers VerticalBayes<Place>::nominal_of(Arithmetic& a,
                                                         const Counted& counted) const {
  Numbers counts;
  std::vector<std::size_t> sizes;
  for (std::size_t p = 0; p < sites_.sizes.size(); ++p) {
    std::size_t entry = 0;
    for (const auto size : sites_.sizes[p]) {
      if (size > 0) {
        Arithmetic::append(counts, Arithmetic::slice(counted.counts[p], entry * sites_.classes,
                                                     size * sites_.classes));
        sizes.push_back(size);
      }
      entry += size == 0 ? 1 : size;
    }
  }
  if (sizes.empty()) return {};
  return nominal_scores(a, counts, sizes, {sites_.classes, sites_.rows, sites_.laplace});
}

template <class Place>
void VerticalBayes<Place>::make_tables(Arithmetic& a, const Counted& counted,
                                       const Numbers& constants, Model& out) {
  const auto nominal = nominal_of(a, counted);
  std::size_t next_nominal = 0;
  std::size_t next_numeric = 0;
  for (const auto& sizes : sites_.sizes) {
    Numbers table;  // [entry][class]
    for (const auto size : sizes) {
      const auto count = std::max<std::size_t>(size, 1) * sites_.classes;
      auto& next = size == 0 ? next_numeric : next_nominal;
      Arithmetic::append(table, Arithmetic::slice(size == 0 ? constants : nominal, next, count));
      next += count;
    }
    out.tables.push_back(detail::transposed<Arithmetic>(table, sites_.classes));
  }
}

template <class Place>
mining::BayesOracle::Handle VerticalBayes<Place>::learn() {
  PRIVET_CHECK(table_ != nullptr);
  const auto counted = count_all(own_.rows_of(*table_, ""));
  Model out;
  out.priors = own_priors();
  out.majority = own_majority();
  if (auto* a = place_.arithmetic()) {
    NumericModel<Numbers> numeric;
    if (counted.sums.rows.size() > 0) {
      numeric = numeric_model(*a, counted.sums,
                              {sites_.classes, sites_.rows, number_fraction(sites_.rows)});
    }
    make_tables(*a, counted, numeric.constant, out);
    out.means = std::move(numeric.mean);
    out.shifts = std::move(numeric.shift);
    out.factors = std::move(numeric.factor);
  } else {
    out.tables.resize(sites_.sizes.size());
  }
  return take(std::move(out));
}

template <class Place>
mining::BayesOracle::Handle VerticalBayes<Place>::take(Model model) {
  models_.push_back(std::move(model));
  return static_cast<Handle>(models_.size() - 1);
}

template <class Place>
std::string VerticalBayes<Place>::save(Handle handle) const {
  const auto& saved = model(handle);
  auto all = saved.priors;
  Arithmetic::append(all, saved.majority);
  for (const auto& table : saved.tables) Arithmetic::append(all, table);
  for (const auto* part : {&saved.means, &saved.shifts, &saved.factors}) {
    Arithmetic::append(all, *part);
  }
  return place_.save(all);
}

template <class Place>
mining::BayesOracle::Handle VerticalBayes<Place>::restore(std::string_view text) {
  const BayesLayout layout(sites_);
  const auto all = place_.restore(text, layout.size());
  Model out;
  out.tables.resize(layout.tables.size());
  if (place_.arithmetic() == nullptr) return take(std::move(out));
  std::size_t at = 0;
  const auto next = [&](std::size_t count) {
    at += count;
    return Arithmetic::slice(all, at - count, count);
  };
  out.priors = next(layout.priors);
  out.majority = next(layout.majority);
  for (std::size_t p = 0; p < out.tables.size(); ++p) out.tables[p] = next(layout.tables[p]);
  out.means = next(layout.numeric);
  out.shifts = next(layout.numeric);
  out.factors = next(layout.numeric);
  return take(std::move(out));
}

// Layout: [numeric column][class][row].
template <class Place>
Distances<typename Place::Numbers> VerticalBayes<Place>::distances(const Model& model,
                                                                   const BayesRows& rows,
                                                                   std::size_t from,
                                                                   std::size_t count) {
  Distances<Numbers> out;
  const auto some = [&](const std::vector<std::uint64_t>& all) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
    return std::vector<std::uint64_t>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  for (const auto party : setting_.mesh.members()) {
    const bool mine = party == setting_.own();
    for (std::size_t j = 0; j < sites_.numeric(party.index()); ++j) {
      const std::vector<std::uint64_t> none;
      const auto numbers =
          place_.private_numbers(party, mine ? some(rows.numbers[j]) : none, count);
      const auto presences =
          place_.private_numbers(party, mine ? some(rows.presences[j]) : none, count);
      if (place_.arithmetic() == nullptr) continue;
      for (std::size_t c = 0; c < sites_.classes; ++c) {
        Arithmetic::append(out.numbers, numbers);
        Arithmetic::append(out.presences, presences);
      }
    }
  }
  if (place_.arithmetic() == nullptr) return out;
  out.means = detail::repeated<Arithmetic>(model.means, count);
  out.shifts = detail::repeated<Arithmetic>(model.shifts, count);
  out.factors = detail::repeated<Arithmetic>(model.factors, count);
  return out;
}

template <class Place>
typename Place::Numbers VerticalBayes<Place>::scores(const Model& model, const BayesRows& rows,
                                                     std::size_t from, std::size_t count) {
  auto* a = place_.arithmetic();
  Numbers out;
  if (a != nullptr) out = detail::repeated<Arithmetic>(model.priors, count);
  std::vector<crypto::BitVector> bits;
  for (std::size_t row = 0; row < count; ++row) {
    bits.push_back(row_bits(rows, from + row, own_.entries()));
  }
  for (const auto party : setting_.mesh.members()) {
    const auto entries = sites_.entries(party.index());
    if (entries == 0) continue;
    OwnedBits owned{party, count, entries, {}};
    if (party == setting_.own()) owned.own = bits;
    const auto weighed = place_.weigh(owned, model.tables[party.index()], sites_.classes);
    if (a != nullptr) out = out + weighed;
  }
  const auto lanes = distances(model, rows, from, count);
  if (a == nullptr || lanes.numbers.size() == 0) return out;
  const auto squares = squared_distances(*a, lanes, number_fraction(sites_.rows));
  const auto of_column = sites_.classes * count;
  for (std::size_t at = 0; at < squares.size(); at += of_column) {
    out = out - Arithmetic::slice(squares, at, of_column);
  }
  return out;
}

template <class Place>
std::vector<ClassLabel> VerticalBayes<Place>::classify(Handle handle, const Table& table) {
  const auto& used = model(handle);
  const auto rows = own_.rows_of(table, "--predict");
  const auto all = sites_.classified;
  setting_.ledger.add_to_size(kClassified, all);
  const auto bits = std::max(1U, static_cast<unsigned>(std::bit_width(sites_.classes - 1)));
  std::vector<ClassLabel> out;
  for (std::size_t from = 0; from < all; from += kRowsAtOnce) {
    setting_.run.check_cancelled();
    const auto count = std::min(kRowsAtOnce, all - from);
    const auto found = scores(used, rows, from, count);
    const auto told = place_.tell(count, bits, sites_.recipients, kClasses, [&](Arithmetic& a) {
      const auto best =
          protocol::argmax(a, found, sites_.classes, kScoreBits, protocol::NumberOrder::Signed);
      const auto never = protocol::negative(a, best.value + a.constant(kRuledOut / 2, count));
      const auto most = detail::repeated<Arithmetic>(used.majority, count);
      const auto chosen = protocol::choose(a, never, most, best.place);
      return protocol::to_bits(a, chosen, std::max(2U, bits)).slice(0, bits);
    });
    for (std::size_t row = 0; row < count; ++row) {
      out.push_back(told ? ClassLabel(told->at(row)) : mining::kNoClass);
    }
  }
  return out;
}

template class VerticalBayes<SharedPlace>;
template class VerticalBayes<ReplicatedPlace>;

}  // namespace privet::federation
