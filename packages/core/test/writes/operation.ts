import { PgClient } from "@effect/sql-pg"
import {
  ApiError,
  type VendorWrite,
  VendorWriteLog,
  VendorWrites,
  Verdict,
  writeOperation
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { RequestAtHand } from "../../src/http/RequestAtHand.ts"
import * as NodeIdentity from "../../src/sql/NodeIdentity.ts"
import { VendorWriteLogLive, VendorWritesLive, type VendorWritesOptions } from "../../src/writes/index.ts"
import { eventually } from "../eventually.ts"
import { standInExchange } from "../standInExchange.ts"
import { get, put, type Vendor, VendorBroke } from "./vendor.ts"

export class Locked extends ApiError("VENDOR_CONFLICT", 409, "The vendor has it locked.") {}

export const Value = Schema.Struct({ value: Schema.String })
export const SetValue = writeOperation("test.value.set", {
  before: Value,
  intent: Value,
  after: Value,
  readsLagMs: 0
})

/** Short enough for tests, long enough for a slow machine. */
export const quick: VendorWritesOptions = { sendMsMax: 400, settleMsMax: 1_500, waitMsMax: 5_000, sweepMs: 50 }

export const writesOn = (url: Redacted.Redacted<string>, options: VendorWritesOptions = quick) =>
  Layer.mergeAll(VendorWritesLive(options), VendorWriteLogLive).pipe(
    Layer.provideMerge(NodeIdentity.layer),
    Layer.provideMerge(PgClient.layer({ url, maxConnections: 6 }))
  )

/** A node of its own on a database; alive until its scope closes. */
export const startNode = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  options: VendorWritesOptions = quick
) {
  const context = yield* Layer.build(Layer.fresh(writesOn(url, options)))
  const identity = Context.get(context, NodeIdentity.NodeIdentity)
  yield* eventually(identity.isAlive(identity.id), (alive) => alive)
  return { writes: Context.get(context, VendorWrites), log: Context.get(context, VendorWriteLog), context, identity }
})

/** Runs as the handler of a request would. */
export const asRequest =
  (accountId: string, idempotencyKey?: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, RequestAtHand, {
      caller: {
        accountId,
        keyId: uuidV7Unsafe(),
        credential: "key",
        personId: undefined,
        plan: "large",
        scopes: ["write"]
      },
      exchange: standInExchange({ idempotencyKey })
    })

type Set = VendorWrite<typeof Value.Type, typeof Value.Type, typeof Value.Type, Locked | VendorBroke, never>

/** Sets a thing of the vendor to a value. */
export const setValue = (vendor: Pick<Vendor, "url">, target: string, value: string, more: Partial<Set> = {}): Set => ({
  operation: SetValue,
  target,
  connection: "connection:1",
  before: { value: "" },
  intent: { value },
  send: () =>
    Effect.gen(function* () {
      const answer = yield* put(vendor, target, value)
      if (answer.status === 409) return yield* new Locked(`the vendor says: ${answer.text}`)
      if (answer.status !== 200) return yield* new VendorBroke({ message: `${answer.status}` })
      return { after: { value: answer.text }, vendorRequestId: answer.id ?? undefined }
    }),
  verify: verifyValue(vendor),
  ...more
})

export const verifyValue =
  (vendor: Pick<Vendor, "url">): Set["verify"] =>
  ({ intent, target }) =>
    Effect.map(get(vendor, target), (value) => (value === intent.value ? Verdict.applied({ value }) : Verdict.absent))
