import type { Feature } from "@storeglass/plugin-api"
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

export const projectsFeature = "growthProjects"

export const features: Readonly<Record<string, Feature>> = {
  [projectsFeature]: {
    description: "Growth: projects that aren't archived",
    plans: {
      free: 1,
      indie: 3,
      small: 5,
      growth: 20,
      medium: 50,
      large: 200,
      web_indie: 3,
      web_startup: 5,
      web_agentic_scale: 20
    }
  }
}

const used = rowsOf(Schema.Struct({ growthProjects: Schema.Int }))

export const featuresUsed = () =>
  Effect.fn("Growth.featuresUsed")(function* (accountId: string) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* used(sql`SELECT count(*)::int AS "growthProjects" FROM growth_projects
      WHERE account_id = ${accountId}::uuid AND status <> 'archived'`)
    return row ?? {}
  })
