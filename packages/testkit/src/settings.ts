import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type Composition, composeFrom, loadConfig } from "@storeglass/gateway"
import { Effect } from "effect"
import { parse, stringify } from "yaml"
import type { TestGatewayOptions } from "./TestGateway.ts"

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../../..")

// Of vendors, and not ours: read where they are, and never copied.
export const besideCheckout = join(root, "../shared/vendor-specs")

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

// Published, this package brings the settings along.
const sandboxFile = [join(root, "config/sandbox.yaml"), join(import.meta.dirname, "sandbox.yaml")].find(existsSync)

const sandboxConfig = sandboxFile === undefined ? {} : asRecord(parse(readFileSync(sandboxFile, "utf8")))

/**
 * Every plugin of config/sandbox.yaml, and nothing that works in the background: collecting, and inventing a past, which
 * takes more of the machine than the rest of a gateway.
 */
export const everyPlugin: NonNullable<TestGatewayOptions["plugins"]> = {
  ...Object.fromEntries(
    Object.keys(asRecord(sandboxConfig.plugins)).flatMap((id) => (id === "dev-seed" ? [] : [[id, true as const]]))
  ),
  keywords: { collect: { enabled: false } }
}

const configText = (options: TestGatewayOptions): string => {
  const known = asRecord(sandboxConfig.plugins)
  const plugins = Object.fromEntries(
    Object.entries(options.plugins ?? {}).map(([id, settings]) => [
      id,
      { ...asRecord(known[id]), ...(settings === true ? {} : settings) }
    ])
  )
  const { server, ...config } = options.config ?? {}
  return stringify({
    // A free port whatever else of the server is set: two suites on one port run at the same time.
    server: { host: "127.0.0.1", port: 0, ...asRecord(server) },
    logs: { level: "None" },
    dataDir: ".",
    // A test that sets the gateway's clock leaves the database's alone.
    database: { connectionsMax: 6, ...(options.clock === undefined ? {} : { clockSkewMsMax: null }) },
    sandbox: { seed: 1 },
    ...config,
    plugins
  })
}

/** A config file with these settings, in a folder that goes away with the scope. */
export const configFileOf = Effect.fnUntraced(function* (options: TestGatewayOptions) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-test-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const file = join(folder, "config.yaml")
  yield* Effect.sync(() => writeFileSync(file, configText(options)))
  return file
})

/** What a gateway with these settings would serve, without starting anything. */
export const compositionOf = (options: TestGatewayOptions): Promise<Composition> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const loaded = yield* loadConfig(yield* configFileOf(options), {})
        return yield* composeFrom(loaded, undefined, options.further)
      })
    )
  )
