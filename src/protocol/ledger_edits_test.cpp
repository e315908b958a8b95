// SPDX-License-Identifier: Apache-2.0
// Thirty edits of calls that open something: one value more, to one party more, or twice. Each call
// runs as it is under a forecast that covers it exactly, and then as edited under the same
// forecast: the edited one is refused, by name, at no party does it come to its end.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "protocol/arithmetic/algebraic_division.h"
#include "protocol/arithmetic/tell_polynomial.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/permutation.h"
#include "protocol/piecewise.h"
#include "protocol/product/algebraic_product.h"
#include "protocol/psi/agreement.h"
#include "protocol/replicated/numbers.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/selection/kth_element.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/tell.h"
#include "protocol/threshold/anything_left.h"
#include "protocol/union/bag_union.h"
#include "protocol/union/set_union.h"
#include "tests/support/many_parties.h"
#include "tests/support/setting.h"
#include "tests/support/short_keys.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using circuit::Side;
using testing_support::TestSetting;
using Act = std::function<void(const Setting&)>;

const crypto::ShortKeysForTests kShortKeys;
constexpr PartyId kA(0);
constexpr PartyId kB(1);
constexpr PartyId kC(2);
constexpr Opening kResult{"result", "the test's own result"};

struct Edit {
  std::string name;
  std::size_t parties;
  Forecast forecast;
  Act call;
  Act edited;
};

Act twice(Act act) {
  return [act](const Setting& setting) {
    act(setting);
    act(setting);
  };
}

NumberVector numbers(std::size_t count) {
  return NumberVector(count, 3);
}

// An opening to these parties about all others.
Forecast to(std::size_t parties, std::initializer_list<PartyId> recipients, std::uint64_t most,
            Opening opening = kResult) {
  Forecast out;
  for (const auto recipient : recipients) {
    out.emplace_back(opening, PartySet::first(parties).without(recipient), recipient, most);
  }
  return out;
}
Forecast operator+(Forecast a, const Forecast& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

PartyId other_of(const Setting& setting) {
  return setting.mesh.others().at(0);
}

// act(context) in a garbled circuit of two.
template <class In>
Act garbled(In in) {
  return [in](const Setting& setting) {
    if (setting.own() == kA) {
      Garbler context(setting, kB);
      in(context);
      line_to(setting, kB).flush();
    } else {
      Evaluator context(setting, kA);
      in(context);
    }
  };
}
Act less(std::size_t lanes, Side recipient) {
  return garbled(
      [=](auto& context) { (void)secure_less(context, numbers(lanes), 8, recipient, kResult); });
}

void add_sums(std::vector<Edit>& out) {
  const auto sum = [](std::size_t count, SumMethod method) -> Act {
    return [=](const Setting& s) { (void)secure_sum(s, numbers(count), 8, method, kResult); };
  };
  out.push_back({"ring sum: one value more", 3, to(3, {kA, kB, kC}, 2), sum(2, SumMethod::Ring),
                 sum(3, SumMethod::Ring)});
  out.push_back({"shared sum: twice", 3, to(3, {kA, kB, kC}, 2), sum(2, SumMethod::Shares),
                 twice(sum(2, SumMethod::Shares))});
  const auto opened = [](std::size_t count, std::vector<PartyId> recipients) -> Act {
    return [=](const Setting& s) { (void)open(s, Shared(numbers(count)), recipients, kResult); };
  };
  out.push_back({"open: one value more", 3, to(3, {kB}, 2), opened(2, {kB}), opened(3, {kB})});
  out.push_back(
      {"open: to one party more", 3, to(3, {kB}, 2), opened(2, {kB}), opened(2, {kB, kC})});
  out.push_back({"open: to another party", 3, to(3, {kB}, 2), opened(2, {kB}), opened(2, {kC})});
  out.push_back({"open: twice", 3, to(3, {kB}, 2), opened(2, {kB}), twice(opened(2, {kB}))});
  const auto told = [](std::size_t count) -> Act {
    return [=](const Setting& s) {
      const std::vector<std::size_t> counts(s.mesh.ids(), count);
      (void)tell_numbers(s, numbers(count), counts, kResult);
    };
  };
  const auto of_two = to(2, {kA, kB}, 2);
  out.push_back({"told numbers: one more", 2, of_two, told(2), told(3)});
  out.push_back({"told texts: instead of numbers, and once more", 2, of_two, told(2),
                 [told](const Setting& s) {
                   told(2)(s);
                   const std::vector<std::size_t> counts(2, 1);
                   (void)tell_texts(s, std::vector<std::string>{"x"}, counts, 100, kResult);
                 }});
}

void add_circuits(std::vector<Edit>& out) {
  out.push_back({"garbled reveal: one lane more", 2, to(2, {kA}, 2), less(2, Side::First),
                 less(3, Side::First)});
  out.push_back({"garbled reveal: to the other side", 2, to(2, {kA}, 2), less(2, Side::First),
                 less(2, Side::Second)});
  out.push_back({"garbled reveal: of an input too", 2, to(2, {kB}, 2), less(2, Side::Second),
                 garbled([](auto& context) {
                   const auto mine = numbers(2);
                   const auto own = context.end().own;
                   const auto x = context.input(
                       Side::First, own == Side::First ? std::span(mine) : std::span(mine).first(0),
                       8, 2);
                   (void)secure_less(context, mine, 8, Side::Second, kResult);
                   (void)context.reveal(Side::Second, x, kResult);
                 })});
  const auto shared_bits = [](std::size_t times) -> Act {
    return [=](const Setting& s) {
      auto context = SharedBits::with(s, other_of(s));
      for (std::size_t i = 0; i < times; ++i) {
        (void)secure_less(context, numbers(2), 8, Side::First, kResult);
      }
    };
  };
  out.push_back(
      {"reveal on shared bits: twice", 2, to(2, {kA}, 2), shared_bits(1), shared_bits(2)});
  out.push_back({"a shared answer: told as well", 2, to(2, {kB}, 2, kMaskedShare),
                 garbled([](auto& context) {
                   (void)add_and_compare_shared(context, Shared(numbers(2)), 8, {});
                 }),
                 less(2, Side::Second)});
  const auto three = [](PartyId recipient, std::size_t count) -> Act {
    return [=](const Setting& s) {
      auto trio = replicated::Trio::set_up(s);
      replicated::Arithmetic arithmetic(trio);
      const auto x = arithmetic.constant(7, count);
      (void)arithmetic.open(recipient, x, kResult);
    };
  };
  out.push_back(
      {"open among three: one value more", 3, to(3, {kA}, 2), three(kA, 2), three(kA, 3)});
  const auto to_all = [](std::size_t count) -> Act {
    return [=](const Setting& s) {
      auto trio = replicated::Trio::set_up(s);
      replicated::Arithmetic arithmetic(trio);
      (void)arithmetic.open_to_all(arithmetic.constant(7, count), kResult);
    };
  };
  out.push_back(
      {"open to all among three: one value more", 3, to(3, {kA, kB, kC}, 2), to_all(2), to_all(3)});
  out.push_back(
      {"open among three: to another party", 3, to(3, {kA}, 2), three(kA, 2), three(kB, 2)});
}

template <class Ask>
Act by_referees(Ask ask) {
  return [ask](const Setting& setting) {
    auto referees = Referees::set_up(setting);
    ask(referees);
  };
}

void add_selection(std::vector<Edit>& out) {
  const auto threshold = [](std::size_t count, std::vector<PartyId> recipients) {
    return by_referees([=](Referees& referees) {
      const auto limits = numbers(count);
      (void)check_thresholds(referees, numbers(count), 8, {limits}, recipients, kResult);
    });
  };
  out.push_back(
      {"threshold: one sum more", 3, to(3, {kC}, 2), threshold(2, {kC}), threshold(3, {kC})});
  out.push_back({"threshold: told to one party more", 3, to(3, {kC}, 2), threshold(2, {kC}),
                 threshold(2, {kA, kC})});
  const auto left = by_referees([](Referees& referees) {
    (void)anything_left(referees, numbers(1), 8, std::array{kA}, kResult);
  });
  out.push_back({"anything left: asked twice", 3, to(3, {kA}, 1), left, twice(left)});
  const auto best = [](std::vector<PartyId> recipients) {
    return by_referees([=](Referees& referees) {
      (void)best_party(referees, numbers(1), {0, 8}, recipients, kResult);
    });
  };
  out.push_back({"best party: told to all", 3, to(3, {kB}, 1), best({kB}), best({kA, kB, kC})});
  const auto ranked = [](std::size_t collections, unsigned bits) -> Act {
    return [=](const Setting& s) {
      const auto mine = numbers(4);
      const std::vector<std::span<const std::uint64_t>> all(collections, mine);
      (void)kth_elements(s, all, NumberVector(collections, 2), bits, kResult);
    };
  };
  const auto median = to(2, {kA, kB}, 1) + to(2, {kA, kB}, 9, kRankAnswers);
  out.push_back({"ranked number: of one collection more", 2, median, ranked(1, 8), ranked(2, 8)});
  out.push_back({"ranked number: one bit more on the way", 2, median, ranked(1, 8), ranked(1, 9)});
}

void add_weak(std::vector<Edit>& out) {
  const auto polynomial = [](std::size_t points) -> Act {
    return [=](const Setting& s) {
      if (s.own() == kA) {
        tell_polynomials(s, kB, numbers(2 * points), 1, kResult);
      } else {
        (void)learn_at_points(s, kA, numbers(points), 1, kResult);
      }
    };
  };
  out.push_back(
      {"told polynomial: one point more", 2, to(2, {kB}, 1), polynomial(1), polynomial(2)});
  const auto product = [](const Setting& s) {
    const auto run = s.own() == kA ? algebraic_product_a : algebraic_product_b;
    (void)run(s, other_of(s), numbers(4), {4, 2, 1}, AllowWeak::Yes);
  };
  out.push_back({"algebraic product: twice", 2,
                 algebraic_forecast({kA, kB}, 1, 2, 2, Occurs::Always), product, twice(product)});
  const auto divide = [](std::size_t count) -> Act {
    return [=](const Setting& s) {
      const Shared mine(numbers(count));
      if (s.own() == kA) {
        (void)algebraic_divide_a(s, kB, mine, mine, {}, AllowWeak::Yes);
      } else {
        (void)algebraic_division_view_b(s, kA, mine, mine, {}, AllowWeak::Yes);
      }
    };
  };
  out.push_back({"algebraic division: one quotient more", 2,
                 algebraic_division_forecast(kA, kB, 1, Occurs::Always), divide(1), divide(2)});
  const auto permute = [](PartyId holder) -> Act {
    return [=](const Setting& s) {
      auto fixed = crypto::Randomness::repeatable(1);
      static const auto key = crypto::PaillierSecretKey::generate(1024, fixed);
      if (s.own() == holder) {
        (void)add_and_permute_x(s, other_of(s), key, numbers(2), 8);
      } else {
        add_and_permute_v(s, holder, numbers(2), std::vector<std::uint32_t>{1, 0}, 8, 1024);
      }
    };
  };
  out.push_back({"permuted sums: to the other party", 2, to(2, {kA}, 2, kPermutedSums), permute(kA),
                 permute(kB)});
}

void add_sets(std::vector<Edit>& out) {
  using psi::PsiResult;
  const auto intersect = [](PsiResult result, std::size_t count) -> Act {
    return [=](const Setting& s) {
      std::vector<std::string> strings;
      for (std::size_t i = 0; i < count; ++i) strings.push_back(std::to_string(i));
      const std::vector<std::string_view> items(strings.begin(), strings.end());
      const bool sends = s.own() == kA;
      const auto other = other_of(s);
      if (result == PsiResult::Size) {
        sends ? psi::count_as_sender(s, other, items)
              : void(psi::count_as_receiver(s, other, items));
      } else if (result == PsiResult::Alignment) {
        (void)(sends ? psi::align_as_sender(s, other, items)
                     : psi::align_as_receiver(s, other, items));
      } else {
        sends ? psi::intersect_as_sender(s, other, items)
              : void(psi::intersect_as_receiver(s, other, items));
      }
    };
  };
  const auto size_only = psi::forecast_of(PsiResult::Size, kA, kB, 3, 3);
  out.push_back({"intersection: which items, instead of how many", 2, size_only,
                 intersect(PsiResult::Size, 3), intersect(PsiResult::Common, 3)});
  out.push_back({"intersection: told to the sender too", 2,
                 psi::forecast_of(PsiResult::Common, kA, kB, 3, 3), intersect(PsiResult::Common, 3),
                 intersect(PsiResult::Alignment, 3)});
  out.push_back({"size of an intersection: twice", 2, size_only, intersect(PsiResult::Size, 3),
                 twice(intersect(PsiResult::Size, 3))});
  const auto bag = [](std::vector<PartyId> recipients) -> Act {
    return [=](const Setting& s) {
      (void)unions::bag_union(s, {4, 2}, unions::Rows{"a"}, recipients, kResult);
    };
  };
  out.push_back({"union: to one party more", 3, to(3, {kA}, 6), bag({kA}), bag({kA, kB})});
  const auto once = [](unions::RowCounts counts) -> Act {
    return [=](const Setting& s) {
      (void)unions::set_union(s, {4, 2, counts}, unions::Rows{"a"}, std::array{kA}, kResult);
    };
  };
  out.push_back({"union of different rows: with how many each brings", 3,
                 to(3, {kA}, 6) + to(3, {kC}, 2, unions::kCopies), once(unions::RowCounts::Hidden),
                 once(unions::RowCounts::Told)});
  const auto helper = [](std::size_t questions) -> Act {
    return [=](const Setting& s) {
      const std::vector<SetQuestion> asked(questions, SetQuestion{{kB, kC}, 4});
      const std::vector<std::vector<std::uint64_t>> sets(questions, numbers(1));
      (void)intersect_with_helper(s, asked, sets);
    };
  };
  out.push_back(
      {"helper of two: one question more", 3, to(3, {kA}, 1, kHelperSizes), helper(1), helper(2)});
}

std::vector<Edit> edits() {
  std::vector<Edit> out;
  add_sums(out);
  add_circuits(out);
  add_selection(out);
  add_weak(out);
  add_sets(out);
  return out;
}

// Nothing is left on the lines: whatever a call sent was read, so it said no more than it recorded.
void check_lines(const Mesh& mesh) {
  constexpr std::uint64_t kMark = 0x0123456789abcdefULL;
  for (const auto other : mesh.others()) {
    std::uint64_t theirs = 0;
    line_to(mesh, other)
        .exchange(std::as_bytes(std::span(&kMark, 1)),
                  std::as_writable_bytes(std::span(&theirs, 1)));
    if (theirs != kMark) throw Error(ErrorCode::Peer, "more was sent than was read");
  }
}

// How each party ended: nothing if it came to its end.
std::vector<std::optional<ErrorCode>> run(const Edit& edit, const Act& act, bool complete) {
  std::vector<std::vector<LedgerEntry>> ledgers(edit.parties);
  auto ends = testing_support::run_many(edit.parties, [&](const Mesh& mesh) {
    TestSetting setting(mesh);
    setting.enforce(edit.forecast);
    try {
      act(setting);
      if (complete) {
        setting.ledger().check_complete();
        check_lines(mesh);
        ledgers[mesh.own().index()] = setting.ledger().entries();
      }
      return std::optional<ErrorCode>();
    } catch (const Error& error) {
      // As a session does: the others end too.
      for (const auto other : mesh.others()) line_to(mesh, other).close();
      return std::optional(error.code());
    }
  });
  EXPECT_TRUE(disagreements(ledgers).empty()) << edit.name;
  return ends;
}

TEST(LedgerEdits, EveryCallRunsAsItIsAndIsRefusedAsEdited) {
  const auto all = edits();
  EXPECT_GE(all.size(), 30U);
  for (const auto& edit : all) {
    for (const auto& end : run(edit, edit.call, true)) {
      EXPECT_FALSE(end.has_value()) << edit.name << ": the call itself is refused";
    }
    bool refused = false;
    for (const auto& end : run(edit, edit.edited, false)) {
      EXPECT_TRUE(end.has_value()) << edit.name << ": not refused";
      EXPECT_TRUE(end == ErrorCode::Policy || end == ErrorCode::Peer) << edit.name;
      refused = refused || end == ErrorCode::Policy;
    }
    EXPECT_TRUE(refused) << edit.name;
  }
}

}  // namespace
}  // namespace privet::protocol
