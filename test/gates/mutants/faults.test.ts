import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { gates } from "../gates.ts"
import { root } from "../support/gatewayProcess.ts"
import { faults } from "./faults.ts"
import { checkPlaces } from "./runMutants.ts"

describe("planted faults", () => {
  it.effect("each applies to exactly one place of the code as it is", () => checkPlaces())

  it("each names gates and suites that there are, and none has another's name", () => {
    const known = new Set(gates.map(([name]) => name))
    for (const { gates: own, name, suites } of faults) {
      assert.deepStrictEqual(
        own.filter((gate) => !known.has(gate)),
        [],
        name
      )
      assert.deepStrictEqual(
        suites.filter((suite) => !existsSync(join(root, suite))),
        [],
        name
      )
    }
    assert.strictEqual(new Set(faults.map(({ name }) => name)).size, faults.length)
  })
})
