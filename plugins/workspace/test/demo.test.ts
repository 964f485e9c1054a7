/** What the demo account keeps, made through the API. */
import { makeDemoCalls } from "@storeglass/gateway"
import { useTestGateway } from "@storeglass/testkit"
import { Redacted } from "effect"
import { assert, describe, it } from "vitest"
import { at, base, listOf, newActor, plugins } from "./support.ts"

describe("the demo account", () => {
  const gateway = useTestGateway({ plugins })

  it("has two apps of each store with competitors, keywords of four countries and versions, also after a second start", async () => {
    const own = await newActor(gateway())
    for (const _ of [1, 2]) {
      assert.deepEqual(await gateway().run(makeDemoCalls(gateway().running, Redacted.make(own.key))), [])
    }
    const apps = listOf((await own.done("GET", base)).json, "data", "items")
    assert.deepEqual(
      apps.map((app) => [at(app, "platform"), at(app, "metadataStatus"), at(app, "counts")]),
      [
        ["storea", "filled", { competitors: 1, keywords: 40, versions: 4 }],
        ["storea", "filled", { competitors: 1, keywords: 0, versions: 0 }],
        ["storeb", "filled", { competitors: 1, keywords: 20, versions: 0 }],
        ["storeb", "filled", { competitors: 1, keywords: 0, versions: 0 }]
      ]
    )
    const versions = await own.done("GET", `${base}/${String(at(apps[0], "appId"))}/versions`)
    // No plugin brings rules here.
    assert.strictEqual(at(versions.json, "data", "items", 0, "lint"), null)
  })
})
