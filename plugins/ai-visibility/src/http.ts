import { asDocumented, Exchange, NotFound, type Provenance } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AiVisibilityApi } from "./api.ts"
import { RecentAnswers } from "./dashboard/RecentAnswers.ts"
import { Intents } from "./kept/Intents.ts"
import { Settings } from "./kept/Settings.ts"
import type { ModelSlug } from "./models.ts"
import { type DayWindow, lastDays, windowOf } from "./results/dayWindow.ts"
import { Results } from "./results/Results.ts"
import { makeSubjects } from "./Subjects.ts"
import { Bootstraps } from "./scans/Bootstraps.ts"
import { bucket } from "./scans/Planner.ts"
import { Scans } from "./scans/Scans.ts"
import { scoreModel } from "./scoring/visibility.ts"

const told = <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.map(asDocumented(answer), (data) => ({ data }))

/** Where figures come from; the arrays of the document have no place for it but headers. */
const limitations = ["asked over the provider's API, not in its app", "no personal context"]
const provenanceOf = (asOf: string | null): Provenance => ({
  source: "llm",
  // A day's figures are of its beginning: the header is a moment.
  asOf: asOf?.length === 10 ? `${asOf}T00:00:00.000Z` : asOf,
  status: asOf === null ? "not_measured" : "measured",
  model: scoreModel,
  limitations
})
/** A result, which says in headers where it comes from and, where it's null, that nothing was measured. */
const measured = <A, E, R>(answer: Effect.Effect<A, E, R>, asOfOf: (data: A) => string | null) =>
  Effect.gen(function* () {
    const data = yield* asDocumented(answer)
    const exchange = yield* Exchange
    const asOf = asOfOf(data)
    yield* exchange.describe(provenanceOf(asOf))
    yield* exchange.setHeader("X-Data-Limitations", limitations.join("; "))
    if (asOf === null) yield* exchange.empty
    return { data }
  })
const latest = (days: ReadonlyArray<string | null>): string | null =>
  days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null)

interface About {
  readonly appId: string
  readonly country: string
}
interface OfModel extends About {
  readonly model: ModelSlug
}

/** What is read of an app, over /v1 and by pages alike. */
const makeReads = Effect.gen(function* () {
  const subjects = yield* makeSubjects
  const settings = yield* Settings
  const results = yield* Results
  const placeOf = ({ appId, country }: About) => subjects.place(appId, country)
  return {
    settings: (asked: About) => told(Effect.flatMap(placeOf(asked), (subject) => settings.get(subject))),
    overview: (asked: OfModel) =>
      measured(
        Effect.flatMap(placeOf(asked), (subject) => results.overview(subject, asked.model)),
        ({ scoredAt }) => scoredAt
      ),
    intents: (asked: OfModel) =>
      measured(
        Effect.flatMap(placeOf(asked), (subject) => results.intents(subject, asked.model)),
        (rows) => latest(rows.map(({ scoredAt }) => scoredAt))
      ),
    competitors: (asked: OfModel, window: DayWindow) =>
      measured(
        Effect.flatMap(placeOf(asked), (subject) => results.competitors(subject, asked.model, window)),
        ({ asOf }) => asOf
      ).pipe(Effect.map(({ data }) => ({ data: data.rows }))),
    sources: (asked: About, window: DayWindow) =>
      measured(
        Effect.flatMap(placeOf(asked), (subject) => results.sources(subject, window)),
        ({ asOf }) => asOf
      ).pipe(Effect.map(({ data }) => ({ data: data.rows }))),
    trend: (asked: OfModel & { readonly intentId?: string }, window: DayWindow) =>
      measured(
        Effect.flatMap(placeOf(asked), (subject) => results.trend(subject, asked.model, window, asked.intentId)),
        (rows) => latest(rows.map(({ date }) => date))
      )
  }
})

const keyed = HttpApiBuilder.group(
  AiVisibilityApi,
  "aiVisibility",
  Effect.fn(function* (handlers) {
    const subjects = yield* makeSubjects
    const bootstraps = yield* Bootstraps
    const scans = yield* Scans
    const settings = yield* Settings
    const intents = yield* Intents
    const results = yield* Results
    const reads = yield* makeReads
    return handlers.handleAll({
      bootstrap: ({ params, payload: { country = "us", language } }) =>
        told(Effect.flatMap(subjects.place(params.appId, country), (subject) => bootstraps.accept(subject, language))),
      scan: ({ params, query }) =>
        Effect.gen(function* () {
          const subject = yield* subjects.place(params.appId, query.country)
          const exchange = yield* Exchange
          if (query.dryRun) {
            yield* exchange.quote({ credits: 0, bucket })
            return { data: yield* scans.preview(subject) }
          }
          const { held, ...accepted } = yield* scans.accept(subject)
          // Nothing new to ask is a price too.
          if (held === null) yield* exchange.quote({ credits: 0, bucket })
          else yield* exchange.held({ ...held, bucket })
          return { data: accepted }
        }).pipe(asDocumented),
      settings: ({ params, query }) => reads.settings({ ...params, ...query }),
      updateSettings: ({ params, payload, query }) =>
        told(
          Effect.flatMap(subjects.place(params.appId, query.country), (subject) => settings.update(subject, payload))
        ),
      overview: ({ params, query }) => reads.overview({ ...params, ...query }),
      intents: ({ params, query }) => reads.intents({ ...params, ...query }),
      addIntent: ({ params, payload, query }) =>
        told(Effect.flatMap(subjects.place(params.appId, query.country), (subject) => intents.add(subject, payload))),
      intent: ({ params, query }) =>
        measured(
          Effect.flatMap(subjects.app(params.appId), (owner) => results.intent(owner, params.intentId, query.model)),
          ({ scoredAt }) => scoredAt
        ),
      updateIntent: ({ params, payload }) =>
        told(Effect.flatMap(subjects.app(params.appId), (owner) => intents.update(owner, params.intentId, payload))),
      removeIntent: ({ params }) =>
        told(Effect.flatMap(subjects.app(params.appId), (owner) => intents.remove(owner, params.intentId))),
      prompts: ({ params, query }) =>
        told(
          Effect.flatMap(subjects.app(params.appId), (owner) => intents.prompts(owner, params.intentId, query.status))
        ),
      addPrompt: ({ params, payload }) =>
        told(Effect.flatMap(subjects.app(params.appId), (owner) => intents.addPrompt(owner, params.intentId, payload))),
      updatePrompt: ({ params, payload }) =>
        told(
          Effect.flatMap(subjects.app(params.appId), (owner) => intents.updatePrompt(owner, params.promptId, payload))
        ),
      removePrompt: ({ params }) =>
        told(Effect.flatMap(subjects.app(params.appId), (owner) => intents.removePrompt(owner, params.promptId))),
      competitors: ({ params, query }) =>
        Effect.flatMap(lastDays(query.windowDays), (window) => reads.competitors({ ...params, ...query }, window)),
      sources: ({ params, query }) =>
        Effect.flatMap(lastDays(query.windowDays), (window) => reads.sources({ ...params, ...query }, window)),
      trend: ({ params, query }) =>
        Effect.flatMap(lastDays(query.windowDays), (window) => reads.trend({ ...params, ...query }, window)),
      answer: ({ params }) =>
        measured(
          Effect.flatMap(subjects.app(params.appId), (owner) => results.answer(owner, params.answerId)),
          ({ answer }) => answer.fetchedAt
        )
    })
  })
)

/** An app that isn't set up is told once, by the overview: what would be listed of it is nothing. */
const orNone = <A, E, R>(listed: Effect.Effect<{ readonly data: ReadonlyArray<A> }, E, R>) =>
  Effect.catchIf(
    listed,
    (error) => error instanceof NotFound,
    () => Effect.succeed({ data: [] })
  )

const pages = HttpApiBuilder.group(
  AiVisibilityApi,
  "aiVisibilityDashboard",
  Effect.fn(function* (handlers) {
    const subjects = yield* makeSubjects
    const recent = yield* RecentAnswers
    const reads = yield* makeReads
    return handlers.handleAll({
      overview: ({ query }) => reads.overview(query),
      settings: ({ query }) => reads.settings(query),
      intents: ({ query }) => orNone(reads.intents(query)),
      competitors: ({ query }) => Effect.flatMap(windowOf(query), (window) => orNone(reads.competitors(query, window))),
      sources: ({ query }) => Effect.flatMap(windowOf(query), (window) => orNone(reads.sources(query, window))),
      trend: ({ query }) => Effect.flatMap(windowOf(query), (window) => orNone(reads.trend(query, window))),
      answers: ({ query }) =>
        told(Effect.flatMap(subjects.place(query.appId, query.country), (subject) => recent.of(subject, query)))
    })
  })
)

export const handlers = Layer.mergeAll(keyed, pages)
