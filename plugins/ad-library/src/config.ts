import { Setting } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { covered } from "./storefronts.ts"

const { withDefault, whole } = Setting

/** Settings of the plugin; every one has a default. */
export const AdLibraryConfig = Schema.Struct({
  baseUrl: withDefault(
    Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/)).annotate({ description: "The repository's API." }),
    "https://adrepository.apple.com/api/v1"
  ),
  storefronts: withDefault(
    Schema.Array(Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)))
      .check(Schema.isMinLength(1))
      .annotate({
        description: "Storefronts that the repository covers. A daily job compares them with its own list."
      }),
    covered
  ),
  spacingMs: withDefault(
    whole("Least time between two requests to the repository, in ms, over all nodes.", 0, 60_000),
    350
  ),
  timeoutMs: withDefault(whole("For each request to the repository, in ms.", 100, 60_000), 20_000),
  deadlineMs: withDefault(
    whole("How long a request of a caller waits, in ms; the reading goes on after it.", 100, 60_000),
    25_000
  ),
  waitingMax: withDefault(whole("Readings that may wait on a node before further ones are refused.", 1, 1_000), 20),
  watchedAnHour: withDefault(
    whole("Apps of workspaces and their competitors that are read an hour, each once a day.", 1, 10_000),
    600
  ),
  keepPictures: withDefault(
    Schema.Boolean.annotate({
      description: "Whether saved reports get copies of the newest pictures, for 90 days, beside their addresses."
    }),
    false
  ),
  keepDays: withDefault(whole("How long ads are kept after they were last seen, in days.", 1, 3_660), 400)
})
export type AdLibraryConfig = typeof AdLibraryConfig.Type
