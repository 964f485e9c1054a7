import {
  Entitlements,
  InvalidInput,
  isUuid,
  makeScheduler,
  type Param,
  pageOf,
  Schedules,
  TierLimitExceeded
} from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { type GrowthChannel, GrowthChannels } from "../contract.ts"
import { ChannelNotAvailable, Duplicate, noProject } from "../errors.ts"
import { Due } from "../jobRefs.ts"
import { Learned } from "../learned/Learned.ts"
import { projectsFeature } from "../limits.ts"
import { projectsCursor } from "../reads.ts"
import { askedOf, lackingOf } from "../scans/steps.ts"
import type { NewProject, Suggested } from "../schema.ts"
import { channelNamed, filtersOf, keywordsOf, wordsGiven } from "./input.ts"
import { makeProjectTable, shownProject } from "./ProjectTable.ts"

export interface Owner {
  readonly accountId: string
  readonly plan: string
}

/** A project in its one form. */
export interface Settings {
  readonly name: string
  readonly appId: string | null
  readonly platform: Param.Platform
  readonly country: string
  readonly keywords: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly languages: ReadonlyArray<string>
  readonly filters: Readonly<Record<string, ReadonlyArray<string>>>
  readonly scanEveryHours: 0 | 1 | 6 | 24
  readonly lookbackDays: number
  readonly useLearned: boolean
  readonly status: "active" | "paused" | "archived"
  readonly suggested: Suggested | null
  readonly competitorIds: ReadonlyArray<string>
}

export const scheduleName = (id: string) => `scan-${id}`
export const assertAvailable = (channel: GrowthChannel) =>
  channel.unavailable === null
    ? Effect.void
    : Effect.fail(new ChannelNotAvailable(`channel: ${channel.id} can't be read: ${channel.unavailable}`))

/** Refuses settings for which a channel has nothing to ask: a scan of them would find nothing and say nothing. */
export const assertAsks = (channel: GrowthChannel, own: Settings) => {
  // Ids of those that are named are looked up when it's scanned.
  const asked = askedOf({ ...own, competitorIds: [...own.competitorIds, ...own.competitors] })
  return channel.unavailable !== null || channel.plan(asked, () => 0).length > 0
    ? Effect.void
    : Effect.fail(new InvalidInput(lackingOf(channel, asked)))
}

const hourMs = 3_600_000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stores = yield* AppStores
  const channels = yield* GrowthChannels
  const entitlements = yield* Entitlements
  const schedules = yield* Schedules
  const schedule = yield* makeScheduler
  const table = yield* makeProjectTable
  const learned = yield* Learned

  const assertRoom = Effect.fnUntraced(function* ({ accountId, plan }: Owner) {
    const limit = entitlements.limit(plan, projectsFeature)
    if (limit !== null && (yield* table.count(accountId)) >= limit) {
      return yield* new TierLimitExceeded(
        `the plan '${plan}' has ${limit} growth projects; archive one with replace: true, or change the plan`
      )
    }
  })

  const show = Effect.fnUntraced(function* (accountId: string, id: string) {
    const row = yield* table.read(accountId, id, yield* Clock.currentTimeMillis)
    return row === undefined ? yield* Effect.die("a project that was just written isn't there") : shownProject(row)
  })

  /** Within a transaction. */
  const plan = Effect.fnUntraced(function* (accountId: string, id: string, { scanEveryHours, status }: Settings) {
    const which = { plugin: "growth", accountId, name: scheduleName(id) }
    if (scanEveryHours === 0 || status !== "active") {
      yield* schedules.remove(which).pipe(Effect.provideService(SqlClient.SqlClient, sql))
      return
    }
    yield* schedule({ ...which, everyMs: scanEveryHours * hourMs, job: Due, payload: { accountId, projectId: id } })
  })

  const json = (value: unknown) => JSON.stringify(value)

  /** Within a transaction that has the account's lock. */
  const insert = Effect.fnUntraced(function* (owner: Owner, channel: string, own: Settings) {
    if (own.status !== "archived") yield* assertRoom(owner)
    const nowMs = yield* Clock.currentTimeMillis
    const id = uuidV7Unsafe()
    yield* sql`
      INSERT INTO growth_projects (account_id, id, name, channel, app_id, platform, country, keywords, exclude, competitors,
        languages, filters, scan_every_hours, lookback_days, use_learned, status, suggested, competitor_ids, created_ms, updated_ms)
      VALUES (${owner.accountId}::uuid, ${id}::uuid, ${own.name}, ${channel}, ${own.appId}, ${own.platform}, ${own.country},
        ${json(own.keywords)}::text::jsonb, ${json(own.exclude)}::text::jsonb, ${json(own.competitors)}::text::jsonb,
        ${json(own.languages)}::text::jsonb, ${json(own.filters)}::text::jsonb, ${own.scanEveryHours}::int,
        ${own.lookbackDays}::int, ${own.useLearned}, ${own.status}, ${own.suggested === null ? null : json(own.suggested)}::text::jsonb,
        ${json(own.competitorIds)}::text::jsonb, ${nowMs}::bigint, ${nowMs}::bigint)`
    yield* plan(owner.accountId, id, own)
    return id
  })

  /** What is looked for changed: the next scan looks back as a first one does. */
  const update = Effect.fnUntraced(function* (owner: Owner, id: string, own: Settings, isArchived: boolean) {
    if (isArchived && own.status !== "archived") yield* assertRoom(owner)
    const nowMs = yield* Clock.currentTimeMillis
    const sought = sql`keywords IS DISTINCT FROM ${json(own.keywords)}::text::jsonb
      OR competitors IS DISTINCT FROM ${json(own.competitors)}::text::jsonb
      OR filters IS DISTINCT FROM ${json(own.filters)}::text::jsonb
      OR app_id IS DISTINCT FROM ${own.appId} OR platform <> ${own.platform}
      OR lookback_days < ${own.lookbackDays}::int`
    yield* sql`
      UPDATE growth_projects SET
        newest = CASE WHEN ${sought} THEN '{}' ELSE newest END,
        left_steps = CASE WHEN ${sought} THEN '[]' ELSE left_steps END,
        revision = CASE WHEN ${sought} OR exclude IS DISTINCT FROM ${json(own.exclude)}::text::jsonb
          OR languages IS DISTINCT FROM ${json(own.languages)}::text::jsonb THEN revision + 1 ELSE revision END,
        topic_ms = CASE WHEN ${sought} THEN null ELSE topic_ms END,
        app_id = ${own.appId}, platform = ${own.platform}, keywords = ${json(own.keywords)}::text::jsonb,
        exclude = ${json(own.exclude)}::text::jsonb, competitors = ${json(own.competitors)}::text::jsonb,
        languages = ${json(own.languages)}::text::jsonb, filters = ${json(own.filters)}::text::jsonb,
        scan_every_hours = ${own.scanEveryHours}::int, lookback_days = ${own.lookbackDays}::int, use_learned = ${own.useLearned}, status = ${own.status},
        updated_ms = ${nowMs}::bigint
      WHERE account_id = ${owner.accountId}::uuid AND id = ${id}::uuid`
    yield* plan(owner.accountId, id, own)
  })

  const settingsOf = Effect.fnUntraced(function* (channel: GrowthChannel, given: NewProject) {
    const platform = given.platform ?? "storea"
    const store = yield* Effect.orDie(stores.get(platform))
    const appId = given.appId === undefined ? null : yield* store.parseAppId(given.appId, "appId")
    if (appId === null && given.platform !== undefined) {
      return yield* new InvalidInput("platform: is the store of appId; send both or neither")
    }
    const name = given.name.normalize("NFC").trim()
    const own: Settings = {
      name,
      appId,
      platform,
      country: "us",
      keywords: yield* keywordsOf(given.keywords, given.languages),
      exclude: yield* wordsGiven("exclude", given.exclude),
      competitors: yield* wordsGiven("competitors", given.competitors),
      languages: [...new Set(given.languages ?? [])],
      filters: yield* filtersOf(channel, given.filters),
      scanEveryHours: given.scanEveryHours ?? 0,
      lookbackDays: given.lookbackDays ?? 30,
      useLearned: given.useLearned ?? false,
      status: given.status ?? "active",
      suggested: null,
      competitorIds: []
    }
    yield* assertAsks(channel, own)
    return own
  })

  /** Refuses a channel that neither this gateway has nor the account had: what one brought that is gone stays readable. */
  const assertKnown = Effect.fnUntraced(function* (accountId: string, id: string | undefined) {
    const all = yield* channels.all
    if (id === undefined || all.some((channel) => channel.id === id) || (yield* table.isOn(accountId, id))) return
    yield* channelNamed(all, id)
  })

  return {
    assertKnown,
    show,
    insert,
    /** What a caller sends for a project, in its one form. */
    settings: settingsOf,
    locked: table.lock,

    list: Effect.fn("Projects.list")(function* (
      accountId: string,
      query: {
        readonly channel?: string
        readonly appId?: string
        readonly status?: string
        readonly limit: number
        readonly cursor?: { readonly ms: number; readonly id: string }
      }
    ) {
      yield* assertKnown(accountId, query.channel)
      const nowMs = yield* Clock.currentTimeMillis
      const { rows, total } = yield* table.list(accountId, nowMs, { ...query, after: query.cursor })
      const page = pageOf(rows, {
        limit: query.limit,
        cursor: projectsCursor,
        positionOf: ({ createdMs, id }) => ({ ms: createdMs, id })
      })
      return { items: page.items.map(shownProject), nextCursor: page.nextCursor, total }
    }),

    add: Effect.fn("Projects.add")(function* (owner: Owner, given: NewProject) {
      const channel = yield* channelNamed(yield* channels.all, given.channel)
      const own = yield* settingsOf(channel, given)
      if (own.status === "active") yield* assertAvailable(channel)
      const id = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* table.lock(owner.accountId)
          const known = yield* table.named(owner.accountId, channel.id, own.name)
          if (known === undefined) {
            yield* assertAvailable(channel)
            return yield* insert(owner, channel.id, own)
          }
          if (given.replace !== true) {
            return yield* new Duplicate(
              `name: there is a project '${own.name}' on ${channel.id} already, as ${known.id}; send replace: true to change it`
            )
          }
          yield* update(owner, known.id, own, known.status === "archived")
          if (own.useLearned !== known.useLearned) yield* learned.enqueue(owner.accountId, known.id)
          return known.id
        })
      )
      return yield* show(owner.accountId, id)
    }),

    /** A project of this account, for what follows. */
    find: Effect.fnUntraced(function* (accountId: string, id: string) {
      return isUuid(id) ? ((yield* table.scanned(accountId, id)) ?? (yield* noProject)) : yield* noProject
    })
  }
})

/** What accounts look for, and where. */
export class Projects extends Context.Service<Projects, Effect.Success<typeof make>>()("@storeglass/growth/Projects") {
  static readonly layer = Layer.effect(Projects, make)
}
