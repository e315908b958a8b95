// SPDX-License-Identifier: Apache-2.0
#include "privacy/privacy_model.h"

namespace privet {

Judge::Judge(const PrivacyModel& model) : model_(&model) {
  verdict_.model = model.name();
  verdict_.parameters = model.parameters();
  verdict_.overall = model.overall();
}

void Judge::see(const EquivalenceClass& cls) {
  if (model_->overall() && cls.size > 0) {
    sizes_.push_back(static_cast<std::uint32_t>(model_->members(cls)));
  }
  const double reached = model_->reached(cls);
  verdict_.value = first_ ? reached : model_->weaker(verdict_.value, reached);
  first_ = false;
  if (model_->holds(cls)) return;
  verdict_.holds = false;
  ++verdict_.violating_classes;
  verdict_.violating_records += cls.size;
}

Verdict Judge::verdict() const {
  if (!model_->overall()) return verdict_;
  Verdict out = verdict_;
  out.holds = model_->holds_overall(sizes_);
  out.value = model_->reached_overall(sizes_);
  if (!out.holds) return out;
  out.violating_classes = 0;
  out.violating_records = 0;
  return out;
}

}  // namespace privet
