import { VendorWriteLog } from "@storeglass/plugin-api"
import { at, type TestGateway, until } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { afterEach, assert, beforeEach } from "vitest"
import { controlOf, dataOf, issue, stranger } from "./support.ts"

const Store = Schema.Struct({
  open: Schema.Array(Schema.Struct({ id: Schema.String, ageMs: Schema.Number })),
  made: Schema.Int,
  commits: Schema.Array(
    Schema.Struct({
      editId: Schema.String,
      atMs: Schema.Number,
      changed: Schema.Array(Schema.Struct({ what: Schema.String, to: Schema.Unknown })),
      sentForReview: Schema.Boolean,
      prepared: Schema.NullOr(Schema.String)
    })
  ),
  live: Schema.Struct({
    tracks: Schema.Array(Schema.Unknown),
    listings: Schema.Array(Schema.Unknown)
  }),
  reviewsCancelled: Schema.Int
})

type KeyFile = Awaited<ReturnType<typeof issue>>["keyFile"]

/** Whom the test at hand made, and the gateway whose vendor they have. */
const made: Array<{ readonly gateway: TestGateway; readonly person: Pick<Owner, "store"> }> = []

/** An account with a new service account, or one that others have too, and what the vendor has of its first app. */
export const owner = async (
  gateway: TestGateway,
  {
    keyFile: given,
    of = gateway,
    ...rights
  }: { readonly keyFile?: KeyFile; readonly without?: ReadonlyArray<string>; readonly of?: TestGateway } = {}
) => {
  const person = await stranger(gateway)
  const { keyFile, packageName } = await issue(of, rights)
  const used = given ?? keyFile
  dataOf(await person.connect({ serviceAccountJson: used }), 201)
  const app = `/apps/${packageName}`
  const act = (action: string, input: Readonly<Record<string, unknown>> = {}) =>
    controlOf(of).act("play-console", action, { email: used.client_email, packageName, ...input })
  const connected = {
    ...person,
    keyFile: used,
    packageName,
    /** Asks below the app. */
    askApp: (path: string, method = "GET", body?: unknown) => person.ask(`${app}${path}`, method, body),
    act,
    store: async () => Schema.decodeUnknownSync(Store)(await act("edits")),
    /** What the publishing API was asked for below the app, as `POST edits`, with the edit's id as E. */
    asked: (after = 0) =>
      controlOf(of)
        .requests({ upstream: "play-console", credential: used.client_email, afterSequence: after })
        .filter(({ path }) => path.includes(`/applications/${packageName}/`))
        .map(
          ({ method, path }) =>
            `${method} ${(path.split(`/${packageName}/`)[1] ?? "").replace(/^edits\/\d+/, "edits/E")}`
        ),
    now: () => controlOf(of).requests().at(-1)?.sequence ?? 0
  }
  made.push({ gateway: of, person: connected })
  return connected
}
export type Owner = Awaited<ReturnType<typeof owner>>

/** What must hold after whatever was done: nothing is open at the vendor, and nothing is noted as open. */
export const nothingOpen = async ({ store }: Pick<Owner, "store">) => {
  assert.deepEqual((await store()).open, [])
}

export const journalOf = (gateway: TestGateway, { accountId }: Pick<Owner, "accountId">) =>
  gateway.run(
    Effect.map(
      VendorWriteLog.use((log) => log.list({ accountId, limit: 100 })),
      (rows) => rows.map(({ operation, outcome, state, target }) => ({ operation, outcome, state, target }))
    )
  )

/** What must hold after every test: nothing open, each commit holds one change, and the journal has each, once. */
export const soundAt = async (gateway: TestGateway, persons: ReadonlyArray<Owner>) => {
  const [first] = persons
  if (first === undefined) throw new Error("nobody")
  await nothingOpen(first)
  const { commits } = await first.store()
  const rows = (await Promise.all(persons.map((person) => journalOf(gateway, person)))).flat()
  assert.deepEqual(
    commits.map(({ changed }) => changed.map(({ what }) => what).join()).sort(),
    rows.flatMap(({ outcome, target }) => (outcome === "applied" ? [target.slice(target.indexOf("/") + 1)] : [])).sort()
  )
}

/** Waits until the job that closes edits has nothing left to do. */
export const closedByJob = async (gateway: TestGateway, person: Pick<Owner, "store">) => {
  const open = Effect.promise(async () => (await person.store()).open.length)
  await gateway.run(until(["connect_storeb_edits"], open, (left) => left === 0))
}

/** After each test of a suite, nobody whom it made has an edit open: not later than the job closes it. */
export const everyEditClosed = () => {
  beforeEach(() => void made.splice(0))
  afterEach(async () => {
    for (const { gateway, person } of made.splice(0)) {
      if ((await person.store()).open.length > 0) await closedByJob(gateway, person)
    }
  }, 60_000)
}

export const first = (list: unknown): unknown => at(list, "0")
