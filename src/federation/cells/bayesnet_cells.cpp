// SPDX-License-Identifier: Apache-2.0
#include "federation/cells/bayesnet_cells.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "crypto/digest.h"
#include "federation/cells/cell_families.h"
#include "protocol/additive/arithmetic.h"
#include "protocol/number_operations.h"

namespace privet::federation {
namespace {
namespace bayesnet_cells {

using namespace cell_openings;  // NOLINT(google-build-using-namespace)

std::vector<Parameter> parameters() {
  return {{.name = "order",
           .kind = ParameterKind::Columns,
           .summary = "The order of the columns: a column's parents come before it. The order of "
                      "the file if not given.",
           .placeholder = "A,B,.."},
          {.name = "max-parents",
           .kind = ParameterKind::Count,
           .summary = "The largest number of parents of a column; 2 if not given, or 1 with two "
                      "columns.",
           .placeholder = "N",
           .min = 0}};
}

mining::NetworkOptions options_of(const Table& table, const Settings& settings) {
  mining::NetworkOptions out;
  constexpr std::size_t kUsual = 2;
  out.max_parents = settings.given("max-parents")
                        ? settings.count("max-parents")
                        : std::min(kUsual, std::max<std::size_t>(table.columns(), 1) - 1);
  for (const auto& name : settings.list("order")) {
    out.order.push_back(table.require(name, "--order"));
  }
  return out;
}

std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> out;
  for (const auto& column : table.all()) out.push_back(column.name);
  return out;
}

Answer answer_of(const mining::NetworkModel& model) {
  Json parents = Json::object();
  std::size_t edges = 0;
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    Json names = Json::array();
    for (const AttributeId parent : model.parents[c]) names.push_back(model.columns[parent]);
    edges += model.parents[c].size();
    parents[model.columns[c]] = std::move(names);
  }
  return {Json{{"parents", std::move(parents)}}.dump(),
          fmt::format("a network of {} and {}", counted(model.columns.size(), "column"),
                      counted(edges, "edge"))};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto* table = table_of(whole);
  if (table == nullptr) throw Error(ErrorCode::Usage, "a network needs a table, not baskets");
  return answer_of(mining::learn_network(*table, options_of(*table, settings), run));
}

// Of the cells that are the first party's, as this one sees it.
std::uint64_t fingerprint_of_cells(const CellPart& own, bool first) {
  std::vector<std::byte> bytes;
  for (const auto& column : own.owned) {
    for (const bool one : column) bytes.push_back(std::byte{one == first});
  }
  const std::span<const std::byte> whole(bytes);
  const auto digest = crypto::digest_of(std::span(&whole, 1));
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < sizeof(out); ++i) {
    out |= static_cast<std::uint64_t>(digest[i]) << (8 * i);
  }
  return out;
}

// A cell of both or of neither would be counted wrong, and nobody would see it. Fingerprints are
// compared as shared numbers: whoever saw the other's could try it against every table with a few
// empty cells, and find which they are.
void compare_cells(const protocol::Setting& setting, const CellPart& own) {
  const protocol::PartyId first = setting.mesh.at(0);
  const protocol::PartyId second = setting.mesh.at(1);
  const bool is_first = setting.mesh.own() == first;
  const auto mine = fingerprint_of_cells(own, is_first);
  const std::span<const std::uint64_t> one(&mine, 1);
  const std::span<const std::uint64_t> none;
  protocol::additive::Arithmetic arithmetic(setting);
  const auto of_first = arithmetic.input(first, is_first ? one : none, 1);
  const auto of_second = arithmetic.input(second, is_first ? none : one, 1);
  const auto same = protocol::equal(arithmetic, of_first, of_second);
  if (arithmetic.open_to_all(same, kCells).front() == 1) return;
  throw Error(ErrorCode::Peer,
              fmt::format("party-{} sent which cells are its own: expected those that have no "
                          "value here, got others; a cell has a value at both, or at neither",
                          (is_first ? second : first).index() + 1));
}

Answer secure(session::Session& session, const DataSet& part, const Job& /*job*/,
              const Settings& settings, const Run& run) {
  const auto* own = std::get_if<CellPart>(&part);
  if (own == nullptr) throw Error(ErrorCode::Input, "this party's part is not one of cells");
  const auto setting = session.setting(run);
  compare_cells(setting, *own);
  CellFamilies oracle(setting, *own);
  mining::FamilyOracle& structure = oracle;
  return answer_of(mining::learn_network(structure, names_of(own->table),
                                         options_of(own->table, settings), run));
}

protocol::Forecast forecast(const Job& job) {
  auto out = told_to_all(job.parties, kCells, 1, protocol::Occurs::Always, protocol::About::All);
  const auto found = told_to_all(job.parties, kParent, protocol::Bound::of(kQuestions),
                                 protocol::Occurs::Sometimes, protocol::About::All);
  out.insert(out.end(), found.begin(), found.end());
  return out;
}

// Every column counts by categories.
void place(Job& /*job*/, std::span<const DataSet> parts) {
  constexpr std::size_t kMostValues = 256;
  for (const auto& part : parts) {
    const auto* cells = std::get_if<CellPart>(&part);
    if (cells == nullptr) throw Error(ErrorCode::Input, "the parts are not of cells");
    for (const auto& column : cells->table.all()) {
      if (column.dictionary.size() <= kMostValues) continue;
      throw Error(
          ErrorCode::Input,
          fmt::format("column {} has {} different values, and a network over parties takes "
                      "at most {}: leave it out, or group its values",
                      quote_for_message(column.name), column.dictionary.size(), kMostValues));
    }
  }
}

}  // namespace bayesnet_cells
}  // namespace

Task bayesnet_cells_task() {
  using namespace bayesnet_cells;
  return {.name = "mine bayesnet",
          .split = Split::Arbitrary,
          .parameters = parameters(),
          .protocols = {{.name = "cell-shares",
                         .summary = "counts by oblivious transfer between two parties of whom each "
                                    "has some cells, and circuits of shared bits",
                         .least_parties = 2,
                         .most_parties = 2}},
          .forecast = forecast,
          .referees = [](const Job&) { return "none"; },
          .plain = plain,
          .secure = secure,
          .place = place,
          .codebook = true};
}

}  // namespace privet::federation
