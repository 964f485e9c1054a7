/** What a change of prices would do, worked out from what is there and what is asked. */
import { type Change, compareAmounts, subtractAmount, timesAmount, type Warning } from "@storeglass/plugin-api"
import type { Consent, ScheduleEntry } from "../schema.ts"
import type { Price } from "../vendor/records.ts"

/** A price as customers see it; null where the vendor didn't say. */
export interface Tag {
  readonly customerPrice: string | null
  readonly currency: string | null
}
/** The manual prices of a schedule that aren't past. */
export interface ScheduleState {
  readonly baseTerritory: string | null
  readonly prices: ReadonlyArray<ScheduleEntry>
}
export interface AskedEntry {
  readonly territory: string
  readonly pricePointId: string
  /** Null: at once. */
  readonly startDate: string | null
}
export interface AskedSchedule {
  readonly baseTerritory: string
  readonly prices: ReadonlyArray<AskedEntry>
}
/** What is known of price points, by id. */
export type Tags = ReadonlyMap<string, Tag>

const unknownTag: Tag = { customerPrice: null, currency: null }
const order = (a: AskedEntry, b: AskedEntry) =>
  a.territory.localeCompare(b.territory) || (a.startDate ?? "").localeCompare(b.startDate ?? "")

/** The price of each territory and day from which it holds; of those that have begun, the last alone. */
export const inForce = <E extends AskedEntry>(entries: ReadonlyArray<E>, today: string): ReadonlyArray<E> => {
  const found = new Map<string, { readonly entry: E; readonly since: string }>()
  for (const entry of entries) {
    const since = entry.startDate ?? ""
    const begun = since <= today
    const key = `${entry.territory}.${begun ? "" : since}`
    const other = found.get(key)
    if (other === undefined || other.since < since) {
      found.set(key, { entry: begun ? { ...entry, startDate: null } : entry, since })
    }
  }
  return [...found.values()].map(({ entry }) => entry).sort(order)
}

/** The manual prices of a schedule as what a new one would replace. */
export const manualEntries = (prices: ReadonlyArray<Price>, today: string): ReadonlyArray<ScheduleEntry> =>
  inForce(
    prices.flatMap(({ currency, customerPrice, manual, pricePointId, startDate, status, territory }) =>
      manual !== false && status !== "past" && territory !== null && pricePointId !== null
        ? [{ territory, startDate, pricePointId, customerPrice, currency }]
        : []
    ),
    today
  )

/** What each territory that has no manual price of its own costs now. */
export const automaticTags = (prices: ReadonlyArray<Price>): ReadonlyMap<string, Tag> =>
  new Map(
    prices.flatMap(({ currency, customerPrice, manual, status, territory }) =>
      manual !== true && status === "current" && territory !== null
        ? [[territory, { customerPrice, currency }] as const]
        : []
    )
  )

const keyOf = ({ startDate, territory }: AskedEntry) => `${territory}${startDate === null ? "" : `.${startDate}`}`
const byKey = <E extends AskedEntry>(entries: ReadonlyArray<E>) =>
  new Map(entries.map((entry) => [keyOf(entry), entry]))
const shown = ({ currency, customerPrice, pricePointId, startDate }: ScheduleEntry) => ({
  pricePointId,
  customerPrice,
  currency,
  startDate
})

/** The schedule that is asked for, with what is known of its points. */
const tagged = (asked: AskedSchedule, tags: Tags, today: string): ReadonlyArray<ScheduleEntry> =>
  inForce(asked.prices, today).map(({ pricePointId, startDate, territory }) => ({
    territory,
    startDate,
    pricePointId,
    ...(tags.get(pricePointId) ?? unknownTag)
  }))

export interface ScheduleDiff {
  readonly changes: ReadonlyArray<Change>
  readonly stays: ReadonlyArray<ScheduleEntry>
}

/** Which manual prices go, come and stay. */
export const scheduleDiff = (state: ScheduleState, asked: AskedSchedule, tags: Tags, today: string): ScheduleDiff => {
  const before = byKey(state.prices)
  const after = byKey(tagged(asked, tags, today))
  const base: ReadonlyArray<Change> =
    state.baseTerritory === asked.baseTerritory
      ? []
      : [{ field: "baseTerritory", from: state.baseTerritory, to: asked.baseTerritory }]
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): ReadonlyArray<Change> => {
    const [from, to] = [before.get(key), after.get(key)]
    if (from?.pricePointId === to?.pricePointId) return []
    const field = `prices.${key}`
    return [{ field, from: from === undefined ? null : shown(from), to: to === undefined ? null : shown(to) }]
  })
  const stays = [...before].flatMap(([key, entry]) =>
    after.get(key)?.pricePointId === entry.pricePointId ? [entry] : []
  )
  return { changes: [...base, ...changes], stays }
}

/** Whether a price moves by more than half of what it was. Of currencies that differ nothing is said. */
export const isFar = (from: Tag, to: Tag): boolean => {
  if (from.customerPrice === null || to.customerPrice === null || from.currency !== to.currency) return false
  const more = subtractAmount(to.customerPrice, from.customerPrice)
  const moved = more === undefined ? undefined : timesAmount(more.replace("-", ""), "2")
  return moved !== undefined && (compareAmounts(moved, from.customerPrice) ?? 0) > 0
}

export const tagText = ({ currency, customerPrice }: Tag): string =>
  customerPrice === null ? "an unknown price" : `${customerPrice}${currency === null ? "" : ` ${currency}`}`
const fromWhen = (startDate: string | null) => (startDate === null ? "at once" : `from ${startDate}`)

/** What to know before a schedule is replaced. `automatic` has what territories without a manual price cost now. */
export const scheduleWarnings = (
  state: ScheduleState,
  asked: AskedSchedule,
  {
    automatic,
    tags,
    today
  }: { readonly automatic: ReadonlyMap<string, Tag>; readonly tags: Tags; readonly today: string }
): ReadonlyArray<Warning> => {
  const after = tagged(asked, tags, today)
  const [beforeKeys, afterKeys] = [byKey(state.prices), byKey(after)]
  const warnings: Array<Warning> = []
  if (state.baseTerritory !== null && state.baseTerritory !== asked.baseTerritory) {
    warnings.push({
      code: "BASE_TERRITORY_CHANGES",
      message: `the base territory changes from ${state.baseTerritory} to ${asked.baseTerritory}: all automatic prices will follow the price there`
    })
  }
  const last = new Map<string, Tag>()
  for (const { startDate, territory, ...tag } of after) {
    const began = startDate === null ? beforeKeys.get(territory) : undefined
    const from = last.get(territory) ?? began ?? beforeKeys.get(territory) ?? automatic.get(territory)
    last.set(territory, tag)
    if (from === undefined || !isFar(from, tag)) continue
    const base = territory === asked.baseTerritory ? ", and automatic prices with it" : ""
    warnings.push({
      code: "PRICE_MOVES_FAR",
      message: `${territory}: ${tagText(from)} becomes ${tagText(tag)} ${fromWhen(startDate)}, a move of more than half${base}`
    })
  }
  for (const entry of state.prices) {
    if (afterKeys.has(keyOf(entry))) continue
    const { startDate, territory } = entry
    if (startDate !== null) {
      warnings.push({
        code: "FUTURE_CHANGE_DISAPPEARS",
        message: `${territory}: the change to ${tagText(entry)} planned for ${startDate} isn't in the new schedule and will not happen`
      })
    } else if (!after.some((each) => each.territory === territory)) {
      warnings.push({
        code: "PRICE_BECOMES_AUTOMATIC",
        message: `${territory}: ${tagText(entry)} was set by hand and isn't in the new schedule: its price will follow that of ${asked.baseTerritory}`
      })
    }
  }
  return warnings
}

/** What is wrong with a schedule that is asked for, in words that name the field; undefined where nothing is. */
export const scheduleProblem = (
  { baseTerritory, prices }: AskedSchedule,
  territoryOfPoint: (pricePointId: string) => string | undefined,
  today: string
): string | undefined => {
  const seen = new Set<string>()
  for (const [at, entry] of prices.entries()) {
    const { pricePointId, startDate, territory } = entry
    if (startDate !== null && startDate < today) {
      return `prices[${at}].startDate (body): ${startDate} is past; send today, ${today} (UTC), a later day, or none for at once`
    }
    const other = territoryOfPoint(pricePointId)
    if (other !== undefined && other !== territory) {
      return `prices[${at}].pricePointId (body): is a price point of ${other}, not of ${territory}; take one from the price points of ${territory}`
    }
    const key = keyOf(entry)
    if (seen.has(key)) {
      return `prices[${at}] (body): there is another price for ${territory} ${fromWhen(startDate)}; send one`
    }
    seen.add(key)
  }
  return seen.has(baseTerritory)
    ? undefined
    : `prices (body): the base territory ${baseTerritory} needs a price without startDate: the current one`
}

export interface SubscriptionPriceMove {
  readonly territory: string
  /** What subscribers pay there now; undefined for a first price. */
  readonly from: Tag | undefined
  readonly to: Tag
  readonly startDate: string | null
  readonly preserve: boolean | undefined
  /** The first day from which the vendor takes it, where that is later than what is asked for. */
  readonly takenFrom?: string | undefined
}

const consentRule =
  "the store tells them, and asks for their consent where a raise is large, the second within a year, or local law demands it: whoever is asked and doesn't agree loses the subscription at its renewal"

/** Whom the store asks whether they agree to a price. */
export const consentOf = ({ from, preserve, startDate, territory, to }: SubscriptionPriceMove): Consent => {
  const when = fromWhen(startDate)
  if (from === undefined) {
    return {
      asked: "nobody",
      explanation: `it's the first price in ${territory}, ${tagText(to)}: nobody subscribes there at another`
    }
  }
  if (preserve === true) {
    return {
      asked: "nobody",
      explanation: `existing subscribers in ${territory} keep ${tagText(from)}; new ones pay ${tagText(to)} ${when}`
    }
  }
  const compared =
    from.customerPrice === null || to.customerPrice === null || from.currency !== to.currency
      ? undefined
      : compareAmounts(to.customerPrice, from.customerPrice)
  const all = `all subscribers in ${territory} pay ${tagText(to)} instead of ${tagText(from)} ${when}, existing ones from their next renewal`
  if (compared !== undefined && compared <= 0) {
    return { asked: "nobody", explanation: `${all}; it isn't a raise, so the store asks nobody` }
  }
  const raise =
    compared === undefined ? "if it is a raise, " : isFar(from, to) ? "it is a raise of more than half: " : ""
  return { asked: "existing_subscribers", explanation: `${all}; ${raise}${consentRule}` }
}

/** What to know before a subscription's price is set. */
export const subscriptionPriceWarnings = (
  move: SubscriptionPriceMove,
  /** Planned changes in the territory, which the new one doesn't replace. */
  planned: ReadonlyArray<Tag & { readonly startDate: string | null }>
): ReadonlyArray<Warning> => {
  const { from, startDate, takenFrom, territory, to } = move
  const early: ReadonlyArray<Warning> =
    takenFrom === undefined
      ? []
      : [
          {
            code: "MAY_BE_TOO_EARLY",
            message: `the subscription is on sale, so the vendor may take no new price before ${takenFrom}: send startDate ${takenFrom} (body), or a later day`
          }
        ]
  const far: ReadonlyArray<Warning> =
    from !== undefined && isFar(from, to)
      ? [
          {
            code: "PRICE_MOVES_FAR",
            message: `${territory}: ${tagText(from)} becomes ${tagText(to)} ${fromWhen(startDate)}, a move of more than half`
          }
        ]
      : []
  const asks: ReadonlyArray<Warning> =
    consentOf(move).asked === "nobody" ? [] : [{ code: "SUBSCRIBERS_ARE_ASKED", message: consentOf(move).explanation }]
  const others = planned.map((plan) => ({
    code: "ANOTHER_CHANGE_IS_PLANNED",
    message: `${territory}: a change to ${tagText(plan)} is planned for ${plan.startDate ?? "today"}`
  }))
  return [...early, ...far, ...asks, ...others]
}
