/** Everything of a plugin is in its folder: a gateway finds it by the config, and nothing outside knows of it. */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { Alerts, Entitlements } from "@storeglass/plugin-api"
import { root, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { folder, plugins } from "./support.ts"

const skipped = new Set(["node_modules", "dist", ".git", ".storeglass"])
const filesUnder = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const at = join(path, entry.name)
    return entry.isDirectory() ? filesUnder(at) : [at]
  })
const source = /\.(ts|json|ya?ml|md)$/

describe("the trial", () => {
  const gateway = useTestGateway({ plugins })

  it("is known to no file outside of its folder", () => {
    const places = ["packages", "plugins", "config", "docs", "scripts"].map((name) => join(root, name))
    const knowing = places
      .flatMap(filesUnder)
      .filter((file) => source.test(file) && /trial-fixture|trial_notes|\/v1\/trial\b/.test(readFileSync(file, "utf8")))
    assert.deepEqual(
      knowing.map((file) => relative(root, file)),
      []
    )
  })

  it("imports nothing but packages and its own folder", () => {
    const foreign = filesUnder(folder)
      .filter((file) => /\/(src|sandbox|crier)\/.*\.ts$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g)]
          .map(([, named = ""]) => join(file, "..", named))
          .filter((target) => !target.startsWith(folder))
      )
    assert.deepEqual(foreign, [])
  })

  it("is found whole by the config: routes, double, guide, alerts, features, errors", async () => {
    const { running } = gateway()
    const ids = running.composition.operations.map(({ id }) => id)
    assert.includeMembers(ids, ["trialNotes_create", "trialScans_start", "trialVendor_connect", "trial_vendorHook"])
    assert.isDefined(running.sandbox?.baseUrls["trial-api"])
    const features = await gateway().run(Effect.map(Entitlements, (all) => all.features))
    assert.strictEqual(features.trialScans?.plugin, "trial")
    await gateway().run(
      Alerts.use(({ notify }) =>
        notify("00000000-0000-7000-8000-000000000000", { kind: "trial.scan-done", title: "t", text: "t" })
      )
    )
    const page = await gateway().ask("/docs/trial")
    assert.strictEqual(page.status, 200)
    assert.include(page.text, "Scans of the trial")
    assert.include((await gateway().ask("/docs")).text, "/docs/trial")
    const { text } = await gateway().ask("/openapi.json")
    for (const told of ["NOTE_EXISTS", "SCAN_QUOTA_EXCEEDED", "x-trial-token", "text/event-stream"])
      assert.include(text, told)
  })
})
