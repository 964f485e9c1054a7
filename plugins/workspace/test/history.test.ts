/** What changed between versions, and how the app's ranks went with it. */
import { assert, describe, it } from "@effect/vitest"
import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywordsPlugin from "@storeglass/keywords"
import { LatestRanks } from "@storeglass/keywords/contract"
import { usePluginGateway } from "@storeglass/testkit"
import { Context, Effect, Schema } from "effect"
import { KeptVersions, termChangeOf } from "../src/contract.ts"
import { wordDiff, wordsOf } from "../src/history/words.ts"
import plugin from "../src/plugin.ts"
import { at, base, idOf, listOf, newActor, plugins, recordSearches, unreleased } from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })

describe("the difference of two texts", () => {
  const without = (pieces: ReturnType<typeof wordDiff>, op: string) =>
    pieces.map((piece) => (piece.op === op ? "" : piece.text)).join("")
  const Word = Schema.Literals(["photo", "editor", " ", ", ", "写真", "कैमरा", "👩‍👩‍👧", "\n", "C++", "é"])
  const Words = Schema.Array(Word)
  const Letters = Schema.Array(Schema.Literals(["a", "b", "c"])).check(Schema.isMaxLength(14))

  const holds = (from: string, to: string) => {
    const pieces = wordDiff(from, to, "en")
    assert.strictEqual(without(pieces, "added"), from)
    assert.strictEqual(without(pieces, "removed"), to)
    assert.isTrue(pieces.every(({ op }, index) => op !== pieces[index - 1]?.op))
  }
  it.prop("has both texts in it, and no two pieces of a kind in a row", [Words, Words], ([from, to]) =>
    holds(from.join(""), to.join(""))
  )
  it.prop("has both of any texts in it", [Schema.String, Schema.String], ([from, to]) => holds(from, to))

  it.prop("is the shortest there is", [Letters, Letters], ([a, b]) => {
    /** Words in common, at most: the textbook's table. */
    const common = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) => {
      let row = Array.from({ length: b.length + 1 }, () => 0)
      for (const left of a) {
        const next = [0]
        for (const [index, right] of b.entries()) {
          next.push(left === right ? (row[index] ?? 0) + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0))
        }
        row = next
      }
      return row.at(-1) ?? 0
    }
    const textOf = (letters: ReadonlyArray<string>) => letters.map((letter) => `${letter}-`).join("")
    const [from, to] = [textOf(a), textOf(b)]
    const same = wordDiff(from, to, "en").flatMap(({ op, text }) => (op === "same" ? wordsOf(text, "en") : []))
    assert.strictEqual(same.length, common(wordsOf(from, "en"), wordsOf(to, "en")))
  })

  it("cuts languages without spaces by words, and stays quick for texts that share nothing", () => {
    assert.deepEqual(wordDiff("写真を加工", "動画を加工", "ja"), [
      { op: "removed", text: "写真" },
      { op: "added", text: "動画" },
      { op: "same", text: "を加工" }
    ])
    const long = (word: string) => Array.from({ length: 10_000 }, (_, index) => `${word}${index}`).join(" ")
    const pieces = wordDiff(long("a"), long("b"), "en")
    assert.strictEqual(without(pieces, "added"), long("a"))
    assert.strictEqual(without(pieces, "removed"), long("b"))
  })
})

describe("two versions", () => {
  it("differ word by word, with the ranks of the terms that came and went, before and after", async () => {
    const own = await newActor(gateway())
    await own.done("POST", base, unreleased(900_001))
    const path = `${base}/900001`
    await own.done("POST", `${path}/keywords`, {
      keywords: ["photo diary", "journal app", "photo", "nothing"],
      countries: ["us"]
    })
    const version = async (versionName: string, more: object) =>
      idOf(await own.done("POST", `${path}/versions`, { versionName, ...more }))
    const from = await version("1.0", {
      title: "Journal: photo notes",
      keywords: "app,notes",
      isReleased: true,
      releasedAt: "2026-03-01T10:00:00Z"
    })
    const to = await version("1.1", {
      title: "Diary: photo notes",
      keywords: "notes",
      whatsNew: "A new name.",
      isReleased: true,
      releasedAt: "2026-04-10T10:00:00Z"
    })
    await version("1.2", { title: "Diary", isReleased: true, releasedAt: "2026-05-20T10:00:00Z" })
    const draft = await version("1.3", { title: "Diary 2" })
    await recordSearches(gateway(), [
      ["photo diary", "2026-04-05", ["1", "2", "900001"]],
      ["photo diary", "2026-04-10", ["900001"]],
      ["photo diary", "2026-05-19", ["1", "900001"]],
      ["photo diary", "2026-05-20", ["900001"]],
      ["journal app", "2026-04-09", ["900001", "2"]],
      ["journal app", "2026-05-18", ["1", "2"]],
      ["photo", "2026-04-09", ["900001"]]
    ])
    const { json } = await own.done("GET", `${path}/versions/diff?from=${from}&to=${to}`)
    const fields = listOf(json, "data", "fields")
    assert.deepEqual(fields[0], {
      field: "title",
      isChanged: true,
      pieces: [
        { op: "removed", text: "Journal" },
        { op: "added", text: "Diary" },
        { op: "same", text: ": photo notes" }
      ]
    })
    assert.deepEqual(
      fields.map((field) => at(field, "field")),
      ["title", "keywords", "whatsNew"]
    )
    const term = { country: "us", device: "iphone" }
    const ranked = (rank: number, day: string) => ({ rank, rankStatus: "ranked", depth: 200, day })
    assert.deepEqual(listOf(json, "data", "terms"), [
      {
        ...term,
        keyword: "photo diary",
        change: "added",
        before: ranked(3, "2026-04-05"),
        after: ranked(2, "2026-05-19")
      },
      {
        ...term,
        keyword: "journal app",
        change: "removed",
        before: ranked(1, "2026-04-09"),
        after: { rank: null, rankStatus: "not_in_top_n", depth: 200, day: "2026-05-18" }
      }
    ])
    assert.deepEqual([at(json, "data", "ranksBefore"), at(json, "data", "ranksAfter")], ["2026-04-09", "2026-05-19"])

    const today = new Date().toISOString().slice(0, 10)
    await recordSearches(gateway(), [["photo diary", today, ["1", "2", "3", "900001"]]])
    const drafted = await own.done("GET", `${path}/versions/diff?from=${to}&to=${draft}`)
    // What a draft changes is ranked as of today, and nothing comes after.
    assert.strictEqual(at(drafted.json, "data", "ranksBefore"), today)
    assert.isNull(at(drafted.json, "data", "ranksAfter"))
    assert.deepEqual(
      listOf(drafted.json, "data", "terms").map((row) => [at(row, "before", "rank"), at(row, "after", "rankStatus")]),
      [
        [null, "not_measured"],
        [4, "not_measured"]
      ]
    )

    const timeline = listOf((await own.done("GET", `${path}/versions/timeline`)).json, "data", "items")
    assert.deepEqual(
      timeline.map((row) => [at(row, "versionName"), at(row, "until"), at(row, "previousId"), at(row, "changed")]),
      [
        ["1.2", null, to, ["title", "keywords", "whatsNew"]],
        ["1.1", "2026-05-20T10:00:00.000Z", from, ["title", "keywords", "whatsNew"]],
        ["1.0", "2026-04-10T10:00:00.000Z", null, ["title", "keywords"]]
      ]
    )
    assert.deepEqual(listOf((await own.done("GET", `${path}/versions/timeline?language=de`)).json, "data", "items"), [])
  })

  it("are given to other plugins with the ranks of each day, to the account that keeps them alone", async () => {
    const own = await newActor(gateway())
    const app = { platform: "storea" as const, appId: "900011" }
    await own.done("POST", base, unreleased(900_011))
    const path = `${base}/900011/versions`
    const text = { title: "Diary", keywords: "notes", whatsNew: "New." }
    const released = idOf(await own.done("POST", path, { versionName: "1.0", ...text, isReleased: true }))
    const draft = idOf(await own.done("POST", path, { versionName: "1.1", title: "Journal", language: "de" }))
    const archived = idOf(await own.done("POST", path, { versionName: "0.9", title: "Old" }))
    await own.done("PATCH", path, { id: archived, isArchived: true })
    const kept = (accountId: string, filter?: { readonly isReleased?: boolean; readonly isArchived?: boolean }) =>
      gateway().run(KeptVersions.use(({ of }) => of(accountId, app, filter)))
    const all = (await kept(own.accountId)) ?? []
    assert.deepEqual(
      all.map(({ id, language, releasedAt }) => [id, language, releasedAt !== null]),
      [
        [draft, "de", false],
        [released, "en-US", true]
      ]
    )
    assert.deepInclude(all[1], { ...text, subtitle: null, description: null, promotionalText: null })
    assert.deepEqual((await kept(own.accountId, { isReleased: true }))?.length, 1)
    assert.deepEqual((await kept(own.accountId, { isArchived: true }))?.[0]?.id, archived)
    assert.isUndefined(await kept((await newActor(gateway())).accountId))
    const [one, other] = all
    assert.isDefined(one)
    assert.isDefined(other)
    if (one === undefined || other === undefined) return
    assert.deepEqual(["journal", "notes", "else"].map(termChangeOf(other, one)), ["added", "removed", "none"])

    await recordSearches(gateway(), [
      ["day by day", "2026-04-05", ["1", "900011"]],
      ["day by day", "2026-04-06", ["900011"]],
      ["day by day", "2026-04-09", ["1", "2"]],
      ["day by day", "2026-04-10", ["900011"]]
    ])
    const keywords = ["day by day", "never searched"].map((keyword) => ({ keyword, country: "us", device: "iphone" }))
    const [days = [], none] = await gateway().run(
      LatestRanks.use(({ within }) => within(app, keywords, { from: "2026-04-05", to: "2026-04-09" })).pipe(
        Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), keywordsPlugin))
      )
    )
    assert.deepEqual(
      days.map(({ day, depth, rank }) => [day, rank, depth]),
      [
        ["2026-04-05", 2, 200],
        ["2026-04-06", 1, 200],
        ["2026-04-09", null, 200]
      ]
    )
    assert.deepEqual([new Set(days.map(({ source }) => source)).size, none], [1, []])
  })

  it("are of one app of one's own", async () => {
    const [own, other] = [await newActor(gateway()), await newActor(gateway())]
    for (const each of [own, other]) await each.done("POST", base, unreleased(900_001))
    await own.done("POST", base, unreleased(900_002))
    const made = async (each: typeof own, app: number) =>
      idOf(await each.done("POST", `${base}/${app}/versions`, { versionName: "1.0", title: "Ours" }))
    const [mine, elsewhere, theirs] = [await made(own, 900_001), await made(own, 900_002), await made(other, 900_001)]
    const none = await own.ask(
      "GET",
      `${base}/900001/versions/diff?from=${mine}&to=018f0000-0000-7000-8000-000000000000`
    )
    assert.strictEqual(none.status, 404)
    for (const id of [elsewhere, theirs, "x"]) {
      for (const query of [`from=${mine}&to=${id}`, `from=${id}&to=${mine}`]) {
        const answer = await own.ask("GET", `${base}/900001/versions/diff?${query}`)
        assert.deepEqual([answer.status, answer.text], [none.status, none.text])
      }
    }
    const stranger = await other.ask("GET", `${base}/900002/versions/timeline`)
    assert.deepEqual(stranger.status, 404)
  })
})
