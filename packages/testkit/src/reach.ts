import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TestGateway } from "./TestGateway.ts"

/** What the doubles of a gateway's plugins can be told. */
export const controlOf = ({ running }: Pick<TestGateway, "running">) => {
  const control = running.sandbox?.control
  if (control === undefined) throw new Error("there is no sandbox")
  return control
}

/** Runs a statement on a gateway's database. */
export const rows = (gateway: TestGateway, text: string) =>
  gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(text)))
