/** Which apps of a store a project's competitors are, for channels that read a store. */
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { Workspace } from "@storeglass/workspace/contract"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { GrowthChannel } from "../contract.ts"
import type { Scanned } from "../projects/ProjectTable.ts"
import { folded } from "../texts/words.ts"
import { aliasOf } from "./candidates.ts"

const rivalsMax = 10
/** So many apps of a search may be the one that is named. */
const hitsMax = 10

type Sought = Pick<Scanned, "appId" | "competitorIds" | "competitors" | "country" | "platform">

const formsOf = (name: string) => [folded(name), folded(aliasOf(name))]

export const makeRivals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stores = yield* AppStores
  const workspace = yield* Effect.serviceOption(Workspace)

  const keptOf = Effect.fnUntraced(function* (accountId: string, { appId, platform }: Sought) {
    if (Option.isNone(workspace) || appId === null) return []
    const row = yield* workspace.value.app(accountId, platform, appId)
    return row === undefined ? [] : yield* workspace.value.competitors(accountId, row.id, { limit: rivalsMax })
  })

  /** The id of the app that a store shows under a name; undefined: none has it, or the store is away. */
  const named = (store: AppStore, country: string, name: string) =>
    store.search({ term: name, country, limit: hitsMax }).pipe(
      Effect.map(({ value }) => value.find((app) => formsOf(app.name).includes(folded(name)))?.appId),
      Effect.orElseSucceed(() => undefined)
    )

  /** Undefined: the channel doesn't read their store. */
  const read = Effect.fnUntraced(function* (accountId: string, project: Sought, { ofStore }: GrowthChannel) {
    if (ofStore === undefined || (project.appId !== null && project.platform !== ofStore)) return undefined
    const store = yield* Effect.orDie(stores.get(ofStore))
    const kept = yield* keptOf(accountId, project)
    const known = new Set(kept.flatMap(({ name }) => (name === null ? [] : formsOf(name))))
    const sought = project.competitors.filter((name) => !known.has(folded(name)))
    const found = yield* Effect.forEach(sought, (name) => named(store, project.country, name))
    // Where some aren't found now, what was found before stays.
    const before = found.includes(undefined) ? project.competitorIds : []
    const ids = new Set([...kept.map(({ appId }) => appId), ...found.flatMap((id) => id ?? []), ...before])
    const names: Record<string, string> = {}
    for (const { appId, name } of kept) if (name !== null) names[appId] = aliasOf(name)
    for (const [at, id] of found.entries()) if (id !== undefined) names[id] = sought[at] ?? id
    return { ids: [...ids].filter((id) => id !== project.appId).slice(0, rivalsMax), names }
  })

  return {
    read,

    /** Those of the workspace, and those that the store shows under the names that were sent. */
    refreshed: Effect.fnUntraced(function* (accountId: string, project: Scanned, channel: GrowthChannel) {
      const told = yield* read(accountId, project, channel)
      if (told === undefined) return project
      const { ids: competitorIds, names } = told
      yield* sql`UPDATE growth_projects SET competitor_ids = ${JSON.stringify(competitorIds)}::text::jsonb,
          competitor_names = competitor_names || ${JSON.stringify(names)}::text::jsonb
        WHERE account_id = ${accountId}::uuid AND id = ${project.id}::uuid`
      return { ...project, competitorIds }
    })
  }
})
