import { CommandFailed, defineCommands, jsonFlag, PluginServices, print, table } from "@storeglass/plugin-api/cli"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"

/** What the commands do, and the plugin whose services they do it with: loaded when one runs. */
const working = Effect.promise(async () => {
  const [
    { default: plugin },
    { Broadcasts },
    { KeptInvoices },
    { Lists },
    { Mails },
    { parseAddress },
    { makeInDoubt }
  ] = await Promise.all([
    import("./plugin.ts"),
    import("./broadcasts/Broadcasts.ts"),
    import("./dunning/Invoices.ts"),
    import("./mail/Lists.ts"),
    import("./mail/Mails.ts"),
    import("./mail/address.ts"),
    import("./mail/inDoubt.ts")
  ])
  return { plugin, Broadcasts, KeptInvoices, Lists, Mails, makeInDoubt, parseAddress }
})
const limit = Flag.Int("limit").pipe(Flag.withDescription("How many at most."), Flag.withDefault(100))
const time = (ms: number | null) => (ms === null ? "-" : new Date(ms).toISOString())
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idOf = (given: string) =>
  uuid.test(given)
    ? Effect.succeed(given)
    : Effect.fail(new CommandFailed({ message: `${given} isn't an id (a UUID)` }))

/** What `mail unknown` lists: the id of a mail, or that of a broadcast and the address of one whom it goes to. */
const doubtOf = Effect.fnUntraced(function* (given: string) {
  const cut = given.indexOf("/")
  return cut === -1
    ? { id: yield* idOf(given), email: undefined }
    : { id: yield* idOf(given.slice(0, cut)), email: given.slice(cut + 1) }
})

const unknown = Command.make(
  "unknown",
  { limit, json: jsonFlag },
  Effect.fnUntraced(function* ({ json, limit }) {
    const { makeInDoubt, plugin } = yield* working
    const rows = yield* (yield* PluginServices).run(
      plugin,
      Effect.flatMap(makeInDoubt, (inDoubt) => inDoubt(limit))
    )
    const text = table(
      ["at", "id", "kind", "to"],
      rows.map(({ atMs, id, kind, to }) => [time(atMs), id, kind, to.join(", ")])
    )
    yield* print(json, rows, rows.length === 0 ? "Nothing is in doubt." : text)
  })
).pipe(Command.withDescription("List mail of which it isn't known whether it was sent."))

const settle = Command.make(
  "settle",
  {
    id: Argument.String("id").pipe(Argument.withDescription("Of `mail unknown`.")),
    as: Flag.Literals("as", ["sent", "not-sent"]).pipe(Flag.withDescription("What became of it.")),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ as, id, json }) {
    const { Broadcasts, Mails, plugin } = yield* working
    const doubt = yield* doubtOf(id)
    const state = as === "sent" ? "sent" : "rejected"
    const done = yield* (yield* PluginServices).run(
      plugin,
      doubt.email === undefined
        ? Mails.use((mails) => mails.settle(doubt.id, state))
        : Broadcasts.use((broadcasts) => broadcasts.settle(doubt.id, doubt.email, state))
    )
    if (!done) return yield* new CommandFailed({ message: `${id} isn't in doubt` })
    yield* print(json, { id, as }, `${id} counts as ${as}.`)
  })
).pipe(Command.withDescription("Say what became of a mail that is in doubt."))

const again = Command.make(
  "send",
  { id: Argument.String("id").pipe(Argument.withDescription("Of `mail unknown`.")), json: jsonFlag },
  Effect.fnUntraced(function* ({ id, json }) {
    const { Broadcasts, Mails, plugin } = yield* working
    const doubt = yield* doubtOf(id)
    const problem = yield* (yield* PluginServices).run(
      plugin,
      Effect.gen(function* () {
        if (doubt.email !== undefined) return yield* (yield* Broadcasts).sendAgain(doubt.id, doubt.email)
        return (yield* (yield* Mails).sendAgain(doubt.id)) === undefined ? undefined : ("sent" as const)
      }).pipe(
        Effect.map((sent) =>
          sent === undefined
            ? `${id} isn't in doubt, or its content is gone`
            : sent === "unwanted"
              ? `${doubt.email} gets no such mail any more: it bounced, complained or unsubscribed. Settle ${id} instead`
              : undefined
        ),
        Effect.catchTags({
          NoProvider: () => Effect.succeed("this gateway sends no mail"),
          ProviderFailed: ({ message, reason }) =>
            Effect.succeed(`${id} is ${reason === "refused" ? "refused for good" : "still in doubt"}: ${message}`)
        })
      )
    )
    if (problem !== undefined) return yield* new CommandFailed({ message: problem })
    yield* print(json, { id }, `${id} is sent again.`)
  })
).pipe(Command.withDescription("Send a mail again that is in doubt; whoever had it already has it twice."))

const suppressions = Command.make(
  "suppressions",
  { limit, json: jsonFlag },
  Effect.fnUntraced(function* ({ json, limit }) {
    const { Lists, plugin } = yield* working
    const rows = yield* (yield* PluginServices).run(
      plugin,
      Lists.use((lists) => lists.suppressions(limit))
    )
    const text = table(
      ["since", "address", "reason", "detail"],
      rows.map(({ detail, email, reason, sinceMs }) => [time(sinceMs), email, reason, detail ?? ""])
    )
    yield* print(json, rows, rows.length === 0 ? "No address is suppressed." : text)
  })
).pipe(Command.withDescription("List the addresses that get no mail."))

const addressArgument = Argument.String("address").pipe(Argument.withDescription("The address."))
const suppress = Command.make(
  "suppress",
  { address: addressArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ address, json }) {
    const { Lists, parseAddress, plugin } = yield* working
    const parsed = parseAddress(address)
    if (parsed === undefined) return yield* new CommandFailed({ message: `${address} isn't an e-mail address` })
    yield* (yield* PluginServices).run(
      plugin,
      Lists.use((lists) => lists.suppress([parsed.key], "operator", null))
    )
    yield* print(json, { address: parsed.key }, `${parsed.key} gets no mail any more.`)
  })
).pipe(Command.withDescription("Send an address no mail any more."))

const release = Command.make(
  "release",
  { address: addressArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ address, json }) {
    const { Lists, plugin } = yield* working
    const done = yield* (yield* PluginServices).run(
      plugin,
      Lists.use((lists) => lists.release(address))
    )
    if (!done) return yield* new CommandFailed({ message: `${address} isn't suppressed` })
    yield* print(json, { address }, `${address} gets mail again.`)
  })
).pipe(Command.withDescription("Send an address mail again."))

const subscribe = Command.make(
  "subscribe",
  {
    address: addressArgument,
    kind: Flag.String("kind").pipe(Flag.withDescription("The kind of broadcasts.")),
    off: Flag.Boolean("off").pipe(Flag.withDescription("Unsubscribe it."), Flag.withDefault(false)),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ address, json, kind, off }) {
    const { Lists, parseAddress, plugin } = yield* working
    const parsed = parseAddress(address)
    if (parsed === undefined) return yield* new CommandFailed({ message: `${address} isn't an e-mail address` })
    yield* (yield* PluginServices).run(
      plugin,
      Lists.use((lists) => lists.set(kind, parsed.key, !off))
    )
    yield* print(
      json,
      { address: parsed.key, kind, subscribed: !off },
      `${parsed.key} ${off ? "left" : "gets"} ${kind}.`
    )
  })
).pipe(Command.withDescription("Subscribe an address to a kind of broadcasts, or unsubscribe it."))

const mail = Command.make("mail").pipe(
  Command.withDescription("Mail that is in doubt, and addresses that get none."),
  Command.withSubcommands([unknown, settle, again, suppressions, suppress, release, subscribe])
)

const list = Command.make(
  "list",
  { limit, json: jsonFlag },
  Effect.fnUntraced(function* ({ json, limit }) {
    const { Broadcasts, plugin } = yield* working
    const rows = yield* (yield* PluginServices).run(
      plugin,
      Broadcasts.use((broadcasts) => broadcasts.list(limit))
    )
    const text = table(
      ["made", "id", "kind", "state", "recipients", "scheduled", "subject"],
      rows.map(({ content, createdMs, id, kind, recipients, scheduledMs, state }) => [
        time(createdMs),
        id,
        kind,
        state,
        recipients === null ? "-" : String(recipients),
        time(scheduledMs),
        content.subject
      ])
    )
    yield* print(json, rows, rows.length === 0 ? "There are no broadcasts." : text)
  })
).pipe(Command.withDescription("List broadcasts, newest first."))

const show = Command.make(
  "show",
  { id: Argument.String("id"), json: jsonFlag },
  Effect.fnUntraced(function* ({ id, json }) {
    const { Broadcasts, plugin } = yield* working
    yield* idOf(id)
    const [row, report] = yield* (yield* PluginServices).run(
      plugin,
      Effect.flatMap(Broadcasts, (broadcasts) => Effect.all([broadcasts.find(id), broadcasts.reportOf(id)]))
    )
    if (row === undefined) return yield* new CommandFailed({ message: `there is no broadcast ${id}` })
    const text = table(
      ["recipients", "number"],
      Object.entries({ ...report.recipients, ...report.since }).map(([state, n]) => [state, String(n)])
    )
    yield* print(json, { ...row, report }, `${row.kind} ${row.state}: ${row.content.subject}\n${text}`)
  })
).pipe(
  Command.withDescription(
    "Show how far a broadcast came, and how many of its recipients bounced, complained or left since."
  )
)

const cancel = Command.make(
  "cancel",
  { id: Argument.String("id"), json: jsonFlag },
  Effect.fnUntraced(function* ({ id, json }) {
    const { Broadcasts, plugin } = yield* working
    yield* idOf(id)
    const went = yield* (yield* PluginServices).run(
      plugin,
      Broadcasts.use((broadcasts) => broadcasts.cancel(id))
    )
    if (went === undefined) {
      return yield* new CommandFailed({ message: `${id} has left already, or there is no such broadcast` })
    }
    yield* print(json, { id, went }, `${id} is cancelled; ${went} mails had left.`)
  })
).pipe(Command.withDescription("Stop what hasn't left of a broadcast."))

const broadcast = Command.make("broadcast").pipe(
  Command.withDescription("Mail to many."),
  Command.withSubcommands([list, show, cancel])
)

const put = Command.make(
  "put",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The invoice.")),
    account: Flag.String("account").pipe(Flag.withDescription("Id of the account.")),
    amount: Flag.Int("amount").pipe(Flag.withDescription("In the smallest unit of the currency: cents.")),
    currency: Flag.String("currency").pipe(Flag.withDescription("ISO 4217, such as USD.")),
    attempt: Flag.Int("attempt").pipe(Flag.withDescription("How often payment was tried."), Flag.withDefault(1)),
    nextAttempt: Flag.String("next-attempt").pipe(
      Flag.withDescription("When it's tried again, ISO 8601."),
      Flag.optional
    ),
    url: Flag.String("pay-at").pipe(Flag.withDescription("Where it can be paid: https."), Flag.optional),
    paid: Flag.Boolean("paid").pipe(Flag.withDescription("It's paid."), Flag.withDefault(false)),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ account, amount, attempt, currency, id, json, nextAttempt, paid, url }) {
    const { KeptInvoices, plugin } = yield* working
    const accountId = yield* idOf(account)
    const code = currency.toUpperCase()
    if (!Intl.supportedValuesOf("currency").includes(code)) {
      return yield* new CommandFailed({ message: `${currency} isn't an ISO 4217 currency code, such as USD` })
    }
    const nextMs = Option.match(nextAttempt, { onNone: () => null, onSome: (text) => Date.parse(text) })
    if (Number.isNaN(nextMs)) return yield* new CommandFailed({ message: "--next-attempt must be ISO 8601" })
    const hostedUrl = Option.getOrNull(url)
    if (hostedUrl !== null && !/^https:\/\/\S+$/.test(hostedUrl)) {
      return yield* new CommandFailed({ message: "--pay-at must begin with https://" })
    }
    const invoice = {
      id,
      accountId,
      amountMinor: amount,
      currency: code,
      attempt,
      nextAttemptAtMs: nextMs,
      hostedUrl,
      isPaid: paid
    }
    yield* (yield* PluginServices).run(
      plugin,
      KeptInvoices.use((invoices) => invoices.put(invoice))
    )
    yield* print(json, invoice, `Invoice ${id} is kept.`)
  })
).pipe(Command.withDescription("Keep an invoice whose payment failed, or that was paid."))

const invoice = Command.make("invoice").pipe(
  Command.withDescription("Invoices that mail is sent about."),
  Command.withSubcommands([put])
)

export default defineCommands(mail, broadcast, invoice)
