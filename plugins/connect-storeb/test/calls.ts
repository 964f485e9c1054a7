import { type PreparedCalls, sampleValues, type TestGateway } from "@storeglass/testkit"

/** How operations are called whose declarations don't tell: changes of what the demo's first app has. */
export const playCalls = async (gateway: TestGateway): Promise<PreparedCalls> => {
  const { locale = "", packageName = "", reviewId = "", track = "" } = await sampleValues(gateway)
  return {
    connectStorebEdits_updateTrack: {
      values: { packageName, track },
      body: {
        releases: [
          { name: "1.4.0", versionCodes: ["140"], status: "inProgress", userFraction: 0.25 },
          { name: "1.3.2", versionCodes: ["132"], status: "completed" }
        ]
      }
    },
    connectStorebEdits_halt: { values: { packageName, track } },
    connectStorebReviews_reply: {
      values: { packageName, reviewId },
      body: { replyText: "Thank you for telling us." }
    },
    connectStorebEdits_updateListing: {
      values: { packageName, locale },
      body: { shortDescription: "Everything in one place, and more." }
    }
  }
}
