// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/profile_input.h"
#include "base/json.h"
#include "profile/engine/search_service.h"
#include "profile/exposed_file.h"
#include "report/profile/search_page.h"

namespace privet::cli {
namespace {

std::string answer_json(const profile::SearchAnswer& answer) {
  Json out{{"query", answer.query}, {"alpha", answer.alpha}};
  if (answer.fault) {
    out["error"] = *answer.fault;
  } else {
    out.update(ranked_json(answer.ranking, answer.results));
  }
  return out.dump(1) + "\n";
}

int run_serve(const Settings& settings, Console& console) {
  const auto exposed = profile::read_exposed(settings.text("exposed"), console.run());
  const auto engine = engine_of(settings);
  const profile::ServiceOptions options{.port = static_cast<int>(settings.count("port")),
                                        .alpha = settings.real("alpha"),
                                        .frequency = frequency_of(settings),
                                        .count = settings.count("count")};
  profile::SearchService service(
      *engine, exposed, options,
      {.page = search_page, .json = answer_json, .style = search_page_style()});
  const std::string url = fmt::format("http://127.0.0.1:{}/", service.port());
  console.answer({{"url", url}, {"port", service.port()}, {"terms", exposed.terms.size()}});
  console.say(fmt::format("{} (Ctrl-C ends it)\n", url));
  service.run(console.run());
  return 0;
}

}  // namespace

Command profile_serve_command() {
  auto options = engine_options();
  options.push_back(exposed_option());
  options.push_back(alpha_option());
  options.push_back(frequency_option());
  options.push_back({.name = "count",
                     .kind = ParameterKind::Count,
                     .summary = "Ask the engine for so many results.",
                     .placeholder = "N",
                     .default_text = "50",
                     .min = 1,
                     .max = 1000});
  options.push_back({.name = "port",
                     .kind = ParameterKind::Count,
                     .summary = "Listen on this port of 127.0.0.1; 0 takes a free one.",
                     .placeholder = "PORT",
                     .default_text = "8075",
                     .min = 0,
                     .max = 65535});
  return {.path = "profile serve",
          .summary = "Search through an engine, with the results in the person's own order.",
          .positionals = {},
          .options = std::move(options),
          .example = "privet profile serve --engine xapian:library.index --exposed me.exposed",
          .run = run_serve};
}

}  // namespace privet::cli
