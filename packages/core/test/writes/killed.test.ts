import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { migratedDatabase, quiet } from "../credits.support.ts"
import { killOnce, moments, registerSurvivor } from "./killing.ts"
import { quick, startNode } from "./operation.ts"
import { startVendor } from "./vendor.ts"

describe("a node killed with SIGKILL in the middle of a write", () => {
  it.live(
    "leaves each write done once with a repeat under its key, and at most once without; the journal agrees",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const vendor = yield* startVendor
        const survivor = yield* startNode(url, { ...quick, sendMsMax: 1_000, settleMsMax: 3_000 })
        yield* registerSurvivor(survivor, vendor)
        const account = uuidV7Unsafe()
        const rounds = [true, false, true, false]
        for (const [round, repeats] of rounds.entries()) {
          for (const moment of moments) {
            const target = `${moment}-${round}`
            const killed = yield* killOnce(url, vendor, survivor, account, target, moment, repeats)
            const expected = repeats || moment !== "unread" ? [`${target}=v`] : []
            assert.deepEqual(killed.done, expected, target)
            assert.strictEqual(killed.row?.outcome, expected.length === 1 ? "applied" : "absent", target)
            assert.isTrue(killed.repeatSucceeded)
            assert.isBelow(killed.settledMs, 60_000)
          }
        }
        assert.deepEqual(yield* survivor.log.list({ unknown: true }), [])
      }).pipe(Effect.scoped, quiet),
    120_000
  )
})
