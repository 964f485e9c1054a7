import { ModelSlug } from "@storeglass/ai-visibility/contract"
import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault, whole } = Setting

/** Settings of the plugin: when reports are made, and from where on a change is told. */
export const CofounderConfig = Schema.Struct({
  writer: Schema.optionalKey(
    ModelSlug.annotate({
      description:
        "The assistant of ai-visibility that puts the findings of reports into its words, on the operator's key; it's shown no figures. Without one, or while it fails, they are in the words of their rules."
    })
  ),
  fromHour: withDefault(whole("Hour (UTC) from which on the day's reports are made.", 0, 9), 4),
  untilHour: withDefault(whole("Hour (UTC) until which they are spread.", 1, 10), 9),
  ranksMin: withDefault(whole("Least ranks by which a keyword's rank must move to be told.", 1, 100), 5),
  chartRanksMin: withDefault(whole("Least ranks by which a chart position must move to be told.", 1, 100), 5),
  visibilityMin: withDefault(whole("Least points by which the visibility must move to be told.", 1, 50), 3),
  assistantPointsMin: withDefault(
    whole("Least points by which an assistant's score must move to be told.", 1, 100),
    10
  ),
  ratingDropMin: withDefault(
    Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 4 })).annotate({
      description: "By how much the average rating must fall within 7 days to be told at once."
    }),
    0.2
  ),
  ratingsMin: withDefault(whole("Least new ratings within 7 days for that.", 1, 1_000_000), 50),
  themeMentionsMin: withDefault(whole("Least reviews of a day that complain of the same to be told.", 1, 1_000), 3),
  auditPointsMin: withDefault(whole("Least points by which an audit's score must move to be told.", 1, 100), 3),
  opportunityMin: withDefault(
    whole("Least score of a new keyword opportunity (aso-opportunity) to be told.", 1, 100),
    50
  ),
  rivalRanksMin: withDefault(whole("Least ranks by which a competitor moves majorly.", 1, 200), 20),
  rivalKeywordsMin: withDefault(whole("On how many shared keywords it must for that, or enter a top 10.", 1, 100), 3),
  figuresPercentMin: withDefault(
    whole("Least percent by which installs or proceeds must differ from the week before to be told.", 1, 1_000),
    25
  ),
  savedPerApp: withDefault(
    whole("How many reports of an app are kept with the saved reports. Pinned ones stay.", 1, 1_000),
    30
  ),
  keptDays: withDefault(whole("For how many days it's kept which reports were made and delivered.", 30, 800), 400)
})
export type CofounderConfig = typeof CofounderConfig.Type
