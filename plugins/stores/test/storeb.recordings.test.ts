/** Every answer that the real second store gave, read by the adapter. */
import { existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { startSandbox } from "@storeglass/sandbox"
import { Effect, Option, Result } from "effect"
import double from "../sandbox/index.ts"
import type { Read } from "../src/common/answers.ts"
import { readChart } from "../src/storeb/Charts.ts"
import { clusterBlock, developerBlock } from "../src/storeb/cardPositions.ts"
import { readCardPage } from "../src/storeb/cards.ts"
import { type DetailsRead, readDetails } from "../src/storeb/details.ts"
import { type PageBlocks, readPageBlocks } from "../src/storeb/pageBlocks.ts"
import { at } from "../src/storeb/path.ts"
import { readPermissions, readPrivacy } from "../src/storeb/privacyData.ts"
import { readReviews } from "../src/storeb/reviewRows.ts"
import { readRpc } from "../src/storeb/rpc.ts"
import { readSuggestions } from "../src/storeb/Suggestions.ts"
import { readSearch } from "../src/storeb/searchPage.ts"
import { quiet } from "./harness.ts"
import { folder, haveRecordings, namesIn, recordingsTitle, success, textOf } from "./recordings.ts"
import { cardContext, storeOn } from "./storebSupport.ts"

const pageOf = (name: string): PageBlocks => success(readPageBlocks(textOf(`play/${name}`)))
const payloadOf = (name: string, rpcId: string): unknown => success(readRpc(textOf(`play/${name}`), rpcId)).payload
const details = (name: string, appId: string): DetailsRead =>
  success(readDetails(pageOf(name), { appId, country: "us", urlOf: cardContext.urlOf }))
const translate = "com.google.android.apps.translate"
const minecraft = "com.mojang.minecraftpe"

/** What each recording must give; a folder of recordings need not have all of them. */
const expectations: Readonly<Record<string, () => void>> = {
  "app-translate.html": () => {
    const { app, odd, page } = details("app-translate.html", translate)
    assert.deepInclude(app, {
      name: "Google Translate",
      ratingCount: 9_039_805,
      averageRating: 4.26508,
      price: 0,
      currency: "USD",
      version: null,
      releaseDate: null,
      genreId: "TOOLS",
      developerId: "5700313618786177705",
      installs: { min: 1_000_000_000, max: 1_619_908_402, label: "1,000,000,000+" }
    })
    assert.strictEqual(app.screenshots.phone?.length, 18)
    assert.deepStrictEqual(page.ratingHistogram, [971_173, 306_894, 479_693, 878_696, 6_403_317])
    assert.deepStrictEqual([page.hasInAppPurchases, page.inAppPurchases, page.containsAds], [false, [], false])
    assert.isNull(odd)
  },
  "app-minecraft.html": () => {
    const { app, page, similar } = details("app-minecraft.html", minecraft)
    assert.deepInclude(app, {
      price: 6.99,
      currency: "USD",
      formattedPrice: "$6.99",
      genreId: "GAME_ARCADE",
      version: "1.26.32.2",
      minimumOsVersion: "8.0",
      releaseDate: "2011-08-16T06:17:21Z",
      releaseNotes: "What's new in 26.32: Various bug fixes!"
    })
    assert.strictEqual(Date.parse(app.releaseDate ?? ""), 1_313_475_441_000)
    assert.deepStrictEqual(app.genreIds, ["GAME_ARCADE", "GAME", "GAME_SIMULATION", "GAME_CASUAL"])
    assert.deepStrictEqual(page.inAppPurchases, [{ name: "In-app products", price: "$0.99 - $49.99 per item" }])
    assert.deepStrictEqual(page.screenshots.phone?.[0]?.width, 2208)
    assert.strictEqual(page.previews.length, 1)
    assert.strictEqual(similar?.ids.length, 6)
  },
  "similar-translate-details.html": () => {
    const { similar } = details("similar-translate-details.html", translate)
    assert.strictEqual(similar?.ids[0], "com.google.android.inputmethod.latin")
    assert.match(similar?.path ?? "", /^\/store\/apps\/collection\/cluster\?gsr=/)
  },
  "uz-ustozai-details-ds5-2026-08.html": () => {
    const { app } = details("uz-ustozai-details-ds5-2026-08.html", "uz.uztozedu.ustozai")
    assert.deepInclude(app, { name: "Ustoz AI", ratingCount: 10_288, developerId: "Ustoz EDU", version: "2.2.6" })
    assert.include(app.description, "\n")
    assert.notMatch(app.description, /<br|&#/)
  },
  "search-panda.html": () => {
    const apps = success(readSearch(pageOf("search-panda.html"), cardContext))
    assert.strictEqual(apps.length, 20)
    assert.deepStrictEqual(
      apps.slice(0, 2).map(({ appId }) => appId),
      ["com.pandaexpress.app", "com.sinyee.babybus.restaurant"]
    )
    // The one on top tells more than a card does.
    assert.deepStrictEqual([apps[0]?.ratingCount, apps[1]?.ratingCount], [66_991, null])
    assert.deepStrictEqual(apps[1]?.installs, { min: 100_000_000, max: null, label: "100,000,000+" })
  },
  "search-where-am-i.html": () => {
    assert.strictEqual(success(readSearch(pageOf("search-where-am-i.html"), cardContext)).length, 30)
  },
  "list-topfree-game.txt": () => {
    const apps = success(readChart(payloadOf("list-topfree-game.txt", "vyAe2"), { ...cardContext, genreId: "GAME" }))
    assert.deepStrictEqual([apps.length, apps[0]?.appId], [100, "com.oakever.meowdoku"])
    assert.isTrue(apps.every(({ genreId }) => genreId?.startsWith("GAME_") === true))
  },
  "reviews-translate-initial.txt": () => expectReviews("reviews-translate-initial.txt"),
  "reviews-translate-page2.txt": () => expectReviews("reviews-translate-page2.txt"),
  "suggest-pand.txt": () => {
    const terms = success(readSuggestions(payloadOf("suggest-pand.txt", "IJ4APc")))
    assert.deepStrictEqual(terms, ["pandora", "panda express app", "panda", "panda vpn", "panda games"])
  },
  "permissions-translate.txt": () => {
    const groups = success(readPermissions(payloadOf("permissions-translate.txt", "xdSrCf")))
    assert.deepStrictEqual([groups.length, groups[8]?.group, groups[9]?.group], [10, "Other", null])
    assert.deepStrictEqual(groups[9]?.permissions, ["receive data from Internet"])
  },
  "similar-translate-cluster.html": () => {
    const apps = success(readCardPage(pageOf("similar-translate-cluster.html"), clusterBlock, cardContext))
    assert.deepStrictEqual([apps.length, apps[0]?.appId], [50, "com.google.android.inputmethod.latin"])
  },
  "developer-google.html": () => {
    assert.strictEqual(success(readCardPage(pageOf("developer-google.html"), developerBlock, cardContext)).length, 10)
  },
  "developer-mojang.html": () => {
    assert.strictEqual(success(readCardPage(pageOf("developer-mojang.html"), developerBlock, cardContext)).length, 3)
  },
  "datasafety-translate.html": () => {
    const safety = success(readPrivacy(pageOf("datasafety-translate.html"), translate))
    assert.deepStrictEqual(safety.shared, [])
    assert.strictEqual(safety.collected?.length, 16)
    assert.deepStrictEqual(safety.collected?.[0], {
      category: "Personal info",
      name: "Name",
      optional: true,
      purposes: "Account management"
    })
    assert.strictEqual(safety.practices.length, 3)
    assert.strictEqual(safety.privacyPolicyUrl, "http://www.google.com/policies/privacy/")
  }
}

const expectReviews = (name: string): void => {
  const { reviews, token } = success(readReviews(payloadOf(name, "UsvDTd")))
  assert.strictEqual(reviews.length, 150)
  assert.isNotNull(token)
  const dates = reviews.map(({ date }) => Date.parse(date ?? ""))
  assert.deepStrictEqual(
    dates,
    [...dates].sort((a, b) => b - a)
  )
  assert.isAbove(reviews.filter(({ developerReply }) => developerReply !== null).length, 20)
  // Reviewers' ids and pictures stay out of what is kept.
  assert.notMatch(JSON.stringify(reviews), /1000000000000000|placeholder/)
}

describe.skipIf(!haveRecordings)(`storeb on ${recordingsTitle}`, () => {
  for (const [name, expected] of Object.entries(expectations)) {
    const absent = haveRecordings && !existsSync(`${folder}play/${name}`)
    it.skipIf(absent)(`reads ${name}${absent ? " (skipped: not in the folder of recordings)" : ""}`, expected)
  }

  it("finds data in every other recorded answer", () => {
    for (const path of namesIn("play")) {
      if (Object.hasOwn(expectations, path.replace("play/", ""))) continue
      const rpcId = /"wrb\.fr","(\w+)"/.exec(textOf(path))?.[1]
      if (rpcId === undefined) assert.isAbove(success(readPageBlocks(textOf(path))).blocks.size, 0, path)
      else success(readRpc(textOf(path), rpcId))
    }
  })

  it.each([
    { name: "eg-unrated-no-similar-2025-10.html", appId: "com.raiseright.edumarketapp", similar: null },
    { name: "kr-no-rating-block-more-by-first-2025-10.html", appId: "com.recorder.stock_knee_shoulder", similar: 6 }
  ])("reads $name, an app that nobody has rated, as whole", ({ appId, name, similar }) => {
    const read = Result.flatMap(readPageBlocks(textOf(`play-unrated/${name}`)), (page) =>
      readDetails(page, { appId, country: "us", urlOf: cardContext.urlOf })
    )
    const { app, odd, page, similar: shelf } = success(read)
    assert.isNull(odd)
    assert.deepInclude(app, { averageRating: null, ratingCount: 0 })
    assert.isNull(page.ratingHistogram)
    assert.strictEqual(shelf?.ids.length ?? null, similar)
  })

  it("says that pages of 2019 are another layout, and makes nothing of them", () => {
    const names = namesIn("play-old-layout")
    assert.isNotEmpty(names)
    for (const name of names) {
      const appId = /\/(.+)-\d{4}-\d{2}-\d{2}\.html$/.exec(name)?.[1] ?? ""
      const read = Result.flatMap(readPageBlocks(textOf(name)), (page) =>
        readDetails(page, { appId, country: "us", urlOf: cardContext.urlOf })
      )
      assert.isTrue(Result.isFailure(read))
      assert.isNotTrue(Option.getOrUndefined(Result.getFailure(read))?.blocked)
    }
  })

  it("refuses a page of another app", () => {
    const read: Read<DetailsRead> = readDetails(pageOf("app-minecraft.html"), {
      appId: translate,
      country: "us",
      urlOf: cardContext.urlOf
    })
    assert.include(Option.getOrUndefined(Result.getFailure(read))?.detail ?? "", minecraft)
  })

  it("reads both blocks of one id, and takes the one with the app in it", () => {
    const page = pageOf("app-minecraft.html")
    const keys = [...page.rpcIds].flatMap(([key, id]) => (id === "Ws7gDc" ? [key] : []))
    assert.deepStrictEqual(keys.sort(), ["ds:5", "ds:9"])
    assert.isUndefined(at(page.blocks.get("ds:9"), [1, 2, 77, 0]))
  })
})

describe.skipIf(!haveRecordings)(`the adapter of storeb on ${recordingsTitle}`, () => {
  it.live("gives apps, pages, a search, charts, reviews, suggestions and the rest", () =>
    Effect.gen(function* () {
      const { baseUrls } = yield* startSandbox({ doubles: [double], recordings: folder })
      const store = yield* storeOn(baseUrls.play)
      assert.strictEqual((yield* store.app(minecraft, "us")).value.price, 6.99)
      assert.strictEqual((yield* store.app("uz.uztozedu.ustozai", "uz")).value.name, "Ustoz AI")
      const page = yield* store.page(translate, "us")
      assert.strictEqual(page.value.similarAppIds?.length, 50)
      assert.strictEqual((yield* store.search({ term: "Panda", country: "us", limit: 50 })).value.length, 20)
      assert.strictEqual((yield* store.suggestions({ prefix: "pand", country: "us" })).value[0], "pandora")
      const chart = yield* store.chart({ chart: "top-free", country: "us", genreId: "GAME" })
      assert.strictEqual(chart.value[0]?.appId, "com.oakever.meowdoku")
      const reviews = yield* store.reviews({ appId: translate, country: "us", sort: "mostRecent", page: 6 })
      assert.strictEqual(reviews.value.length, 50)
      const worst = yield* store.reviews({ appId: translate, country: "us", sort: "mostCritical", page: 1 })
      assert.isTrue(worst.value.every(({ rating }) => rating === 1))
      assert.strictEqual((yield* store.developerApps("5700313618786177705", "us")).value.length, 10)
      assert.strictEqual((yield* store.permissions(translate, "us")).value.length, 10)
      assert.deepStrictEqual((yield* store.privacy(translate, "us")).value.shared, [])
      const old = yield* Effect.flip(store.app("com.instagram.igtv", "us"))
      assert.deepInclude(old, { _tag: "UpstreamError", upstream: "storeb.page", reason: "drift" })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.live("gives the charts that others kept, as they stood on each day", () =>
    Effect.gen(function* () {
      const charts = yield* Effect.forEach([7, 20, 24], (day) =>
        Effect.gen(function* () {
          const { baseUrls } = yield* startSandbox({
            doubles: [double],
            recordings: folder,
            nowMs: () => Date.UTC(2026, 6, day, 9)
          })
          const store = yield* storeOn(baseUrls.play)
          const korea = yield* store.chart({ chart: "top-grossing", country: "kr", genreId: "GAME_ROLE_PLAYING" })
          const all = yield* store.chart({ chart: "top-free", country: "us", genreId: null })
          const trivia = yield* store.chart({ chart: "top-grossing", country: "us", genreId: "GAME_TRIVIA" })
          return [korea, all, trivia].map(({ value }) => value.map(({ appId }) => appId))
        })
      )
      assert.deepStrictEqual(
        charts[1]?.map((ids) => ids.length),
        [200, 200, 94]
      )
      assert.deepStrictEqual(charts[1]?.[1]?.slice(0, 2), ["com.ss.android.ttmd.video", "com.openai.chatgpt"])
      assert.notDeepEqual(charts[0], charts[1])
      assert.notDeepEqual(charts[1], charts[2])
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
