import type { LoggedRequest, RequestFilter, RequestLog, RequestWay } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { momentFlag, momentOf } from "./moments.ts"
import { whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag, limitFlag } from "./settings.ts"

const requestWays = ["http", "mcp", "explorer"] as const satisfies ReadonlyArray<RequestWay>

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const filters = {
  account: whoArgument,
  status: text("status", "Only this status, or class of them: 429, 4xx."),
  code: text("code", "Only failures with this code, such as INVALID_INPUT."),
  operation: text("operation", "Only this operation, such as 'GET /v1/apps/:id'."),
  key: text("key", "Only requests with the key of this id."),
  by: Flag.Literals("by", requestWays).pipe(Flag.withDescription("Only requests that came this way."), Flag.optional),
  path: text("path", "Only this path; with * at its end, all paths that begin so."),
  id: text("id", "Only requests whose id begins so.")
}

const statusOf = (given: string): number | undefined => {
  const [, digit] = /^([1-5])xx$/i.exec(given) ?? []
  if (digit !== undefined) return Number(digit)
  return /^[1-5]\d\d$/.test(given) ? Number(given) : undefined
}

interface Given {
  readonly status: Option.Option<string>
  readonly code: Option.Option<string>
  readonly operation: Option.Option<string>
  readonly key: Option.Option<string>
  readonly by: Option.Option<(typeof requestWays)[number]>
  readonly path: Option.Option<string>
  readonly id: Option.Option<string>
}

const filterOf = Effect.fnUntraced(function* (accountId: string, given: Given) {
  const wanted = Option.getOrUndefined(given.status)
  const status = wanted === undefined ? undefined : statusOf(wanted)
  if (wanted !== undefined && status === undefined) {
    return yield* new BootError({ subject: "requests", reason: `--status: '${wanted}' is neither a status nor 4xx` })
  }
  const filter: RequestFilter = {
    accountId,
    status,
    code: Option.getOrUndefined(given.code),
    operation: Option.getOrUndefined(given.operation),
    credentialId: Option.getOrUndefined(given.key),
    by: Option.getOrUndefined(given.by),
    path: Option.getOrUndefined(given.path),
    idPrefix: Option.getOrUndefined(given.id)
  }
  return filter
})

const head = ["at", "status", "operation", "path", "credits", "ms", "by", "code", "request"]
const line = (row: LoggedRequest) => [
  row.at,
  row.weight === 1 ? String(row.status) : `${row.status} x${row.weight}`,
  row.operation,
  row.query === "" ? row.path : `${row.path}?${row.query}`,
  row.held > 0 ? `${row.credits} (${row.held} held)` : String(row.credits),
  String(Math.round(row.ms)),
  row.by,
  row.code ?? "-",
  row.requestId
]

const withLog = <E>(
  config: string,
  who: string,
  work: (log: RequestLog["Service"], accountId: string) => Effect.Effect<void, E>
) =>
  Effect.gen(function* () {
    const { Accounts, operate, readComposition, RequestLog, RequestLogLive, RequestRecorder } = yield* gateway
    const { loaded } = yield* readComposition(config)
    const log = RequestLogLive.pipe(Layer.provide(RequestRecorder.idle(loaded.config.requestLog)))
    yield* operate(
      config,
      Effect.gen(function* () {
        const accounts = yield* Accounts.Accounts
        const account = yield* accounts.find(who)
        yield* work(yield* RequestLog, account.id)
      }).pipe(Effect.provide(log))
    )
  })

const list = Command.make(
  "list",
  {
    ...filters,
    since: momentFlag("since", "Only requests since"),
    until: momentFlag("until", "Only requests before"),
    before: text("before", "Only rows older than that of this id: the nextBefore of the page before."),
    limit: limitFlag(100, "At most this many, up to 1000."),
    config: configFlag,
    json: jsonFlag
  },
  ({ account, before, config, json, limit, since, until, ...given }) =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const fromMs = yield* momentOf("requests", "since", since, nowMs)
      const toMs = yield* momentOf("requests", "until", until, nowMs)
      yield* withLog(
        config,
        account,
        Effect.fnUntraced(function* (log, accountId) {
          const filter = { ...(yield* filterOf(accountId, given)), fromMs, toMs }
          const page = yield* log.page(filter, { before: Option.getOrUndefined(before), limit })
          const rows = page.items.length === 0 ? "no requests" : table(head, page.items.map(line))
          yield* print(json, page, page.nextBefore === null ? rows : `${rows}\nolder ones: --before ${page.nextBefore}`)
        })
      )
    })
).pipe(Command.withDescription("List an account's requests, newest first. Credits are what the ledger says."))

const tail = Command.make(
  "tail",
  { ...filters, config: configFlag, json: jsonFlag },
  ({ account, config, json, ...given }) =>
    withLog(
      config,
      account,
      Effect.fnUntraced(function* (log, accountId) {
        const filter = yield* filterOf(accountId, given)
        yield* Stream.runForEach(log.tail(filter), ({ items, truncated }) =>
          Effect.gen(function* () {
            if (truncated) yield* print(json, { truncated }, "… there were more")
            for (const row of items) yield* print(json, row, line(row).join("  "))
          })
        )
      })
    )
).pipe(Command.withDescription("Print an account's requests as they come, on all nodes, until interrupted."))

const log = Command.make(
  "log",
  {
    account: whoArgument,
    switchTo: Flag.Literals("switch", ["on", "off"]).pipe(
      Flag.withDescription(
        "Switch it on or off, on all nodes within 5 s. What is there stays until its days are over."
      ),
      Flag.optional
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ account, config, json, switchTo }) =>
    withLog(
      config,
      account,
      Effect.fnUntraced(function* (log, accountId) {
        if (Option.isSome(switchTo)) yield* log.setOn(accountId, switchTo.value === "on")
        // What was dropped is known to the nodes that serve, not to a command.
        const { isOn, keptDays } = yield* log.settings(accountId)
        yield* print(json, { accountId, isOn, keptDays }, `${isOn ? "on" : "off"}, rows are kept for ${keptDays} days`)
      })
    )
).pipe(Command.withDescription("Show whether an account's requests are logged and for how long, or switch that."))

export const requests = Command.make("requests").pipe(
  Command.withDescription("The log of an account's requests."),
  Command.withSubcommands([list, tail, log])
)
