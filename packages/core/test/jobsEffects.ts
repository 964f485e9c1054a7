import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A table in which jobs leave their effects, once for each key. */
export const createEffects = SqlClient.SqlClient.use(
  (sql) => sql`create table if not exists effects (key text primary key, deliveries int not null default 1)`
)

/** An idempotent effect. */
export const leaveEffect = (key: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`insert into effects (key) values (${key})
      on conflict (key) do update set deliveries = effects.deliveries + 1`
  )

/** All effects by key, with the number of deliveries. */
export const effects = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ key: string; deliveries: number }>`select key, deliveries from effects order by key`, (rows) =>
    Object.fromEntries(rows.map(({ key, deliveries }) => [key, deliveries]))
  )
)
