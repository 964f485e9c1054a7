import { createWriteStream } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Writable } from "node:stream"
import { Clock, Effect, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const dayMs = 86_400_000

const afterFlag = Flag.Int("after-days").pipe(
  Flag.withDescription("Days in which it can still be undone, 0 to 90. 0 begins at once."),
  Flag.withDefault(14)
)
const yesFlag = Flag.Boolean("yes").pipe(
  Flag.withDescription("Do it. Without it, nothing changes: the command only says what would happen."),
  Flag.withDefault(false)
)

export const deleteAccount = Command.make(
  "delete",
  { account: whoArgument, afterDays: afterFlag, yes: yesFlag, config: configFlag, json: jsonFlag },
  ({ account: who, afterDays, config, json, yes }) =>
    Effect.gen(function* () {
      if (afterDays < 0 || afterDays > 90) {
        return yield* new BootError({ subject: "after-days", reason: "must be 0 to 90" })
      }
      const { AccountDeletions, Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.find(who)
          const keys = (yield* accounts.keys(account.id)).filter(({ revokedAt }) => revokedAt === null).length
          if (!yes) {
            yield* print(
              json,
              { accountId: account.id, email: account.email, keys, deleted: false },
              `would delete ${account.email} (${account.id}): ${keys} keys end at once, and everything kept for it is deleted ${
                afterDays === 0 ? "right after" : `after ${afterDays} days`
              }; the ledger keeps its entries under the bare id. Add --yes to do it`
            )
            return
          }
          const deletions = yield* AccountDeletions
          const deletion = yield* deletions.ask(account.id, afterDays * dayMs)
          yield* print(
            json,
            deletion,
            `${account.email} can't call any more; everything kept for it is deleted from ${deletion.dueAt} on.${
              afterDays === 0 ? "" : ` Until then: storeglass account restore ${account.id}`
            }`
          )
        })
      )
    })
).pipe(Command.withDescription("Delete an account and everything that is kept for it."))

export const restore = Command.make(
  "restore",
  { account: whoArgument, config: configFlag, json: jsonFlag },
  ({ account: who, config, json }) =>
    Effect.gen(function* () {
      const { AccountDeletions, Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const account = yield* (yield* Accounts.Accounts).find(who)
          yield* (yield* AccountDeletions).undo(account.id)
          yield* print(
            json,
            { accountId: account.id, deleted: false },
            `${account.email} stays. Its keys have ended: storeglass key create ${account.id}`
          )
        })
      )
    })
).pipe(Command.withDescription("Undo the deletion of an account, as long as it hasn't begun."))

export const deletions = Command.make("deletions", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { AccountDeletions, operate } = yield* gateway
    const rows = yield* operate(
      config,
      Effect.flatMap(AccountDeletions, ({ list }) => list)
    )
    yield* print(
      json,
      rows,
      rows.length === 0
        ? "no account was deleted"
        : table(
            ["account", "asked", "due", "gone from", "ended"],
            rows.map(({ accountId, askedAt, dueAt, endedAt, forgotten }) => [
              accountId,
              askedAt,
              dueAt,
              forgotten.join(",") || "-",
              endedAt ?? "-"
            ])
          )
    )
  })
).pipe(Command.withDescription("List the accounts that are being deleted or are gone."))

export const exportAccount = Command.make(
  "export",
  {
    account: whoArgument,
    folder: Argument.String("folder").pipe(Argument.withDescription("A folder to make; it mustn't exist.")),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, folder, json }) =>
    Effect.gen(function* () {
      const { Accounts, exportCore, personalOf, withPlugins } = yield* gateway
      const counts = yield* withPlugins(config, ({ plugins }) =>
        Effect.gen(function* () {
          const account = yield* (yield* Accounts.Accounts).find(who)
          yield* Effect.tryPromise({
            try: () => mkdir(folder),
            catch: (cause) => new BootError({ subject: folder, reason: "can't be made; name a new folder", cause })
          })
          const counts: Record<string, number> = {}
          const write = Effect.fnUntraced(function* <E, R>(
            owner: string,
            rows: Stream.Stream<{ readonly part: string; readonly row: unknown }, E, R>
          ) {
            const files = new Map<string, Writable>()
            yield* Stream.runForEach(rows, ({ part, row }) =>
              Effect.promise(async () => {
                const name = `${owner}/${part}.jsonl`
                let file = files.get(name)
                if (file === undefined) {
                  await mkdir(join(folder, owner), { recursive: true })
                  file = createWriteStream(join(folder, name))
                  files.set(name, file)
                }
                counts[name] = (counts[name] ?? 0) + 1
                if (!file.write(`${JSON.stringify(row)}\n`)) await new Promise((done) => file.once("drain", done))
              })
            )
            for (const file of files.values()) yield* Effect.promise(() => new Promise((done) => file.end(done)))
          })
          yield* write("core", exportCore(account.id))
          for (const { export: exported, plugin } of yield* personalOf(plugins)) {
            yield* write(plugin, exported(account.id))
          }
          const manifest = {
            accountId: account.id,
            exportedAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
            files: counts
          }
          yield* Effect.promise(() =>
            writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`)
          )
          return manifest
        })
      )
      yield* print(
        json,
        counts,
        table(
          ["file", "rows"],
          Object.entries(counts.files).map(([name, rows]) => [name, String(rows)])
        )
      )
    })
).pipe(
  Command.withDescription(
    "Write everything that is kept for an account to a folder: a file of JSON lines for each kind, and manifest.json. Without secrets."
  )
)
