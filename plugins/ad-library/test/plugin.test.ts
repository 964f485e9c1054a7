import { describePlugin } from "@storeglass/testkit"
import { Schema } from "effect"

const Apps = Schema.Struct({ some: Schema.Int })

describePlugin("ad-library", {
  plugins: { "ad-library": true },
  prepare: async ({ running }) => {
    const { some } = Schema.decodeUnknownSync(Apps)(await running.sandbox?.control.act("ad-repository", "apps", {}))
    return { adLibrary_ads: { values: { appId: String(some) } } }
  }
})
