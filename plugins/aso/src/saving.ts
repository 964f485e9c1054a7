/** `save=true`: an answer that is kept as a report of the account's workspace. The same for every analysis. */
import {
  asDocumented,
  Caller,
  Field,
  Forbidden,
  InvalidInput,
  Param,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** `save` of a query. */
export const save = Param.boolean({
  default: false,
  description:
    "Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default false."
})
/** `save` of a body. */
export const saveField = Schema.optionalKey(
  Schema.Boolean.annotate({
    description:
      "Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default false."
  })
)

/** What an answer says of it, beside all else; absent where it wasn't asked for. */
export const savedFields = {
  savedReport: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({ id: Field.text("Id of the report.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f") })
    ).annotate({
      description: "With save: where the answer is kept; null: it isn't, see reason."
    })
  ),
  reason: Schema.optionalKey(Field.text("With save: why the answer wasn't kept."))
}
export interface SavedAnswer {
  readonly savedReport?: { readonly id: string } | null
  readonly reason?: string
}

/** What a report is called and about. */
export interface Report {
  /** As in `aso.audit`. */
  readonly kind: string
  readonly title: string
  readonly platform?: Param.Platform
  readonly appId?: string
  readonly country?: string
  readonly model: string
  /** What the analysis was asked. */
  readonly params: unknown
}

/** What the answer about an app is kept as: `what` is what it is called, as in "Audit". */
export const reportOf = (
  kind: string,
  what: string,
  model: string,
  { accountId: _, id, ...asked }: { readonly accountId: string; readonly id: string },
  {
    appId,
    country,
    platform
  }: { readonly appId: string | number; readonly country: string; readonly platform: Param.Platform }
): Report => ({
  kind,
  title: `${what} of ${appId} (${country})`,
  platform,
  appId: String(appId),
  country,
  model,
  params: { id, ...asked }
})

/** Something can't be kept, and so nothing is. */
export class Unsaved extends Data.TaggedError("Unsaved")<{ readonly reason: string }> {}

/** Keeps answers for accounts that ask for it. */
export class Saving extends Context.Service<
  Saving,
  {
    /**
     * The answer of `work`, kept if `wanted`. Who may not, or where there is no workspace, is refused before any work; a
     * full workspace only says so in the answer.
     */
    readonly keep: <A extends object, E, R>(
      wanted: boolean | undefined,
      work: Effect.Effect<A, E, R>,
      report: (answer: A) => Report,
      /** Once it's kept, in the same transaction. */
      then?: (answer: A) => Effect.Effect<void, SqlError.SqlError>
    ) => Effect.Effect<A & SavedAnswer, E | Forbidden | InvalidInput | ServiceUnavailable, R | Caller>
    /**
     * As `keep`, with what `beside` writes in the same transaction and adds to the answer: all of it is kept, or nothing.
     * `none` is what the answer says where nothing is.
     */
    readonly keepBoth: <W, A extends object, B extends object, E, R>(
      wanted: boolean | undefined,
      work: Effect.Effect<W, E, R>,
      parts: {
        readonly answer: (done: W) => A
        readonly beside: (done: W) => Effect.Effect<B, Unsaved | SqlError.SqlError, Caller>
        readonly none: (reason: string) => B
        readonly report: (answer: A) => Report
        readonly then?: ((answer: A) => Effect.Effect<void, SqlError.SqlError>) | undefined
      }
    ) => Effect.Effect<A & Partial<B> & SavedAnswer, E | Forbidden | InvalidInput | ServiceUnavailable, R | Caller>
  }
>()("@storeglass/aso/Saving") {
  static readonly layer = Layer.effect(
    Saving,
    Effect.gen(function* () {
      const keepers = Option.all({
        reports: yield* Effect.serviceOption(SavedReports),
        sql: yield* Effect.serviceOption(SqlClient.SqlClient)
      })

      const mayKeep = Effect.gen(function* () {
        const { accountId, plan, scopes } = yield* Caller
        if (!scopes.includes("write"))
          return yield* new Forbidden("save: needs a key with the scope write; this one may only read")
        if (Option.isNone(keepers))
          return yield* new InvalidInput(
            "save: the plugin workspace, which keeps reports, isn't enabled on this gateway"
          )
        return { accountId, plan, ...keepers.value }
      })

      /** `payload` as a report of the caller's. */
      const saved = (
        { accountId, plan, reports }: Effect.Success<typeof mayKeep>,
        payload: object,
        { appId, platform, ...about }: Report
      ) =>
        reports
          .save({
            accountId,
            plan,
            ...about,
            ...(appId === undefined || platform === undefined ? {} : { app: { platform, appId } }),
            payload
          })
          .pipe(
            Effect.map(({ id }): SavedAnswer => ({ savedReport: { id } })),
            Effect.catchTags({
              TIER_LIMIT_EXCEEDED: ({ message }) => Effect.fail(new Unsaved({ reason: message })),
              ReportTooLarge: ({ bytes }) =>
                Effect.fail(new Unsaved({ reason: `the answer has ${bytes} bytes; a report has at most 1 MiB` })),
              ReportIdTaken: Effect.die
            })
          )

      const keepBoth: Saving["Service"]["keepBoth"] = Effect.fnUntraced(function* (wanted, work, parts) {
        if (wanted !== true) return { ...parts.answer(yield* work) }
        const keeper = yield* mayKeep
        const done = yield* work
        const answer = parts.answer(done)
        const kept = Effect.gen(function* () {
          const more = { ...answer, ...(yield* parts.beside(done)) }
          const report = yield* saved(keeper, more, parts.report(answer))
          if (parts.then !== undefined) yield* parts.then(answer)
          return { ...more, ...report }
        })
        return yield* keeper.sql.withTransaction(kept).pipe(
          Effect.catchTag("Unsaved", ({ reason }) =>
            Effect.succeed({ ...answer, ...parts.none(reason), savedReport: null, reason })
          ),
          asDocumented
        )
      })

      return Saving.of({
        keepBoth,
        keep: (wanted, work, report, then) =>
          keepBoth(wanted, work, {
            answer: (done) => done,
            beside: () => Effect.succeed({}),
            none: () => ({}),
            report,
            then
          })
      })
    })
  )
}
