import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { withDefault } = Setting

const whole = (description: string, minimum: number, maximum: number, value: number) =>
  withDefault(Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description }), value)

const Collect = Schema.Struct({
  enabled: withDefault(Schema.Boolean.annotate({ description: "Collect the ranks of tracked keywords daily." }), true),
  searchesPerMinute: withDefault(
    Schema.Struct({
      storea: whole("Searches a minute for the collection; keep it below the adapter's limit.", 1, 60_000, 10),
      storeb: whole("The same, for storeb.", 1, 60_000, 8)
    }),
    {}
  ),
  spread: withDefault(
    Schema.Boolean.annotate({
      description:
        "Spread each minute's searches over the minute, and the day's over the day; false: as fast as allowed."
    }),
    true
  ),
  claimMs: whole(
    "After this, a keyword that a node took but didn't finish goes to another node.",
    1_000,
    3_600_000,
    180_000
  ),
  attempts: whole("Attempts per keyword and day, not counting throttling.", 1, 50, 6)
})

const Discover = Schema.Struct({
  searchesMax: whole("Searches a request may use to find keywords of an app with nothing stored.", 0, 50, 10),
  suggestionsMax: whole("Suggestions it may also ask for.", 0, 20, 2),
  pageWaitMs: whole("How long it waits for an app's page, for the subtitle.", 0, 20_000, 1_500)
})

const History = Schema.Struct({
  paceP99Ms: whole(
    "While the ledger's charges take longer than this (99th percentile, in ms), the history's upkeep rests more.",
    1,
    60_000,
    30
  )
})

/** Settings of the plugin; every one has a default. */
export const KeywordsConfig = Schema.Struct({
  depth: whole("Ranks to keep per search; a store that shows fewer is read to its end.", 10, 200, 100),
  historyDays: whole("Days to keep history; older months are dropped whole.", 31, 4_000, 400),
  autocompleteDays: whole("Days after which a keyword's suggestions are read again for its volume.", 1, 90, 7),
  suggestionsWaitMs: whole("How long a request waits for the suggestions that volume is read from.", 0, 20_000, 4_000),
  metricsWaitMs: whole("How long suggestions with metrics=1 waits for scores.", 0, 30_000, 6_000),
  autoTrackAsks: whole(
    "A keyword requested this many times through ranks is collected daily automatically.",
    1,
    1_000,
    2
  ),
  autoTrackMax: whole(
    "Maximum automatically collected keywords, not counting those an account tracks.",
    0,
    1_000_000,
    2_000
  ),
  autoTrackDays: whole("Days without a request after which such a keyword is no longer collected.", 1, 400, 30),
  history: withDefault(History, {}),
  collect: withDefault(Collect, {}),
  discover: withDefault(Discover, {})
})
export type KeywordsConfig = typeof KeywordsConfig.Type
