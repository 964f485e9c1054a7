import { statements } from "../../sql/statements.ts"

/** Tells one ledger from another, wherever its database is moved: what is kept outside of it is kept by this id. */
export const ledgerIdentity = statements(
  `CREATE TABLE core_ledger_identity (
    single boolean PRIMARY KEY DEFAULT true CHECK (single), id uuid NOT NULL DEFAULT gen_random_uuid())`,
  `INSERT INTO core_ledger_identity DEFAULT VALUES`
)
