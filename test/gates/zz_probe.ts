import { Effect, Redacted } from "effect"
import pg from "pg"
import { freshDatabase, startPostgres } from "./support/database.ts"
import { startGateway } from "./support/gatewayProcess.ts"
const probe = Effect.scoped(Effect.gen(function* () {
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  const u = new URLSearchParams(Redacted.value(url).split("?")[1])
  const c = new pg.Client({ host: u.get("host")!, port: 5432, user: u.get("user")!, database: "postgres" })
  yield* Effect.promise(() => c.connect())
  const t0 = performance.now()
  const timer = setInterval(() => void c.query("select pid, application_name, state, wait_event_type||'/'||coalesce(wait_event,'') w, left(regexp_replace(query, '\\s+', ' ', 'g'),70) q from pg_stat_activity where datname like 'gate%' and (state <> 'idle' )").then((r) => { console.log((performance.now()-t0).toFixed(0)); for (const x of r.rows) console.log("   ", x.pid, x.state, x.w, x.q) }), 1000)
  const exit = yield* Effect.exit(Effect.all([1,2,3].map(() => startGateway({ databaseUrl: url })), { concurrency: "unbounded" }))
  clearInterval(timer)
  console.log(exit._tag === "Success" ? exit.value.map((g) => g.bootMs) : exit.cause)
  yield* Effect.promise(() => c.end())
}))
await Effect.runPromise(probe)
