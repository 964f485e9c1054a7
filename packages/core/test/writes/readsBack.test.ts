import { assert, describe, it } from "@effect/vitest"
import { readsBack, type VendorWrite, writeOperation } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { Locked, Value } from "./operation.ts"
import { scoped, sentAs, start } from "./support.ts"
import { get, put, type Vendor, VendorBroke } from "./vendor.ts"

const SetValue = writeOperation("test.value.readBack", { before: Value, intent: Value, after: Value, readsLagMs: 300 })
type Thing = typeof Value.Type

const setting = (vendor: Vendor, value: string): VendorWrite<Thing, Thing, Thing, unknown, never> => ({
  operation: SetValue,
  target: "price",
  before: { value: "" },
  intent: { value },
  ...readsBack({
    put: ({ target }) =>
      Effect.gen(function* () {
        const { id, status, text } = yield* put(vendor, target, value)
        if (status === 409) return yield* new Locked(text)
        return status === 200 ? { vendorRequestId: id ?? undefined } : yield* new VendorBroke({ message: text })
      }),
    read: ({ target }) => Effect.map(get(vendor, target), (now) => ({ value: now })),
    diff: (state: Thing, intent: Thing) =>
      state.value === intent.value ? [] : [{ field: "price", from: state.value, to: intent.value }],
    after: (state) => state
  })
})

describe("a write that is settled by reading back", () => {
  it.live("is answered with what was read, also where reads lag for a while", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      assert.deepEqual((yield* sentAs()(writes.run(setting(vendor, "1")))).after, { value: "1" })
      vendor.lagReads = 2
      assert.deepEqual((yield* sentAs()(writes.run(setting(vendor, "2")))).after, { value: "2" })
      assert.deepEqual(vendor.ledger, ["price=1", "price=2"])
      assert.deepEqual(yield* log.list({ unknown: true }), [])
    }).pipe(scoped)
  )

  it.live("that goes on reading otherwise is unknown, with both values, though the vendor said that it was done", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      vendor.lagReads = 1_000
      const unknown: unknown = yield* Effect.flip(sentAs("key")(writes.run(setting(vendor, "3"))))
      assert.propertyVal(unknown, "_tag", "WRITE_OUTCOME_UNKNOWN")
      assert.match(String(unknown), /price was sent as "3" and reads as ""/)
      assert.strictEqual((yield* log.list())[0]?.state, "unknown")
      // Neither is it sent again under its key, nor taken for undone.
      yield* Effect.flip(sentAs("key")(writes.run(setting(vendor, "3"))))
      assert.deepEqual(vendor.ledger, ["price=3"])
      vendor.lagReads = 0
      assert.isTrue((yield* sentAs("key")(writes.run(setting(vendor, "3")))).repeated)
      assert.deepEqual(vendor.ledger, ["price=3"])
    }).pipe(scoped)
  )

  it.live("whose read back is throttled isn't taken for refused", () =>
    Effect.gen(function* () {
      const { vendor, writes } = yield* start
      const write = setting(vendor, "4")
      let reads = 0
      const throttled = readsBack({
        put: () => Effect.map(put(vendor, "price", "4"), () => ({})),
        read: () =>
          Effect.gen(function* () {
            reads += 1
            return reads === 1 ? yield* new Locked("wait") : { value: yield* get(vendor, "price") }
          }),
        diff: (state: Thing, intent: Thing) =>
          state.value === intent.value ? [] : [{ field: "price", from: state.value, to: intent.value }],
        after: (state: Thing) => state
      })
      assert.deepEqual((yield* sentAs()(writes.run({ ...write, ...throttled }))).after, { value: "4" })
    }).pipe(scoped)
  )

  it.live("whose answer is lost is done where it reads so, not done where it reads as before, and else unknown", () =>
    Effect.gen(function* () {
      const { log, vendor, writes } = yield* start
      vendor.next.push("lostAnswer")
      assert.deepEqual((yield* sentAs()(writes.run(setting(vendor, "5")))).after, { value: "5" })
      vendor.next.push("lostRequest")
      const before = { value: "5" }
      assert.instanceOf(yield* Effect.flip(sentAs()(writes.run({ ...setting(vendor, "6"), before }))), VendorBroke)
      assert.deepInclude((yield* log.list())[0], { state: "settled", outcome: "absent" })
      vendor.next.push("lostRequest")
      // Someone else was at it: it reads neither as before nor as sent.
      const unknown: unknown = yield* Effect.flip(
        sentAs()(writes.run({ ...setting(vendor, "7"), before: { value: "another" } }))
      )
      assert.match(String(unknown), /price was sent as "7" and reads as "5"/)
    }).pipe(scoped)
  )
})
