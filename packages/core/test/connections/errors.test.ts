import { assert, describe, it } from "@effect/vitest"
import {
  type ApiFailure,
  asConnectorError,
  ConnectionUnusable,
  isApiFailure,
  NoConnection,
  refusedBy,
  savedErrors,
  UnusableCredentials,
  UpstreamError,
  type UpstreamFailureReason,
  VendorConflict,
  VendorRejected,
  vendorText
} from "@storeglass/plugin-api"
import { Schema } from "effect"

const saved = asConnectorError({ credentials: "saved", connectRoute: "POST /v1/ads/connection" })
const headers = asConnectorError({ credentials: "headers" })
const connecting = asConnectorError({ credentials: "connecting" })
const written = asConnectorError({
  credentials: "saved",
  connectRoute: "POST /v1/ads/connection",
  sent: { idempotencyKey: false }
})
const refused = (status: number, said = {}, more = {}) => refusedBy("ads vendor", status, said, more)
const upstream = (reason: UpstreamFailureReason, retryAfterSeconds?: number) =>
  new UpstreamError({ upstream: "ads.api", reason, detail: "POST /x: S3CRET", retryAfterSeconds })

const table: ReadonlyArray<readonly [row: string, failure: ApiFailure, status: number, code: string]> = [
  [
    "a credential header is missing",
    headers(new UnusableCredentials({ problem: "missing", header: "X-Key" })),
    400,
    "MISSING_CONSOLE_CREDENTIALS"
  ],
  [
    "a credential header is unreadable",
    headers(new UnusableCredentials({ problem: "unreadable", header: "X-Key" })),
    400,
    "INVALID_CONSOLE_CREDENTIALS"
  ],
  ["no saved connection", saved(new NoConnection({ kind: "ads" })), 409, "NOT_CONNECTED"],
  ["refused: credentials in headers", headers(refused(401)), 401, "CONSOLE_CREDENTIALS_INVALID"],
  ["refused: credentials that are being connected", connecting(refused(401)), 422, "CREDENTIALS_REJECTED"],
  ["refused: saved credentials", saved(refused(401)), 409, "CONNECTION_REJECTED"],
  [
    "a connection that was rejected before",
    saved(new ConnectionUnusable({ kind: "ads", reason: "vendor" })),
    409,
    "CONNECTION_REJECTED"
  ],
  [
    "a connection whose key is lost",
    saved(new ConnectionUnusable({ kind: "ads", reason: "key_lost" })),
    409,
    "CONNECTION_REJECTED"
  ],
  [
    "a connection that cannot be opened",
    saved(new ConnectionUnusable({ kind: "ads", reason: "unreadable" })),
    409,
    "CONNECTION_REJECTED"
  ],
  ["a role is missing, headers", headers(refused(403)), 403, "CONSOLE_ROLE_INSUFFICIENT"],
  ["a right is missing, saved", saved(refused(403)), 403, "CONNECTION_PERMISSION_MISSING"],
  ["a right is missing, connecting", connecting(refused(403)), 403, "CONNECTION_PERMISSION_MISSING"],
  ["no such thing", saved(refused(404)), 404, "NOT_FOUND"],
  ["another account's", headers(refused(403, {}, { refusal: "missing" })), 404, "NOT_FOUND"],
  ["the vendor's validation, 400", saved(refused(400)), 422, "VENDOR_REJECTED"],
  ["the vendor's validation, 422", headers(refused(422)), 422, "VENDOR_REJECTED"],
  ["the vendor's state, 409", saved(refused(409)), 409, "VENDOR_CONFLICT"],
  ["the vendor's state, locked", saved(refused(423)), 409, "VENDOR_CONFLICT"],
  ["the vendor's limit", saved(upstream("rate_limited", 7)), 503, "UPSTREAM_RATE_LIMITED"],
  [
    "the vendor's limit after a write, which it did not take",
    written(upstream("rate_limited", 7)),
    503,
    "UPSTREAM_RATE_LIMITED"
  ],
  ["not asked, the circuit is open", written(upstream("circuit_open", 7)), 503, "UPSTREAM_RATE_LIMITED"],
  ["5xx", saved(upstream("failed")), 502, "UPSTREAM_ERROR"],
  ["unreadable", saved(upstream("drift")), 502, "UPSTREAM_ERROR"],
  ["no answer in time", saved(upstream("timeout")), 504, "UPSTREAM_TIMEOUT"],
  ["5xx after a write was sent", written(upstream("failed")), 502, "WRITE_OUTCOME_UNKNOWN"],
  ["no answer after a write was sent", written(upstream("timeout")), 502, "WRITE_OUTCOME_UNKNOWN"],
  ["a broken connection after a write was sent", written(upstream("unreachable")), 502, "WRITE_OUTCOME_UNKNOWN"],
  ["an unreadable answer after a write was sent", written(upstream("drift")), 502, "WRITE_OUTCOME_UNKNOWN"]
]

describe("the table of connector errors", () => {
  it.each(table)("%s", (_, failure, status, code) => {
    assert.isTrue(isApiFailure(failure))
    assert.deepStrictEqual([failure.status, failure._tag], [status, code])
    assert.notInclude(failure.message, "S3CRET")
    assert.notStrictEqual(failure.status, 429)
  })

  it("a vendor's limit carries the time to come back", () => {
    assert.strictEqual(saved(upstream("rate_limited", 7)).retryAfterSeconds, 7)
    assert.isAbove(saved(upstream("rate_limited")).retryAfterSeconds ?? 0, 0)
  })

  it("names the route that connects, and the missing right with where it is granted", () => {
    assert.include(saved(new NoConnection({ kind: "ads" })).message, "POST /v1/ads/connection")
    const { message } = saved(
      refused(403, { sentence: "Not you." }, { right: "Reports", grantedAt: "Users and Access" })
    )
    assert.strictEqual(
      message,
      'the credentials for ads vendor lack the right "Reports", granted at Users and Access: Not you.'
    )
  })

  it.each([["ads vendor"], ["search ads"], ["the second store's console"], ["paywalls.example"]])(
    "says of %s that its credentials lack a right, in good grammar",
    (vendor) => {
      const { message } = saved(refusedBy(vendor, 403, {}))
      assert.strictEqual(message, `the credentials for ${vendor} lack a right this needs`)
    }
  )

  it.each([
    [VendorConflict, "VENDOR_CONFLICT"],
    [VendorRejected, "VENDOR_REJECTED"]
  ] as const)("tells programs what a refused change left at the vendor, where that is known", (Refused, code) => {
    const encode = Schema.encodeSync(Refused.wire)
    const decode = Schema.decodeUnknownSync(Refused.wire)
    const bare = { error: { code, message: "no" } }
    assert.deepStrictEqual(encode(new Refused("no")), bare)
    assert.isUndefined(decode(bare).details)
    const told = { error: { ...bare.error, details: { openVersionId: "17" } } }
    const decoded = decode(told)
    assert.deepStrictEqual(decoded.details, { openVersionId: "17" })
    assert.deepStrictEqual<unknown>(encode(new Refused("no", { details: decoded.details })), told)
  })

  it("says whether a repeat of an unknown write writes again", () => {
    const withKey = asConnectorError({ credentials: "headers", sent: { idempotencyKey: true } })
    assert.include(withKey(upstream("timeout")).message, "same Idempotency-Key")
    assert.include(written(upstream("timeout")).message, "without an Idempotency-Key it would write again")
  })

  it("passes on the vendor's code, field and sentence, also codes that nobody knows", () => {
    const said = { code: "BRAND_NEW", field: "/data/attributes/name", sentence: "Der Name ist zu lang." }
    assert.strictEqual(
      saved(refused(422, said)).message,
      "ads vendor refused the request: Der Name ist zu lang. (code BRAND_NEW, field /data/attributes/name)"
    )
  })

  it("cuts a vendor's text to 500 characters and leaves control characters out", () => {
    assert.strictEqual(vendorText("a\u0000b\r\n\u001b[31mc\u202ed\u2028e"), "a b [31mc d e")
    assert.strictEqual([...vendorText("😀".repeat(600))].length, 500)
    assert.isTrue(vendorText("😀".repeat(600)).isWellFormed())
    const { message } = saved(refused(409, { sentence: "x".repeat(100_000), code: "c".repeat(1_000) }))
    assert.isBelow(message.length, 600)
  })

  it("an error that a route lists goes out as its envelope", () => {
    const failure = saved(refused(409, { code: "LOCKED" }))
    const wires = Schema.Union(savedErrors)
    assert.deepStrictEqual(Schema.encodeUnknownSync(wires)(failure), {
      error: { code: "VENDOR_CONFLICT", message: "ads vendor can't do that in its current state: (code LOCKED)" }
    })
  })
})
