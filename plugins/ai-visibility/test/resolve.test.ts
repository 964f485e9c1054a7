import { assert, describe, it } from "@effect/vitest"
import { aliasesOf, partsOf } from "../src/reading/names.ts"
import type { Reading, StoreHit } from "../src/reading/Reading.ts"
import { readAnswer } from "../src/reading/readAnswer.ts"
import { resolveAmong } from "../src/reading/resolve.ts"
import { merged } from "../src/reading/secondReading.ts"
import { alike, normalised } from "../src/reading/text.ts"

const store: ReadonlyArray<StoreHit> = [
  ["1", "Todoist: To-Do List & Calendar"],
  ["2", "TickTick: Todo & Planner"],
  ["3", "Things 3"],
  ["4", "Calm"],
  ["5", "Habit Tracker: Solvio"],
  ["6", "Mélibo - Recettes faciles"],
  ["7", "ソラノテ - 日記アプリ"],
  ["8", "Strava: Run, Bike, Walk"],
  ["9", "Forest: Focus for Productivity"],
  ["10", "Habit Tracker"],
  ["11", "Google Keep - notes and lists"]
].map(([trackId = "", name = ""]) => ({ trackId, name }))

/** As stores do: whatever is likest first, and something for every name. */
const search = (name: string) => {
  const words = new Set(normalised(name).split(" "))
  const likeness = (hit: StoreHit) =>
    normalised(hit.name)
      .split(" ")
      .filter((word) => words.has(word)).length + Math.max(...partsOf(hit.name).map((part) => alike(part, name)))
  return store.toSorted((a, b) => likeness(b) - likeness(a)).slice(0, 5)
}
const idOf = (name: string) => resolveAmong(name, search(name))?.trackId ?? null

describe("a name", () => {
  it("means the app whose listing it equals, or the part of it that is a name", () => {
    const names = [
      "Todoist",
      "todoist",
      "Todoist: To-Do List & Calendar",
      "Things 3",
      "Calm",
      "Solvio",
      "Melibo",
      "MÉLIBO",
      "ソラノテ",
      "Google Keep",
      "Strava app",
      "Forest",
      "Habit Tracker"
    ]
    assert.deepEqual(names.map(idOf), ["1", "1", "1", "3", "4", "5", "6", "6", "7", "11", "8", "9", "10"])
  })

  it("means it spelt a little wrong", () => {
    assert.deepEqual(["Todoisst", "TickTik", "Google Keeep"].map(idOf), ["1", "2", "11"])
  })

  it("that is invented means no app, however the store helps", () => {
    const invented = [
      "Focusara",
      "TaskNinja Pro",
      "HabitForge",
      "Calmify",
      "Things Cloud",
      "Keepr",
      "Stride",
      "Todo",
      "Solar",
      "ForestFire Focus",
      "Daily Spark",
      "Melody",
      "Habit Hero",
      "Planwise",
      "日記帳",
      "瞬間メモ",
      "TickTockly",
      "Strata",
      "Thinkr",
      "Google Tasks"
    ]
    assert.deepEqual(
      invented.map(idOf),
      invented.map(() => null)
    )
  })

  it("with nothing in it, or without hits, means none", () => {
    assert.isNull(resolveAmong("…", store))
    assert.isNull(resolveAmong("Todoist", []))
  })
})

describe("an app's names", () => {
  const namesOf = (...names: ReadonlyArray<string>) =>
    aliasesOf(names, ["habit tracker"]).map(({ common, generic, text }) => [text, common, generic])

  it("are its listing's, the part before a separator, and its former ones", () => {
    assert.deepEqual(namesOf("Velmira: Habit Tracker", "Habitzilla"), [
      ["Velmira: Habit Tracker", false, false],
      ["Habitzilla", false, false],
      ["Velmira", false, false]
    ])
  })

  it("are the other part where the first says what it does alone", () => {
    assert.deepEqual(namesOf("Habit Tracker by Solvio"), [
      ["Habit Tracker by Solvio", false, false],
      ["Habit Tracker", true, true],
      ["Solvio", false, false]
    ])
  })

  it("are both where one everyday word may be the name, and that alone where the category hasn't it", () => {
    assert.deepEqual(
      aliasesOf(["Weather: Nimbus"]).map(({ generic, text }) => [text, generic]),
      [
        ["Weather: Nimbus", false],
        ["Weather", false],
        ["Nimbus", false]
      ]
    )
    assert.deepEqual(namesOf("Forest: Concentración"), [
      ["Forest: Concentración", false, false],
      ["Forest", true, false]
    ])
  })

  it("are the Latin one of a listing in two scripts", () => {
    assert.deepEqual(
      aliasesOf(["Nemurin 睡眠アラーム"]).map(({ text }) => text),
      ["Nemurin 睡眠アラーム", "Nemurin"]
    )
  })

  it("are common where they are everyday words", () => {
    assert.deepEqual(namesOf("Things 3"), [["Things 3", true, false]])
    assert.deepEqual(namesOf("Glanz"), [["Glanz", true, false]])
  })
})

describe("a second reading", () => {
  const context = { language: "ja", owner: { names: ["Velmira"] } }
  const answer = "1. **Alma** – いい\n2. **Velmira** – 高い\n\nほかにbrioもあります。"
  const first = readAnswer(answer, context)
  const says = (
    ...mentions: ReadonlyArray<{ name: string; position: number | null; sentiment: number | null }>
  ): Reading => merged(first, { mentions }, answer, context)

  it("adds names of the text that were missed, and sentiments", () => {
    const { mentions } = says(
      { name: "Velmira", position: 2, sentiment: -0.5 },
      { name: "brio", position: 3, sentiment: 3 }
    )
    assert.deepEqual(
      mentions.map(({ name, position, sentiment }) => [name, position, sentiment]),
      [
        ["Alma", 1, null],
        ["Velmira", 2, -0.5],
        ["brio", null, 1]
      ]
    )
  })

  it("can't move an app, leave one out, or name one that the answer doesn't", () => {
    const { mentions } = says(
      { name: "Velmira", position: 1, sentiment: null },
      { name: "Planted", position: 1, sentiment: 1 }
    )
    assert.deepEqual(
      mentions.map(({ name, position }) => [name, position]),
      [
        ["Alma", 1],
        ["Velmira", 2]
      ]
    )
  })
})
