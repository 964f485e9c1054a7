/** Routes over the second store as the real one answered. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { IntelligenceReport } from "../src/report.ts"
import * as S from "../src/schema.ts"
import { asking } from "./asking.ts"

const recordings = join(root, "../shared/recordings")
const title = existsSync(recordings)
  ? "storeb as it was recorded"
  : `storeb as it was recorded (skipped: no ${recordings})`
describe.skipIf(!existsSync(recordings))(title, () => {
  const { read } = asking(useTestGateway({ plugins: { stores: true, apps: true }, recordings }))
  const app = "/v1/apps/com.google.android.apps.translate"
  const storeb = "platform=storeb"

  it("the record of a known app", async () => {
    const record = await read(S.AppRecord, `${app}?${storeb}`)
    assert.deepInclude(record, {
      trackId: "com.google.android.apps.translate",
      userRatingCount: 9_040_060,
      inAppPurchases: false,
      containsAds: false,
      version: null
    })
    assert.strictEqual(record.screenshotUrls.length, 18)
    assert.deepInclude(record.installs, { min: 1_000_000_000, label: "1,000,000,000+" })
    assert.isAbove(record.installs?.max ?? 0, 1_600_000_000)
    assert.isAbove(record.ratingHistogram?.["5"] ?? 0, 6_400_000)
    assert.include(record.unavailable.version, "varies by device")
  })

  it("its report says that no download figure is to be had without a date of release", async () => {
    const report = await read(IntelligenceReport, `${app}/intelligence?${storeb}`)
    const { estimatedDownloads } = report.marketIntelligence
    assert.deepInclude(estimatedDownloads, { value: null, range: null, scope: "worldwide", status: "not_measured" })
    assert.include(report.unavailable["marketIntelligence.estimatedDownloads"], "no release date")
    assert.deepStrictEqual(report.inAppPurchases, [])
  })

  it("its reviews, similar apps and screenshots", async () => {
    assert.strictEqual((await read(S.ReviewsAnswer, `${app}/reviews?${storeb}`)).reviews.length, 50)
    assert.isNotEmpty((await read(S.SimilarAnswer, `${app}/similar?${storeb}`)).apps)
    assert.deepStrictEqual((await read(S.ScreenshotsAnswer, `${app}/screenshots?${storeb}`)).counts, { phone: 18 })
  })
})
