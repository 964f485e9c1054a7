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
import { Context, Effect, Layer, Option, Schema } from "effect"

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
      report: (answer: A) => Report
    ) => Effect.Effect<A & SavedAnswer, E | Forbidden | InvalidInput | ServiceUnavailable, R | Caller>
  }
>()("@storeglass/aso/Saving") {
  static readonly layer = Layer.effect(
    Saving,
    Effect.map(Effect.serviceOption(SavedReports), (reports) =>
      Saving.of({
        keep: Effect.fnUntraced(function* <A extends object, E, R>(
          wanted: boolean | undefined,
          work: Effect.Effect<A, E, R>,
          report: (answer: A) => Report
        ) {
          const told = (answer: A, saved: SavedAnswer = {}) => ({ ...answer, ...saved })
          if (wanted !== true) return told(yield* work)
          const { accountId, plan, scopes } = yield* Caller
          if (!scopes.includes("write"))
            return yield* new Forbidden("save: needs a key with the scope write; this one may only read")
          if (Option.isNone(reports))
            return yield* new InvalidInput(
              "save: the plugin workspace, which keeps reports, isn't enabled on this gateway"
            )
          const answer = yield* work
          const { appId, platform, ...about } = report(answer)
          const app = appId === undefined || platform === undefined ? {} : { app: { platform, appId } }
          const saved = yield* reports.value.save({ accountId, plan, ...about, ...app, payload: answer }).pipe(
            Effect.map(({ id }): SavedAnswer => ({ savedReport: { id } })),
            Effect.catchTags({
              TIER_LIMIT_EXCEEDED: ({ message }) => unsaved(message),
              ReportTooLarge: ({ bytes }) => unsaved(`the answer has ${bytes} bytes; a report has at most 1 MiB`),
              ReportIdTaken: Effect.die
            }),
            asDocumented
          )
          return told(answer, saved)
        })
      })
    )
  )
}

const unsaved = (reason: string): Effect.Effect<SavedAnswer> => Effect.succeed({ savedReport: null, reason })
