// SPDX-License-Identifier: Apache-2.0
// The check before a release of several sites, for every model: a recoder that puts records where
// they break one is caught at all sites, whoever computes, and nothing else fails.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "federation/release/site_release.h"
#include "federation/tasks.h"
#include "tests/support/borrowed.h"
#include "tests/support/federation_parties.h"
#include "tests/support/many_parties.h"

namespace privet::federation {
namespace {

constexpr std::size_t kGuardedSites = 3;
using CodesBySite = std::vector<std::vector<std::uint32_t>>;

// Two records at each site: what they are, in which class the recoder put them, and the codes of
// their sensitive values.
struct Guarded {
  std::vector<std::vector<std::vector<std::string>>> rows;  // [site][record][column]
  std::vector<std::vector<std::string>> classes;            // what each shows
  CodesBySite class_of;
  CodesBySite sensitive = {{}, {}, {}};
  std::size_t of_sites = 0;
};

Job guarded_job(const Guarded& guarded, Trust trust) {
  Job out{.task = "anonymize",
          .split = Split::Horizontal,
          .protocol = trust == Trust::HonestMajority ? "replicated" : "shares",
          .trust = trust,
          .parties = kGuardedSites,
          .parameters = {{"quasi", "age"}, {"k", "2"}}};
  if (guarded.of_sites > 0) {
    out.parameters.emplace_back("site-quasi", "town");
    out.parameters.emplace_back("site-diversity", "2");
    out.parameters.emplace_back("site", "site");
  }
  return out;
}

// "released", or what the check says, at each site.
template <class Way>
std::vector<std::string> guard_says(const Guarded& guarded, const UnionModels& models,
                                    Trust trust) {
  const auto job = guarded_job(guarded, trust);
  return testing_support::run_many(kGuardedSites, [&](const protocol::Mesh& mesh) -> std::string {
    const auto own = mesh.own().index();
    std::vector<std::unique_ptr<net::Channel>> lines(kGuardedSites);
    for (const auto other : mesh.others()) {
      lines[other.index()] = std::make_unique<testing_support::BorrowedChannel>(
          protocol::protocol_only::line_to(mesh, other));
    }
    auto session =
        session::Session::open({{"party-1", "party-2", "party-3"}, mesh.own()}, std::move(lines),
                               session::Agreement(), forecast_of(job), crypto::Randomness());
    const Run run(nullptr, nullptr, 1);
    const auto setting = session.setting(run);
    Way way(setting);
    const auto columns = guarded.rows.front().front().size();
    const auto table = columns == 1 ? make_table({"age"}, guarded.rows[own])
                                    : make_table({"town", "age"}, guarded.rows[own]);
    SharedDomain domain;
    for (AttributeId c = 0; c < columns; ++c) {
      domain.quasi.push_back(table.column(c));
      domain.hierarchies.emplace_back();
    }
    SiteRecords records;
    records.records = table.rows();
    records.sensitive = guarded.sensitive[own];
    try {
      const SiteRelease wanted{guarded.classes, guarded.class_of[own]};
      check_site_release(setting, way, {wanted, domain, records, models, guarded.of_sites});
    } catch (const Error& error) {
      return error.what();
    }
    return "released";
  });
}

void expect_end(const Guarded& guarded, const UnionModels& models, bool released) {
  for (const auto trust : {Trust::ByProtocol, Trust::HonestMajority}) {
    const auto said = trust == Trust::ByProtocol ? guard_says<PanelSites>(guarded, models, trust)
                                                 : guard_says<TrioSites>(guarded, models, trust);
    for (const auto& text : said) {
      if (released) {
        EXPECT_EQ(text, "released");
      } else {
        EXPECT_NE(text.find("1 of 2 classes of all sites do not satisfy the models; nothing is"),
                  std::string::npos)
            << text;
      }
    }
  }
}

const std::vector<std::vector<std::string>> kBothAges{{"20"}, {"30"}};
const CodesBySite kEachInItsClass{{0, 1}, {0, 1}, {0, 1}};

// Three values in the first class; in the second three or two of them.
TEST(SiteGuard, ALyingRecoderIsCaughtByTheHistograms) {
  Guarded honest{{kBothAges, kBothAges, kBothAges},
                 {{"20"}, {"30"}},
                 kEachInItsClass,
                 {{0, 0}, {1, 1}, {2, 2}}};
  auto lying = honest;
  lying.sensitive = {{0, 0}, {1, 1}, {2, 1}};
  for (const auto& diversity :
       {Diversity{.distinct = 3}, Diversity{.entropy = 2.5},
        Diversity{.recursive = 2, .recursive_times = 3 * kRecursiveUnit / 2}}) {
    UnionModels models{.k = 3, .diversity = diversity, .sensitive_values = 3};
    models.records = 6;
    expect_end(honest, models, true);
    expect_end(lying, models, false);
  }
}

// The third site has nobody in the second class, which is large enough without it.
TEST(SiteGuard, ALyingRecoderIsCaughtByTheSites) {
  const Guarded honest{{kBothAges, kBothAges, kBothAges}, {{"20"}, {"30"}}, kEachInItsClass};
  auto lying = honest;
  lying.rows[2] = {{"20"}, {"20"}};
  lying.class_of[2] = {0, 0};
  UnionModels models{.k = 2, .sites = 3};
  models.records = 6;
  expect_end(honest, models, true);
  expect_end(lying, models, false);
}

// Classes need no more than k records; what the town shows needs those of two sites.
TEST(SiteGuard, ALyingRecoderIsCaughtByWhatTellsOfSites) {
  const std::vector<std::vector<std::string>> in_ulm{{"Ulm", "20"}, {"Ulm", "30"}};
  const std::vector<std::vector<std::string>> in_bonn{{"Bonn", "30"}, {"Bonn", "30"}};
  Guarded lying{{in_ulm, in_ulm, in_bonn},
                {{"Ulm", "[20-30]"}, {"Bonn", "30"}},
                {{0, 0}, {0, 0}, {1, 1}},
                {{}, {}, {}},
                1};
  UnionModels models{.k = 2, .sites = 2};
  models.records = 6;
  expect_end(lying, models, false);
  auto honest = lying;
  honest.rows[1] = {{"Ulm", "20"}, {"Bonn", "30"}};
  honest.class_of[1] = {0, 1};
  expect_end(honest, models, true);
}

}  // namespace
}  // namespace privet::federation
