// Who owns what at the vendor: the apps are the sandbox's best-known, so that figures of other doubles can be joined.
import type { Worlds } from "@storeglass/sandbox"
import { dayOf, type InventedApp, ownedApps } from "@storeglass/sandbox/world"

export interface Organization {
  readonly id: number
  readonly name: string
  readonly projects: ReadonlyArray<Project>
}
export interface Project {
  readonly id: string
  readonly name: string
  readonly applications: ReadonlyArray<Application>
}
export interface Application {
  readonly id: string
  readonly key: number
  readonly store: "APP_STORE" | "PLAY_STORE"
  readonly wire: object
}

const created = "2025-01-15T08:00:00.000Z"

const applicationOf = (id: string, app: InventedApp, platform: "ios" | "android"): Application => ({
  id,
  key: app.key,
  store: platform === "ios" ? "APP_STORE" : "PLAY_STORE",
  wire: {
    id,
    app_id: platform === "ios" ? String(app.id) : null,
    archived_at: null,
    bundle_id: app.bundleId,
    created_at: created,
    features_enabled: [],
    integrated: true,
    name: app.name,
    platform,
    public_api_key: `pk_of_${id}`,
    slug: app.name.toLowerCase().replace(/\W+/g, "-"),
    updated_at: created
  }
})

/** One organization with two projects and three applications, one with a single one. */
export const organizationsOf = (worlds: Worlds, nowMs: number): ReadonlyArray<Organization> => {
  const [first, second, third = first] = ownedApps(worlds.first, dayOf(nowMs), 3)
  if (first === undefined || second === undefined || third === undefined) return []
  const [twin = second] = ownedApps(worlds.second, dayOf(nowMs), 1)
  return [
    {
      id: 101,
      name: "Harbour Apps",
      projects: [
        {
          id: "7001",
          name: second.name,
          applications: [applicationOf("9001", second, "ios"), applicationOf("9002", twin, "android")]
        },
        { id: "7002", name: third.name, applications: [applicationOf("9003", third, "ios")] }
      ]
    },
    {
      id: 202,
      name: "One App",
      projects: [{ id: "7003", name: first.name, applications: [applicationOf("9004", first, "ios")] }]
    }
  ]
}

export const projectWire = (
  { applications, id, name }: Project,
  organizationId: number,
  published: ReadonlyMap<string, string>
) => ({
  object: "project",
  id,
  name,
  archived: false,
  created_at: created,
  updated_at: created,
  metadata: {},
  organization_id: organizationId,
  applications: applications.map(({ id, wire }) => (published.has(id) ? { ...wire, app_id: published.get(id) } : wire))
})
