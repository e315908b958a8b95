// SPDX-License-Identifier: Apache-2.0
#include "privacy/privacy_model.h"

namespace privet {

Judge::Judge(const PrivacyModel& model) : model_(&model) {
  verdict_.model = model.name();
  verdict_.parameters = model.parameters();
}

void Judge::see(const EquivalenceClass& cls) {
  const double reached = model_->reached(cls);
  verdict_.value = first_ ? reached : model_->weaker(verdict_.value, reached);
  first_ = false;
  if (model_->holds(cls)) return;
  verdict_.holds = false;
  ++verdict_.violating_classes;
  verdict_.violating_records += cls.size;
}

}  // namespace privet
