import { randomBytes } from "node:crypto"
import { VendorWriteLogLive } from "@storeglass/core"
import { VendorWriteLog } from "@storeglass/plugin-api"
import { startSandbox } from "@storeglass/sandbox"
import { Effect, Exit, Schema, Scope } from "effect"
import vendor from "../../plugins/connect-storeb/sandbox/index.ts"
import { freshDatabase, makeAccounts, onDatabase, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { startGateway } from "./support/gatewayProcess.ts"
import { percentile } from "./support/load.ts"

const base = "/v1/connect/storeb-play"
/** How long the owner repeats what got no answer; what was sent and not done is believed after 30 s. */
const repeatMsMax = 120_000
const pauseMs = 500
/** The oldest that an edit may get that nobody is at work on. */
const openMsMax = 60_000
const moments = ["any", "slow", "lost"] as const

const Issued = Schema.Struct({
  keyFile: Schema.Record(Schema.String, Schema.Unknown),
  packageName: Schema.String
})
const Store = Schema.Struct({
  open: Schema.Array(Schema.Struct({ ageMs: Schema.Number })),
  commits: Schema.Array(Schema.Struct({ changed: Schema.Array(Schema.Struct({ what: Schema.String })) }))
})

/** What is under way when a node is killed, by turns. */
const calls = [
  { id: "listing", method: "PATCH", path: "/listings/en-US", body: { title: "Killed" }, commits: 1 },
  {
    id: "track",
    method: "PATCH",
    path: "/tracks/production",
    body: {
      releases: [
        { versionCodes: ["140"], status: "inProgress", userFraction: 0.5 },
        { versionCodes: ["132"], status: "completed" }
      ]
    },
    commits: 1
  },
  { id: "read", method: "GET", path: "/tracks", body: undefined, commits: 0 },
  { id: "preview", method: "PATCH", path: "/listings/en-US?validateOnly=true", body: { title: "Killed" }, commits: 0 }
] as const

const trying = <A>(what: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new GateError({ message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}` })
  })
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const runEdits = Effect.fn("edits")(function* (run: GateRun) {
  const rounds = run.rounds(200, 12)
  const server = yield* startPostgres
  const databaseUrl = yield* freshDatabase(server)
  const sandbox = yield* Effect.mapError(
    startSandbox({ doubles: [vendor] }),
    ({ message }) => new GateError({ message })
  )
  const url = sandbox.baseUrls["play-console"]
  const options = {
    databaseUrl,
    plugins: [],
    config: {
      logs: { level: "Error" },
      vault: { currentKeyId: "one", keys: { one: randomBytes(32).toString("base64") } },
      plugins: {
        "connect-storeb": {
          tokenUrl: url,
          publisherUrl: url,
          reportingUrl: url,
          storageUrl: url,
          publisherRequestsPerMinute: 60_000,
          reviewSyncHours: 0,
          readsLagMs: 200
        }
      }
    }
  }
  const survivor = yield* startGateway(options)
  const accounts = yield* makeAccounts(databaseUrl, rounds, { plan: "large" })
  const dice = run.random.fork("moments")
  const owners: Array<{ readonly email: string; readonly packageName: string }> = []
  let oldestMs = 0
  const storeOf = async (owner: { readonly email: string; readonly packageName: string }) => {
    const store = Schema.decodeUnknownSync(Store)(await sandbox.control.act("play-console", "edits", owner))
    for (const { ageMs } of store.open) oldestMs = Math.max(oldestMs, ageMs)
    return store
  }
  const openNow = async () => (await Promise.all(owners.map(storeOf))).reduce((sum, { open }) => sum + open.length, 0)

  const round = Effect.fnUntraced(function* (number: number) {
    const call = calls[number % calls.length]
    const account = accounts[number]
    // What commits nothing is killed while it's slow, so that most leave an edit.
    const turn = moments[Math.floor(number / calls.length) % moments.length] ?? "any"
    const moment = call?.commits === 0 ? "slow" : turn
    if (call === undefined || account === undefined) return yield* new GateError({ message: "there is no account" })
    const { keyFile, packageName } = yield* trying("a service account", async () =>
      Schema.decodeUnknownSync(Issued)(await sandbox.control.act("play-console", "issue", {}))
    )
    const owner = { email: String(keyFile.client_email), packageName }
    owners.push(owner)
    const send = (
      gateway: string,
      { body, method, path }: { body: unknown; method: string; path: string },
      key?: string
    ) =>
      fetch(`${gateway}${base}${path}`, {
        method,
        headers: {
          "x-api-key": account.apiKey,
          "content-type": "application/json",
          ...(key === undefined ? {} : { "idempotency-key": key })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    yield* trying("a connection", async () => {
      const answer = await send(survivor.url, {
        method: "POST",
        path: "/credentials",
        body: { serviceAccountJson: keyFile }
      })
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.text()
    })
    const asked = { ...call, path: `/apps/${packageName}${call.path}` }
    const scope = yield* Scope.make()
    // A start that takes too long on a busy machine is none of what is proven.
    const victim = yield* Scope.provide(Effect.retry(startGateway(options), { times: 2 }), scope)
    const fault = { upstream: "play-console", credential: owner.email }
    if (moment === "slow") sandbox.control.fail({ ...fault, kind: "slow", path: "/edits", delayMs: 300 })
    if (moment === "lost") sandbox.control.fail({ ...fault, kind: "lostAnswer", path: ":commit", times: 1 })
    const key = `round-${number}`
    const cut = send(victim.url, asked, call.method === "GET" ? undefined : key).then(
      () => undefined,
      () => undefined
    )
    const afterMs = moment === "slow" ? dice.int(100, call.commits === 0 ? 700 : 1_300) : dice.int(20, 300)
    yield* trying("a kill", () => sleep(afterMs))
    yield* victim.kill
    yield* trying("its end", () => cut)
    yield* Scope.close(scope, Exit.void)
    // An answer that the victim didn't live to lose is lost to the repeat.
    if (moment !== "lost") sandbox.control.clearFaults()
    const atKill = yield* trying("the store", () => storeOf(owner))
    const startedMs = performance.now()
    let status = 0
    // What commits nothing isn't repeated: its edit is left to the job.
    while (call.commits > 0 && status !== 200 && performance.now() - startedMs < repeatMsMax) {
      status = yield* trying("a repeat", async () => {
        const answer = await send(survivor.url, asked, key)
        await answer.text()
        return answer.status
      })
      if (status !== 200) yield* trying("a pause", () => sleep(pauseMs))
    }
    sandbox.control.clearFaults()
    const { commits } = yield* trying("the store", () => storeOf(owner))
    const rows = yield* onDatabase(
      databaseUrl,
      Effect.provide(
        VendorWriteLog.use((log) => log.list({ accountId: account.accountId, limit: 100 })),
        VendorWriteLogLive
      )
    )
    return {
      call: call.id,
      moment,
      afterMs,
      wanted: call.commits,
      answered: call.commits === 0 || status === 200,
      commits: commits.length,
      mixed: commits.filter(({ changed }) => changed.length !== 1).length,
      applied: rows.filter(({ outcome }) => outcome === "applied").length,
      openAtKill: atKill.open.length,
      committedAtKill: atKill.commits.length,
      settledMs: performance.now() - startedMs
    }
  })

  const all: Array<Effect.Success<ReturnType<typeof round>>> = []
  for (let number = 0; number < rounds; number++) {
    all.push(yield* round(number))
    yield* trying("the ages of open edits", openNow)
    if (number % 20 === 19) yield* run.say(`${number + 1}/${rounds} killed`)
  }
  const endedMs = performance.now()
  let left = 1
  while (left > 0 && performance.now() - endedMs < 2 * openMsMax) {
    left = yield* trying("the edits that are left", openNow)
    if (left > 0) yield* trying("a pause", () => sleep(pauseMs))
  }

  const told = (wrong: typeof all) =>
    `${wrong.length} of ${all.length}${wrong[0] === undefined ? "" : `, as ${JSON.stringify(wrong[0])}`}`
  const check = (what: string, wrong: typeof all) => run.check(what, wrong.length === 0, told(wrong))
  check(
    "a repeat with its key is answered in the end",
    all.filter(({ answered }) => !answered)
  )
  check(
    "what was to be committed is committed exactly once, and nothing else",
    all.filter(({ commits, wanted }) => commits !== wanted)
  )
  check(
    "a commit holds its own change alone",
    all.filter(({ mixed }) => mixed > 0)
  )
  check(
    "the journal knows each commit, and no other",
    all.filter(({ applied, commits }) => applied !== commits)
  )
  run.check("no edit is left open", left === 0, `${left} are`)
  run.check("no edit was open for more than a minute", oldestMs <= openMsMax, `${Math.round(oldestMs)} ms at most`)
  run.measure("kills", all.length)
  run.measure("edits open when a node was killed", all.filter(({ openAtKill }) => openAtKill > 0).length)
  run.measure("committed when a node was killed", all.filter(({ committedAtKill }) => committedAtKill > 0).length)
  run.measure("oldest open edit, ms", Math.round(oldestMs))
  run.measure(
    "settled after, median ms",
    percentile(
      all.map(({ settledMs }) => settledMs),
      50
    )
  )
})

export const gate: Gate = {
  name: "edits",
  proves: "kill -9 in the middle of changes and reads that need an edit: committed exactly once, and no edit left open",
  run: runEdits
}
