// SPDX-License-Identifier: Apache-2.0
// Improves a partition into classes by moving records between neighbouring ones.
// Idea: a class is dissolved if its records, each in the class where it adds least, lose less there
// than together; a record leaves its class if both are better off; a class that has grown is
// divided again. Where the models do not let any record join a class, two classes that are near
// each other are put together and divided anew instead. Every class satisfies the models after
// every step. Neighbours are the classes of a block in the order in which the top-down search made
// them, so the work grows with the records and not with their square. Cost: a few rounds of
// (records x block) comparisons of nine or so numbers.
#pragma once

#include <span>
#include <vector>

#include "anonymize/local/class_bounds.h"
#include "anonymize/local/specialization.h"

namespace privet {

using Group = std::vector<RowId>;

// Classes of one block; they stay a partition of the same records.
class Exchange {
 public:
  // The arguments must outlive it.
  Exchange(const Problem& problem, std::span<const AttributeOrder> orders,
           std::span<const ExtentLoss> losses, const PositionTable& table);

  [[nodiscard]] std::vector<Group> improve(std::vector<Group> classes);

 private:
  struct Class {
    Group rows;
    std::vector<Extent> extents;
    double loss = 0;  // of one record
    [[nodiscard]] double total() const { return loss * static_cast<double>(rows.size()); }
  };
  struct Move {
    std::size_t to = 0;
    double cost = 0;  // what the record adds there
  };

  [[nodiscard]] Class make(Group rows) const;
  [[nodiscard]] double joint_loss(const Class& cls, const std::uint32_t* record,
                                  double enough) const;
  // The class where the record adds least, and less than `below`; else no class.
  [[nodiscard]] Move best_move(RowId row, std::size_t from, double below);
  void put(std::size_t c, Class cls);
  void join(std::size_t c, RowId row);
  // What the records lose if a class of the one and one of the other become one.
  [[nodiscard]] double united_loss(const Class& a, const Class& b) const;
  [[nodiscard]] std::vector<Class> part_fully(Group rows);
  bool recombine(std::size_t c);
  bool dissolve(std::size_t c);
  bool move_single(std::size_t c);
  void part_grown();

  std::span<const ExtentLoss> losses_;
  const PositionTable& table_;
  Specializer specializer_;
  ClassBounds bounds_;  // of classes_, while records move
  std::size_t smallest_;
  bool growing_;  // every model lets records join a class that holds
  std::vector<Class> classes_;
};

}  // namespace privet
