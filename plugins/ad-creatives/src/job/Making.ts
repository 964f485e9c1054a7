import { OperatorAlerts, Vault } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Effect } from "effect"
import { closedAlert, closedCause } from "../alerts.ts"
import { qualityCredits } from "../asked.ts"
import type { AdCreativesConfig } from "../config.ts"
import type { FailureCode } from "../errors.ts"
import { layoutModel } from "../models.ts"
import { checkedPng, compose, findScreen, readPicture } from "../picture/index.ts"
import { referenceOf } from "../picture/reference.ts"
import { Images } from "../vendors/Images.ts"
import type { DrawingFailed } from "../vendors/ImageVendor.ts"
import { deadlineMs, keyRow } from "./Acceptance.ts"
import { analysisOf, makeCopywriting } from "./Copywriting.ts"
import { fail, makeEndings } from "./Endings.ts"
import { type JobKey, type JobRow, makeJobTable, type Warning, type Written } from "./JobTable.ts"
import { makePictures, type Sources, screenshotUrlsOf } from "./Pictures.ts"

const referenceSide = 1_024

const codes = {
  blocked: "CREATIVE_BLOCKED",
  key: "IMAGE_KEY_REJECTED",
  credit: "IMAGE_PROVIDER_UNAVAILABLE",
  unavailable: "IMAGE_PROVIDER_UNAVAILABLE",
  missing: "IMAGE_MISSING",
  model: "IMAGE_PROVIDER_UNAVAILABLE"
} as const satisfies Record<DrawingFailed["reason"], FailureCode>

/** Those that only whoever owns the key can do something about. */
const closing: ReadonlySet<DrawingFailed["reason"]> = new Set(["key", "credit", "model"])

/** Goes on with a job from where it stands. */
export const makeMaking = Effect.fnUntraced(function* (config: AdCreativesConfig) {
  const stores = yield* AppStores
  const operators = yield* OperatorAlerts
  const vault = yield* Vault
  const { provider } = yield* Images
  const table = yield* makeJobTable
  const { complete } = yield* makeEndings
  const pictures = yield* makePictures
  const write = yield* makeCopywriting(config)

  /** The page tells of screenshots where the record doesn't, and of the subtitle; without it the record does. */
  const withPage = Effect.fnUntraced(function* ({ listing }: JobRow) {
    const { app } = listing
    const store = yield* stores.get(app.platform)
    const page = yield* Effect.option(store.page(app.appId, app.country))
    if (page._tag === "None") return listing
    const { screenshots, subtitle } = page.value.value
    const isListed = screenshotUrlsOf(app).length > 0
    return { ...listing, subtitle, app: isListed ? app : { ...app, screenshots } }
  })

  const ownKeyOf = ({ accountId, jobId }: JobKey, sealed: string | null) =>
    sealed === null
      ? Effect.fail(fail("IMAGE_KEY_REJECTED"))
      : Effect.catchTag(vault.open(sealed, keyRow(accountId, jobId)), "VaultError", () =>
          Effect.fail(fail("IMAGE_KEY_REJECTED", "the key that was sent can't be opened any more; send it again"))
        )

  /** What the model may look at: of an edit the earlier scene, else the icon and the screenshots. */
  const referencesOf = Effect.fnUntraced(function* ({ accountId }: JobKey, row: JobRow, sources: Sources) {
    const { previous } = row.brief
    const scene = previous === null ? undefined : yield* table.scene({ accountId, jobId: previous.jobId })
    if (scene !== undefined) return [scene]
    const shown = [sources.icon, ...sources.screenshots.slice(0, 2)].flatMap((source) => source ?? [])
    return yield* Effect.forEach(shown, ({ picture }) => referenceOf(picture, referenceSide))
  })

  const sceneIn = Effect.fnUntraced(function* (png: Uint8Array) {
    const picture = yield* readPicture(png)
    const screen = yield* findScreen(picture)
    return screen === undefined ? undefined : { picture, ...screen }
  })

  /** Buys scenes until one has room for a screenshot, twice at most; each is noted before it's bought. */
  const scene = Effect.fnUntraced(function* (key: JobKey, row: JobRow, written: Written, sources: Sources) {
    const isOwn = row.brief.draws === "own_key"
    if (provider === undefined) return yield* fail("IMAGE_PROVIDER_UNAVAILABLE")
    const secret = isOwn ? yield* ownKeyOf(key, row.sealedKey) : provider.key
    if (secret === undefined) return yield* fail("IMAGE_PROVIDER_UNAVAILABLE")
    const references = yield* referencesOf(key, row, sources)
    const prompt = written.imagePrompt ?? ""
    while (yield* table.mayBuy(key)) {
      const bytes = yield* provider.draw({ prompt, references, quality: row.brief.quality, key: secret }).pipe(
        Effect.tap(() => (isOwn ? Effect.void : operators.settle(closedCause))),
        Effect.catchTag("DrawingFailed", (failure) =>
          Effect.gen(function* () {
            yield* Effect.logWarning("A picture wasn't drawn.", { reason: failure.reason, detail: failure.detail })
            if (!isOwn && closing.has(failure.reason)) yield* operators.raise(closedAlert(failure))
            const code = codes[failure.reason]
            return yield* failure.reason === "key" && !isOwn
              ? fail(code, "the image provider doesn't take this gateway's key; its operator has been told")
              : failure.reason === "credit" && isOwn
                ? fail(code, "the key has no credit left at the image provider; add some there, or send another key")
                : fail(code)
          })
        )
      )
      const picture = yield* Effect.catchTag(readPicture(bytes), "PictureRefused", ({ message }) =>
        Effect.fail(fail("IMAGE_MISSING", `the image provider's answer can't be used: ${message}; send it again`))
      )
      const png = yield* referenceOf(picture, referenceSide)
      const found = yield* sceneIn(png)
      if (found !== undefined) return { png, scene: found }
      yield* table.bought(key)
    }
    return undefined
  })

  const unusable: Warning = {
    code: "SCENE_UNUSABLE",
    message: "the model's scene had no place for a screenshot, so the picture is laid out by rules, at the price of low"
  }

  /** The scene that was bought, or buys one; undefined: it's laid out by rules. */
  const drawnScene = Effect.fnUntraced(function* (key: JobKey, row: JobRow, written: Written, sources: Sources) {
    const warnings: ReadonlyArray<Warning> = []
    const layout = { scene: undefined, warnings }
    if (row.drawn !== null) {
      const kept = row.drawn.isScene ? yield* table.scene(key) : undefined
      if (kept === undefined) return { ...layout, warnings: row.warnings.filter(({ code }) => code === unusable.code) }
      return { warnings, scene: yield* sceneIn(kept) }
    }
    // Nothing goes into a screen: the icon leads, and no scene is bought.
    if (row.brief.draws === "layout" || sources.screenshots.length === 0) {
      yield* table.keep(key, { drawn: { model: layoutModel, isScene: false } })
      return layout
    }
    const bought = yield* scene(key, row, written, sources)
    if (bought === undefined) {
      yield* table.keep(key, { drawn: { model: layoutModel, isScene: false }, warnings: [...row.warnings, unusable] })
      return { ...layout, warnings: [unusable] }
    }
    yield* table.keep(key, { drawn: { model: provider?.model ?? layoutModel, isScene: true }, scene: bought.png })
    return { warnings, scene: bought.scene }
  })

  const earlierCopyOf = Effect.fnUntraced(function* ({ accountId }: JobKey, { brief }: JobRow) {
    if (brief.previous === null) return undefined
    const before = yield* table.read({ accountId, jobId: brief.previous.jobId })
    const copy = before?.written?.copy
    return copy == null ? undefined : { ...copy, ...brief.previous.copy }
  })

  return Effect.fn("Making.make")(function* (key: JobKey) {
    const row = yield* table.readOpen(key)
    if (row === undefined) return
    if ((yield* Clock.currentTimeMillis) > row.createdMs + deadlineMs) return yield* fail("HOLD_EXPIRED")
    const isPictured = row.brief.generateImage
    let now = row
    if (row.written === null) {
      yield* table.keep(key, { status: "processing", stage: "listing" })
      const listing = yield* withPage(row)
      yield* table.keep(key, { listing, stage: "analysis" })
      now = { ...row, listing }
    }
    const sources: Sources = isPictured
      ? yield* pictures(now.listing.app, now.brief.extraScreenshotUrls)
      : { icon: undefined, screenshots: [], warnings: [] }
    let written = now.written
    if (written === null) {
      written = analysisOf(now)
      if (written.keyPoints.length === 0) return yield* fail("LISTING_UNREADABLE")
      if (isPictured && sources.icon === undefined && sources.screenshots.length === 0) {
        return yield* fail(
          "LISTING_UNREADABLE",
          "neither the icon nor a screenshot of the listing could be read; send extraScreenshotUrls"
        )
      }
      yield* table.keep(key, { written, stage: "copy" })
    }
    if (now.mode === "analyze") {
      return yield* complete(key, { png: undefined, placed: [], warnings: sources.warnings, price: now.credits })
    }
    let writing: ReadonlyArray<Warning> = now.warnings.filter(({ code }) => code !== unusable.code)
    if (written.copy === null) {
      const hasScreenshots = isPictured ? sources.screenshots.length > 0 : screenshotUrlsOf(now.listing.app).length > 0
      const done = yield* write({ row: now, written, hasScreenshots, earlier: yield* earlierCopyOf(key, now) })
      written = done.written
      writing = done.warnings
      yield* table.keep(key, { written, warnings: writing, stage: isPictured ? "image" : "store" })
    }
    if (!isPictured || written.copy === null) {
      return yield* complete(key, { png: undefined, placed: [], warnings: writing, price: now.credits })
    }
    const drawn = yield* drawnScene(key, { ...now, warnings: writing }, written, sources)
    yield* table.keep(key, { stage: "compose" })
    const composed = yield* compose({
      preset: now.brief.imagePreset,
      icon: sources.icon?.picture,
      screenshots: sources.screenshots.map(({ picture }) => picture),
      copy: written.copy,
      appName: now.listing.app.name,
      lang: written.language,
      ...(drawn.scene === undefined ? {} : { scene: drawn.scene })
    })
    if (!checkedPng(composed.png)) return yield* fail("INTERNAL_ERROR")
    // A screen may be there, and have another shape than every screenshot.
    const isMisfit = drawn.scene !== undefined && composed.layout !== "scene"
    yield* table.keep(key, {
      stage: "store",
      ...(isMisfit ? { drawn: { model: layoutModel, isScene: true } } : {})
    })
    const placed = new Set(composed.placed.map(({ screenshot }) => screenshot))
    yield* complete(key, {
      png: composed.png,
      placed: sources.screenshots.flatMap(({ url }, index) => (placed.has(index) ? [url] : [])),
      warnings: [...sources.warnings, ...writing, ...drawn.warnings, ...(isMisfit ? [unusable] : [])],
      price: composed.layout === "scene" || now.bucket === "general" ? now.credits : qualityCredits.low
    })
  })
})
