/** What each change of the journal changed, and the change that takes it back. */
import type { Change, Preview, WriteRecord } from "@storeglass/plugin-api"
import { type Effect, Option, Schema } from "effect"
import { type Availabilities, SetNewTerritories, SetTerritory } from "../catalog/Availabilities.ts"
import * as B from "../catalog/bodies.ts"
import { type Prices, replace, type Scheduled, SetPrice } from "../catalog/Prices.ts"
import {
  localizations,
  MakeGroup,
  MakeIap,
  MakeSubscription,
  type Parent,
  type Products,
  UpdateIap,
  UpdateSubscription
} from "../catalog/Products.ts"
import { type ReviewScreenshots, deletions as screenshotDeletions, uploads } from "../screenshots/ReviewScreenshots.ts"
import type { Console } from "../vendor/Console.ts"
import type { Changes, Kind, Manner, Undone } from "../writes/Changes.ts"
import { type Fields, fieldsDiff, onlyChanged, type Plain, said } from "../writes/diffs.ts"
import { inForce, scheduleDiff } from "../writes/previews.ts"
import { type Deletions, deletions } from "./Deletions.ts"

/** Who takes changes back: the services that make them. */
export interface Hands {
  readonly availabilities: Availabilities["Service"]
  readonly deletions: Deletions["Service"]
  readonly prices: Prices["Service"]
  readonly products: Products["Service"]
  readonly screenshots: ReviewScreenshots["Service"]
}
/** Without what is taken back: a plan knows that. */
export interface UndoManner {
  readonly dryRun: boolean
  readonly planId: string | undefined
}
type Answer = { readonly data: Preview } | { readonly data: { readonly unchanged?: true } }
type Made = ReturnType<Changes["Service"]["make"]>
type Back = (
  hands: Hands,
  console: Console,
  manner: UndoManner
) => Effect.Effect<Answer, Effect.Error<Made>, Effect.Services<Made>>

/** What the journal tells of a change. */
export interface Told {
  readonly changes: ReadonlyArray<Change>
  /** How it's taken back, or why it can't be. */
  readonly back: Back | { readonly whyNot: string }
}

interface Row<S, I, A> {
  readonly before: S
  readonly intent: I
  /** Null unless the vendor has it. */
  readonly after: A | null
  readonly record: WriteRecord
  /** Today, UTC. */
  readonly day: string
}
type Teller = (record: WriteRecord, day: string) => Told | undefined

const tellerOf = <S, I, A>(kind: Kind<S, I, A>, tell: (row: Row<S, I, A>) => Told): readonly [string, Teller] => {
  const { after, before, intent, name } = kind(0)
  const read = {
    before: Schema.decodeUnknownOption(before),
    intent: Schema.decodeUnknownOption(intent),
    after: Schema.decodeUnknownOption(after)
  }
  return [
    name,
    (record, day) =>
      Option.getOrUndefined(
        Option.zipWith(read.before(record.before), read.intent(record.intent), ({ state }, asked) =>
          tell({ before: state, intent: asked, after: Option.getOrNull(read.after(record.after)), record, day })
        )
      )
  ]
}

const not = (whyNot: string) => ({ whyNot })
const undone = <I>(manner: UndoManner, { endedAtMs }: WriteRecord, intent?: I): Manner<I> => {
  const undoes: Undone<I> = { endedAtMs: endedAtMs ?? 0, intent }
  return { ...manner, undoes }
}
/** The id in `iap:1`, `iap-localization:2` or `app:3/iap:x`: of its first part. */
const idIn = ({ target }: WriteRecord) => /^[a-z-]+:([^/]+)/.exec(target)?.[1] ?? ""

/** Of fields: each as it was before, as far as that is known and the vendor takes it. */
const backTo = <I extends Fields<Plain | undefined>>(
  made: ReadonlyArray<Change>,
  before: I
): I | { readonly whyNot: string } => {
  const shared = made.find(({ field, to }) => field === "familySharable" && to === true)
  if (shared !== undefined) return not("the vendor doesn't take family sharing back once it's on")
  const back = onlyChanged(before, made)
  const lost = made.filter(({ field }) => back[field] === undefined).map(({ field }) => field)
  return lost.length === 0 ? back : not(`the vendor hadn't said what ${lost.join(", ")} was before`)
}
const periods = B.SubscriptionPatchIntent.fields.subscriptionPeriod
const periodOf = (period: string | null) => Option.getOrNull(Schema.decodeUnknownOption(periods.schema)(period))
const isNot = (value: object): value is { readonly whyNot: string } => "whyNot" in value

/** Of a change of fields. `createVersion` says where they are, and is none of them. */
const fields = <S extends Fields<Plain>, I extends Fields<Plain | undefined>, A>(
  kind: Kind<S, I, A>,
  beforeOf: (before: S) => I,
  run: (hands: Hands, console: Console, id: string, back: I, manner: Manner<I>, intent: I) => ReturnType<Back>
) =>
  tellerOf(kind, ({ before, intent, record }) => {
    const changes = fieldsDiff(before, intent).filter(({ field }) => field !== "createVersion")
    const back = backTo(changes, beforeOf(before))
    return {
      changes,
      back: isNot(back)
        ? back
        : (hands, console, manner) =>
            run(hands, console, idIn(record), back, undone(manner, record, onlyChanged(intent, changes)), intent)
    }
  })

const notMade = not("the journal doesn't have what the vendor made of it")
/** Of something that was made. */
const making = <A extends { readonly id: string } & Fields<Plain>, I extends Fields<Plain | undefined>>(
  kind: Kind<A | null, I, A>,
  run: (hands: Hands, console: Console, made: A, record: WriteRecord, manner: Manner) => ReturnType<Back>
) =>
  tellerOf(kind, ({ after, intent, record }) => ({
    changes: fieldsDiff(null, intent),
    back:
      after === null
        ? notMade
        : (hands, console, manner) => run(hands, console, after, record, undone<never>(manner, record))
  }))

const localized = (parent: Parent) => [
  fields(
    localizations[parent].update,
    ({ description, name }) => ({ description, ...said("name", name) }),
    ({ products }, console, id, back, manner, { createVersion }) =>
      products.updateLocalization(
        console,
        parent,
        id,
        { ...back, ...said("createVersion", createVersion ?? null) },
        manner
      )
  ),
  making(localizations[parent].make, ({ deletions }, console, made, record, manner) =>
    deletions.localization(console, parent, idIn(record), made, manner)
  )
]

const pictured = (parent: Parent) => [
  tellerOf(uploads[parent], ({ after, intent, record }) => ({
    changes: [{ field: "reviewScreenshot", from: null, to: intent }],
    back:
      after === null
        ? notMade
        : ({ screenshots }, console, manner) =>
            screenshots.remove(console, parent, idIn(record), undone<never>(manner, record), after)
  })),
  tellerOf(screenshotDeletions[parent], ({ before }) => ({
    changes: [
      {
        field: "reviewScreenshot",
        from:
          before === null ? null : { fileName: before.fileName, fileSize: before.fileSize, checksum: before.checksum },
        to: null
      }
    ],
    back: not("it's a deletion, and its file isn't kept here; upload it again")
  }))
]

const scheduled = (of: Scheduled) =>
  tellerOf(replace[of], ({ before, day, intent, record }) => {
    const tags = new Map(before.prices.map((entry) => [entry.pricePointId, entry]))
    // As of the day on which it was made: its days have begun by now.
    const then = new Date(record.startedAtMs).toISOString().slice(0, 10)
    const { changes } = scheduleDiff(before, intent, tags, then)
    const { baseTerritory } = before
    if (before.id === null || baseTerritory === null) {
      return {
        changes,
        back: not("there was no schedule before, and the vendor deletes none; set other prices instead")
      }
    }
    return {
      changes,
      back: ({ prices }, console, manner) =>
        prices.replaceSchedule(
          console,
          of,
          idIn(record),
          {
            baseTerritory,
            confirmReplaceAll: true,
            // What would have begun since holds now.
            prices: inForce(before.prices, day).map(({ pricePointId, startDate, territory }) => ({
              territory,
              pricePointId,
              ...said("startDate", startDate)
            }))
          },
          undone(manner, record, intent)
        )
    }
  })

const tellers: ReadonlyMap<string, Teller> = new Map([
  fields(
    UpdateIap,
    ({ familySharable, name, reviewNote }) => ({
      reviewNote,
      ...said("name", name),
      ...said("familySharable", familySharable)
    }),
    ({ products }, console, id, back, manner) => products.updateIap(console, id, back, manner)
  ),
  fields(
    UpdateSubscription,
    ({ familySharable, groupLevel, name, reviewNote, subscriptionPeriod }) => ({
      reviewNote,
      ...said("name", name),
      ...said("familySharable", familySharable),
      ...said("groupLevel", groupLevel),
      ...said("subscriptionPeriod", periodOf(subscriptionPeriod))
    }),
    ({ products }, console, id, back, manner) => products.updateSubscription(console, id, back, manner)
  ),
  ...localized("iap"),
  ...localized("subscription"),
  ...pictured("iap"),
  ...pictured("subscription"),
  making(MakeIap, ({ deletions }, console, made, _, manner) => deletions.iap(console, made, manner)),
  making(MakeGroup, ({ deletions }, console, made, record, manner) =>
    deletions.group(console, made, idIn(record), manner)
  ),
  making(MakeSubscription, ({ deletions }, console, made, _, manner) => deletions.subscription(console, made, manner)),
  scheduled("iap"),
  scheduled("app"),
  tellerOf(SetPrice, ({ after, before, day, intent, record }) => {
    const { pricePointId, startDate, territory } = intent
    const last = before.prices.find(({ preserved, status }) => status === "current" && preserved !== true)
    const from = last === undefined ? null : { pricePointId: last.pricePointId, startDate: last.startDate }
    const changes = [{ field: `prices.${territory}`, from, to: { pricePointId, startDate } }]
    const id = after?.id ?? null
    if (!before.hasPrice) {
      return { changes, back: not("it's the subscription's first price, and the vendor deletes none that holds") }
    }
    if (startDate === null || startDate <= day) {
      return {
        changes,
        back: not(
          "the price has begun, and the vendor deletes only those that haven't; set the old price again from a later day"
        )
      }
    }
    if (after === null || id === null) return { changes, back: notMade }
    return {
      changes,
      back: ({ deletions }, console, manner) =>
        deletions.price(console, { ...after, id }, undone<never>(manner, record))
    }
  }),
  tellerOf(SetNewTerritories, ({ before, intent, record }) => {
    const { availableInNewTerritories } = before
    return {
      changes: fieldsDiff({ availableInNewTerritories }, intent),
      back:
        availableInNewTerritories === null
          ? not("the vendor hadn't said what availableInNewTerritories was before")
          : ({ availabilities }, console, manner) =>
              availabilities.setNewTerritories(
                console,
                idIn(record),
                { availableInNewTerritories, confirm: true },
                undone(manner, record, intent)
              )
    }
  }),
  tellerOf(SetTerritory, ({ before, intent, record }) => {
    const available = before?.available ?? null
    return {
      changes: fieldsDiff(before === null ? null : { available }, intent),
      back:
        available === null
          ? not("the vendor hadn't said whether it was available before")
          : ({ availabilities }, console, manner) =>
              availabilities.setTerritory(
                console,
                idIn(record),
                { available, confirm: true },
                undone(manner, record, intent)
              )
    }
  })
])

const others = (operation: string): string =>
  deletions.has(operation)
    ? "it's a deletion, and the vendor brings nothing back; make it again"
    : "the nightly sync ordered these reports with the saved key; the vendor ends orders that nobody reads"

/** What the journal tells of a row. */
export const toldOf = (record: WriteRecord, day: string): Told => {
  const told = tellers.get(record.operation)?.(record, day)
  if (told !== undefined) return told
  return { changes: [], back: not(others(record.operation)) }
}

/** Why a change can't be taken back, as far as its row tells; undefined where it can. */
export const whyNot = ({ outcome }: WriteRecord, { back }: Told): string | undefined => {
  if (outcome === null)
    return "it isn't known whether it was done; repeat it with its Idempotency-Key, which settles that"
  if (outcome === "absent") return "it wasn't done, so there is nothing to take back"
  return isNot(back) ? back.whyNot : undefined
}
