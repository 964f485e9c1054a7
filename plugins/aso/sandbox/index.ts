/** No vendor stands behind the analyses, so there is no double: only the audit that the demo account has kept. */
import { defineDouble } from "@storeglass/sandbox"
import { dayOf, ownedApps } from "@storeglass/sandbox/world"
import { Schema } from "effect"

const isCollected = Schema.is(Schema.Struct({ collection: Schema.Struct({ lastCollectedAt: Schema.String }) }))

export default defineDouble({
  name: "aso",
  hosts: {},
  demo: ({ nowMs, worlds }) =>
    ownedApps(worlds.first, dayOf(nowMs), 1).map(({ id }) => ({
      method: "GET",
      path: `/v1/aso/apps/${id}/audit?save=true`,
      isOnce: true,
      unless: "/v1/user/reports?kind=aso.audit&limit=1",
      // Before its keywords were searched for there are no ranks to show.
      until: { path: `/v1/user/apps/${id}/keywords?country=us&limit=500`, holds: (items) => items.every(isCollected) }
    }))
})
