/** Answers that an account keeps as reports of its workspace. */
import { asDocumented, Caller, Forbidden, InvalidInput } from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Effect, Option } from "effect"

interface About {
  readonly appId: number
  readonly name: string | null
  /** What was asked. */
  readonly asked: unknown
}

export const makeSaving = Effect.gen(function* () {
  const reports = yield* Effect.serviceOption(SavedReports)

  return {
    /** Keeps answers of the caller's. Who may not, or where there's no workspace, is refused before any work. */
    keeper: Effect.gen(function* () {
      const { accountId, plan, scopes } = yield* Caller
      if (!scopes.includes("write")) {
        return yield* new Forbidden("save: needs a key with the scope write; this one may only read")
      }
      if (Option.isNone(reports)) {
        return yield* new InvalidInput("save: the plugin workspace, which keeps reports, isn't enabled on this gateway")
      }
      const lost = (reason: string) => Effect.succeed({ savedReport: null, reason })
      return (payload: object, { appId, asked, name }: About) =>
        reports.value
          .save({
            accountId,
            plan,
            kind: "ad-library.ads",
            title: `Ads of ${name ?? appId} in the EU`,
            app: { platform: "storea", appId: String(appId) },
            params: asked,
            payload
          })
          .pipe(
            Effect.map(({ id }) => ({ savedReport: { id } })),
            Effect.catchTags({
              TIER_LIMIT_EXCEEDED: ({ message }) => lost(message),
              ReportTooLarge: ({ bytes }) =>
                lost(`the answer has ${bytes} bytes, and a report at most 1 MiB: send a smaller limit`),
              ReportIdTaken: Effect.die
            }),
            asDocumented
          )
    })
  }
})
