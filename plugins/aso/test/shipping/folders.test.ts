/** A zip of a listing's folders reads back to the same texts and lints as they do, through the core's own unpacking. */
import { assert, describe, it } from "@effect/vitest"
import { ContentLive } from "@storeglass/core"
import { Content } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { listingsOfTree, metadataOf } from "../../src/lint/listings.ts"
import { lint } from "../../src/lint/report.ts"
import { checkMetadata } from "../../src/rules/check.ts"
import { storeLocales } from "../../src/rules/locales.ts"
import { filesOf, type ShippedListing } from "../../src/shipping/layout.ts"
import { fieldsOf, neat } from "../../src/shipping/texts.ts"
import { treeOf } from "../../src/shipping/tree.ts"
import { zipOf } from "../../src/shipping/zip.ts"

const encoder = new TextEncoder()
const zipped = (listings: ReadonlyArray<ShippedListing>) =>
  zipOf(listings.flatMap(filesOf).map(({ path, text }) => ({ path, bytes: encoder.encode(text) })))
const readBack = (zip: Uint8Array) =>
  Effect.gen(function* () {
    const entries = yield* Content.use(({ unzip }) => unzip(zip))
    return yield* listingsOfTree(treeOf(entries.map(({ bytes, name }) => [name, bytes] as const)), "")
  }).pipe(Effect.provide(ContentLive))

const Text = Schema.String.check(Schema.isMaxLength(40))
const Listing = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  locale: Schema.Int,
  texts: Schema.Struct({
    title: Text,
    subtitle: Text,
    keywords: Text,
    shortDescription: Text,
    fullDescription: Text,
    promotionalText: Text,
    whatsNew: Text
  })
})

/** As the workspace would keep it, and the store has it. */
const shippedOf = ({ locale, platform, texts }: typeof Listing.Type): ShippedListing => {
  const locales = storeLocales[platform]
  return {
    platform,
    locale: locales[Math.abs(locale) % locales.length] ?? "en-US",
    texts: Object.fromEntries(
      fieldsOf(platform).flatMap((field) => {
        const text = neat(texts[field].toWellFormed())
        return text === "" ? [] : [[field, text]]
      })
    )
  }
}

describe("a listing's folders", () => {
  it.effect.prop(
    "are the same texts again when a zip of them is read, and lint as these do",
    [Schema.Array(Listing).check(Schema.isMaxLength(4))],
    ([given]) =>
      Effect.gen(function* () {
        const listings = [
          ...new Map(given.map(shippedOf).map((each) => [`${each.platform} ${each.locale}`, each])).values()
        ].filter(({ texts }) => Object.keys(texts).length > 0)
        if (listings.length === 0) return
        const zip = zipped(listings)
        assert.deepStrictEqual(zipped(listings), zip)
        const found = yield* readBack(zip)
        const plain = (all: ReadonlyArray<object>) => all.map((each) => JSON.stringify(each)).toSorted()
        assert.deepStrictEqual(
          plain(found.map((listing) => ({ ...metadataOf(listing) }))),
          plain(listings.map(({ locale, platform, texts }) => ({ platform, locale, ...texts })))
        )
        const scores = lint(found, { year: 2026, pathOf: (path) => path }).map(
          ({ issues }) =>
            issues.filter(({ ruleId }) => !/^(locale\.unused|keywords\.cross-locale)$/.test(ruleId)).length
        )
        const own = listings.map(
          ({ locale, platform, texts }) => checkMetadata({ platform, locale, ...texts }).issues.length
        )
        assert.deepStrictEqual(scores.toSorted(), own.toSorted())
      }),
    { arbitrary: { runs: 60, seed: "folders" } }
  )

  it("are laid out as release tools read them", () => {
    const texts = {
      title: "Name",
      whatsNew: "New.",
      keywords: "a,b",
      shortDescription: "Short",
      fullDescription: "Long"
    }
    const paths = (platform: "storea" | "storeb", locale: string) =>
      filesOf({ platform, locale, texts }).map(({ path }) => path)
    assert.deepStrictEqual(paths("storea", "de-DE"), [
      "metadata/de-DE/name.txt",
      "metadata/de-DE/keywords.txt",
      "metadata/de-DE/description.txt",
      "metadata/de-DE/release_notes.txt"
    ])
    assert.deepStrictEqual(paths("storeb", "de-DE"), [
      "metadata/android/de-DE/title.txt",
      "metadata/android/de-DE/short_description.txt",
      "metadata/android/de-DE/full_description.txt",
      "metadata/android/de-DE/changelogs/default.txt"
    ])
  })

  it.effect("of an archive are read without what leads out of it and what archivers add", () =>
    Effect.gen(function* () {
      const bytes = encoder.encode("Name\n")
      const tree = treeOf([
        ["../metadata/en-US/name.txt", bytes],
        ["__MACOSX/metadata/en-US/name.txt", bytes],
        ["./metadata\\de-DE\\name.txt", bytes]
      ])
      const found = yield* listingsOfTree(tree, "")
      assert.deepStrictEqual(
        found.map(({ locale }) => locale),
        ["de-DE"]
      )
    })
  )
})
