// SPDX-License-Identifier: Apache-2.0
// The order of the values of a text column, for the ordered distance: by --order, by the policy, or
// by the column's hierarchy, whose rows come in it. The order of bytes (high, low, medium) means
// nothing.
#pragma once

#include <vector>

#include "base/settings.h"
#include "job/prepare.h"
#include "privacy/model_context.h"

namespace privet {

// --order.
[[nodiscard]] std::vector<Parameter> value_order_parameters();

// Sets the order of an attribute, which is `column` with one value per meaning. Values are found by
// what they mean. Throws Error{Usage} if the order lacks a value or names one twice.
void set_value_order(const PreparedTable& prepared, AttributeId id, const Settings& settings,
                     const Column& column, CountedAttribute& attribute);

// Throws Error{Usage} for an order that nothing uses.
void check_value_orders(const PreparedTable& prepared, const Settings& settings);

}  // namespace privet
