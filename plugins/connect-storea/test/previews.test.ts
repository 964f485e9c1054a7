import { assert, describe, it } from "vitest"
import type { ScheduleEntry } from "../src/schema.ts"
import type { Price } from "../src/vendor/records.ts"
import {
  type AskedEntry,
  automaticTags,
  consentOf,
  isFar,
  manualEntries,
  type ScheduleState,
  scheduleDiff,
  scheduleProblem,
  scheduleWarnings,
  subscriptionPriceWarnings
} from "../src/writes/previews.ts"

const today = "2026-11-23"
const later = "2027-01-15"
const usd = (customerPrice: string | null) => ({ customerPrice, currency: "USD" })
const entry = (territory: string, price: string, startDate: string | null = null): ScheduleEntry => ({
  territory,
  startDate,
  pricePointId: `${territory}-${price}`,
  customerPrice: price,
  currency: territory === "USA" ? "USD" : "EUR"
})
const asked = (territory: string, price: string, startDate: string | null = null): AskedEntry => ({
  territory,
  startDate,
  pricePointId: `${territory}-${price}`
})
const tags = new Map(
  ["USA", "DEU"].flatMap((territory) =>
    ["1.99", "2.98", "2.99", "3.00", "4.99", "9.99"].map((price) => {
      const { currency, customerPrice, pricePointId } = entry(territory, price)
      return [pricePointId, { customerPrice, currency }] as const
    })
  )
)
const schedule = (...prices: ReadonlyArray<AskedEntry>) => ({ baseTerritory: "USA", prices })
const state = (...prices: ReadonlyArray<ScheduleEntry>): ScheduleState => ({ baseTerritory: "USA", prices })
const codes = (before: ScheduleState, after: ReturnType<typeof schedule>, automatic = new Map()) =>
  scheduleWarnings(before, after, { automatic, tags, today }).map(({ code }) => code)

const price = (fields: Partial<Price>): Price => ({
  id: "p",
  territory: "USA",
  currency: "USD",
  pricePointId: "USA-1.99",
  customerPrice: "1.99",
  proceeds: "1.39",
  proceedsYear2: null,
  startDate: null,
  endDate: null,
  manual: true,
  status: "current",
  ...fields
})

describe("the preview of a schedule", () => {
  it("tells which prices go, come, stay and take another's place, with prices and currency", () => {
    const before = state(entry("DEU", "2.99"), entry("FRA", "2.99"), entry("USA", "1.99"), entry("USA", "4.99", later))
    const after = schedule(asked("USA", "2.99"), asked("DEU", "2.99"), asked("DEU", "4.99", later))
    const { changes, stays } = scheduleDiff(before, after, tags, today)
    const tag = (territory: string, amount: string, startDate: string | null = null) => {
      const { territory: _, ...shown } = entry(territory, amount, startDate)
      return shown
    }
    assert.deepEqual(changes, [
      { field: `prices.DEU.${later}`, from: null, to: tag("DEU", "4.99", later) },
      { field: "prices.FRA", from: tag("FRA", "2.99"), to: null },
      { field: "prices.USA", from: tag("USA", "1.99"), to: tag("USA", "2.99") },
      { field: `prices.USA.${later}`, from: tag("USA", "4.99", later), to: null }
    ])
    assert.deepEqual(stays, [entry("DEU", "2.99")])
  })

  it("has nothing to tell where all is as asked, though the current price began on a day", () => {
    const prices = manualEntries(
      [
        price({ startDate: "2026-01-01" }),
        price({ pricePointId: "USA-9.99", status: "past", endDate: "2026-01-01" }),
        price({ territory: "DEU", manual: false })
      ],
      today
    )
    assert.deepEqual(prices, [entry("USA", "1.99")])
    const same = scheduleDiff(state(...prices), schedule(asked("USA", "1.99")), tags, today)
    assert.deepEqual([same.changes, same.stays], [[], prices])
    // One that begins today holds today.
    const from = schedule(asked("USA", "9.99"), asked("USA", "1.99", today))
    assert.deepEqual(scheduleDiff(state(...prices), from, tags, today).changes, [])
  })

  it("names a first schedule's base territory, and shows an unknown point without a price", () => {
    const { changes } = scheduleDiff({ baseTerritory: null, prices: [] }, schedule(asked("USA", "0.49")), tags, today)
    assert.deepEqual(changes, [
      { field: "baseTerritory", from: null, to: "USA" },
      {
        field: "prices.USA",
        from: null,
        to: { pricePointId: "USA-0.49", customerPrice: null, currency: null, startDate: null }
      }
    ])
  })

  it("warns when a price moves by more than half, and not at half", () => {
    assert.isFalse(isFar(usd("2.00"), usd("3.00")))
    assert.isTrue(isFar(usd("2.00"), usd("3.01")))
    assert.isFalse(isFar(usd("2.00"), usd("1")))
    assert.isTrue(isFar(usd("2.00"), usd("0.99")))
    assert.isTrue(isFar(usd("0"), usd("0.99")))
    assert.isFalse(isFar(usd("0"), usd("0.00")))
    assert.isFalse(isFar(usd("1"), { customerPrice: "150", currency: "JPY" }))
    assert.isFalse(isFar(usd(null), usd("1")))
    const before = state(entry("USA", "1.99"))
    assert.deepEqual(codes(before, schedule(asked("USA", "2.98"))), [])
    assert.deepEqual(codes(before, schedule(asked("USA", "2.99"))), ["PRICE_MOVES_FAR"])
  })

  it("compares a later price with the one before it, and a territory's first with its automatic one", () => {
    const before = state(entry("USA", "1.99"))
    const steps = schedule(asked("USA", "2.98"), asked("USA", "3.00", later))
    assert.deepEqual(codes(before, steps), [])
    assert.deepEqual(codes(before, schedule(asked("USA", "1.99"), asked("USA", "3.00", later))), ["PRICE_MOVES_FAR"])
    const automatic = automaticTags([
      price({ territory: "DEU", currency: "EUR", customerPrice: "1.99", manual: false }),
      price({ territory: "FRA", manual: false, status: "future" })
    ])
    assert.deepEqual([...automatic.keys()], ["DEU"])
    const german = schedule(asked("USA", "1.99"), asked("DEU", "9.99"))
    assert.deepEqual(codes(before, german, new Map(automatic)), ["PRICE_MOVES_FAR"])
    assert.deepEqual(codes(before, german), [])
  })

  it("warns when the base territory changes, a planned change disappears, or a manual price becomes automatic", () => {
    const before = state(entry("DEU", "2.99"), entry("USA", "1.99"), entry("USA", "2.98", later))
    assert.deepEqual(codes(before, schedule(asked("USA", "1.99"))), [
      "PRICE_BECOMES_AUTOMATIC",
      "FUTURE_CHANGE_DISAPPEARS"
    ])
    assert.deepEqual(codes(before, { baseTerritory: "DEU", prices: before.prices }), ["BASE_TERRITORY_CHANGES"])
    // Another price on that day is a change of the plan, not its end.
    const other = schedule(asked("USA", "1.99"), asked("USA", "1.99", later), asked("DEU", "2.99"))
    assert.deepEqual(codes(before, other), [])
  })
})

describe("a schedule", () => {
  const noTerritory = () => undefined
  it("needs one price without a date for its base territory, days that aren't past, and one price a day", () => {
    const wrong = (body: ReturnType<typeof schedule>) => scheduleProblem(body, noTerritory, today) ?? ""
    assert.strictEqual(wrong(schedule(asked("USA", "1.99"), asked("USA", "2.99", today))), "")
    assert.match(wrong(schedule(asked("USA", "1.99", later))), /^prices \(body\): the base territory USA/)
    assert.match(wrong(schedule()), /base territory/)
    assert.match(wrong(schedule(asked("USA", "1.99"), asked("USA", "2.99", "2026-11-22"))), /^prices\[1\].startDate/)
    assert.match(wrong(schedule(asked("USA", "1.99"), asked("USA", "2.99"))), /^prices\[1\] \(body\): there is another/)
    assert.match(
      wrong(schedule(asked("USA", "1.99"), asked("DEU", "1.99", later), asked("DEU", "2.99", later))),
      /^prices\[2\]/
    )
  })

  it("takes a point of its own territory alone, where the point tells which", () => {
    const body = schedule(asked("USA", "1.99"), asked("DEU", "1.99"))
    assert.isUndefined(scheduleProblem(body, (id) => id.slice(0, 3), today))
    assert.match(
      scheduleProblem(body, () => "USA", today) ?? "",
      /^prices\[1\]\.pricePointId \(body\): is a price point of USA, not of DEU/
    )
  })
})

describe("the preview of a subscription's price", () => {
  const move = { territory: "USA", from: usd("4.99"), to: usd("5.99"), startDate: null, preserve: false }

  it("says who is asked: nobody for a first price, one that is preserved, or one that isn't higher", () => {
    assert.strictEqual(consentOf({ ...move, from: undefined }).asked, "nobody")
    const preserved = consentOf({ ...move, preserve: true, startDate: later })
    assert.strictEqual(preserved.asked, "nobody")
    assert.include(preserved.explanation, `keep 4.99 USD; new ones pay 5.99 USD from ${later}`)
    assert.strictEqual(consentOf({ ...move, to: usd("4.990") }).asked, "nobody")
    assert.strictEqual(consentOf({ ...move, to: usd("3.99") }).asked, "nobody")
    assert.strictEqual(consentOf(move).asked, "existing_subscribers")
  })

  it("assumes a raise where the prices can't be compared", () => {
    assert.strictEqual(consentOf({ ...move, to: usd(null) }).asked, "existing_subscribers")
    assert.strictEqual(
      consentOf({ ...move, to: { customerPrice: "1", currency: "EUR" } }).asked,
      "existing_subscribers"
    )
  })

  it("warns where the vendor takes no new price yet, and names the first day", () => {
    const [early] = subscriptionPriceWarnings({ ...move, preserve: true, takenFrom: later }, [])
    assert.strictEqual(early?.code, "MAY_BE_TOO_EARLY")
    assert.include(early?.message ?? "", `send startDate ${later}`)
  })

  it("warns of a move of more than half, of subscribers who are asked, and of other planned changes", () => {
    const told = (more: Partial<typeof move>, planned: Parameters<typeof subscriptionPriceWarnings>[1] = []) =>
      subscriptionPriceWarnings({ ...move, ...more }, planned).map(({ code }) => code)
    assert.deepEqual(told({}), ["SUBSCRIBERS_ARE_ASKED"])
    assert.deepEqual(told({ to: usd("9.99") }), ["PRICE_MOVES_FAR", "SUBSCRIBERS_ARE_ASKED"])
    assert.deepEqual(told({ preserve: true }, [{ ...usd("6.99"), startDate: later }]), ["ANOTHER_CHANGE_IS_PLANNED"])
  })
})
