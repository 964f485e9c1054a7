import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { type Name, relevanceOf } from "../src/scoring/relevance.ts"
import { topicOf } from "../src/scoring/topic.ts"
import { languageOf } from "../src/texts/language.ts"

const folder = join(import.meta.dirname, "labelled")
const { String: Text, Array: List } = Schema
const Projects = Schema.fromJsonString(
  Schema.Record(
    Text,
    Schema.Struct({
      keywords: List(Text),
      exclude: List(Text),
      names: Schema.Struct({ app: Text, competitors: List(Text) }),
      listing: List(Text)
    })
  )
)
const projects = Schema.decodeUnknownSync(Projects)(readFileSync(join(folder, "projects.json"), "utf8"))
const subjects = new Map(
  Object.entries(projects).map(([id, { exclude, keywords, listing, names }]) => [
    id,
    {
      keywords,
      exclude,
      names: [
        { name: names.app, of: "app" },
        ...names.competitors.map((name): Name => ({ name, of: "competitor" }))
      ] satisfies ReadonlyArray<Name>,
      topic: topicOf([...listing, ...keywords])
    }
  ])
)

interface Labelled {
  readonly isHeld: boolean
  readonly labels: ReadonlyArray<string>
  readonly isRelevant: boolean
  readonly score: number
}

const posts: ReadonlyArray<Labelled> = readdirSync(join(folder, "posts")).flatMap((file) =>
  readFileSync(join(folder, "posts", file), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [set = "", project = "", first = "", second = "", title = "", body = ""] = line.split("|")
      const subject = subjects.get(`${file.slice(0, 2)}/${project}`)
      if (subject === undefined) return assert.fail(`no project for ${line}`)
      const isLink = /^https?:\/\/\S+$/.test(body)
      const text = isLink ? "" : body
      const language = languageOf(`${title}\n${text}`) ?? file.slice(0, 2)
      const found = relevanceOf(subject, { title, text, language, isLink })
      return {
        isHeld: set === "held",
        labels: [first, second],
        isRelevant: first === "y" && second === "y",
        score: found?.score ?? 0
      }
    })
)

const shownFrom = 50
const measured = (some: ReadonlyArray<Labelled>) => {
  const relevant = some.filter(({ isRelevant }) => isRelevant)
  const others = some.filter(({ isRelevant }) => !isRelevant)
  const shown = some.filter(({ score }) => score >= shownFrom)
  const right = shown.filter(({ isRelevant }) => isRelevant).length
  const inOrder = relevant.reduce(
    (sum, { score }) =>
      sum + others.reduce((own, other) => own + (score > other.score ? 1 : score === other.score ? 0.5 : 0), 0),
    0
  )
  return {
    precision: right / shown.length,
    recall: right / relevant.length,
    order: inOrder / (relevant.length * others.length)
  }
}
const told = (name: string, { order, precision, recall }: ReturnType<typeof measured>) =>
  process.stderr.write(
    `${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, order ${order.toFixed(3)}\n`
  )

const tuned = posts.filter(({ isHeld }) => !isHeld)
const held = posts.filter(({ isHeld }) => isHeld)

describe("growth-relevance@2 over 600 labelled posts", () => {
  it("has each labelled twice, and a third left out of tuning", () => {
    assert.deepEqual([posts.length, held.length], [600, 200])
    assert.isTrue(posts.every(({ labels }) => labels.every((label) => label === "y" || label === "n")))
  })
  it("finds what the posts that were left out are about", () => {
    const found = measured(held)
    told("held", found)
    assert.isAtLeast(found.precision, 0.85)
    assert.isAtLeast(found.recall, 0.75)
    assert.isAtLeast(found.order, 0.85)
  })
  it("finds no less in those it was tuned on", () => {
    const found = measured(tuned)
    told("tuned", found)
    assert.isAtLeast(found.precision, 0.9)
    assert.isAtLeast(found.recall, 0.75)
    assert.isAtLeast(found.order, 0.85)
  })
})
