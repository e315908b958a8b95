// SPDX-License-Identifier: Apache-2.0
#include "job/profile/serve_job.h"

#include <fmt/format.h>

#include "job/input/table_input.h"
#include "profile/exposed_file.h"

namespace privet::job {

std::vector<Parameter> serve_parameters() {
  return joined({engine_parameters(),
                 {exposed_parameter()},
                 rank_parameters(),
                 {{.name = "count",
                   .kind = ParameterKind::Count,
                   .summary = "Ask the engine for N results.",
                   .placeholder = "N",
                   .default_text = "50",
                   .min = 1,
                   .max = 1000},
                  {.name = "port",
                   .kind = ParameterKind::Count,
                   .summary = "Listen on this port of 127.0.0.1; 0 takes a free one.",
                   .placeholder = "PORT",
                   .default_text = "8075",
                   .min = 0,
                   .max = 65535}}});
}

ServeOptions serve_options(const Settings& settings) {
  const RankChoice rank = rank_choice(settings);
  return {.exposed = settings.text("exposed"),
          .engine = engine_choice(settings),
          .service = {.port = static_cast<int>(settings.count("port")),
                      .alpha = rank.alpha,
                      .frequency = rank.frequency,
                      .count = settings.count("count")}};
}

void run_serve(const ServeOptions& options, const Run& run) {
  const auto exposed = profile::read_exposed(options.exposed, run);
  const auto engine = open_engine(options.engine);
  profile::SearchService service(*engine, exposed, options.service, options.look);
  if (options.started) {
    options.started({.url = fmt::format("http://127.0.0.1:{}/", service.port()),
                     .port = service.port(),
                     .terms = exposed.terms.size()});
  }
  service.run(run);
}

}  // namespace privet::job
