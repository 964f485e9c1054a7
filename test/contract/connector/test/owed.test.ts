import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describePlugin } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { inHeaders, options, vendorOf } from "./support.ts"

const linesMax = 150

describePlugin("connector", {
  ...options,
  // Its double says how an account is connected.
  prepare: async (gateway) => ({
    connector_peek: { headers: inHeaders(await vendorOf(gateway).issue()) },
    connector_write: { body: { value: "second", confirm: true } }
  })
})

describe("a connector on the shared services", () => {
  it(`takes fewer than ${linesMax} lines`, () => {
    const source = readFileSync(join(import.meta.dirname, "../src/plugin.ts"), "utf8")
    // Imports name what is used; what it does with that is what counts.
    const [, ...statements] = source.split(/^import [\s\S]*? from "[^"]+".*$/m)
    const lines = statements
      .join("")
      .split("\n")
      .filter((line) => line.trim() !== "")
    assert.isBelow(lines.length, linesMax)
    assert.isAbove(lines.length, 50)
  })
})
