/** What is read over an app that the account keeps, at real HTTP, on stores that the test fills. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { at, codeOf, listAt, root } from "@storeglass/testkit"
import { Console, Effect, Exit } from "effect"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import { execute } from "../../../packages/gateway/src/cli/run.ts"
import { panels } from "../src/panels.ts"
import { zipOf } from "../src/shipping/zip.ts"
import { changed, recordRanks, releases, untouched } from "./beforeAfter/support.ts"
import { finance, makeWorld, planners, useWorldGateway } from "./snapshot/world.ts"

const world = makeWorld()
const gateway = useWorldGateway(world, { aso: { storeRequests: 200, storeWaitMs: 60_000 } })

let next = 500
/** An app of its own for each test, so that no snapshot of another holds. */
let id = ""
beforeEach(() => {
  id = String(next++)
  const { suggestions = [], ...budgeting } = planners(id)
  Object.assign(world, makeWorld({ ...budgeting, suggestions: [...suggestions, "expense tracker"] }))
})

/** An app of the other store. */
const elsewhere = "com.example.moneta"

const newOwner = async (texts?: object) => {
  const account = await gateway().account({ plan: "indie" })
  const ask = (address: string, body?: unknown) =>
    gateway().ask(address, { key: account.key, ...(body === undefined ? {} : { method: "POST", body }) })
  const done = async (address: string, body?: unknown) => {
    const answer = await ask(address, body)
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.json
  }
  if (texts !== undefined) {
    await done("/v1/user/apps", { appId: Number(id) })
    await done(`/v1/user/apps/${id}/versions`, {
      versionName: "1.0",
      isReleased: true,
      ...texts,
      ...("isReleased" in texts ? {} : { force: true })
    })
  }
  return { ...account, ask, done, used: () => gateway().used(account.accountId) }
}

/** Searches of the past, in which the test's app had these places. */
const record = (keywords: ReadonlyArray<string>, daysAgo: number, rank: number, country?: string) =>
  recordRanks(gateway(), [{ appId: id, keywords, daysAgo, rank, ...(country === undefined ? {} : { country }) }])

const refusals: ReadonlyArray<readonly [query: string, status: number, code: string]> = [
  ["platform=storex", 400, "INVALID_INPUT"],
  ["country=zz", 400, "INVALID_COUNTRY"],
  ["language=not a tag", 400, "INVALID_INPUT"],
  ["colour=red", 400, "INVALID_INPUT"]
]

describe("GET /v1/aso/apps/:id/product-pages", () => {
  const address = (query = "competitorIds=2,3", app = id) => `/v1/aso/apps/${app}/product-pages?${query}`
  const texts = { title: "Moneta: Budget Planner", keywords: "receipt,budget,scanner,piano" }

  it("puts each keyword of the account's own field on one page, for 3 credits", async () => {
    const { done, used } = await newOwner(texts)
    const json = await done(address())
    assert.deepInclude(at(json, "data", "keywordField"), {
      versionName: "1.0",
      versionLanguage: "en-US"
    })
    const pages = listAt(json, "data", "pages")
    const placed = pages.flatMap((page) => listAt(page, "keywords"))
    assert.sameMembers(placed, ["budget", "receipt", "scanner"])
    assert.deepStrictEqual(listAt(json, "data", "leftOver"), [{ keyword: "piano", reason: "no_search" }])
    for (const page of pages) assert.match(String(at(page, "why")), /^\d+ search/)
    assert.strictEqual(await used(), 3)
    const one = await done(address("competitorIds=2,3&limit=1"))
    assert.deepStrictEqual([listAt(one, "data", "pages").length, listAt(one, "data", "pages")[0]], [1, pages[0]])
  })

  it("needs a released version with keywords in the listing's language, and asks no store and charges nothing before", async () => {
    const asked = world.asked.length
    for (const texts of [undefined, { title: "Moneta: Budget Planner" }, { keywords: "budget", isReleased: false }]) {
      const { ask, used } = await newOwner(texts)
      const seen = world.asked.length
      const answer = await ask(address())
      assert.deepStrictEqual([answer.status, codeOf(answer.json)], [404, "NOT_FOUND"], answer.text)
      assert.include(answer.text, `POST /v1/user/apps/${id}/versions`)
      assert.deepStrictEqual([await used(), world.asked.length], [0, seen])
    }
    assert.isAtLeast(world.asked.length, asked)
    const { ask, used } = await newOwner({ title: "Moneta", keywords: "haushaltsbuch", language: "de-DE" })
    const other = await ask(address())
    assert.deepStrictEqual([other.status, await used()], [404, 0], other.text)
    assert.include(other.text, "in the language en")
  })

  it("shows one account nothing of another's field", async () => {
    const stranger = await newOwner()
    const before = (await stranger.ask(address())).text
    assert.include(before, "NOT_FOUND")
    const owner = await newOwner(texts)
    assert.include((await owner.ask(address())).text, "piano")
    assert.strictEqual((await stranger.ask(address())).text, before)
    const other = await newOwner({ title: "Other", keywords: "planner" })
    const { text } = await other.ask(address())
    assert.notInclude(text, "piano")
    assert.include(text, '"keywords":["planner"]')
  })

  it.each<(typeof refusals)[number]>([
    ...refusals,
    ["platform=storeb", 400, "INVALID_APP_ID"],
    ["limit=0", 400, "INVALID_INPUT"],
    ["limit=71", 400, "INVALID_INPUT"],
    ["competitorIds=2,2", 400, "INVALID_INPUT"]
  ])("refuses %s and charges nothing", async (query, status, code) => {
    const { ask, used } = await newOwner(texts)
    const answer = await ask(address(query))
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [status, code], answer.text)
    assert.strictEqual(await used(), 0)
  })

  it("is nothing that storeb has, and says so", async () => {
    const { ask, used } = await newOwner()
    const answer = await ask(address("platform=storeb", "com.example.app"))
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [400, "PLATFORM_UNSUPPORTED"])
    assert.include(answer.text, "keyword field")
    assert.strictEqual(await used(), 0)
  })

  it("answers the store's failure where it's away, and charges nothing", async () => {
    const { ask, used } = await newOwner(texts)
    world.fails.app = "timeout"
    assert.strictEqual((await ask(address("country=de"))).status, 504)
    assert.strictEqual(await used(), 0)
  })
})

describe("GET /v1/aso/apps/:id/locale-plan", () => {
  const address = (query = "competitorIds=2,3", app = id) => `/v1/aso/apps/${app}/locale-plan?${query}`
  const localesOf = (json: unknown) => listAt(json, "data", "locales").map((row) => at(row, "locale"))

  it("plans the locales that the listing lacks, for 4 credits, and takes those for its own that are given", async () => {
    await record(["budget planner expenses"], 0, 3)
    const { done, used } = await newOwner()
    const json = await done(address())
    assert.deepStrictEqual([listAt(json, "data", "used"), at(json, "data", "usedFrom")], [["en-US"], "assumed"])
    assert.strictEqual(localesOf(json)[1], "es-MX")
    assert.strictEqual(localesOf(json).length, 9)
    const planned = listAt(json, "data", "locales").flatMap((row) =>
      listAt(row, "terms").map((term) => String(at(term, "keyword")))
    )
    assert.deepStrictEqual(planned, ["budget planner expenses"])
    assert.strictEqual(new Set(planned).size, planned.length)
    assert.strictEqual(await used(), 4)
    const given = await done(address("competitorIds=2,3&locales=en-US,es-MX,ar,fr-FR"))
    assert.deepStrictEqual([at(given, "data", "usedFrom"), localesOf(given)[0]], ["given", "ko"])
  })

  it("reads the account's own released versions, which change nothing in another's answer", async () => {
    const stranger = await newOwner()
    const before = (await stranger.ask(address())).text
    const owner = await newOwner({ title: "Moneta: Budget Planner", keywords: "receipt,scanner,free" })
    await owner.done(`/v1/user/apps/${id}/versions`, {
      versionName: "1.0",
      language: "es-MX",
      keywords: "gastos",
      isReleased: true,
      force: true
    })
    const json = await owner.done(address())
    assert.deepStrictEqual([at(json, "data", "usedFrom"), localesOf(json)[1]], ["workspace", "fr-FR"])
    assert.notInclude(JSON.stringify(listAt(json, "data", "leftOver")), "receipt scanner")
    assert.strictEqual((await stranger.ask(address())).text, before)
  })

  it("says that nothing is published about a storefront, and charges nothing for it", async () => {
    const { done, used } = await newOwner()
    Object.assign(world.apps[id] ?? {}, { country: "ke" })
    const json = await done(address("country=ke"))
    assert.deepStrictEqual([at(json, "data", "searched"), localesOf(json), await used()], [null, [], 0])
  })

  it.each<(typeof refusals)[number]>([
    ...refusals,
    ["locales=xx-YY", 400, "INVALID_INPUT"],
    ["locales=en-US,en-US", 400, "INVALID_INPUT"],
    ["competitorIds=2,2", 400, "INVALID_INPUT"],
    ["platform=storeb", 400, "INVALID_APP_ID"]
  ])("refuses %s and charges nothing", async (query, status, code) => {
    const { ask, used } = await newOwner()
    const answer = await ask(address(query))
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [status, code], answer.text)
    assert.strictEqual(await used(), 0)
  })

  it("is nothing that storeb has, 404 for what the store doesn't list, and the store's failure where it's away", async () => {
    const { ask, used } = await newOwner()
    const storeb = await ask(address("platform=storeb", "com.example.app"))
    assert.deepStrictEqual([storeb.status, codeOf(storeb.json)], [400, "PLATFORM_UNSUPPORTED"])
    assert.strictEqual(codeOf((await ask(address("", "99999"))).json), "APP_NOT_FOUND")
    world.fails.app = "timeout"
    assert.strictEqual((await ask(address("country=de"))).status, 504)
    assert.strictEqual(await used(), 0)
  })
})

describe("GET /v1/aso/apps/:id/before-after", () => {
  const address = (query = "", app = id) => `/v1/aso/apps/${app}/before-after?${query}`
  const newRelease = async (country = "us") => {
    const [former, latest] = releases
    const owner = await newOwner(former)
    await owner.done(`/v1/user/apps/${id}/versions`, latest)
    await owner.done(`/v1/user/apps/${id}/keywords`, { keywords: [...changed, ...untouched], country })
    return owner
  }

  it("sets the terms that the latest release changed beside the others, for 1 credit", async () => {
    const owner = await newRelease()
    for (let day = 1; day <= 18; day++) {
      if (day === 10) continue
      await record(changed, day, day < 10 ? 4 : 40)
      await record(untouched, day, 20)
    }
    const json = await owner.done(address())
    const data = at(json, "data")
    assert.strictEqual(at(data, "version", "versionName"), "2.0")
    assert.strictEqual(at(data, "former", "versionName"), "1.0")
    assert.deepInclude(at(data, "added"), { status: "measured", verdict: "climbed_more" })
    assert.deepInclude(at(data, "removed"), { status: "too_few_terms", verdict: null, difference: null })
    assert.deepInclude(at(data, "untouched"), { terms: 3, measured: 3, mean: 0 })
    assert.sameMembers(
      listAt(data, "terms").flatMap((term) => (at(term, "change") === "added" ? [at(term, "keyword")] : [])),
      changed
    )
    assert.match(String(at(data, "says")), /climbed more than untouched terms in the same days/)
    assert.strictEqual(await owner.used(), 1)

    const [latest, first] = listAt(await owner.done(`/v1/user/apps/${id}/versions`), "data", "items")
    const named = await owner.done(address(`versionId=${String(at(latest, "id"))}`))
    assert.deepStrictEqual(at(named, "data", "added"), at(data, "added"))
    const older = await owner.done(address(`versionId=${String(at(first, "id"))}`))
    assert.strictEqual(at(older, "data", "added", "status"), "no_former_version")
    assert.strictEqual(await owner.used(), 2)

    // Neither another account's versions nor what never was: the same answer.
    const stranger = await newOwner({ title: "Other" })
    const never = await stranger.ask(address("versionId=018f0000-0000-7000-8000-000000000000"))
    const theirs = await stranger.ask(address(`versionId=${String(at(latest, "id"))}`))
    assert.deepStrictEqual([never.status, theirs.text], [404, never.text])
    assert.strictEqual(await stranger.used(), 0)
  })

  it("says no evidence where nothing moved, and charges nothing where too little was measured", async () => {
    const owner = await newRelease("de")
    const german = address("country=de")
    assert.strictEqual(at(await owner.done(german), "data", "added", "status"), "too_little_measured")
    assert.strictEqual(await owner.used(), 0)
    for (let day = 6; day <= 14; day++) {
      await record(changed, day, 10, "de")
      await record(untouched, day, 20, "de")
    }
    assert.strictEqual(at(await owner.done(german), "data", "added", "verdict"), "no_evidence")
    assert.strictEqual(await owner.used(), 1)
  })

  it.each<(typeof refusals)[number]>([
    ...refusals.filter(([query]) => !query.startsWith("language")),
    ["days=6", 400, "INVALID_INPUT"],
    ["days=29", 400, "INVALID_INPUT"],
    ["device=phone", 400, "INVALID_INPUT"],
    ["platform=storeb", 400, "INVALID_APP_ID"],
    ["versionId=x", 404, "NOT_FOUND"],
    ["", 404, "NOT_FOUND"]
  ])("refuses '%s' of what isn't kept, and charges nothing", async (query, status, code) => {
    const { ask, used } = await newOwner()
    const answer = await ask(address(query))
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [status, code], answer.text)
    assert.strictEqual(await used(), 0)
  })
})

describe("/v1/aso/apps/:id/listing-files", () => {
  const address = (query = "", app = id) => `/v1/aso/apps/${app}/listing-files?${query}`
  const zip = (files: Readonly<Record<string, string>>) =>
    Buffer.from(
      zipOf(Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })))
    ).toString("base64")
  const texts = { title: "Moneta: Budget Planner", keywords: "gastos,diario", whatsNew: "Faster.\nNicer." }
  const filesIn = (json: unknown) =>
    Object.fromEntries(listAt(json, "data", "files").map((file) => [String(at(file, "path")), at(file, "text")]))

  it("gives the latest version of each language as files, and as a zip that reads back unchanged, for nothing", async () => {
    const owner = await newOwner(texts)
    const versions = `/v1/user/apps/${id}/versions`
    const draft = await owner.done(versions, { versionName: "2.0", title: "Moneta: Money Diary" })
    await owner.done(versions, { versionName: "1.0", language: "de-DE", title: "Moneta: Haushaltsbuch" })
    await owner.done(versions, { versionName: "1.0", language: "en-IE", title: "Moneta" })
    const json = await owner.done(address("zip=true"))
    assert.deepStrictEqual(filesIn(json), {
      "metadata/de-DE/name.txt": "Moneta: Haushaltsbuch\n",
      "metadata/en-US/name.txt": "Moneta: Money Diary\n"
    })
    assert.deepStrictEqual(
      listAt(json, "data", "skipped").map((row) => [at(row, "language"), at(row, "reason")]),
      [["en-IE", "no_locale"]]
    )
    assert.strictEqual(await owner.used(), 0)
    const released = filesIn(await owner.done(address("state=released")))
    assert.deepStrictEqual(released, {
      "metadata/en-US/name.txt": "Moneta: Budget Planner\n",
      "metadata/en-US/keywords.txt": "gastos,diario\n",
      "metadata/en-US/release_notes.txt": "Faster.\nNicer.\n"
    })
    const named = await owner.done(address(`versionIds=${String(at(draft, "data", "id"))}`))
    assert.deepStrictEqual(Object.keys(filesIn(named)), ["metadata/en-US/name.txt"])

    const url = new URL(String(at(json, "data", "zip", "url")))
    const loaded = await fetch(`${gateway().url}${url.pathname}`)
    const bytes = new Uint8Array(await loaded.arrayBuffer())
    assert.deepStrictEqual(
      [loaded.headers.get("content-type"), bytes.length],
      ["application/zip", at(json, "data", "zip", "bytes")]
    )
    const again = await owner.done(address(), { base64: Buffer.from(bytes).toString("base64") })
    assert.deepStrictEqual(
      listAt(again, "data", "listings").map((row) => at(row, "status")),
      ["unchanged", "unchanged"]
    )
  })

  it("lints by the name that the app is kept under, and not by what a draft calls it", async () => {
    const owner = await newOwner({ ...texts, title: "Moneta: Best Budget", force: true })
    await owner.done(`/v1/user/apps/${id}/versions`, { versionName: "2.0", title: "Free Money Diary" })
    const errors = async (query: string, body?: object) =>
      listAt(await owner.done(address(query), body), "data", "listings").map((row) => at(row, "lint", "errors"))
    assert.deepStrictEqual(await errors(""), [1])
    assert.deepStrictEqual(await errors("", { base64: zip({ "metadata/en-US/name.txt": "Free Money\n" }) }), [1])
    const renamed = await gateway().ask("/v1/user/apps", {
      method: "PATCH",
      key: owner.key,
      body: { appId: Number(id), appName: "Free Money, Diary & Bills" }
    })
    assert.strictEqual(renamed.status, 200, renamed.text)
    assert.deepStrictEqual(await errors(""), [0])
    // The workspace takes the same for the app's own name.
    const [kept] = listAt(await owner.done(`/v1/user/apps/${id}/versions`), "data", "items")
    assert.strictEqual(at(kept, "lint", "errors"), 0)
  })

  it("reads a folder back: what differs is previewed, then drafted over what is live, and not a second time", async () => {
    const owner = await newOwner(texts)
    const base64 = zip({
      "repo-main/fastlane/metadata/en-US/name.txt": "Moneta: Money Diary\n",
      "repo-main/fastlane/metadata/en-US/keywords.txt": "gastos,diario\n",
      "repo-main/fastlane/metadata/fr-FR/name.txt": "Moneta : Budget\n",
      "repo-main/fastlane/metadata/xx-XX/name.txt": "Moneta\n",
      "repo-main/fastlane/metadata/it/name.txt": " \n",
      "repo-main/fastlane/metadata/android/en-US/title.txt": "Moneta\n"
    })
    const versions = async () => listAt(await owner.done(`/v1/user/apps/${id}/versions`), "data", "items")
    const preview = await owner.done(address(), { base64, versionName: "2.0" })
    assert.deepInclude(at(preview, "data"), { isPreview: true, drafted: 2, otherStore: 1 })
    const row = (json: unknown, locale: string) =>
      listAt(json, "data", "listings").find((each) => at(each, "locale") === locale)
    assert.deepStrictEqual(at(row(preview, "en-US"), "changes"), [
      { field: "title", before: "Moneta: Budget Planner", after: "Moneta: Money Diary" }
    ])
    assert.deepStrictEqual(at(row(preview, "en-US"), "version"), { id: null, versionName: "2.0", language: "en-US" })
    assert.deepStrictEqual(
      ["fr-FR", "it", "xx-XX"].map((locale) => at(row(preview, locale), "status")),
      ["drafted", "skipped", "skipped"]
    )
    assert.strictEqual((await versions()).length, 1)
    const written = await owner.done(address(), { base64, versionName: "2.0", preview: false })
    const rows = await versions()
    assert.sameMembers(
      rows.map((each) => [at(each, "versionName"), at(each, "language"), at(each, "status")].join()),
      ["1.0,en-US,released", "2.0,en-US,draft", "2.0,fr-FR,draft"]
    )
    const draft = rows.find((each) => at(each, "id") === at(row(written, "en-US"), "version", "id"))
    assert.deepInclude(draft, { title: "Moneta: Money Diary", whatsNew: "Faster.\nNicer." })
    const again = await owner.done(address(), { base64, versionName: "2.0", preview: false })
    assert.deepStrictEqual([at(again, "data", "drafted"), (await versions()).length], [0, 3])
    assert.strictEqual(await owner.used(), 0)
  })

  it("writes all languages or none: over the plan's number nothing is kept", async () => {
    const account = await gateway().account({ plan: "free" })
    const ask = (path: string, body: unknown) => gateway().ask(path, { key: account.key, method: "POST", body })
    await ask("/v1/user/apps", { appId: Number(id) })
    for (let n = 0; n < 19; n++) await ask(`/v1/user/apps/${id}/versions`, { versionName: `${n}` })
    const base64 = zip({ "metadata/de-DE/name.txt": "Moneta\n", "metadata/fr-FR/name.txt": "Moneta\n" })
    for (const preview of [true, false]) {
      const answer = await ask(address(), { base64, preview })
      assert.deepStrictEqual([answer.status, codeOf(answer.json)], [403, "TIER_LIMIT_EXCEEDED"], answer.text)
    }
    const { json } = await gateway().ask(`/v1/user/apps/${id}/versions`, { key: account.key })
    assert.strictEqual(at(json, "data", "total"), 19)
  })

  it("is the account's own: another's app and versions are as if they weren't there", async () => {
    const owner = await newOwner(texts)
    const [version] = listAt(await owner.done(`/v1/user/apps/${id}/versions`), "data", "items")
    const stranger = await newOwner()
    const none = await stranger.ask(address())
    assert.deepStrictEqual([none.status, codeOf(none.json)], [404, "NOT_FOUND"])
    const base64 = zip({ "metadata/de-DE/name.txt": "Moneta\n" })
    assert.strictEqual((await stranger.ask(address(), { base64 })).text, none.text)
    await stranger.done("/v1/user/apps", { appId: Number(id) })
    const theirs = await stranger.ask(address(`versionIds=${String(at(version, "id"))}`))
    assert.deepStrictEqual([theirs.status, codeOf(theirs.json)], [404, "NOT_FOUND"])
    assert.deepStrictEqual(filesIn(await stranger.done(address())), {})
  })

  it.each([
    ["no base64", { base64: "!!" }, "base64"],
    ["no zip", { base64: Buffer.from("hello").toString("base64") }, "damaged"],
    ["a zip without a listing", { base64: zip({ "readme.txt": "Hello" }) }, "has no listing"],
    ["a text over the workspace's limit", { base64: zip({ "metadata/de-DE/subtitle.txt": "x".repeat(201) }) }, "de-DE"],
    ["a name of 51 characters", { base64: "eA==", versionName: "x".repeat(51) }, "versionName"],
    ["an unknown key", { base64: "eA==", colour: "red" }, "colour"]
  ])("refuses %s with 400", async (_, body, named) => {
    const owner = await newOwner(texts)
    const answer = await owner.ask(address(), body)
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
    assert.include(answer.text, named)
  })
})

describe("storeglass aso", () => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-aso-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs a command line as the shell does. */
  const storeglass = async (key: string, ...args: ReadonlyArray<string>) => {
    const config = join(folder, "gateway.yaml")
    writeFileSync(config, `plugins: { aso: { package: ${JSON.stringify(join(root, "plugins/aso"))} } }\n`)
    const out: Array<string> = []
    const keep = (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" "))
    const exit = await Effect.runPromiseExit(
      Effect.gen(function* () {
        const live = yield* Console.Console
        yield* Effect.provideService(
          execute([...args, "--config", config], { STOREGLASS_API_KEY: key, STOREGLASS_URL: gateway().url }),
          Console.Console,
          { ...live, log: keep, error: keep, info: keep }
        )
      })
    )
    return { worked: Exit.isSuccess(exit), text: out.join("\n") }
  }

  it("writes the workspace's versions as folders that lint, and reads them back as drafts once they're changed", async () => {
    const owner = await newOwner({ title: "Moneta: Budget Planner", keywords: "gastos,diario" })
    const exported = await storeglass(owner.key, "aso", "export", id, "-o", join(folder, "repo"))
    assert.isTrue(exported.worked, exported.text)
    assert.match(exported.text, /metadata\/en-US {2}1\.0 {6}released/)
    assert.match(exported.text, /wrote 2 files to /)
    const name = join(folder, "repo/metadata/en-US/name.txt")
    assert.strictEqual(readFileSync(name, "utf8"), "Moneta: Budget Planner\n")
    assert.isTrue((await storeglass(owner.key, "lint", join(folder, "repo"), "--brand", "Moneta")).worked)

    const same = await storeglass(owner.key, "aso", "import", id, join(folder, "repo"))
    assert.match(same.text, /en-US: says what your latest version says[\s\S]*nothing to draft/)
    writeFileSync(name, "Moneta: Money Diary\n")
    const preview = await storeglass(owner.key, "aso", "import", id, join(folder, "repo"), "--version-name", "2.0")
    assert.match(preview.text, /en-US: draft “2\.0”/)
    assert.match(preview.text, /title: “Moneta: Budget Planner” → “Moneta: Money Diary”/)
    assert.match(preview.text, /1 draft to make; nothing is written yet\. Run it again with --write/)
    const count = async () => listAt(await owner.done(`/v1/user/apps/${id}/versions`), "data", "items").length
    assert.strictEqual(await count(), 1)
    const written = await storeglass(owner.key, "aso", "import", id, join(folder, "repo"), "--write")
    assert.match(written.text, /made 1 draft/)
    assert.strictEqual(await count(), 2)

    const archive = join(folder, "listing.zip")
    assert.isTrue((await storeglass(owner.key, "aso", "export", id, "-o", archive)).worked)
    const again = await storeglass(owner.key, "aso", "import", id, archive)
    assert.match(again.text, /nothing to draft/)
    const none = await storeglass((await newOwner()).key, "aso", "export", id, "-o", folder)
    assert.deepStrictEqual([none.worked, /isn't in your workspace/.test(none.text)], [false, true])
  })
})

describe("the panels of an app", () => {
  const blocks = panels.flatMap((panel) => (panel.slot === "app" ? panel.blocks : []))
  const paths: Readonly<Record<string, string>> = {
    aso_productPages: "product-pages",
    aso_localePlan: "locale-plan",
    aso_beforeAfter: "before-after",
    aso_opportunities: "opportunities",
    aso_intentClusters: "intent-clusters",
    aso_competitorReport: "competitor-report",
    aso_audit: "audit",
    aso_brief: "brief"
  }

  it("have a view for apps of a store only where that store has something to answer", async () => {
    Object.assign(world, { apps: { ...world.apps, [elsewhere]: { name: "Moneta: Budget Planner", ...finance } } })
    const { ask } = await newOwner()
    // The page's own reads show what is stored, of either store.
    const isOperation = (operation: string) => !operation.startsWith("asoDashboard_")
    const views = blocks.flatMap((block) => (block.kind === "view" && isOperation(block.operation) ? [block] : []))
    assert.sameMembers(
      views.map(({ operation }) => operation),
      Object.keys(paths)
    )
    for (const { operation, platforms } of views) {
      const { json, text } = await ask(`/v1/aso/apps/${elsewhere}/${paths[operation]}?platform=storeb`)
      const isUnsupported = codeOf(json) === "PLATFORM_UNSUPPORTED"
      assert.strictEqual(isUnsupported, platforms !== undefined, `${operation} ${text}`)
    }
  })
})

describe("save=true of a plan or comparison of one's own app", () => {
  it.each([
    ["product-pages", "aso.product-pages", "product-pages@1"],
    ["locale-plan", "aso.locale-plan", "locale-plan@1"],
    ["before-after", "aso.before-after", "before-after@1"]
  ])("keeps the answer of %s as a report, and nothing without the scope", async (path, kind, model) => {
    const { ask, done } = await newOwner({ title: "Moneta: Budget Planner", keywords: "receipt,budget,scanner" })
    const answer = await done(`/v1/aso/apps/${id}/${path}?save=true`)
    const report = String(at(answer, "data", "savedReport", "id"))
    const kept = await done(`/v1/user/reports?id=${report}`)
    const [row] = listAt(kept, "data", "items")
    assert.deepInclude(row, { id: report, kind, model, appId: Number(id), platform: "storea", country: "us" })
    const { savedReport: _, ...data } = Object(at(answer, "data"))
    assert.deepStrictEqual(at(row, "payload"), data)
    const plain = await done(`/v1/aso/apps/${id}/${path}`)
    assert.isUndefined(at(plain, "data", "savedReport"))
    const reader = await gateway().account({ plan: "indie", scopes: ["read"] })
    const refused = await gateway().ask(`/v1/aso/apps/${id}/${path}?save=true`, { key: reader.key })
    assert.deepStrictEqual([refused.status, codeOf(refused.json)], [403, "FORBIDDEN"])
    assert.strictEqual(at((await ask("/v1/user/reports")).json, "data", "total"), 1)
  })
})
