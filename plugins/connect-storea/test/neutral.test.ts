import { Effect, Redacted, Result } from "effect"
import { assert, describe, it } from "vitest"
import { readCredentials } from "../src/vendor/credentials.ts"
import { toldById } from "../src/vendor/ids.ts"
import { dated, iapOf, priceOf, statusOf } from "../src/vendor/neutral.ts"
import { refusalOf, saidIn } from "../src/vendor/refusals.ts"

const today = "2026-11-23"
const idOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("opaque ids", () => {
  it("tell owner, territory and tier, and nothing where they aren't what they were", () => {
    assert.deepEqual(toldById(idOf({ s: "6444000001", t: "USA", p: "10010" })), {
      owner: "6444000001",
      territory: "USA",
      tier: "10010"
    })
    assert.deepEqual(toldById(idOf({ s: 6444000001, t: "usa" })), {
      owner: "6444000001",
      territory: "USA",
      tier: undefined
    })
    for (const id of ["pp", "1234567890", "not/base64", idOf([1]), idOf("text"), "", "eyJ", "a".repeat(600)]) {
      assert.isUndefined(toldById(id), id)
    }
  })
})

describe("a price", () => {
  it("is current on its first day and past on the day on which it ends", () => {
    const cases = [
      [null, null, "current"],
      [null, "2026-11-23", "past"],
      [null, "2026-11-24", "current"],
      ["2026-11-23", null, "current"],
      ["2026-11-24", null, "future"],
      ["2026-01-01", "2026-02-01", "past"]
    ] as const
    for (const [startDate, endDate, status] of cases)
      assert.strictEqual(statusOf({ startDate, endDate }, today), status)
  })

  it("of a subscription ends when the next of the same territory and plan begins", () => {
    const price = (territory: string, startDate: string | null, planType: string | null = null) => ({
      id: `${territory}${startDate}`,
      pricePointId: null,
      territory,
      currency: "USD",
      customerPrice: "1.00",
      proceeds: null,
      proceedsYear2: null,
      startDate,
      preserved: null,
      planType
    })
    const found = dated(
      [price("USA", "2027-01-01"), price("USA", null), price("DEU", null), price("USA", "2026-10-01", "MONTHLY")],
      today
    )
    assert.deepEqual(
      found.map(({ endDate, status }) => [endDate, status]),
      [
        [null, "future"],
        ["2027-01-01", "current"],
        [null, "current"],
        [null, "current"]
      ]
    )
    // What old subscribers keep still holds, for them.
    const kept = { ...price("USA", null), preserved: true }
    assert.deepEqual(
      dated([kept, price("USA", "2026-10-01")], today).map(({ endDate, status }) => [endDate, status]),
      [
        ["2026-10-01", "current"],
        [null, "current"]
      ]
    )
  })

  it("keeps amounts as the text that they are, and reads what isn't an amount as none", () => {
    const point = (attributes: Record<string, unknown>) =>
      new Map([
        ["inAppPurchasePricePoints p", { type: "inAppPurchasePricePoints", id: "p", attributes }],
        ["territories JPN", { type: "territories", id: "JPN", attributes: { currency: "JPY" } }]
      ])
    const price = {
      type: "inAppPurchasePrices",
      id: "1",
      attributes: { startDate: "2027-01-15T00:00:00Z", manual: true },
      relationships: {
        inAppPurchasePricePoint: { data: { type: "inAppPurchasePricePoints", id: "p" } },
        territory: { data: { type: "territories", id: "JPN" } }
      }
    }
    const names = { point: "inAppPurchasePricePoint", type: "inAppPurchasePricePoints" }
    assert.deepEqual(priceOf(price, point({ customerPrice: "1200", proceeds: "1020.50" }), names, today), {
      id: "1",
      pricePointId: "p",
      territory: "JPN",
      currency: "JPY",
      customerPrice: "1200",
      proceeds: "1020.50",
      proceedsYear2: null,
      startDate: "2027-01-15",
      endDate: null,
      status: "future",
      manual: true
    })
    assert.isNull(priceOf(price, point({ customerPrice: "free" }), names, today).customerPrice)
  })
})

describe("states that are new", () => {
  it("pass as text, and what is missing or of another kind is null", () => {
    const iap = iapOf({ type: "inAppPurchases", id: "1", attributes: { state: "BRAND_NEW", familySharable: "yes" } })
    assert.deepEqual([iap.state, iap.familySharable, iap.name], ["BRAND_NEW", null, null])
  })
})

describe("refusals", () => {
  const failed = (status: number, code: string, more: object = {}) =>
    refusalOf(status, saidIn({ errors: [{ code, title: "No.", ...more }] }))

  it("answer as the table has it", () => {
    const cases = [
      [400, "PARAMETER_ERROR.INVALID", "VENDOR_REJECTED"],
      [401, "NOT_AUTHORIZED", "CONSOLE_CREDENTIALS_INVALID"],
      [403, "FORBIDDEN_ERROR", "CONSOLE_ROLE_INSUFFICIENT"],
      [404, "NOT_FOUND", "NOT_FOUND"],
      [409, "ENTITY_ERROR.ATTRIBUTE.INVALID", "VENDOR_REJECTED"],
      [409, "ENTITY_ERROR.ATTRIBUTE.REQUIRED", "VENDOR_REJECTED"],
      [409, "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", "VENDOR_CONFLICT"],
      [409, "ENTITY_ERROR.RELATIONSHIP.INVALID", "VENDOR_REJECTED"],
      [409, "STATE_ERROR.ENTITY_STATE_INVALID", "VENDOR_CONFLICT"],
      [422, "ENTITY_UNPROCESSABLE", "VENDOR_REJECTED"]
    ] as const
    for (const [status, code, answer] of cases) assert.strictEqual(failed(status, code)._tag, answer, code)
  })

  it("give the true cause before the sentence around it, and name the field", () => {
    const { message } = failed(409, "STATE_ERROR", {
      detail: "See the associated errors.",
      meta: {
        associatedErrors: {
          "/v2/inAppPurchases/1": [
            { code: "ENTITY_ERROR.ATTRIBUTE.REQUIRED", title: "Missing.", detail: "A review screenshot is missing." }
          ]
        }
      }
    })
    assert.include(message, "A review screenshot is missing. (code ENTITY_ERROR.ATTRIBUTE.REQUIRED)")
    assert.notInclude(message, "See the associated")
    const named = failed(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", { source: { pointer: "/data/attributes/name" } })
    assert.include(named.message, "field name")
    assert.include(failed(409, "ENTITY_ERROR.ATTRIBUTE.INVALID").message, "No.")
  })

  it("say that an agreement isn't signed, and which role is missing", () => {
    const agreement = failed(403, "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED")
    assert.strictEqual(agreement._tag, "CONSOLE_ROLE_INSUFFICIENT")
    assert.include(agreement.message, "agreement")
    assert.include(failed(403, "FORBIDDEN_ERROR").message, "App Manager")
  })

  it("are told without any body too", () => {
    assert.strictEqual(refusalOf(409, saidIn({}))._tag, "VENDOR_CONFLICT")
  })
})

describe("credentials in headers", () => {
  const given = { issuerId: "69A6DE70-3bc8-47e3-e053-5b8c7c11a4d1", keyId: "2X9R4HXF34", privateKey: "k" }
  const read = (change: object) => Effect.runSync(Effect.result(readCredentials({ ...given, ...change })))

  it("are read as they are, whatever the case of the issuer's UUID", () => {
    const found = Result.getOrThrow(read({ privateKey: Redacted.make("k") }))
    assert.deepEqual([found.issuerId, found.keyId], ["69a6de70-3bc8-47e3-e053-5b8c7c11a4d1", "2X9R4HXF34"])
    assert.strictEqual(Result.getOrThrow(read({ issuerId: "individual" })).issuerId, "individual")
  })

  it("name the header that is missing or can't be read, and never what was in it", () => {
    const cases = [
      [{ issuerId: undefined }, "MISSING_CONSOLE_CREDENTIALS", "X-Console-Issuer-Id"],
      [{ keyId: " " }, "MISSING_CONSOLE_CREDENTIALS", "X-Console-Key-Id"],
      [{ privateKey: undefined }, "MISSING_CONSOLE_CREDENTIALS", "X-Console-Private-Key"],
      [{ issuerId: "canary" }, "INVALID_CONSOLE_CREDENTIALS", "X-Console-Issuer-Id"],
      [{ keyId: "canary key" }, "INVALID_CONSOLE_CREDENTIALS", "X-Console-Key-Id"]
    ] as const
    for (const [change, code, header] of cases) {
      const result = read(change)
      if (!Result.isFailure(result)) return assert.fail(header)
      assert.strictEqual(result.failure._tag, code)
      assert.isTrue(result.failure.message.startsWith(header), result.failure.message)
      assert.notInclude(result.failure.message, "canary")
    }
  })
})
