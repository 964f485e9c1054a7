/** What the store says of a project's app, as scores and hints need it. */
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Scanned } from "../projects/ProjectTable.ts"
import { topicOf } from "../scoring/topic.ts"

const keptMs = 86_400_000

export const makeListings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stores = yield* AppStores

  /** Undefined: there is no app, or its store is away. */
  const read = Effect.fnUntraced(function* ({
    appId,
    country,
    keywords,
    platform
  }: Pick<Scanned, "appId" | "country" | "keywords" | "platform">) {
    if (appId === null) return undefined
    const store = yield* Effect.orDie(stores.get(platform))
    const app = yield* Effect.option(store.app(appId, country))
    if (Option.isNone(app)) return undefined
    const page = yield* Effect.option(store.page(appId, country))
    const { description, name } = app.value.value
    const subtitle = Option.isSome(page) ? (page.value.value.subtitle ?? "") : ""
    const topic = topicOf([name, subtitle, description, keywords.join("\n")])
    return { appName: name, listing: `${subtitle}\n${description}`.slice(0, 8_000), topic }
  })

  return {
    read,

    /** At most a day old. A store that is away leaves what was known: without any, topic is null. */
    refreshed: Effect.fnUntraced(function* (accountId: string, project: Scanned) {
      const nowMs = yield* Clock.currentTimeMillis
      const { appId } = project
      if (appId === null || (project.topicMs ?? 0) > nowMs - keptMs) return project
      const told = yield* read(project)
      if (told === undefined) return project
      yield* sql`UPDATE growth_projects SET app_name = ${told.appName}, listing = ${told.listing},
          topic = ${JSON.stringify(told.topic)}::text::jsonb, topic_ms = ${nowMs}::bigint
        WHERE account_id = ${accountId}::uuid AND id = ${project.id}::uuid`
      return { ...project, ...told, topicMs: nowMs }
    })
  }
})
