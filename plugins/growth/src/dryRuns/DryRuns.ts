import { isoOf, Locks, rowsOf, ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { dayMs } from "../channels/asking.ts"
import type { GrowthConfig } from "../config.ts"
import { type Asked, type GrowthChannel, GrowthChannels, type Post, type Step } from "../contract.ts"
import { channelNamed } from "../projects/input.ts"
import { assertAvailable, Projects } from "../projects/Projects.ts"
import { type Candidate, candidateOf, isOwnAccount, subjectOf } from "../scans/candidates.ts"
import { makeListings } from "../scans/Listings.ts"
import { makePauses } from "../scans/Pauses.ts"
import { makeRivals } from "../scans/rivals.ts"
import { askedOf } from "../scans/steps.ts"
import { makeTurns, type Place } from "../scans/turns.ts"
import { relevanceModel } from "../scoring/relevance.ts"
import { urgencyFrom, urgencyModel } from "../scoring/urgency.ts"
import { makeAnonymous } from "../upkeep/forgotten.ts"
import { isGone } from "../upkeep/gone.ts"
import { type DryRun, days, examplesMax, millisMax, type NewDryRun, requestsMax } from "./schema.ts"

const goneRows = rowsOf(Schema.Struct({ key: Schema.String }))

type QueryTold = DryRun["queries"][number]
interface Query extends Place {
  readonly pages: number
}

const bestFirst = (a: Candidate, b: Candidate) =>
  b.score - a.score || b.publishedMs - a.publishedMs || (a.key < b.key ? -1 : 1)
const medianOf = (scores: ReadonlyArray<number>): number | null => {
  const sorted = scores.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}
const has = (candidate: Candidate, keyword: string) =>
  candidate.scored.matched.some((match) => match.keyword === keyword)

/** Of each keyword the best, and the best that a name alone brought; each once. */
const examplesOf = (
  keywords: ReadonlyArray<string>,
  found: ReadonlyArray<Candidate>,
  nowMs: number
): DryRun["examples"] => {
  const sorted = found.toSorted(bestFirst)
  const shown = new Set([
    ...keywords.flatMap((keyword) => sorted.filter((one) => has(one, keyword)).slice(0, examplesMax)),
    ...sorted.filter(({ scored }) => scored.matched.length === 0).slice(0, examplesMax)
  ])
  return sorted
    .filter((one) => shown.has(one))
    .map((one) => ({
      kind: one.kind,
      title: one.title,
      excerpt: one.excerpt,
      url: one.url,
      author: one.author,
      publishedAt: isoOf(one.publishedMs),
      matched: [...new Set(one.scored.matched.map(({ keyword }) => keyword))],
      relevanceScore: one.score,
      relevanceParts: one.scored.parts,
      urgency: urgencyFrom(one, nowMs)[0],
      intent: one.intent,
      language: one.language,
      scoredBy: [relevanceModel, urgencyModel]
    }))
}

const make = Effect.fnUntraced(function* ({ ownAccounts }: GrowthConfig) {
  const sql = yield* SqlClient.SqlClient
  const locks = yield* Locks
  const channels = yield* GrowthChannels
  const projects = yield* Projects
  const listings = yield* makeListings
  const rivals = yield* makeRivals
  const pauses = yield* makePauses
  const turnOf = yield* makeTurns
  const anonymous = yield* makeAnonymous
  const own = new Set(ownAccounts.map((account) => account.toLowerCase()))

  /** Without threads that the account knows to be gone at their source: an index may still have them. */
  const there = Effect.fnUntraced(function* (accountId: string, posts: ReadonlyArray<Post>) {
    const rows = yield* goneRows(sql`SELECT k.key FROM unnest(${posts.map(({ key }) => key)}::text[]) k (key)
      WHERE ${isGone(sql, accountId, "k.key")}`)
    const gone = new Set(rows.map(({ key }) => key))
    return posts.filter(({ key }) => !gone.has(key))
  })

  /** One page, if there is time: rests that a source asks for are waited for within it, and never cut short. */
  const pageOf = Effect.fnUntraced(function* (channel: GrowthChannel, asked: Asked, query: Query, untilMs: number) {
    for (;;) {
      const leftMs = untilMs - (yield* Clock.currentTimeMillis)
      if (leftMs <= 0) return undefined
      const turn = yield* turnOf(channel, asked, query).pipe(
        Effect.catchTag("LockUnavailable", () => Effect.succeed({ kind: "wait", ms: leftMs } as const)),
        Effect.timeoutOption(leftMs)
      )
      if (Option.isNone(turn)) return undefined
      if (turn.value.kind !== "wait") return turn.value
      if (turn.value.ms >= leftMs) return turn.value
      yield* Effect.sleep(turn.value.ms)
    }
  })

  /** The first page of every query before the second of any, so that no keyword is left out for another's many hits. */
  const read = Effect.fnUntraced(function* <E, R>(
    channel: GrowthChannel,
    asked: Asked,
    sinceMs: number,
    take: (posts: ReadonlyArray<Post>) => Effect.Effect<void, E, R>
  ) {
    const untilMs = (yield* Clock.currentTimeMillis) + millisMax
    const steps = channel.plan(asked, () => sinceMs)
    let waiting: ReadonlyArray<Query> = steps.map((step) => ({ step, cursor: null, pages: 0, hash: null }))
    const told = new Map<Step, QueryTold>()
    let requests = 0
    const tell = ({ pages, step }: Query, status: QueryTold["status"], reason: string | null) =>
      told.set(step, { source: step.source, query: step.query, status, pages, reason })
    const leave = (queries: ReadonlyArray<Query>, reason: string) => {
      for (const query of queries) tell(query, query.pages > 0 ? "partial" : "not_asked", reason)
    }
    for (;;) {
      const [query, ...rest] = waiting
      if (query === undefined) break
      if (requests >= requestsMax) {
        leave(waiting, `a dry run asks for ${requestsMax} pages at most`)
        break
      }
      const { source } = query.step
      const turn = yield* pageOf(channel, asked, query, untilMs)
      if (turn === undefined) {
        leave(waiting, `a dry run takes ${millisMax / 1_000} seconds at most`)
        break
      }
      if (turn.kind !== "wait") requests += 1
      if (turn.kind === "page") {
        const next = { ...query, cursor: turn.next, pages: query.pages + 1, hash: turn.hash }
        yield* take(turn.posts)
        yield* pauses.note(channel, source, { okMs: yield* Clock.currentTimeMillis })
        if (turn.next === null) tell(next, "read", null)
        waiting = turn.next === null ? rest : [...rest, next]
        continue
      }
      // The others of the source fail or wait with it.
      const together = waiting.filter(({ step }) => step.source === source)
      if (turn.kind === "failed") for (const one of together) tell(one, "failed", turn.failure.message)
      else leave(together, "it wants to be left alone for longer than a dry run lasts")
      waiting = rest.filter(({ step }) => step.source !== source)
    }
    return { requests, queries: steps.flatMap((step) => told.get(step) ?? []) }
  })

  const tried = Effect.fnUntraced(function* (accountId: string, given: NewDryRun) {
    const channel = yield* channelNamed(yield* channels.all, given.channel)
    const settings = yield* projects.settings(channel, { ...given, name: "" })
    yield* assertAvailable(channel)
    const nowMs = yield* Clock.currentTimeMillis
    const sinceMs = nowMs - days * dayMs
    const listing = yield* listings.read(settings)
    const competitorIds = (yield* rivals.read(accountId, settings, channel))?.ids ?? settings.competitorIds
    const project = { ...settings, ...(listing ?? { appName: null, listing: null, topic: null }) }
    const subject = subjectOf(project)
    const scored = (post: Post) => candidateOf(project, subject, channel, post)
    const seen = new Map<string, Candidate>()
    let excluded = 0
    let otherLanguages = 0

    const take = Effect.fnUntraced(function* (posts: ReadonlyArray<Post>) {
      const fresh = posts.filter(({ author, key }) => !seen.has(key) && !isOwnAccount(own, channel.id, author))
      const present = new Map((yield* there(accountId, fresh)).map((post) => [post.key, post]))
      for (const candidate of yield* anonymous(channel.id, [...present.values()].map(scored))) {
        seen.set(candidate.key, candidate)
        const post = present.get(candidate.key)
        if (candidate.isKept || post === undefined) continue
        if (candidateOf(project, { ...subject, exclude: [] }, channel, post).isKept) excluded += 1
        else if (candidateOf({ ...project, languages: [] }, subject, channel, post).isKept) otherLanguages += 1
      }
    })
    const { queries, requests } = yield* read(channel, askedOf({ ...settings, competitorIds }), sinceMs, take)

    const all = [...seen.values()]
    const found = all.filter(({ isKept }) => isKept)
    const answer: DryRun = {
      channel: channel.id,
      since: isoOf(sinceMs),
      asOf: isoOf(nowMs),
      isComplete: queries.every(({ status }) => status === "read"),
      requests,
      scanned: all.length,
      found: found.length,
      lowScore: all.filter(({ isKept, score }) => !isKept && score > 0).length,
      excluded,
      otherLanguages,
      byKeyword: settings.keywords.map((keyword) => {
        const kept = found.filter((one) => has(one, keyword))
        return {
          keyword,
          matched: all.filter((one) => has(one, keyword)).length,
          found: kept.length,
          relevanceMedian: medianOf(kept.map(({ score }) => score))
        }
      }),
      queries,
      examples: examplesOf(settings.keywords, found, nowMs)
    }
    return answer
  })

  return {
    /** What a scan of such a project would find in the last days. Nothing is kept; one at a time for an account. */
    run: Effect.fn("DryRuns.run")(function* (accountId: string, given: NewDryRun) {
      return yield* locks.withKey(`growth.dry-run:${accountId}`, tried(accountId, given), { waitMs: 1_000 }).pipe(
        Effect.catchTag(
          "LockUnavailable",
          () =>
            new ServiceUnavailable("another dry run of yours is under way; nothing was charged, retry", {
              retryAfterSeconds: millisMax / 1_000
            })
        )
      )
    })
  }
})

/** Keywords tried before they're kept. */
export class DryRuns extends Context.Service<DryRuns, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/growth/DryRuns"
) {
  static readonly layer = (config: GrowthConfig) => Layer.effect(DryRuns, make(config))
}
