import { assert, describe, it } from "@effect/vitest"
import { compareDelivered } from "./audit.ts"
import type { Entry } from "./database.ts"
import type { Answer } from "./load.ts"

const charge = (id: string): Entry => ({
  id,
  accountId: "account",
  period: "2026-11-01",
  kind: "charge",
  credits: 2,
  ref: null,
  at: "2026-11-22T13:10:02.103Z"
})
const reversal = (id: string): Entry => ({ ...charge(`${id}-reversal`), kind: "reversal", credits: -2, ref: id })

const answer = (status: number, ask: Partial<Answer["ask"]>, own: Partial<Answer> = {}): Answer => ({
  ask: { path: "/", apiKey: "caller", ...ask },
  port: 1,
  status,
  requestId: "first",
  cost: 0,
  limit: 100,
  remaining: 98,
  resetSeconds: 0,
  replayed: false,
  closes: false,
  code: status < 400 ? undefined : "SERVICE_UNAVAILABLE",
  sentMs: 0,
  atMs: 1,
  ...own
})
const failure = answer(503, { idempotencyKey: "key" })
const repeat = answer(200, { idempotencyKey: "key" }, { replayed: true })

describe("an answer that couldn't be confirmed", () => {
  it("is no charged failure when a repeat got it for its one charge, whichever came first", () => {
    for (const answers of [
      [failure, repeat],
      [repeat, failure]
    ]) {
      const audit = compareDelivered([charge("first")], answers)
      assert.deepEqual([audit.chargedFailures, audit.free, audit.undelivered, audit.duplicates], [[], [], [], []])
    }
  })

  it("is a charged failure when its charge stands and no repeat got it", () => {
    for (const other of [
      [],
      [answer(200, { idempotencyKey: "key" }, { requestId: "second", cost: 2 })],
      [answer(200, { idempotencyKey: "other" })],
      [answer(200, { idempotencyKey: "key", apiKey: "another" })],
      [answer(409, { idempotencyKey: "key" })]
    ]) {
      const audit = compareDelivered([charge("first"), charge("second")], [failure, ...other])
      assert.isTrue(audit.chargedFailures.includes(failure))
    }
    const keyless = answer(503, {})
    assert.deepEqual(compareDelivered([charge("first")], [keyless, answer(200, {})]).chargedFailures, [keyless])
  })

  it("is free when a repeat got it and its charge was given back", () => {
    const audit = compareDelivered([charge("first"), reversal("first")], [failure, repeat])
    assert.deepEqual([audit.chargedFailures, audit.free], [[], [repeat]])
  })
})
