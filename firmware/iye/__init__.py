"""The companion that runs on the İYE board: rules, table, lights, and what wires them."""
