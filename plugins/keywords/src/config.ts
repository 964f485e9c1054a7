import { Effect, Schema } from "effect"

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

const whole = (description: string, minimum: number, maximum: number, value: number) =>
  withDefault(Schema.Int.check(Schema.isBetween({ minimum, maximum })).annotate({ description }), value)

const Collect = Schema.Struct({
  enabled: withDefault(Schema.Boolean.annotate({ description: "Collect the ranks of tracked keywords daily." }), true),
  searchesPerMinute: withDefault(
    Schema.Struct({
      storea: whole("Searches a minute for the collection; stay below the adapter's limit.", 1, 60_000, 10),
      storeb: whole("The same for storeb.", 1, 60_000, 8)
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
    "After this a keyword that a node took and did not finish is another node's.",
    1_000,
    3_600_000,
    180_000
  ),
  attempts: whole("Tries a day and keyword, throttling not counted.", 1, 50, 6)
})

const Discover = Schema.Struct({
  searchesMax: whole(
    "Searches a request may spend on finding the keywords of apps that nothing is stored of.",
    0,
    50,
    10
  ),
  suggestionsMax: whole("Suggestions it may ask for beside.", 0, 20, 2),
  pageWaitMs: whole("How long it waits for an app's page, for the subtitle.", 0, 20_000, 1_500)
})

/** Settings of the plugin; every one has a default. */
export const KeywordsConfig = Schema.Struct({
  depth: whole("Ranks that are kept of a search; a store that shows fewer is taken to its end.", 10, 200, 100),
  historyDays: whole("Days that history is kept for; older months are dropped as a whole.", 31, 4_000, 400),
  autocompleteDays: whole("Days after which the suggestions of a keyword are read anew for its volume.", 1, 90, 7),
  suggestionsWaitMs: whole("How long a request waits for the suggestions that volume is read from.", 0, 20_000, 4_000),
  metricsWaitMs: whole("How long suggestions with metrics=1 waits for scores.", 0, 30_000, 6_000),
  autoTrackAsks: whole("A keyword asked for so often through ranks is collected daily by itself.", 1, 1_000, 2),
  autoTrackMax: whole(
    "Most keywords collected by themselves, not counting those that an account tracks.",
    0,
    1_000_000,
    2_000
  ),
  autoTrackDays: whole("Days without being asked for after which such a keyword is no longer collected.", 1, 400, 30),
  collect: withDefault(Collect, {}),
  discover: withDefault(Discover, {})
})
export type KeywordsConfig = typeof KeywordsConfig.Type
