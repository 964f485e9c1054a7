import { Schema } from "effect"

const whole = (description: string, minimum: number, maximum: number) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description }))

export const WorkspaceConfig = Schema.Struct({
  writesPerSecond: whole("Writes an account may make in a second, and at once. Default 20.", 1, 100_000),
  keepReportsDays: whole("Days that saved reports are kept; pinned ones are kept for good. Default 400.", 1, 36_500),
  rankAlertsFrom: whole(
    "By how many ranks a keyword must move on a day to be told of; 0: none is. Default 10.",
    0,
    400
  ),
  ratingAlertsFrom: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 4 })).annotate({
      description: "By how many stars an app's average must fall within 7 days to be told of; 0: none is. Default 0.1."
    })
  ),
  visibilityAlertsFrom: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
      description:
        "By how many points an app's search visibility in a market must fall on a day to be told of; 0: none is. Default 5."
    })
  ),
  storeMs: whole("How long adding an app waits for its name from the store, in ms. Default 3000.", 1, 30_000)
})
export type WorkspaceConfig = typeof WorkspaceConfig.Type
