import { statements } from "../../sql/statements.ts"

// Planning its statements anew for each batch cost more than running them.
export const chargePlan = statements(
  `ALTER FUNCTION core_charge(uuid[], uuid[], smallint[], date[], int[], int[], timestamptz)
    SET plan_cache_mode = force_generic_plan`
)
