import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { startSandbox } from "@storeglass/sandbox"
import { Effect, Schedule, Schema } from "effect"
import double from "../../plugins/alerts/sandbox/index.ts"
import { freshDatabase, type GateAccount, makeAccounts, query, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { type GatewayProcess, startGateway } from "./support/gatewayProcess.ts"

/** A dead worker's jobs come back within four seconds, and a chat gets one message a second. */
const endMsMax = 300_000
const chatOf = (index: number) => 5_000 + index

const Progress = Schema.Tuple([Schema.Struct({ waiting: Schema.Int, queued: Schema.Int })])
const Chats = Schema.Array(
  Schema.Struct({ id: Schema.Int, lines: Schema.Array(Schema.Struct({ by: Schema.String, text: Schema.String })) })
)
const Sends = Schema.Array(
  Schema.Struct({ title: Schema.String, chat: Schema.Int, state: Schema.NullOr(Schema.String) })
)

/** Tells an account of something by a node that may die meanwhile; whoever repeats it tells it once. */
const tell = (nodes: ReadonlyArray<GatewayProcess>, { apiKey }: GateAccount, key: string, count: number) =>
  Effect.promise(async () => {
    const node = nodes.find((each) => each.isAlive())
    try {
      const answer = await fetch(`${node?.url}/v1/gate/alerts`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ key, count })
      })
      return answer.status === 200
    } catch {
      return false
    }
  }).pipe(
    Effect.repeat({ until: (done) => done, schedule: Schedule.spaced(200) }),
    Effect.timeoutOrElse({
      duration: 60_000,
      orElse: () => Effect.fail(new GateError({ message: "no node took what was to be told" }))
    })
  )

const runAlerts = Effect.fn("alerts")(function* (run: GateRun) {
  const kills = run.rounds(30, 3)
  const chats = run.short ? 6 : 10
  const each = run.short ? 3 : 4
  const server = yield* startPostgres
  const url = yield* freshDatabase(server)
  // Beside the gateways: it must outlive each kill and tell what it got.
  const { baseUrls, control } = yield* Effect.mapError(
    startSandbox({ doubles: [double], size: 50 }),
    ({ message }) => new GateError({ message })
  )
  const options = {
    databaseUrl: url,
    plugins: ["stores"],
    config: {
      logs: { level: "Error" },
      plugins: {
        gate: { package: join(import.meta.dirname, "plugin") },
        alerts: {
          perDayMax: 1_000,
          bot: { token: "4711:a-token-of-the-gate", baseUrl: baseUrls.bot, linkUrl: baseUrls.bot }
        }
      }
    }
  }
  const nodes = [yield* startGateway(options), yield* startGateway(options)]
  const accounts = yield* makeAccounts(url, chats)
  for (const [index, { accountId }] of accounts.entries()) {
    const chat = chatOf(index)
    yield* query(
      url,
      Schema.Unknown,
      `INSERT INTO alerts_pairings (chat_id, account_id, email, status, paired_ms)
        VALUES (${chat}, '${accountId}', 'chat${chat}@example.com', 'active', 0)`
    )
    yield* Effect.promise(() => control.act("bot", "write", { chat, text: "/help" }))
  }
  // Most kills find a message on its way.
  control.fail({ kind: "slow", upstream: "bot", delayMs: 400 })
  const timing = run.random.fork("timing")
  const told: Array<string> = []
  for (let killed = 0; killed < kills; killed++) {
    const key = `round-${killed}-${randomUUID().slice(0, 8)}`
    for (let n = 0; n < each; n++) told.push(`${key}-${n}`)
    yield* Effect.forEach(accounts, (account) => tell(nodes, account, key, each), { concurrency: 4, discard: true })
    yield* Effect.sleep(timing.int(0, 2_500))
    const which = timing.int(0, 1)
    yield* nodes[which]?.kill ?? Effect.void
    nodes[which] = yield* startGateway(options)
    yield* run.say(`${killed + 1}/${kills} kills`)
  }
  const progress = query(
    url,
    Progress,
    `SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*)::int AS queued FROM alerts_queue`
  )
  const [{ queued }] = yield* progress.pipe(
    Effect.repeat({ until: ([{ waiting }]) => waiting === 0, schedule: Schedule.spaced(200) }),
    Effect.timeoutOrElse({
      duration: endMsMax,
      orElse: () => Effect.fail(new GateError({ message: `not within ${endMsMax} ms: the end of what waits` }))
    })
  )
  const got = yield* Effect.flatMap(
    Effect.promise(() => control.act("bot", "chats", null)),
    (all) => Effect.orDie(Schema.decodeUnknownEffect(Chats)(all))
  )
  const counts = new Map<string, number>()
  for (const { id, lines } of got) {
    for (const { by, text } of lines) {
      const of = `${id} ${text.split("\n")[0]}`
      if (by === "bot") counts.set(of, (counts.get(of) ?? 0) + 1)
    }
  }
  const sends = yield* query(
    url,
    Sends,
    `SELECT q.title, p.chat_id::int AS chat, s.state FROM alerts_queue q JOIN alerts_pairings p USING (account_id)
      LEFT JOIN alerts_sends s ON s.account_id = q.account_id AND s.id = q.id AND s.chat_id = p.chat_id`
  )
  const wanted = told.length * chats
  const twice = [...counts].filter(([, n]) => n > 1)
  const missing = sends.filter(({ chat, title }) => !counts.has(`${chat} ${title}`))
  const lost = missing.filter(({ state }) => state !== "sending" && state !== "doubtful")
  run.check("each alert is taken once, whoever repeats it", queued === wanted, `${queued} of ${wanted}`)
  run.check("no chat is told anything twice", twice.length === 0, `${twice.length}, as ${twice[0]?.[0]}`)
  run.check(
    "none is left out but those that were on their way when their node died",
    lost.length === 0 && missing.length <= kills * chats,
    `${lost.length} of ${wanted}, as ${JSON.stringify(lost[0])}`
  )
  run.measure("kills", kills)
  run.measure("alerts", wanted)
  run.measure("messages that came", counts.size)
  run.measure("on their way when their node died, and not sent again", missing.length)
})

export const gate: Gate = {
  name: "alerts",
  proves:
    "kill -9 of two nodes while they send alerts to chats: no chat is told anything twice, and none is left out but those on their way",
  run: runAlerts
}
