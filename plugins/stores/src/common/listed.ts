import type { AppNotFound, UpstreamError } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { Sourced, StoreApp } from "../contract.ts"
import { sourced, together } from "./sourced.ts"

/** The records of those of the apps that are listed, each once and in the order asked, as one answer. */
export const listedApps =
  (
    app: (appId: string, country: string) => Effect.Effect<Sourced<StoreApp>, AppNotFound | UpstreamError>,
    from: { readonly source: Sourced<unknown>["source"]; readonly upstream: string },
    concurrency: number | "unbounded"
  ) =>
  (appIds: ReadonlyArray<string>, country: string): Effect.Effect<Sourced<ReadonlyArray<StoreApp>>, UpstreamError> =>
    Effect.gen(function* () {
      const found = yield* Effect.forEach(
        new Set(appIds),
        (appId) =>
          app(appId, country).pipe(
            Effect.map((entry): ReadonlyArray<Sourced<StoreApp>> => [entry]),
            Effect.catchTag("APP_NOT_FOUND", () => Effect.succeed([]))
          ),
        { concurrency }
      )
      const entries = found.flat()
      const values = entries.map(({ value }) => value)
      return sourced(yield* together(entries), values, from.source, from.upstream)
    })
