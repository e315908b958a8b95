// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/anonymize_job.h"

#include "hierarchy/read_arx.h"

namespace privet::job {
namespace {

void add_files(const CoherenceRequest& request, RunFiles& files) {
  add_files(request.items, files);
  files.reads(request.taxonomy, "the taxonomy");
}

void add_files(const KmRequest& request, RunFiles& files) {
  files.reads(request.taxonomy, "the taxonomy");
}

// Publishes and returns what goes to standard output.
std::string publish(Release release, const Run& run) {
  OutputFiles outputs;
  outputs.add(std::move(release));
  outputs.commit(run);
  return outputs.standard_output();
}

BasketAnonymizeOutcome anonymize(const CoherenceRequest& request, const Baskets& data,
                                 const std::string& output, RecordOrder order, const Run& run) {
  const auto kinds = read_item_kinds(request.items, data, run);
  std::optional<Hierarchy> taxonomy;
  if (request.taxonomy) taxonomy = read_arx(*request.taxonomy);
  baskets::AnonymizeOptions options{
      .wanted = request.wanted, .method = request.method, .loss = request.loss};
  if (request.min_support) {
    options.nuggets = {request.min_support->of(data.size()), request.max_size};
  }
  options.order = std::move(order);
  auto [release, result] = baskets::anonymize(data, kinds, options, output, run);
  SuppressionOutcome out{.wanted = request.wanted,
                         .suppressed = item_names(result.suppression.items, data),
                         .single_moles = result.suppression.single_moles,
                         .loss_items = result.loss_items,
                         .loss_nuggets = result.loss_nuggets,
                         .nuggets_before = result.nuggets_before,
                         .nuggets_after = result.nuggets_after,
                         .minimal_moles = result.minimal_moles};
  if (taxonomy) {
    out.categories = baskets::category_losses(data, result.suppression.items, *taxonomy);
  }
  return {std::move(out), publish(std::move(release), run)};
}

BasketAnonymizeOutcome anonymize(const KmRequest& request, const Baskets& data,
                                 const std::string& output, const RecordOrder& order,
                                 const Run& run) {
  const auto taxonomy = read_arx(request.taxonomy);
  auto made = baskets::generalize(data, taxonomy, request.wanted, output, run, order);
  const GeneralizationOutcome out{.wanted = request.wanted,
                                  .items = data.items(),
                                  .generalized_items = made.generalized_items,
                                  .rare_sets = made.rare_sets,
                                  .loss = made.loss};
  return {out, publish(std::move(made.release), run)};
}

}  // namespace

BasketAnonymizeOutcome run_basket_anonymize(const BasketAnonymizeOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.input.path, "the baskets");
  std::visit([&](const auto& request) { add_files(request, files); }, options.request);
  files.writes(options.output, "the release", "output");
  files.check();
  const Baskets data = read_basket_input(options.input, run);
  if (options.keep_order) {
    run.warn(
        "--keep-order: whoever knows how the baskets were ordered, by time or by customer, can "
        "tell "
        "them by their places");
  }
  const RecordOrder order = options.keep_order ? RecordOrder() : random_order(data.size());
  return std::visit(
      [&](const auto& request) { return anonymize(request, data, options.output, order, run); },
      options.request);
}

}  // namespace privet::job
