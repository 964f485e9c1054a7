import { randomBytes } from "node:crypto"
import { startSandbox } from "@storeglass/sandbox"
import { Effect, Schedule, Schema } from "effect"
import double from "../../plugins/cofounder/sandbox/index.ts"
import { freshDatabase, type GateAccount, makeAccounts, query, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"

const apps = 2
/** A dead worker's jobs come back within four seconds. */
const endMsMax = 300_000

const Progress = Schema.Tuple([Schema.Struct({ reports: Schema.Int, open: Schema.Int })])
const Rows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    account: Schema.String,
    app: Schema.String,
    report: Schema.String,
    state: Schema.String,
    retry: Schema.Boolean
  })
)
const Counted = Schema.Tuple([Schema.Struct({ n: Schema.Int })])
const Received = Schema.Array(
  Schema.Struct({ event: Schema.String, headers: Schema.Record(Schema.String, Schema.String), body: Schema.String })
)
const Posted = Schema.fromJsonString(Schema.Struct({ appId: Schema.String, reportId: Schema.String }))

const ask = Effect.fnUntraced(function* (
  node: GatewayProcess,
  { apiKey }: GateAccount,
  method: string,
  path: string,
  body: object
) {
  const { status, text } = yield* Effect.promise(async () => {
    const answer = await fetch(`${node.url}${path}`, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return { status: answer.status, text: await answer.text() }
  })
  if (status !== 200) return yield* new GateError({ message: `${method} ${path}: ${status} ${text}` })
})

const runReports = Effect.fn("reports")(function* (run: GateRun) {
  const kills = run.rounds(100, 5)
  const accountsEach = run.short ? 4 : 6
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Beside the gateways: it must outlive each kill and tell what it got.
  const { control, origin, baseUrls } = yield* Effect.mapError(
    startSandbox({ doubles: [double], size: 50 }),
    ({ message }) => new GateError({ message })
  )
  control.fail({ kind: "slow", delayMs: 700 })
  // Each opens what the other has sealed.
  const vault = { currentKeyId: "one", keys: { one: randomBytes(32).toString("base64") } }
  const options = {
    databaseUrl: url,
    plugins: ["stores", "keywords", "workspace", "cofounder"],
    config: { logs: { level: "Error" }, vault, egress: { loopbackPort: Number(new URL(origin).port) } }
  }
  const nodes = [yield* startGateway(options), yield* startGateway(options)]
  const timing = run.random.fork("timing")
  const names: Array<string> = []
  let made = 0
  for (let killed = 0; killed < kills; killed++) {
    const node = nodes.find((each) => each.isAlive())
    if (node === undefined) return yield* new GateError({ message: "no node" })
    const accounts = yield* makeAccounts(url, accountsEach)
    yield* Effect.forEach(
      accounts,
      Effect.fnUntraced(function* (account, index) {
        const name = `gate-${killed}-${index}`
        names.push(name)
        for (let n = 0; n < apps; n++) {
          const app = { platform: "storea", appId: `${100_000 + 10 * made + n}`, country: "us", appName: "Gate" }
          yield* ask(node, account, "POST", "/v1/user/apps", app)
        }
        made += 1
        yield* ask(node, account, "PUT", "/v1/cofounder/integrations/webhook", {
          credentials: { url: `${baseUrls.webhook}/${name}` },
          integrationConfig: { secret: "secret-of-the-gate", retry: index % 2 === 1 }
        })
        // The first reports begin with it.
        yield* ask(node, account, "PUT", "/v1/cofounder/preferences", { enabledIntegrations: ["webhook"] })
      }),
      { concurrency: 1 }
    )
    yield* Effect.sleep(timing.int(0, 2_500))
    const which = timing.int(0, 1)
    yield* nodes[which]?.kill ?? Effect.void
    nodes[which] = yield* startGateway(options)
    yield* run.say(`${killed + 1}/${kills} kills`)
  }
  const wanted = kills * accountsEach * apps
  const progress = query(
    url,
    Progress,
    `SELECT (SELECT count(*)::int FROM cofounder_reports) AS reports,
      (SELECT count(*)::int FROM cofounder_events WHERE state IN ('waiting', 'sending')) AS open`
  )
  yield* progress.pipe(
    Effect.repeat({
      until: ([{ open, reports }]) => reports === wanted && open === 0,
      schedule: Schedule.spaced(100)
    }),
    Effect.timeoutOrElse({
      duration: endMsMax,
      orElse: () =>
        Effect.flatMap(progress, ([{ open, reports }]) =>
          Effect.fail(
            new GateError({
              message: `not within ${endMsMax} ms: ${reports} of ${wanted} reports, ${open} to be posted`
            })
          )
        )
    })
  )
  const events = yield* query(
    url,
    Rows,
    `SELECT e.id::text AS id, e.account_id::text AS account, e.body::jsonb ->> 'appId' AS app,
      e.body::jsonb ->> 'reportId' AS report, e.state, w.retry
    FROM cofounder_events e JOIN cofounder_webhooks w USING (account_id)`
  )
  const received = (yield* Effect.forEach(names, (name) =>
    Effect.flatMap(
      Effect.promise(() => control.act("webhook", "received", { name })),
      (got) => Effect.orDie(Schema.decodeUnknownEffect(Received)(got))
    )
  ))
    .flat()
    .filter(({ event }) => event === "report.created")
  const posted = yield* Effect.forEach(received, ({ body, headers }) =>
    Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Posted)(body)), (report) => ({
      id: headers["webhook-id"] ?? "",
      ...report
    }))
  )
  const timesOf = (id: string) => posted.filter((each) => each.id === id).length
  const once = events.filter(({ retry }) => !retry)
  const repeated = events.filter(({ retry }) => retry)
  const twice = once.filter(({ id }) => timesOf(id) > 1)
  const lost = once.filter(({ id, state }) => timesOf(id) === 0 && state !== "unknown")
  const missed = repeated.filter(({ id, state }) => timesOf(id) === 0 || state !== "received")
  const perApp = Map.groupBy(posted, ({ appId }) => appId)
  const apart = [...perApp.values()].filter((all) => new Set(all.map(({ id }) => id)).size > 1)
  const [{ n: saved }] = yield* query(
    url,
    Counted,
    `SELECT sum(reports)::int AS n FROM (SELECT count(DISTINCT (account_id, app_id, day)) AS reports FROM cofounder_reports) r`
  )
  run.check(
    "each app has one report of the day",
    saved === wanted && events.length === wanted && new Set(events.map(({ report }) => report)).size === wanted,
    `${saved} reports, ${events.length} events of ${wanted}`
  )
  run.check(
    "without retries no report is delivered twice",
    twice.length === 0,
    `${twice.length} of ${once.length}, as ${twice[0]?.id}`
  )
  run.check(
    "without retries what wasn't received is told as unknown",
    lost.length === 0,
    `${lost.length} of ${once.length}, as ${JSON.stringify(lost[0])}`
  )
  run.check(
    "with retries every report is delivered",
    missed.length === 0,
    `${missed.length} of ${repeated.length}, as ${JSON.stringify(missed[0])}`
  )
  run.check("every repetition has the id of the first", apart.length === 0, `${apart.length} apps`)
  run.measure("kills", kills)
  run.measure("reports", wanted)
  run.measure("delivered", posted.length)
  run.measure("delivered again, with retries", posted.length - new Set(posted.map(({ id }) => id)).size)
  run.measure("unknown, without retries", once.filter(({ state }) => state === "unknown").length)
})

export const gate: Gate = {
  name: "reports",
  proves:
    "kill -9 of two nodes while they make and post daily reports: each app has one a day; without retries none is posted twice, with retries all are, under one id",
  run: runReports
}
