import type { PreparedCalls } from "@storeglass/testkit"

/** What operations take where their declarations don't tell: changes of what the demo's first app has. */
export const playCalls: PreparedCalls = {
  connectStorebEdits_updateTrack: {
    body: {
      releases: [
        { name: "1.4.0", versionCodes: ["140"], status: "inProgress", userFraction: 0.25 },
        { name: "1.3.2", versionCodes: ["132"], status: "completed" }
      ]
    }
  },
  connectStorebEdits_updateListing: { body: { shortDescription: "Everything in one place, and more." } }
}
