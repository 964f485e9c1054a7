import { describePlugin } from "@storeglass/testkit"
import { signedIn } from "../../account/test/signedIn.ts"
import { adCreativesCalls } from "./calls.ts"

describePlugin("ad-creatives", {
  plugins: { stores: true, "ad-creatives": true, account: true },
  // In the bucket that is declared; pictures pay in another.
  prepare: async (gateway, account, operationId) => {
    if (operationId === "adCreativesDashboard_made") {
      const { cookie, key } = await signedIn(() => gateway)
      const { adCreatives_generate } = await adCreativesCalls(gateway, { key }, { hasWorkers: true })
      const { appId, platform } = Object(adCreatives_generate?.body)
      return { [operationId]: { values: { appId, platform, limit: "10" }, headers: { cookie } } }
    }
    const { adCreatives_generate, ...calls } = await adCreativesCalls(gateway, account, { hasWorkers: true })
    return { ...calls, adCreatives_generate: { body: { ...Object(adCreatives_generate?.body), generateImage: false } } }
  }
})
