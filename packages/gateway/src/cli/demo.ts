import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Accounts } from "@storeglass/core"
import { Effect, Redacted } from "effect"
import { BootError } from "../BootError.ts"
import type { RunningGateway } from "../boot.ts"
import { makeDemoCalls } from "../demoCalls.ts"

const email = "demo@storeglass.invalid"

export interface DemoKey {
  readonly file: string
  /** Set on the first boot only. */
  readonly value: Redacted.Redacted<string> | undefined
}

/** For its owner's eyes alone. */
const store = (file: string, text: string) =>
  Effect.try({
    try: () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, `${text}\n`, { mode: 0o600 })
      chmodSync(file, 0o600)
    },
    catch: (cause) =>
      new BootError({ subject: file, reason: "can't write the demo key; make the folder writable", cause })
  })

/**
 * A key to try the sandbox with, made on the first boot. Its value is shown that once, and kept in a file that only
 * its owner may read. Undefined when the account exists and the file is gone: the value is nowhere then.
 */
export const demoKey = Effect.fn("demoKey")(function* ({ loaded }: RunningGateway) {
  const accounts = yield* Accounts.Accounts
  const file = join(loaded.dataDir, "demo-key")
  const known = yield* Effect.option(accounts.find(email))
  // Of several nodes that boot at once one makes the account; the others find it taken.
  const account =
    known._tag === "Some"
      ? undefined
      : yield* Effect.catchIf(
          accounts.create({ email, plan: "medium", only: true }),
          (error) => error._tag === "AccountError" && error.reason === "email_taken",
          () => Effect.succeed(undefined)
        )
  if (account === undefined) {
    const kept: DemoKey = { file, value: undefined }
    return existsSync(file) ? kept : undefined
  }
  const { value } = yield* accounts.createKey({ accountId: account.id, name: "demo" })
  yield* store(file, Redacted.value(value))
  const made: DemoKey = { file, value }
  return made
})

const read = (file: string) =>
  Effect.try({
    try: () => Redacted.make(readFileSync(file, "utf8").trim()),
    catch: (cause) => new BootError({ subject: file, reason: "can't read the demo key", cause })
  })

/** Connects the demo account to the sandbox's vendors; returns what failed, in words. The gateway works without. */
export const connectDemo = Effect.fn("connectDemo")(function* (
  gateway: RunningGateway,
  { file, value }: DemoKey,
  which: "now" | "later"
) {
  return yield* makeDemoCalls(gateway, value ?? (yield* read(file)), { which })
})

/**
 * Credentials that calls to the sandbox's vendors bring along, in `demo-<double>.json` beside the demo key. The doubles
 * forget those of an earlier start.
 */
export const keepCredentials = Effect.fn("keepCredentials")(function* ({ loaded, sandbox }: RunningGateway) {
  const all = sandbox === undefined ? [] : [...(yield* Effect.promise(() => sandbox.credentials()))]
  return yield* Effect.forEach(all, ([name, credentials]) => {
    const file = join(loaded.dataDir, `demo-${name}.json`)
    return Effect.as(store(file, JSON.stringify(credentials, undefined, 2)), file)
  })
})

/** Requests that show something in this sandbox: an app that its doubles know. */
export const tryOut = Effect.fn("tryOut")(function* ({ sandbox, url }: RunningGateway, recordings: boolean) {
  if (recordings) return [`${url}/v1/apps/284882215`, `${url}/v1/search?q=slack`, `${url}/v1/apps/595068606/reviews`]
  const { appId } = sandbox === undefined ? {} : yield* Effect.promise(() => sandbox.samples())
  const app = appId === undefined ? `${url}/v1/version` : `${url}/v1/apps/${appId}/intelligence`
  return [`${url}/v1/search?q=photo&limit=3`, app, `${url}/v1/auth/usage`]
})
