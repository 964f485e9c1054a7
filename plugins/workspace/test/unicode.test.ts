/** Texts of any valid Unicode: keywords, tags, views and titles come back as their form has them, wherever they were. */
import { textProblem } from "@storeglass/plugin-api"
import { usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { formOf } from "../src/keywords/Keywords.ts"
import plugin from "../src/plugin.ts"
import { tagOf, tagsOf } from "../src/tags/text.ts"
import { neat, problemOf } from "../src/texts.ts"
import {
  type Actor,
  at,
  base,
  dice,
  idOf,
  listOf,
  newActor,
  plugins,
  saveReport,
  textsOf,
  unreleased
} from "./support.ts"

const gateway = usePluginGateway(plugin, { plugins })

const roll = dice(20_261_123)
const textOf = textsOf(roll)
/** Of any case and form, with spaces of all kinds in it and around it. */
const anyText = (max: number) => {
  const spaces = [" ", "  ", "\u00a0", "\u2003", "\u3000"]
  const words = Array.from({ length: 1 + roll(3) }, () => textOf(1 + roll(6)))
  const form = (["NFC", "NFD", "NFKC", "NFKD"] as const)[roll(4)] ?? "NFC"
  const text = words.join(spaces[roll(spaces.length)]).normalize(form)
  return roll(4) === 0 ? ` ${text} ` : [...text].slice(0, max).join("")
}

describe("the form of a text", () => {
  const samples = Array.from({ length: 20_000 }, () => anyText(60))

  it("is its own form, whatever the text: of keywords, of what was typed, and of tags", () => {
    for (const text of samples) {
      const typed = neat(text)
      assert.strictEqual(neat(typed), typed, JSON.stringify(text))
      const tag = tagOf(text)
      assert.strictEqual(tagOf(tag), tag, JSON.stringify(text))
      assert.notMatch(tag, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
      const term = formOf(text)
      if (term === undefined) continue
      assert.strictEqual(formOf(term), term, JSON.stringify(text))
      assert.strictEqual(formOf(typed), term, JSON.stringify(text))
      assert.isUndefined(problemOf(term, { max: 100 }))
    }
  })

  it("is one however the text is composed", () => {
    for (const text of samples) {
      for (const form of ["NFC", "NFD"] as const) {
        const other = text.normalize(form)
        assert.strictEqual(tagOf(other), tagOf(text), JSON.stringify(text))
        assert.strictEqual(formOf(other), formOf(text), JSON.stringify(text))
      }
    }
  })
})

describe("texts of any valid Unicode", () => {
  const path = `${base}/900001`
  const keywordsOf = async (own: Actor, query = "") =>
    listOf((await own.done("GET", `${path}/keywords?limit=500${query}`)).json, "data", "items")
  const shownBy = (row: unknown): ReadonlyArray<unknown> => [at(row, "keyword"), at(row, "typed"), at(row, "tags")]

  it("come back as typed keywords and tags, from lists, filters, exports and deleted apps", async () => {
    const own = await newActor(gateway())
    const made = await own.done("POST", base, unreleased(900_001))
    const wanted = new Map<string, readonly [keyword: string, typed: string, tags: ReadonlyArray<string>]>()
    const rows = (): ReadonlyArray<ReadonlyArray<unknown>> => [...wanted.values()]
    const isTag = (text: string) => problemOf(tagOf(text), { max: 40 }) === undefined && !/[,;|]/u.test(text)
    for (let list = 0; list < 8; list += 1) {
      const keywords = Array.from({ length: 30 }, () => anyText(100))
      const tags = Array.from({ length: 3 }, () => anyText(40)).filter(isTag)
      const { json } = await own.done("POST", `${path}/keywords`, { keywords: ["any", ...keywords], tags })
      const fresh = new Map<string, string>()
      for (const text of ["any", ...keywords]) {
        const term = formOf(text)
        if (term !== undefined && !wanted.has(term) && !fresh.has(term)) fresh.set(term, neat(text))
      }
      for (const [term, typed] of fresh) wanted.set(term, [term, typed, tagsOf(tags)])
      assert.deepEqual(
        listOf(json, "data", "added").map(shownBy),
        [...fresh.keys()].map((term): ReadonlyArray<unknown> => wanted.get(term) ?? [])
      )
      for (const refused of listOf(json, "data", "refused"))
        assert.isTrue(String(at(refused, "keyword")).isWellFormed())
    }
    // What is more than a keyword only by its spaces is kept without them, so that an import takes it again.
    await own.done("POST", `${path}/keywords`, { keywords: [`So${" ".repeat(200)}Wide`, "Two\nLines"] })
    wanted.set("so wide", ["so wide", "so wide", []]).set("two lines", ["two lines", "two lines", []])
    assert.isAbove(wanted.size, 150)
    const before = await keywordsOf(own)
    assert.sameDeepMembers([...before.map(shownBy)], [...rows()])
    const searchable = [...wanted.values()].filter(([term]) => textProblem(term) === undefined)
    for (const [term, , tags] of searchable.slice(0, 20)) {
      const found = await keywordsOf(own, `&q=${encodeURIComponent(term)}`)
      assert.include(
        found.map((row) => at(row, "keyword")),
        term
      )
      const tag = tags.at(-1)
      if (tag === undefined) continue
      const tagged = await keywordsOf(own, `&tag=${encodeURIComponent(tag)}`)
      assert.include(
        tagged.map((row) => at(row, "keyword")),
        term
      )
      const again = await own.ask("POST", `${path}/keywords`, { keyword: term })
      assert.strictEqual(again.status, 409, again.text)
    }
    await own.done("DELETE", `${base}?id=${idOf(made)}`)
    await own.done("POST", `/v1/user/deleted-apps/${idOf(made)}/restore`)
    const rowOf = (row: unknown) => [at(row, "id"), at(row, "createdAt"), ...shownBy(row)]
    assert.deepEqual((await keywordsOf(own)).map(rowOf), before.map(rowOf))

    const { text } = await own.done("GET", "/v1/user/export")
    const other = await newActor(gateway())
    const exported: unknown = JSON.parse(text)
    await own.done("DELETE", `${base}?id=${idOf(made)}`)
    const imported = await other.done("POST", "/v1/user/import", { text: JSON.stringify(at(exported, "data")) })
    assert.strictEqual(at(imported.json, "data", "refused"), 0, imported.text)
    assert.sameDeepMembers([...(await keywordsOf(other)).map(shownBy)], [...rows()])
  })

  it("are cut between characters where they are refused for their length", async () => {
    const own = await newActor(gateway())
    await own.done("POST", base, unreleased(900_001))
    for (const sign of ["\u{1f4f7}", "a\u{1f4f7}", "e\u0301"]) {
      const answer = await own.done("POST", `${path}/keywords`, { keywords: [`ok ${sign}`, sign.repeat(120)] })
      const [refused] = listOf(answer.json, "data", "refused")
      const told = String(at(refused, "keyword"))
      assert.isTrue(told.isWellFormed())
      assert.lengthOf([...told], 100)
      assert.isTrue(sign.repeat(120).startsWith(told))
    }
  })

  it("are names and filters of views, and titles of reports", async () => {
    const own = await newActor(gateway())
    const ids = new Map<string, unknown>()
    for (let n = 0; n < 40; n += 1) {
      const [name, q, tag] = [`${n}${anyText(60)}`, `q${anyText(60)}`, `t${anyText(30)}`.replace(/[,;|]/gu, "")]
      const made = await own.done("POST", "/v1/user/views", { lists: "keywords", name, filter: { q, tag } })
      ids.set(idOf(made), [neat(name), { q: neat(q), tag: tagOf(tag) }])
    }
    const views = listOf((await own.done("GET", "/v1/user/views?limit=100")).json, "data", "items")
    assert.deepEqual(new Map(views.map((row) => [String(at(row, "id")), [at(row, "name"), at(row, "filter")]])), ids)

    const titles = Array.from({ length: 40 }, () => `Audit of ${anyText(200)}`)
    const kept = new Map<string, string>()
    for (const title of titles) kept.set((await saveReport(gateway(), own, { title })).id, neat(title))
    // Stores tell names that nobody may type.
    for (const [title, told] of [
      ["Audit of A\u0000B", "Audit of A B"],
      ["Audit of \ud83d", "Audit of \ufffd"],
      ["\u0000 ", "aso.audit"],
      ["\u{1f4f7}".repeat(1_200), "\u{1f4f7}".repeat(1_000)]
    ] as const) {
      const { id } = await saveReport(gateway(), own, { title, payload: { title }, params: { title } })
      kept.set(id, told)
      const [read] = listOf((await own.done("GET", `/v1/user/reports?id=${id}`)).json, "data", "items")
      assert.deepEqual(at(read, "payload"), { title })
    }
    const reports = listOf((await own.done("GET", "/v1/user/reports?limit=100")).json, "data", "items")
    assert.deepEqual(new Map(reports.map((row) => [String(at(row, "id")), at(row, "title")])), kept)
  })
})
