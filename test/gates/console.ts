import { VendorWriteLogLive } from "@storeglass/core"
import { VendorWriteLog } from "@storeglass/plugin-api"
import { startSandbox } from "@storeglass/sandbox"
import { Effect, Exit, Schema, Scope } from "effect"
import vendor from "../../plugins/connect-storea/sandbox/index.ts"
import {
  headersOf,
  Owner,
  pngOf,
  prefix,
  thingsAt,
  type WriteCall,
  writesOf
} from "../../plugins/connect-storea/test/support.ts"
import { freshDatabase, makeAccounts, onDatabase, startPostgres } from "./support/database.ts"
import { type Gate, GateError, type GateRun } from "./support/gate.ts"
import { startGateway } from "./support/gatewayProcess.ts"
import { percentile } from "./support/load.ts"

const readsLagMs = 200
/** How long the owner repeats what got no answer; what was sent and not done is believed after 30 s. */
const repeatMsMax = 120_000
const pauseMs = 500
const moments = ["any", "slow", "lost"] as const
type Moment = (typeof moments)[number]

interface Killed {
  readonly write: string
  readonly moment: Moment
  readonly done: number
  /** Versions that were made for a localization. */
  readonly versions: number
  readonly state: string
  readonly repeated: number
  readonly settledMs: number
}

/** What is made is deleted, prices are replaced, and fields are set back. */
const wayBack = ({ id, method }: WriteCall) =>
  method === "PATCH" ? "PATCH" : id.startsWith("replace") ? "POST" : "DELETE"

const territories = 175
const Planned = Schema.Struct({ data: Schema.Struct({ planId: Schema.String }) })
const Pictures = Schema.Struct({ screenshots: Schema.Array(Schema.Struct({ state: Schema.String })) })
const Listed = Schema.Struct({ data: Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) }) })
const Left = Schema.Struct({ data: Schema.Struct({ left: Schema.Int }) })

const trying = <A>(what: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new GateError({ message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}` })
  })
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const runConsole = Effect.fn("console")(function* (run: GateRun) {
  const rounds = run.rounds(200, 27)
  const server = yield* startPostgres
  const databaseUrl = yield* freshDatabase(server)
  const sandbox = yield* Effect.mapError(
    startSandbox({ doubles: [vendor] }),
    ({ message }) => new GateError({ message })
  )
  const options = {
    databaseUrl,
    plugins: [],
    config: {
      logs: { level: "Error" },
      plugins: { "connect-storea": { apiUrl: sandbox.baseUrls.console, requestsPerMinute: 60_000, readsLagMs } }
    }
  }
  const survivor = yield* startGateway(options)
  const [account] = yield* makeAccounts(databaseUrl, 1, { plan: "large" })
  if (account === undefined) return yield* new GateError({ message: "there is no account" })
  const issue = () =>
    trying("an owner", async () =>
      Schema.decodeUnknownSync(Owner)(await sandbox.control.act("console", "issue", { demo: true }))
    )
  const send = (
    url: string,
    { body, method, path }: Pick<WriteCall, "body" | "method" | "path">,
    owner: Owner,
    key?: string
  ) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        "x-api-key": account.apiKey,
        "content-type": "application/json",
        ...headersOf(owner),
        ...(key === undefined ? {} : { "idempotency-key": key })
      },
      body: JSON.stringify(body)
    })
  const first = yield* issue()
  const samples = yield* trying("samples", () => sandbox.samples())
  const read = async (path: string) => {
    const answer = await fetch(`${survivor.url}${path}`, {
      headers: { "x-api-key": account.apiKey, ...headersOf(first) }
    })
    const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Unknown }))(await answer.json())
    return data
  }
  const things = yield* trying("the owner's things", () => thingsAt(samples.appId ?? "", read))
  const localizations = `${prefix}/iaps/${things.iapId}/localizations`
  const [localization] = yield* trying("its localizations", async () => {
    const { items } = Schema.decodeUnknownSync(Listed.fields.data)(await read(localizations))
    return items
  })
  // The writes of two requests: a version, then the localization on it.
  const versioned: ReadonlyArray<WriteCall> = [
    {
      id: "createIapLocalization on a version",
      method: "POST",
      path: localizations,
      body: { locale: "it", name: "Monete", createVersion: true },
      status: 201
    },
    {
      id: "updateIapLocalization on a version",
      method: "PATCH",
      path: `${prefix}/iap-localizations/${localization?.id}`,
      body: { name: "Reworded", createVersion: true },
      status: 200
    }
  ]
  // What the vendor refuses today is no write.
  const writes = [...writesOf(things).filter(({ id }) => id !== "updateAvailability"), ...versioned]
  const dice = run.random.fork("moments")

  /** Makes a change, and gives the call that takes it back. */
  const undoOf = (made: WriteCall, owner: Owner) =>
    trying("a change to take back", async (): Promise<WriteCall> => {
      const answer = await send(survivor.url, made, owner)
      if (answer.status !== made.status) throw new Error(`${made.id}: ${answer.status} ${await answer.text()}`)
      await answer.text()
      const changes = "/v1/connect/storea/changes"
      const list = await fetch(`${survivor.url}${changes}?limit=1`, { headers: { "x-api-key": account.apiKey } })
      const [change] = Schema.decodeUnknownSync(Listed)(await list.json()).data.items
      return {
        id: `undo ${made.id}`,
        method: "POST",
        path: `${changes}/${change?.id}/undo`,
        body: { confirm: true },
        status: 200
      }
    })

  const round = Effect.fnUntraced(function* (number: number) {
    const made = writes[number % writes.length]
    if (made === undefined) return yield* new GateError({ message: "there is no write" })
    const time = Math.floor(number / writes.length)
    // Every other time through the list a change is taken back, and each time at another moment.
    const undoes = time % 2 === 1 && !versioned.includes(made)
    const moment = moments[(number + time) % moments.length] ?? "any"
    const owner = yield* issue()
    const write = undoes ? yield* undoOf(made, owner) : made
    /** How the vendor is asked for it. */
    const method = undoes ? wayBack(made) : made.method
    const scope = yield* Scope.make()
    // A start that takes too long on a busy machine is none of what is proven.
    const victim = yield* Scope.provide(Effect.retry(startGateway(options), { times: 2 }), scope)
    const since = sandbox.control.requests().at(-1)?.sequence ?? 0
    const key = `round-${number}`
    if (moment === "slow") sandbox.control.fail({ kind: "slow", upstream: "console", method, delayMs: 400, times: 1 })
    if (moment === "lost") sandbox.control.fail({ kind: "lostAnswer", upstream: "console", method, times: 1 })
    const cut = send(victim.url, write, owner, key).then(
      () => undefined,
      () => undefined
    )
    const afterMs = dice.int(0, moment === "any" ? 250 : 600)
    yield* trying("a kill", () => sleep(afterMs))
    yield* victim.kill
    yield* trying("its end", () => cut)
    yield* Scope.close(scope, Exit.void)
    sandbox.control.clearFaults()

    const startedMs = performance.now()
    let status = 0
    let repeated = 0
    while (status !== write.status && performance.now() - startedMs < repeatMsMax) {
      repeated += 1
      status = yield* trying("a repeat", async () => {
        const answer = await send(survivor.url, write, owner, key)
        await answer.text()
        return answer.status
      })
      if (status !== write.status) yield* trying("a pause", () => sleep(pauseMs))
    }
    const settledMs = performance.now() - startedMs
    const handled = sandbox.control
      .requests({ upstream: "console", afterSequence: since })
      .filter(({ handled, method }) => method !== "GET" && handled !== null && handled < 300)
    const versions = handled.filter(({ path }) => path.endsWith("Versions")).length
    const done = handled.length - versions
    const rows = yield* onDatabase(
      databaseUrl,
      Effect.provide(
        VendorWriteLog.use((log) => log.list({ accountId: account.accountId, limit: 1_000 })),
        VendorWriteLogLive
      )
    )
    const row = rows.find(({ idempotencyKey, outcome }) => idempotencyKey === key && outcome !== "absent")
    const state = row === undefined ? "none" : `${row.state} ${row.outcome ?? "unknown"}`
    const killed: Killed = {
      write: write.id,
      moment,
      done,
      versions,
      state,
      repeated: status === write.status ? repeated : 0,
      settledMs
    }
    return killed
  })

  const all: Array<Killed> = []
  for (let number = 0; number < rounds; number++) {
    all.push(yield* round(number))
    if (number % 20 === 19) yield* run.say(`${number + 1}/${rounds} killed`)
  }
  const plan = Effect.fnUntraced(function* (number: number) {
    const owner = yield* issue()
    const path = `/v1/connect/subscriptions/${things.subscriptionId}/price-plan`
    const asked = {
      territory: "USA",
      pricePointId: things.subscriptionPoints[60],
      preserveCurrentPrice: false,
      confirm: true
    }
    const call = (body: object, query = "") => ({ body: { ...body }, method: "POST" as const, path: `${path}${query}` })
    const planId = yield* trying("a preview", async () => {
      const answer = await send(survivor.url, call(asked, "?dryRun=true"), owner)
      return Schema.decodeUnknownSync(Planned)(await answer.json()).data.planId
    })
    const scope = yield* Scope.make()
    const victim = yield* Scope.provide(Effect.retry(startGateway(options), { times: 2 }), scope)
    const since = sandbox.control.requests().at(-1)?.sequence ?? 0
    const planned = call({ ...asked, planId })
    const cut = send(victim.url, planned, owner).then(
      () => undefined,
      () => undefined
    )
    const afterMs = dice.int(300, 3_000)
    yield* trying("a kill", () => sleep(afterMs))
    yield* victim.kill
    yield* trying("its end", () => cut)
    yield* Scope.close(scope, Exit.void)
    const doneOf = () =>
      sandbox.control
        .requests({ upstream: "console", afterSequence: since })
        .filter(({ handled, method }) => method !== "GET" && handled !== null && handled < 300).length
    const atKill = doneOf()
    const startedMs = performance.now()
    let left = 1
    while (left > 0 && performance.now() - startedMs < repeatMsMax) {
      left = yield* trying("a plan that goes on", async () => {
        const answer = await send(survivor.url, planned, owner)
        const json = await answer.json()
        return answer.status === 201 ? Schema.decodeUnknownSync(Left)(json).data.left : 1
      })
      if (left > 0) yield* trying("a pause", () => sleep(pauseMs))
    }
    const target = `subscription:${things.subscriptionId}/prices`
    const rows = yield* onDatabase(
      databaseUrl,
      Effect.provide(
        VendorWriteLog.use((log) => log.list({ accountId: account.accountId, target, limit: 1_000 })),
        VendorWriteLogLive
      )
    )
    const applied = rows.filter((row) => row.idempotencyKey === `price-plan:${planId}` && row.outcome === "applied")
    return { number, atKill, left, done: doneOf(), applied: applied.length }
  })
  const plans: Array<Effect.Success<ReturnType<typeof plan>>> = []
  for (let number = 0; number < Math.min(10, run.rounds(10, 1)); number++) plans.push(yield* plan(number))
  const broken = plans.filter(
    ({ applied, done, left }) => done !== territories || applied !== territories || left !== 0
  )
  run.check(
    "a plan that is killed goes on, writes each territory exactly once, and the journal has each as applied",
    broken.length === 0,
    `${broken.length} of ${plans.length}${broken[0] === undefined ? "" : `, as ${JSON.stringify(broken[0])}`}`
  )
  run.measure("territories written when a plan was killed", plans.map(({ atKill }) => atKill).join(", "))

  const picture = Effect.fnUntraced(function* (number: number) {
    const owner = yield* issue()
    const call = {
      body: { fileName: "paywall.png", image: pngOf(300).toString("base64") },
      method: "POST" as const,
      path: `/v1/connect/iaps/${things.iapId}/review-screenshot`
    }
    const scope = yield* Scope.make()
    const victim = yield* Scope.provide(Effect.retry(startGateway(options), { times: 2 }), scope)
    const since = sandbox.control.requests().at(-1)?.sequence ?? 0
    for (const method of ["POST", "PUT", "PATCH"]) {
      sandbox.control.fail({ kind: "slow", upstream: "console", method, delayMs: 150, credential: owner.keyId })
    }
    const key = `picture-${number}`
    const cut = send(victim.url, call, owner, key).then(
      () => undefined,
      () => undefined
    )
    const afterMs = dice.int(100, 900)
    yield* trying("a kill", () => sleep(afterMs))
    yield* victim.kill
    yield* trying("its end", () => cut)
    yield* Scope.close(scope, Exit.void)
    sandbox.control.clearFaults()
    const startedMs = performance.now()
    let status = 0
    while (status !== 201 && performance.now() - startedMs < repeatMsMax) {
      status = yield* trying("a repeat", async () => {
        const answer = await send(survivor.url, call, owner, key)
        await answer.text()
        return answer.status
      })
      if (status !== 201) yield* trying("a pause", () => sleep(pauseMs))
    }
    const handled = sandbox.control
      .requests({ upstream: "console", afterSequence: since })
      .filter(({ handled }) => handled !== null && handled < 300)
    const countOf = (asked: string) => handled.filter(({ method }) => method === asked).length
    const [reserved, committed, deleted] = [countOf("POST"), countOf("PATCH"), countOf("DELETE")]
    const { screenshots } = yield* trying("what the owner has", async () =>
      Schema.decodeUnknownSync(Pictures)(await sandbox.control.act("console", "owned", owner.keyId))
    )
    return { number, status, reserved, committed, deleted, left: screenshots.map(({ state }) => state).join() }
  })
  const pictures: Array<Effect.Success<ReturnType<typeof picture>>> = []
  for (let number = 0; number < Math.min(15, run.rounds(15, 2)); number++) pictures.push(yield* picture(number))
  const lost = pictures.filter(
    ({ committed, deleted, left, reserved, status }) =>
      status !== 201 || left !== "COMPLETE" || committed !== 1 || reserved !== deleted + 1
  )
  run.check(
    "an upload that is killed is there once in the end, and every other reservation was deleted",
    lost.length === 0,
    `${lost.length} of ${pictures.length}${lost[0] === undefined ? "" : `, as ${JSON.stringify(lost[0])}`}`
  )

  const told = (wrong: ReadonlyArray<Killed>) =>
    `${wrong.length} of ${all.length}${wrong[0] === undefined ? "" : `, as ${JSON.stringify(wrong[0])}`}`
  const notOnce = all.filter(({ done }) => done !== 1)
  run.check("the vendor has each intended write exactly once", notOnce.length === 0, told(notOnce))
  const spare = all.filter(({ versions, write }) => versions !== (versioned.some(({ id }) => id === write) ? 1 : 0))
  run.check("no version is made twice, or unasked", spare.length === 0, told(spare))
  const apart = all.filter(({ state }) => state !== "confirmed applied" && state !== "settled applied")
  run.check("the journal has each as applied", apart.length === 0, told(apart))
  const unanswered = all.filter(({ repeated }) => repeated === 0)
  run.check("a repeat with its key is answered in the end", unanswered.length === 0, told(unanswered))
  run.measure("kills", all.length)
  run.measure("writes", new Set(all.map(({ write }) => write)).size)
  run.measure("found done by the repeat", all.filter(({ state }) => state === "settled applied").length)
  run.measure(
    "settled after, median ms",
    percentile(
      all.map(({ settledMs }) => settledMs),
      50
    )
  )
  run.measure("settled after, most ms", Math.round(Math.max(...all.map(({ settledMs }) => settledMs))))
})

export const gate: Gate = {
  name: "console",
  proves:
    "kill -9 in the middle of every kind of change at the console, and of taking it back: the vendor has it exactly once",
  run: runConsole
}
