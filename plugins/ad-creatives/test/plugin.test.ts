import { describePlugin } from "@storeglass/testkit"
import { adCreativesCalls } from "./calls.ts"

describePlugin("ad-creatives", {
  plugins: { stores: true, "ad-creatives": true },
  // In the bucket that is declared; pictures pay in another.
  prepare: async (gateway, account) => {
    const { adCreatives_generate, ...calls } = await adCreativesCalls(gateway, account, { hasWorkers: true })
    return { ...calls, adCreatives_generate: { body: { ...Object(adCreatives_generate?.body), generateImage: false } } }
  }
})
