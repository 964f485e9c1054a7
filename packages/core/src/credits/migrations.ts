import type { Migration } from "@storeglass/plugin-api"
import { accounts } from "./migrations/0001_accounts.ts"
import { credits } from "./migrations/0002_credits.ts"
import { idempotency } from "./migrations/0003_idempotency.ts"
import { chargePlan } from "./migrations/0004_charge_plan.ts"
import { holds } from "./migrations/0040_holds.ts"
import { charge } from "./migrations/0060_charge.ts"
import { idempotencyDays } from "./migrations/0061_idempotency.ts"
import { release } from "./migrations/0062_release.ts"
import { ledgerIdentity } from "./migrations/0063_ledger_identity.ts"
import { idempotencyPaid } from "./migrations/0080_idempotency_paid.ts"
import { usageDays } from "./migrations/0085_usage_days.ts"
import { durable } from "./migrations/0120_durable.ts"

/** The tables of accounts, keys and credits, and what a charge and a hold do in the database. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_accounts": accounts,
  "0002_credits": credits,
  "0003_idempotency": idempotency,
  "0004_charge_plan": chargePlan,
  "0040_holds": holds,
  "0060_charge": charge,
  "0061_idempotency": idempotencyDays,
  "0062_release": release,
  "0063_ledger_identity": ledgerIdentity,
  "0080_idempotency_paid": idempotencyPaid,
  "0085_usage_days": usageDays,
  "0120_durable": durable
}
