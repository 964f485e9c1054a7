import { CommandFailed, defineCommands, jsonFlag, PluginServices, print, table } from "@storeglass/plugin-api/cli"
import { Effect, Option, Redacted, Stdio, Stream } from "effect"
import { Argument, Command, Flag, Prompt } from "effect/cli"

/** What commands do, and the plugin whose services they do it with: loaded when one runs. */
const working = Effect.promise(async () => {
  const [{ default: plugin }, work] = await Promise.all([import("./plugin.ts"), import("./admin/commands.ts")])
  return { plugin, ...work }
})

type Working = Effect.Success<typeof working>

const emailArgument = Argument.String("email").pipe(Argument.withDescription("Their e-mail address."))
const accountArgument = Argument.String("account").pipe(Argument.withDescription("Account id."))
const dash = (text: string | null) => text ?? "-"

const add = Command.make(
  "add",
  { email: emailArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ email, json }) {
    const { addOperator, plugin } = yield* working
    const services = yield* PluginServices
    const { operator, url } = yield* services.run(plugin, addOperator(email))
    yield* print(
      json,
      operator,
      `${operator.email} is an operator${
        operator.hasFactor ? "" : "; outside the sandbox they must set up a second factor before they can act as one"
      }. Sign in at ${url}`
    )
  })
).pipe(Command.withDescription("Make whoever reads the mail of an address an operator."))

const remove = Command.make(
  "remove",
  { email: emailArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ email, json }) {
    const { plugin, removeOperator } = yield* working
    const services = yield* PluginServices
    yield* services.run(plugin, removeOperator(email))
    yield* print(json, { email, removed: true }, `${email} is no longer an operator`)
  })
).pipe(Command.withDescription("End what someone may do as an operator, from their next request on."))

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const { listOperators, plugin } = yield* working
    const services = yield* PluginServices
    const operators = yield* services.run(plugin, listOperators)
    yield* print(
      json,
      operators,
      operators.length === 0
        ? "no operators; 'storeglass operator add <email>' makes one"
        : table(
            ["email", "name", "since", "second factor"],
            operators.map(({ addedAt, email, hasFactor, name }) => [
              email,
              name || "-",
              addedAt,
              hasFactor ? "yes" : "no"
            ])
          )
    )
  })
).pipe(Command.withDescription("List the operators."))

const accountsTable = (accounts: Effect.Success<ReturnType<Working["findAccounts"]>>["accounts"]) =>
  table(
    ["account", "e-mail", "plan", "owners", "state"],
    accounts.map(({ deletionDueAt, email, id, owners, plan, suspendedAt }) => [
      id,
      email,
      plan,
      owners.join(",") || "-",
      deletionDueAt !== null ? "being deleted" : suspendedAt !== null ? "suspended" : "open"
    ])
  )

const find = Command.make(
  "find",
  {
    text: Argument.String("text").pipe(
      Argument.withDescription("Account id, e-mail, name of a member, key id or hint. Empty: all.")
    ),
    after: Flag.String("after").pipe(Flag.withDescription("Go on after this account id."), Flag.optional),
    limit: Flag.Int("limit").pipe(Flag.withDescription("How many, newest first."), Flag.withDefault(50)),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ after, json, limit, text }) {
    if (/^sg_live_[0-9A-Za-z]/.test(text)) {
      const message =
        "a key's value doesn't belong on a command line; give its hint (sg_live_… and its last four characters), or pipe the value into 'storeglass operator find-key'"
      return yield* new CommandFailed({ message })
    }
    const { findAccounts, plugin } = yield* working
    const services = yield* PluginServices
    const { accounts } = yield* services.run(plugin, findAccounts({ text, after: Option.getOrUndefined(after), limit }))
    yield* print(json, accounts, accounts.length === 0 ? "no such account" : accountsTable(accounts))
  })
).pipe(Command.withDescription("Find accounts."))

const findKey = Command.make(
  "find-key",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const { ownerOfKey, plugin } = yield* working
    const { stdin, stdinIsTerminal } = yield* Stdio.Stdio
    const given = (yield* stdinIsTerminal)
      ? Redacted.value(yield* Prompt.run(Prompt.Password({ message: "The key" })))
      : yield* Stream.mkString(Stream.take(Stream.decodeText(stdin), 16))
    const services = yield* PluginServices
    const account = yield* services.run(plugin, ownerOfKey(Redacted.make(given.trim())))
    if (account === undefined) return yield* new CommandFailed({ message: "no account has this key" })
    yield* print(json, account, accountsTable([account]))
  })
).pipe(
  Command.withDescription(
    "Show whose a key is that somebody found. Its value is read from standard input, as arguments stand in lists of processes and histories."
  )
)

const look = Command.make(
  "look",
  { account: accountArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ account, json }) {
    const { lookAt, plugin } = yield* working
    const services = yield* PluginServices
    const found = yield* services.run(plugin, lookAt(account))
    if (found === undefined) return yield* new CommandFailed({ message: `no account '${account}'` })
    const { credits, keys, members } = found
    yield* print(
      json,
      found,
      [
        `${found.account.id}  ${found.account.email}  ${found.account.plan}  since ${found.account.createdAt}`,
        "",
        table(
          ["member", "name", "role", "sessions", "last seen"],
          members.map(({ email, lastSeenAt, name, role, sessions }) => [
            email,
            name || "-",
            role,
            String(sessions),
            dash(lastSeenAt)
          ])
        ),
        "",
        table(
          ["bucket", "limit", "used", "held", "remaining"],
          Object.entries(credits).map(([bucket, { held, limit, remaining, used }]) => [
            bucket,
            ...[limit, used, held, remaining].map(String)
          ])
        ),
        "",
        table(
          ["key", "name", "made", "last used"],
          keys.map(({ createdAt, hint, lastUsed, name }) => [hint, name, createdAt, lastUsed?.at ?? "-"])
        )
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show an account with its members. The look stands in its audit log."))

const endSessions = Command.make(
  "end-sessions",
  { account: accountArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ account, json }) {
    const { endSessionsOf, plugin } = yield* working
    const services = yield* PluginServices
    const ended = yield* services.run(plugin, endSessionsOf(account))
    if (ended === undefined) return yield* new CommandFailed({ message: `no account '${account}'` })
    yield* print(json, ended, `ended ${ended.sessions} sessions and ${ended.grants} grants`)
  })
).pipe(Command.withDescription("Sign all members of an account out everywhere, and end what they granted to apps."))

const resendMail = Command.make(
  "resend-mail",
  { email: emailArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ email, json }) {
    const { plugin, resend } = yield* working
    const services = yield* PluginServices
    const mail = yield* services.run(plugin, resend(email))
    if (mail === undefined) {
      return yield* new CommandFailed({ message: `${email} waits for no mail; have them ask for one again` })
    }
    yield* print(json, { email, mail }, `the mail '${mail}' goes to ${email} once more, with a new link and code`)
  })
).pipe(Command.withDescription("Send the mail again that an address waits for."))

const mail = Command.make(
  "mail",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const { mailState, plugin } = yield* working
    const services = yield* PluginServices
    const state = yield* services.run(plugin, mailState)
    yield* print(
      json,
      state,
      [
        `${state.waiting} waiting, ${state.running} being sent, ${state.givenUp.length} given up`,
        "storeglass mail unknown lists those of which nobody knows whether they were sent",
        ...(state.givenUp.length === 0
          ? []
          : [
              "",
              table(
                ["id", "job", "attempts", "last error"],
                state.givenUp.map(({ attempts, id, job, lastError }) => [id, job, String(attempts), dash(lastError)])
              ),
              "",
              "storeglass jobs retry <id> tries one again"
            ])
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show mails that wait, and those that couldn't be sent."))

const operator = Command.make("operator").pipe(
  Command.withDescription("Operators, and what they do with accounts."),
  Command.withSubcommands([add, remove, list, find, findKey, look, endSessions, resendMail, mail])
)

const limitText = (limit: number | null) => (limit === null ? "no limit" : String(limit))

const preview = Command.make(
  "preview",
  {
    account: accountArgument,
    plan: Argument.String("plan").pipe(Argument.withDescription("Plan id.")),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ account, json, plan }) {
    const { plugin, previewPlan } = yield* working
    const services = yield* PluginServices
    const change = yield* services.run(plugin, previewPlan(account, plan))
    if (change === undefined) return yield* new CommandFailed({ message: `no account '${account}'` })
    yield* print(
      json,
      change,
      [
        `from ${change.from} to ${change.to}`,
        "",
        table(
          ["bucket", "limit", "after", "used", "remaining after"],
          change.credits.map(({ bucket, limit, limitAfter, remainingAfter, used }) => [
            bucket,
            ...[limit, limitAfter, used, remainingAfter].map(String)
          ])
        ),
        "",
        table(
          ["feature", "limit", "after", "used", "pausing"],
          change.features.map(({ feature, limit, limitAfter, pausing, used }) => [
            feature,
            limitText(limit),
            limitText(limitAfter),
            used === null ? "-" : String(used),
            String(pausing)
          ])
        )
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show what another plan would change. 'storeglass account plan' changes it."))

const history = Command.make(
  "history",
  { account: accountArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ account, json }) {
    const { billingHistory, plugin } = yield* working
    const services = yield* PluginServices
    const { events, intents } = yield* services.run(plugin, billingHistory(account))
    yield* print(
      json,
      { intents, events },
      [
        intents.length === 0
          ? "nothing was asked of the payment backend"
          : table(
              ["asked", "from", "to", "period", "state", "problem"],
              intents.map(({ at, from, period, problem, state, to }) => [at, from, to, period, state, dash(problem)])
            ),
        "",
        events.length === 0
          ? "and it told nothing"
          : table(
              ["at", "event", "told", "plan", "outcome", "received"],
              events.map(({ at, id, kind, outcome, plan, receivedAt }) => [at, id, kind, plan, outcome, receivedAt])
            )
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show what the payment backend was asked for an account, and what it told."))

const billing = Command.make("billing").pipe(
  Command.withDescription("Plans and the payment backend."),
  Command.withSubcommands([preview, history])
)

export default defineCommands(operator, billing)
