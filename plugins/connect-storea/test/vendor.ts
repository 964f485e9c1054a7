/** The adapter over the double, by real HTTP, with a real gateway's tokens and upstreams. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { startSandbox, violationText } from "@storeglass/sandbox"
import { root, useTestGateway } from "@storeglass/testkit"
import { Context, Effect, Exit, Layer, References, Result, Schema, Scope } from "effect"
import { afterAll, afterEach, assert, beforeAll } from "vitest"
import double from "../sandbox/index.ts"
import { type ConsoleFailure, type ConsoleSettings, ConsoleVendor, type VersionOpen } from "../src/vendor/Console.ts"
import { ConsoleVendorLive } from "../src/vendor/ConsoleVendorLive.ts"
import { readCredentials } from "../src/vendor/credentials.ts"

const descriptions = join(root, "../shared/vendor-specs")
const Key = Schema.Struct({ issuerId: Schema.String, keyId: Schema.String, privateKey: Schema.String })
export type Key = typeof Key.Type
const Samples = Schema.Struct({ appId: Schema.String })
const Writes = Schema.Array(
  Schema.Struct({ method: Schema.String, path: Schema.String, body: Schema.optionalKey(Schema.Json) })
)
type Failed = ConsoleFailure | VersionOpen

const quiet = Effect.provideService(References.MinimumLogLevel, "None" as const)

export const useVendor = () => {
  const gateway = useTestGateway({ plugins: {} })
  let sandbox: Awaited<ReturnType<typeof start>> | undefined
  let appId = ""
  const start = async () => {
    const scope = await Effect.runPromise(Scope.make())
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const options = { doubles: [double], size: 400, ...(existsSync(descriptions) ? { descriptions } : {}) }
    return { scope, ...(await Effect.runPromise(Scope.provide(startSandbox(options), scope))) }
  }
  const running = () => sandbox ?? assert.fail("the sandbox isn't started")
  const vendors = new Map<string, ConsoleVendor["Service"]>()
  /** The adapter with a way of writing localizations. */
  const vendor = async (settings: Partial<ConsoleSettings> = {}): Promise<ConsoleVendor["Service"]> => {
    const name = JSON.stringify(settings)
    const known = vendors.get(name)
    if (known !== undefined) return known
    const { baseUrls } = running()
    const scope = await Effect.runPromise(Scope.make())
    // Upstreams have names of their own in a gateway, so one adapter ends before the next begins.
    for (const end of ends.splice(0)) await end()
    vendors.clear()
    ends.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const layer = ConsoleVendorLive({
      apiUrl: baseUrls.console,
      requestsPerMinute: 60_000,
      localizations: "v1",
      uploadHosts: [],
      ...settings
    })
    const context = await Effect.runPromise(
      Scope.provide(Effect.provideContext(Layer.build(layer), gateway().running.services), scope)
    )
    const made = Context.get(context, ConsoleVendor)
    vendors.set(name, made)
    return made
  }
  const ends: Array<() => Promise<void>> = []
  beforeAll(async () => {
    sandbox = await start()
    appId = Schema.decodeUnknownSync(Samples)(await sandbox.samples()).appId
  })
  afterAll(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterEach(() => {
    const { control } = running()
    const wrong = control.violations().map(violationText)
    control.clearViolations()
    control.clearFaults()
    assert.deepEqual(wrong, [], "not as the vendor describes it")
  })

  const issue = async (input: object = {}): Promise<Key> =>
    Schema.decodeUnknownSync(Key)(await running().control.act("console", "issue", input))
  const run = async <A>(work: Effect.Effect<A, Failed>): Promise<A> => {
    const result = await Effect.runPromise(quiet(Effect.result(work)))
    if (Result.isFailure(result)) throw result.failure
    return result.success
  }
  return {
    /** Whether the vendor's own description is beside the checkout. */
    described: existsSync(descriptions),
    sandbox: running,
    control: () => running().control,
    appId: () => appId,
    vendor,
    issue,
    /** A console with a key of its own, or with the one that is given. */
    open: async (given: Partial<Key> & { readonly role?: string } = {}, settings: Partial<ConsoleSettings> = {}) => {
      const key = given.privateKey === undefined ? await issue(given) : { ...(await issue()), ...given }
      const { open } = await vendor(settings)
      const console = await Effect.runPromise(Effect.flatMap(readCredentials(key), open))
      return { key, console }
    },
    run,
    failure: (work: Effect.Effect<unknown, Failed>): Promise<Failed> => Effect.runPromise(quiet(Effect.flip(work))),
    /** What was done at the vendor with a key. */
    writes: async ({ keyId }: Key) =>
      Schema.decodeUnknownSync(Writes)(await running().control.act("console", "writes", keyId))
  }
}
