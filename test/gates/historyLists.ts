/** What the gate `history` and its processes agree on: the lists, which follow from the seed, and what they tell. */
import { addDays, type Day, type ListSnapshot, type Series, startMsOf } from "@storeglass/history"
import { Cause, Schema } from "effect"
import { SqlError } from "effect/sql"
import { makePrng } from "./support/prng.ts"

export interface Facts {
  readonly reach: number | null
}
export const series: Series<Facts> = {
  name: "gate",
  keepDays: 400,
  facts: { pack: ({ reach }) => [reach], unpack: ([reach = null]) => ({ reach }) }
}
/** Days before today that lists are of. */
export const daysBack = 330
export const listings = 120

/** The list that a writer gives of an owner and day: another one than every other writer's. */
export const snapshotOf = (seed: number, writer: number, owner: number, day: Day): ListSnapshot<Facts> => {
  const random = makePrng(seed).fork(`${writer}:${owner}:${day}`)
  const found = new Set<number>()
  const length = random.int(0, 14)
  // Some are in many lists, as in a store.
  while (found.size < length) found.add(1 + Math.floor(listings * random.next() ** 2))
  return {
    owner,
    day,
    market: 1 + (owner % 3),
    source: writer,
    depth: 14 + random.int(0, 1),
    observedMs: startMsOf(day) + random.int(0, 86_399_999),
    facts: { reach: random.chance(0.2) ? null : random.int(0, 1_000_000) },
    listings: [...found]
  }
}
export const dayBack = (today: Day, back: number): Day => addDays(today, -back)

export const kinds = ["write", "flush", "merge", "fold"] as const
export type Kind = (typeof kinds)[number]

/** Where a process dies: at so many writes to the database within work of a kind, before or after the last of them. */
export const Death = Schema.Struct({
  kind: Schema.Literals(kinds),
  writes: Schema.Int,
  isSent: Schema.Boolean
})
export type Death = typeof Death.Type

const Coded = Schema.Struct({ code: Schema.String })
/** Why the database refuses what we do, in words; null where it is away, which a rollback finds out too, and dies of. */
export const refusalOf = (failure: Cause.Cause<unknown>): string | null => {
  const error = Cause.squash(failure)
  if (!SqlError.isSqlError(error)) return Cause.pretty(failure)
  const { cause } = error.reason
  const code = Schema.is(Coded)(cause) ? cause.code : null
  if (code === null || error.reason._tag === "ConnectionError" || /^(57P0|08)/.test(code)) return null
  return `${error.reason._tag} ${code} ${cause instanceof Error ? cause.message : error.message}`
}

/** What a process is started with, as its only argument. */
export const Role = Schema.fromJsonString(
  Schema.Struct({
    socket: Schema.String,
    database: Schema.String,
    user: Schema.String,
    seed: Schema.Int,
    /** A writer's number, from 1 on; 0: it moves. */
    writer: Schema.Int,
    /** How many of its number there were before. */
    life: Schema.Int,
    owners: Schema.Int,
    today: Schema.String,
    pauseMs: Schema.Int,
    death: Schema.NullOr(Death)
  })
)
export type Role = typeof Role.Type

const Key = Schema.Struct({ owner: Schema.Int, day: Schema.String })
/** What a process tells: it tells what it is about to write before it does. */
export const Told = Schema.Union([
  Schema.Struct({ tells: Schema.Literal("trying"), keys: Schema.Array(Key) }),
  Schema.Struct({
    tells: Schema.Literal("taken"),
    keys: Schema.Array(Schema.Struct({ ...Key.fields, recordedMs: Schema.Finite }))
  }),
  /** There already; of those that were given. */
  Schema.Struct({ tells: Schema.Literal("known"), keys: Schema.Array(Key) }),
  Schema.Struct({ tells: Schema.Literal("moved"), kind: Schema.Literals(kinds), count: Schema.Int }),
  /** The database was away. */
  Schema.Struct({ tells: Schema.Literal("away") }),
  Schema.Struct({ tells: Schema.Literal("fault"), fault: Schema.String })
])
export type Told = typeof Told.Type
