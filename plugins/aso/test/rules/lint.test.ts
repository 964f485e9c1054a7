import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root } from "@storeglass/testkit"
import { Console, Effect, Exit } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { execute } from "../../../../packages/gateway/src/cli/run.ts"
import { rulesAt } from "../../src/rules/stale.ts"

const folder = mkdtempSync(join(tmpdir(), "storeglass-lint-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (files: Readonly<Record<string, string | Uint8Array>>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

write({
  "gateway.yaml": `plugins:
  aso:
    package: ${join(root, "plugins/aso")}
    houseRules:
      - { id: house.no-slang, severity: error, words: [yolo], message: No slang. }
`,
  "wrong.yaml": `plugins:
  aso:
    package: ${join(root, "plugins/aso")}
    houseRules: [{ id: slang }]
`,
  "both/fastlane/metadata/en-US/name.txt": "Lumo: Free Photo Collages\n",
  "both/fastlane/metadata/en-US/keywords.txt": "frame, sticker\n",
  "both/fastlane/metadata/en-US/description.txt": "One line.\nYOLO 🎉 here.\n",
  "both/fastlane/metadata/review_information/notes.txt": "Call us.",
  "both/fastlane/metadata/android/de-DE/title.txt": "Lumo: Fotos bearbeiten",
  "both/fastlane/metadata/android/de-DE/short_description.txt": "Bearbeite Fotos mit Filtern, Rahmen und Schriften.",
  "both/fastlane/metadata/android/de-DE/changelogs/9.txt": "Alt",
  "both/fastlane/metadata/android/de-DE/changelogs/10.txt": `Neu ${"y".repeat(500)}`,
  "good/metadata/en-US/name.txt": "Lumo: Photos with Collages",
  "storeb/en-US/title.txt": "Lumo: Best Photo Collages",
  "empty/readme.txt": "Nothing here.",
  "latin1/metadata/de-DE/name.txt": new Uint8Array([0x46, 0xfc, 0x72])
})

/** Runs a command line as the shell does. */
const storeglass = async (...args: ReadonlyArray<string>) => {
  const out: Array<string> = []
  const errors: Array<string> = []
  const exit = await Effect.runPromiseExit(
    Effect.gen(function* () {
      const live = yield* Console.Console
      const kept = {
        ...live,
        log: (...parts: ReadonlyArray<unknown>) => void out.push(parts.join(" ")),
        error: (...parts: ReadonlyArray<unknown>) => void errors.push(parts.join(" "))
      }
      const config = args.includes("--config") ? [] : ["--config", join(folder, "gateway.yaml")]
      yield* Effect.provideService(execute([...args, ...config]), Console.Console, kept)
    })
  )
  return { worked: Exit.isSuccess(exit), text: out.join("\n"), error: errors.join("\n") }
}

describe("storeglass lint", () => {
  it("finds the listings of both stores, and says where each issue is", async () => {
    const { error, text, worked } = await storeglass("lint", join(folder, "both"))
    assert.isFalse(worked)
    assert.match(text, /fastlane\/metadata\/en-US \(storea\): score \d+/)
    assert.match(text, /fastlane\/metadata\/en-US\/name\.txt:1:7 {2}error {4}title\.price/)
    assert.match(text, /description\.txt:2:6 {2}error {4}text\.pictograph/)
    assert.match(text, /description\.txt:2:1 {2}error {4}house\.no-slang {2}No slang\./)
    assert.match(text, /keywords\.txt:1:7 {2}warning {2}keywords\.space/)
    assert.match(text, /android\/de-DE \(storeb\)/)
    assert.match(text, /changelogs\/10\.txt:1:501 {2}error {4}length\.over/)
    assert.notMatch(text, /review_information|changelogs\/9/)
    assert.match(text, /^2 listings: 4 errors, \d+ warnings?, \d+ of information$/m)
    assert.match(error, /4 of severity error/)
  })

  it("prints JSON with the same issues", async () => {
    const { text, worked } = await storeglass("lint", join(folder, "both"), "--json")
    assert.isFalse(worked)
    const { errors, listings, model } = JSON.parse(text)
    assert.deepEqual([errors, model, listings.length], [4, "metadata-rules@2026-11", 2])
    assert.deepInclude(listings[0].issues[0], { ruleId: "title.price", line: 1, column: 7, endLine: 1, endColumn: 11 })
  })

  it("prints SARIF in which every result names a rule and a place", async () => {
    const { text } = await storeglass("lint", join(folder, "both"), "--sarif")
    const { runs, version } = JSON.parse(text)
    assert.strictEqual(version, "2.1.0")
    const [{ results, tool }] = runs
    assert.strictEqual(tool.driver.rules.length, 59)
    assert.strictEqual(results.filter(({ level }: { level: string }) => level === "error").length, 4)
    for (const { locations, ruleId, ruleIndex } of results) {
      assert.strictEqual(tool.driver.rules[ruleIndex].id, ruleId)
      const { artifactLocation, region } = locations[0].physicalLocation
      assert.match(artifactLocation.uri, /^fastlane\/metadata\/.*\.txt$/)
      assert.isAtLeast(region.startColumn, 1)
    }
  })

  it("ends well without errors, or fails on less if asked to", async () => {
    assert.isTrue((await storeglass("lint", join(folder, "good"))).worked)
    assert.isFalse((await storeglass("lint", join(folder, "good"), "--fail-on", "info")).worked)
  })

  it("takes the folder of one store alone, and the app's own name", async () => {
    const alone = join(folder, "storeb")
    assert.match((await storeglass("lint", alone)).text, /en-US\/title\.txt:1:7 {2}error {4}title\.ranking/)
    assert.isTrue((await storeglass("lint", alone, "--brand", "Best Photo")).worked)
  })

  it("says what it can't read", async () => {
    const cases = [
      [[join(folder, "nowhere")], /isn't a folder/],
      [[join(folder, "empty")], /has no listing; expected metadata/],
      [[join(folder, "latin1")], /name\.txt: isn't UTF-8/],
      [[join(folder, "good"), "--config", join(folder, "wrong.yaml")], /settings of aso: .*house/s]
    ] as const
    for (const [args, message] of cases) {
      const { error, worked } = await storeglass("lint", ...args)
      assert.isFalse(worked)
      assert.match(error, message)
    }
  })
})

describe("storeglass rules", () => {
  it("lists them all with their sources", async () => {
    const { text, worked } = await storeglass("rules", "--json")
    assert.isTrue(worked)
    const listed: ReadonlyArray<{ id: string; checkedOn: string }> = JSON.parse(text)
    assert.strictEqual(listed.length, 58)
    for (const { checkedOn } of listed) assert.match(checkedOn, /^\d{4}-\d{2}-\d{2}$/)
  })

  it("are stale when their source hasn't been read for six months", () => {
    const stale = (day: string) => rulesAt(Date.parse(day)).filter(({ isStale }) => isStale).length
    assert.strictEqual(stale("2027-05-20"), 0)
    assert.strictEqual(stale("2027-05-27"), 58)
  })
})
