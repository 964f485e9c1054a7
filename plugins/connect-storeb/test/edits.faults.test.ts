import { randomBytes, randomUUID } from "node:crypto"
import { startTestGateway, until, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { closedByJob, everyEditClosed, journalOf, type Owner, owner, soundAt } from "./edits.support.ts"
import { at, base, controlOf, dataOf, idle, quiet, refused } from "./support.ts"

const settings = { ...quiet, readsLagMs: 200 }
const vault = { currentKeyId: "one", keys: { one: randomBytes(32).toString("base64") } }
const gateway = useTestGateway({
  plugins: { "connect-storeb": settings },
  config: { vault, vendorWrites: { settleMsMax: 2_000 }, ...idle }
})
everyEditClosed()
const sound = (...persons: ReadonlyArray<Owner>) => soundAt(gateway(), persons)

const steps = {
  insert: { method: "POST", path: "/edits$" },
  read: { method: "GET", path: "/edits/[0-9]+/" },
  patch: { method: "PATCH", path: "/edits/" },
  validate: { method: "POST", path: ":validate$" },
  commit: { method: "POST", path: ":commit" },
  delete: { method: "DELETE", path: "/edits/" }
} as const
type Step = keyof typeof steps
const kinds = [
  "lostAnswer",
  "reset",
  "401",
  "403",
  "409",
  "500",
  "503",
  "malformed",
  "truncated",
  "html",
  "empty",
  "gzipBroken",
  "slow"
] as const
const each = (of: ReadonlyArray<Step>, further: ReadonlyArray<"429"> = []) =>
  of.flatMap((step) =>
    // Only what is read can lag.
    [...kinds, ...further, ...(step === "read" ? (["lag"] as const) : [])].map((kind) => [kind, step] as const)
  )

const broken = async (person: Owner, kind: string, step: Step) => {
  controlOf(gateway()).fail({
    kind,
    upstream: "play-console",
    credential: person.keyFile.client_email,
    ...steps[step],
    ...(kind === "429" ? { retryAfterSeconds: 1 } : {}),
    ...(kind === "slow" ? { delayMs: 100 } : {}),
    times: 1
  })
}
const put = (person: Owner, path: string, body: unknown, key: string) =>
  gateway().ask(`${base}/apps/${person.packageName}${path}`, {
    method: "PATCH",
    key: person.key,
    headers: { "idempotency-key": key },
    body
  })

const changes = {
  "a listing": { path: "/listings/en-US", body: { title: "Once" } },
  "a track": {
    path: "/tracks/beta",
    body: { releases: [{ name: "Once", versionCodes: ["150"], status: "completed" }] }
  }
} as const
const committing = ["insert", "read", "patch", "commit"] as const
/** What is sent, and what isn't: the rest goes the same way for all changes. */
const ofTracks = committing.flatMap((step) =>
  (["lostAnswer", "reset", "503", "slow"] as const).map((kind) => [kind, step] as const)
)

describe("a change of which a step fails", { timeout: 60_000 }, () => {
  it.each([
    ...each(committing).map((one) => ["a listing", ...one] as const),
    ...ofTracks.map((one) => ["a track", ...one] as const)
  ])("of %s, by %s while it asks to %s, is committed once, or not at all", async (what, kind, step) => {
    const { body, path } = changes[what]
    const person = await owner(gateway())
    await broken(person, kind, step)
    const key = randomUUID()
    let answer = await put(person, path, body, key)
    const { commits } = await person.store()
    assert.isAtMost(commits.length, 1)
    if (answer.status === 200) assert.lengthOf(commits, 1)
    else assert.strictEqual(answer.headers.get("x-credit-cost"), "0", answer.text)
    for (let again = 0; again < 8 && answer.status !== 200; again++) {
      answer = await put(person, path, body, key)
    }
    dataOf(answer)
    await closedByJob(gateway(), person)
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })

  it.each(each(["insert", "read", "patch", "validate", "delete"], ["429"]))(
    "by %s while a preview asks to %s commits nothing",
    async (kind, step) => {
      const person = await owner(gateway())
      await broken(person, kind, step)
      await put(person, "/listings/en-US?validateOnly=true", { title: "Never" }, randomUUID())
      await closedByJob(gateway(), person)
      assert.lengthOf((await person.store()).commits, 0)
      await sound(person)
    }
  )
})

describe("a read of which a step fails", { timeout: 60_000 }, () => {
  it.each(each(["insert", "read", "delete"], ["429"]))(
    "by %s while it asks to %s leaves no edit",
    async (kind, step) => {
      const person = await owner(gateway())
      await broken(person, kind, step)
      await person.askApp("/tracks")
      await closedByJob(gateway(), person)
      await sound(person)
    }
  )
})

describe("a read within an edit that lags behind its opening", { timeout: 60_000 }, () => {
  /** So many of the reads see the app as it was before the edit: they find no edit, nor anything in it. */
  const lagging = (person: Owner, times?: number) =>
    controlOf(gateway()).fail({
      kind: "lag",
      upstream: "play-console",
      credential: person.keyFile.client_email,
      ...steps.read,
      ...(times === undefined ? {} : { times })
    })

  it.each([
    ["/listings/en-US", 1],
    ["/listings/en-US", 2],
    ["/tracks/production", 1],
    ["/tracks/production", 2],
    ["/listings", 1],
    ["/tracks", 1]
  ] as const)("of %s, %i times, tells what is there, and not that it's missing", async (path, times) => {
    const person = await owner(gateway())
    lagging(person, times)
    const value = dataOf(await person.askApp(path))
    const [kind = "", one] = path.slice(1).split("/")
    const { live } = await person.store()
    if (one === undefined) assert.strictEqual(at(value, "total"), at(live, kind, "length"))
    else assert.strictEqual(at(value, kind === "tracks" ? "track" : "language"), one)
    await sound(person)
  })

  it.each([
    ["/listings/fr-FR", /no fr-FR/],
    ["/tracks/nightly", /no track nightly/]
  ])("of %s says that it's missing where it is", async (path, message) => {
    const person = await owner(gateway())
    lagging(person, 2)
    assert.match(refused(await person.askApp(path), 404, "NOT_FOUND"), message)
    await sound(person)
  })

  it("doesn't add a language that is there", async () => {
    const person = await owner(gateway())
    lagging(person, 2)
    const data = dataOf(await person.askApp("/listings/de-DE", "PATCH", { title: "Mine", create: true }))
    assert.notInclude(JSON.stringify(at(data, "warnings")), "LANGUAGE_IS_ADDED")
    assert.include(JSON.stringify((await person.store()).live.listings), "Alles an einem Ort.")
    await sound(person)
  })

  it.each(["/listings/en-US", "/tracks/production", "/listings", "/tracks"])(
    "of %s for longer than reads may lag is the vendor's failure, free and without an edit left",
    async (path) => {
      const person = await owner(gateway())
      const fault = lagging(person)
      const answer = await person.askApp(path)
      controlOf(gateway()).clearFaults({ id: fault })
      refused(answer, 502, "UPSTREAM_ERROR")
      assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
      await closedByJob(gateway(), person)
      await sound(person)
    }
  )

  it("for longer than reads may lag keeps a change from being made, which its repeat makes", async () => {
    const person = await owner(gateway())
    const [fault, key] = [lagging(person), randomUUID()]
    refused(await put(person, "/listings/en-US", { title: "Once" }, key), 502, "UPSTREAM_ERROR")
    assert.lengthOf((await person.store()).commits, 0)
    controlOf(gateway()).clearFaults({ id: fault })
    dataOf(await put(person, "/listings/en-US", { title: "Once" }, key))
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })
})

describe("somebody who uses the console", () => {
  it.each(["insert", "read", "patch", "commit"])(
    "just before it asks to %s isn't written over, nor asked for again",
    async (step) => {
      const person = await owner(gateway())
      await person.act("useConsole", { step })
      const answer = await person.askApp("/listings/en-US", "PATCH", { title: "Once" })
      const { commits, live } = await person.store()
      if (step === "insert") dataOf(answer)
      else assert.match(refused(answer, 409, "VENDOR_CONFLICT"), /ended meanwhile/)
      assert.lengthOf(commits, step === "insert" ? 1 : 0)
      assert.match(JSON.stringify(live.listings), /Changed in the console/)
      await sound(person)
    }
  )
})

describe("a commit that nobody could look for", { timeout: 60_000 }, () => {
  it("is settled once somebody can, and its repeat commits nothing", async () => {
    const person = await owner(gateway())
    await broken(person, "lostAnswer", "commit")
    const key = randomUUID()
    const control = controlOf(gateway())
    // The edit can't be deleted, so none is opened in which to look.
    const away = control.fail({
      kind: "409",
      upstream: "play-console",
      credential: person.keyFile.client_email,
      ...steps.delete
    })
    const answer = await put(person, "/listings/en-US", { title: "Once" }, key)
    control.clearFaults({ id: away })
    refused(answer, 502, "WRITE_OUTCOME_UNKNOWN")
    const journal = Effect.promise(() => journalOf(gateway(), person))
    await gateway().run(until(["core_vendor_writes"], journal, ([row]) => row?.outcome === "applied"))
    dataOf(await put(person, "/listings/en-US", { title: "Once" }, key))
    await closedByJob(gateway(), person)
    assert.lengthOf((await person.store()).commits, 1)
    await sound(person)
  })
})

describe("what an edit has that couldn't be deleted", () => {
  it("isn't committed by the next, though the vendor would give it the same", async () => {
    const person = await owner(gateway())
    await broken(person, "503", "delete")
    dataOf(await person.askApp("/listings/de-DE?validateOnly=true", "PATCH", { title: "Never" }))
    assert.lengthOf((await person.store()).open, 1)
    dataOf(await person.askApp("/listings/en-US", "PATCH", { title: "Mine" }))
    const [commit] = (await person.store()).commits
    assert.deepEqual(
      commit?.changed.map(({ what }) => what),
      ["listing:en-US"]
    )
    await closedByJob(gateway(), person)
    await sound(person)
  })
})

/** The vendor of the first node. */
const elsewhere = () => {
  const url = gateway().running.sandbox?.baseUrls["play-console"] ?? ""
  return { ...settings, tokenUrl: url, publisherUrl: url, reportingUrl: url, storageUrl: url }
}

describe("20 changes at once over three nodes and two accounts with one service account", { timeout: 120_000 }, () => {
  it("are each committed by itself", async () => {
    const person = await owner(gateway())
    const other = await owner(gateway(), { keyFile: person.keyFile })
    const node = startTestGateway({
      plugins: { "connect-storeb": elsewhere() },
      databaseUrl: gateway().running.databaseUrl,
      config: { vault, ...idle }
    })
    const staged = (userFraction: number) => ({
      releases: [
        { versionCodes: ["140"], status: "inProgress", userFraction },
        { versionCodes: ["132"], status: "completed" }
      ]
    })
    const asked = Array.from({ length: 20 }, (_, serial) => {
      const value = `Change ${serial}`
      return [
        { path: "/listings/en-US", body: { title: value }, holds: value },
        { path: "/tracks/production", body: staged((serial + 20) / 100), holds: String((serial + 20) / 100) },
        { path: "/listings/de-DE", body: { shortDescription: value }, holds: value },
        {
          path: "/tracks/beta",
          body: { releases: [{ name: value, versionCodes: ["150"], status: "completed" }] },
          holds: value
        }
      ][serial % 4]
    })
    await Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(Effect.all([node, node]), (others) =>
          Effect.promise(async () => {
            const nodes = [gateway(), ...others]
            const answers = await Promise.all(
              asked.map((call, serial) =>
                nodes[serial % 3]?.ask(`${base}/apps/${person.packageName}${call?.path}`, {
                  method: "PATCH",
                  key: serial % 2 === 0 ? person.key : other.key,
                  body: call?.body
                })
              )
            )
            for (const answer of answers) assert.strictEqual(answer?.status, 200, answer?.text)
          })
        )
      )
    )
    const { commits } = await person.store()
    assert.lengthOf(commits, 20)
    for (const call of asked) {
      const own = commits.filter(({ changed }) => JSON.stringify(changed[0]?.to).includes(call?.holds ?? "?"))
      assert.isAtLeast(own.length, 1, call?.holds)
    }
    await sound(person, other)
  })
})
