import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"

const page = readFileSync(join(root, "docs/security.md"), "utf8")

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they come first in it. */
const standard: Readonly<Record<string, number>> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2
}

interface Row {
  readonly numbers: ReadonlyArray<string>
  readonly state: string
  readonly where: string
}

/** `1.2.6–1.2.8` as its three numbers. */
const numbersOf = (text: string) =>
  text.split(", ").flatMap((part) => {
    const [first = "", last = first] = part.split("–")
    const section = first.replace(/\.\d+$/, "")
    const [from, to] = [first, last].map((number) => Number(number.split(".")[2]))
    return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => `${section}.${(from ?? 0) + index}`)
  })

const rows: ReadonlyArray<Row> = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)
].map(([, numbers = "", state = "", where = ""]) => ({ numbers: numbersOf(numbers), state, where }))
const sectionOf = (number: string) => number.replace(/\.\d+$/, "")
const stateOf = (number: string) => rows.find(({ numbers }) => numbers.includes(number))?.state

describe("the table of security requirements", () => {
  it("has each requirement of levels 1 and 2 once, and no other", () => {
    const all = Object.entries(standard).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`)
    )
    assert.strictEqual(all.length, 70 + 183)
    assert.deepEqual(rows.flatMap(({ numbers }) => numbers).sort(), [...all].sort())
  })

  it("says of each whether it is met, and why where it isn't", () => {
    for (const { numbers, state, where } of rows) {
      assert.include(["met", "operator", "not met", "n/a"], state, numbers.join())
      assert.isNotEmpty(where.trim(), numbers.join())
    }
  })

  it("names tests that exist", () => {
    const named = [...page.matchAll(/`((?:test|packages|plugins|docs)\/[^`\s]+)`/g)].map(([, path = ""]) => path)
    assert.isAbove(named.length, 100)
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      []
    )
  })

  it("meets limits against automation, no caching of keyed answers, and the log of authentication and authorization, each by a test", () => {
    for (const number of ["2.4.1", "14.3.2", "16.3.1", "16.3.2"]) {
      assert.strictEqual(stateOf(number), "met", number)
      assert.match(rows.find(({ numbers }) => numbers.includes(number))?.where ?? "", /`test\/\S+\.test\.ts`/)
    }
  })

  /** What `plugins/account` and the dashboard have, so that these can't be said to be about nothing here. */
  const present = "3.3 6.1 6.2 6.3 6.4 6.5 6.6 6.8 7.1 7.2 7.3 7.4 7.5 7.6 9.1 9.2 10.1 10.2 10.3 10.4 10.5 10.7 14.3"
  /** What of these sections is about something that isn't offered. */
  const absent = ["6.6.1", "6.8.3", "10.3.4", "10.4.10", "10.5.5"]

  it("calls nothing absent of sign-in, sessions, tokens and OAuth but what is listed here as absent", () => {
    assert.isTrue(existsSync(join(root, "plugins/account/src/plugin.ts")))
    const sections = new Set(present.split(" "))
    const passedOver = rows.flatMap(({ numbers, state }) =>
      state === "n/a" ? numbers.filter((number) => sections.has(sectionOf(number))) : []
    )
    assert.deepEqual(passedOver.sort(), absent.toSorted())
    assert.strictEqual(stateOf("11.4.2"), "met")
    assert.notMatch(page, /\bno passwords\b|\bno second factors?\b|up to that plugin|no expiry or address list/i)
  })

  it("meets what it meets of sign-in, sessions, tokens and OAuth by a test of these", () => {
    for (const { numbers, state, where } of rows) {
      if (state !== "met" || !/^(?:6|7|9|10)\./.test(numbers[0] ?? "")) continue
      assert.match(where, /`(?:(?:plugins\/account|packages\/\w+)\/)?test\/\S+\.test\.ts`/, numbers.join())
    }
  })

  it("says what is missing of each requirement that isn't met", () => {
    const unmet = rows.filter(({ state }) => state === "not met")
    assert.isNotEmpty(unmet)
    for (const { numbers, where } of unmet) assert.isAtLeast(where.split(" ").length, 6, numbers.join())
  })
})
