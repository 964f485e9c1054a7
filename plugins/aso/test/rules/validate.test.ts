import { brandOf } from "@storeglass/plugin-api"
import { at, listAt, sampleValues, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"

const gateway = useTestGateway({
  plugins: {
    stores: true,
    apps: true,
    keywords: true,
    workspace: { writesPerSecond: 100_000 },
    aso: { houseRules: [{ id: "house.no-slang", severity: "error", words: ["yolo"], message: "No slang." }] }
  }
})
const path = "/v1/aso/metadata/validate"
const caller = async () => {
  const account = await gateway().account()
  const ask = (method: string, address: string, body?: unknown) =>
    gateway().ask(address, { method, key: account.key, ...(body === undefined ? {} : { body }) })
  return { ...account, ask, validate: (body: unknown) => ask("POST", path, body) }
}
const rulesIn = (json: unknown) => listAt(json, "data", "issues").map((issue) => at(issue, "ruleId"))

describe("POST /v1/aso/metadata/validate", () => {
  it("refuses what is no listing with a 400 that names the field, and charges nothing", async () => {
    const { accountId, validate } = await caller()
    const cases: ReadonlyArray<readonly [unknown, RegExp]> = [
      [{}, /nothing to validate/],
      [{ platform: "storeb" }, /nothing to validate.*shortDescription/],
      [{ platform: "storeb", subtitle: "Only on the other store" }, /nothing to validate/],
      [{ platform: "storec", title: "Photo Studio" }, /platform/],
      [{ title: "a".repeat(20_001) }, /title.*20000/],
      [{ fullDescription: "𠮷".repeat(20_001) }, /fullDescription.*20000/],
      [{ title: "Photo \ud800 Studio" }, /title.*Unicode/],
      [{ title: "Photo Studio", locale: "not a tag" }, /locale.*BCP 47/],
      [{ title: "Photo Studio", locale: "x".repeat(61) }, /locale/],
      [{ title: "Photo Studio", name: "Photo" }, /name/],
      [{ title: 3 }, /title/],
      [{ keywords: [3] }, /keywords/],
      [{ keywords: "a".repeat(20_001) }, /keywords.*20000/],
      [{ keywords: Array.from({ length: 1_000 }, () => "k".repeat(200)) }, /keywords.*20000/],
      [{ keywords: [...Array.from({ length: 100 }, () => "k".repeat(199)), "k"] }, /keywords.*20000/],
      [
        {
          title: "Photo Studio",
          otherLocales: [{ locale: "es-MX", keywords: Array.from({ length: 101 }, () => "k".repeat(200)) }]
        },
        /otherLocales.*keywords.*20000/
      ],
      [{ title: "Photo Studio", brand: "b".repeat(201) }, /brand.*200/],
      [
        { title: "Photo Studio", otherLocales: Array.from({ length: 50 }, () => ({ locale: "es-MX" })) },
        /otherLocales/
      ],
      [{ title: "Photo Studio", otherLocales: [{ title: "Foto" }] }, /otherLocales/],
      [{ title: "Photo Studio", otherLocales: [{ locale: "??" }] }, /otherLocales/]
    ]
    for (const [body, message] of cases) {
      const { json, status } = await validate(body)
      assert.deepEqual([status, at(json, "error", "code")], [400, "INVALID_INPUT"], JSON.stringify(body).slice(0, 80))
      assert.match(String(at(json, "error", "message")), message)
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("takes a locale by the name of what each object has as one that no store lists", async () => {
    const { validate } = await caller()
    for (const locale of ["toString", "valueOf"]) {
      for (const platform of ["storea", "storeb"]) {
        const { json, status } = await validate({ platform, locale, title: "Photo Studio" })
        assert.strictEqual(status, 200, JSON.stringify(json))
        assert.include(rulesIn(json), "locale.unknown")
      }
    }
  })

  it("answers texts that break rules with 200, and tells each field's size", async () => {
    const { accountId, validate } = await caller()
    const { json, status } = await validate({
      locale: "en-US",
      title: "Photo Studio: Free Collage App",
      keywords: ["collage", " filter", "é𠮷"]
    })
    assert.strictEqual(status, 200)
    assert.isFalse(at(json, "data", "isValid"))
    assert.include(rulesIn(json), "title.price")
    assert.deepInclude(at(json, "data", "fields", 0), {
      field: "title",
      charCount: 30,
      maxChars: 30,
      isValid: false,
      message: "30/30 characters (0 remaining)"
    })
    assert.deepInclude(at(json, "data", "fields", 1), {
      field: "keywords",
      value: "collage, filter,é𠮷",
      charCount: 18,
      utf8Bytes: 22,
      utf16Units: 19
    })
    assert.deepInclude(at(json, "data", "language"), { tag: "en-US", detectedBy: "given" })
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  it("takes what is in the live app's own name for information, and refuses what is no app's id", async () => {
    const { ask, validate } = await caller()
    const { id = "" } = await sampleValues(gateway())
    const live = await ask("GET", `/v1/apps/${id}`)
    const title = String(at(live.json, "data", "trackName"))
    const brand = brandOf(title)
    const text = { title: `${brand}: free`, keywords: "collage" }
    const idsOf = ({ json }: { readonly json: unknown }) => rulesIn(json)
    const known = await validate({ ...text, appId: Number(id) })
    assert.strictEqual(known.status, 200, known.text)
    assert.deepEqual(idsOf(known), idsOf(await validate({ ...text, brand })))
    assert.notInclude(known.text, '"ruleId":"keywords.category","reason"')
    const gone = await validate({ ...text, appId: 999_999_999_999 })
    assert.strictEqual(gone.status, 200, gone.text)
    const wrong = await validate({ ...text, appId: "com.example" })
    assert.deepEqual([wrong.status, at(wrong.json, "error", "code")], [400, "INVALID_APP_ID"])
    assert.match(String(at(wrong.json, "error", "message")), /^appId: /)
  })

  it("takes a text of 20,000 characters, and 49 other locales", async () => {
    const { validate } = await caller()
    assert.strictEqual((await validate({ fullDescription: "𠮷".repeat(20_000) })).status, 200)
    // 100 keywords of 199 characters and 99 commas are one too few.
    const keywords = [...Array.from({ length: 99 }, () => "𠮷".repeat(199)), "k".repeat(200)]
    assert.strictEqual((await validate({ keywords })).status, 200)
    const otherLocales = Array.from({ length: 49 }, (_, index) => ({ locale: index === 0 ? "es-MX" : "fr-FR" }))
    const { json, status } = await validate({ locale: "en-US", title: "Photo Studio", otherLocales })
    assert.strictEqual(status, 200)
    assert.include(rulesIn(json), "locale.unused")
  })

  it("lists what belongs to the other store, and doesn't check it", async () => {
    const { validate } = await caller()
    const { json } = await validate({ platform: "storeb", title: "Photo Studio for Friends", subtitle: "Free 🎉" })
    assert.deepInclude(at(json, "data", "fields", 1), { field: "subtitle", maxChars: null, isValid: true })
    assert.isTrue(at(json, "data", "isValid"))
  })

  it("applies the operator's own rules", async () => {
    const { validate } = await caller()
    const { json } = await validate({ title: "YOLO Photos and Collages" })
    assert.include(rulesIn(json), "house.no-slang")
  })

  it("gives the same bytes for the same texts, in whatever order they come", async () => {
    const { validate } = await caller()
    const body = {
      locale: "de-DE",
      title: "Beste Fotos: kostenlos",
      subtitle: "Nr. 1 in Europa",
      keywords: "foto,foto, app"
    }
    const turned = Object.fromEntries(Object.entries(body).toReversed())
    assert.strictEqual((await validate(body)).text, (await validate(turned)).text)
  })
})

describe("versions of the workspace", () => {
  it("tell what the rules say, and aren't released with errors unless it's forced", async () => {
    const { ask } = await caller()
    const app = "/v1/user/apps/900001/versions"
    await ask("POST", "/v1/user/apps", { appId: 900_001, isLive: false, appName: "Photo Studio" })
    const made = await ask("POST", app, { versionName: "1.0", title: "Photo Studio: Free App", description: "Nice 🎉" })
    assert.strictEqual(made.status, 200, made.text)
    assert.strictEqual(at(made.json, "data", "lint", "errors"), 2)
    assert.isBelow(Number(at(made.json, "data", "lint", "score")), 51)
    const release = { id: at(made.json, "data", "id"), isReleased: true }
    const refused = await ask("PATCH", app, release)
    assert.deepEqual([refused.status, at(refused.json, "error", "code")], [422, "LINT_FAILED"])
    assert.match(refused.text, /title\.price/)
    const forced = await ask("PATCH", app, { ...release, force: true })
    assert.strictEqual(forced.status, 200, forced.text)
    assert.isTrue(at(forced.json, "data", "isReleased"))
  })
})
