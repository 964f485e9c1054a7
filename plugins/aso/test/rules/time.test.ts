/** What the rules cost in CPU time, which other work on the machine doesn't count for. */
import { afterEach, assert, describe, it, vi } from "vitest"
import { catalogue } from "../../src/rules/catalogue.ts"
import { checkMetadata, type Metadata } from "../../src/rules/check.ts"
import { cpuMs } from "../cpu.ts"
import { authored } from "./authored.ts"

describe("the rules", () => {
  afterEach(() => vi.restoreAllMocks())

  it("take at most 50 ms each for 64 KiB of anything", { timeout: 300_000 }, () => {
    const parts = [
      "a,",
      "<a ",
      "“love ",
      "20% ",
      "for iphone ",
      "a.a.",
      "(new) ",
      "字",
      "zoom like ",
      "a\u0301",
      "👩‍👩‍👧",
      "🇫🇷"
    ]
    /** By rule and text, the least of several runs: what a collection of garbage adds isn't the rule's. */
    const least = new Map<string, number>()
    let part = ""
    for (const rule of catalogue) {
      const find = rule.find
      vi.spyOn(rule, "find").mockImplementation((text, context) => {
        let hits: ReturnType<typeof find> = []
        const ms = cpuMs(() => {
          hits = [...find(text, context)]
        })
        const name = `${rule.id} in ${text.name} of ${JSON.stringify(part)}`
        least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, ms))
        return hits
      })
    }
    for (part of parts) {
      const text = part
        .repeat(Math.ceil(65_536 / part.length))
        .slice(0, 65_536)
        .toWellFormed()
      for (const platform of ["storea", "storeb"] as const) {
        const metadata: Metadata = { platform, locale: "en-US", title: text, keywords: text, fullDescription: text }
        for (let run = 0; run < 4; run++) checkMetadata(metadata, { brand: "a b", targets: ["budget planner"] })
      }
    }
    const slow = [...least].filter(([, ms]) => ms > 50)
    assert.deepEqual(slow, [])
  })

  it("take at most 3 ms for a listing at the mean", () => {
    // Of each language, with descriptions as long as the stores let them be.
    const listings = Object.entries(authored).flatMap(([locale, rows]) => {
      const lines = rows
        .trim()
        .split("\n")
        .map((row) => row.slice(3).split(" | ")[0] ?? "")
      return lines.slice(0, 5).map((title, at): Metadata => {
        const turned = [...lines.slice(at), ...lines.slice(0, at)].join(" ")
        return {
          platform: at % 2 === 0 ? "storea" : "storeb",
          locale,
          title: [...title].slice(0, 30).join(""),
          subtitle: [...turned].slice(0, 30).join(""),
          keywords: [...turned.replaceAll(" ", ",")].slice(0, 100).join(""),
          shortDescription: [...turned].slice(0, 80).join(""),
          fullDescription: [...turned.repeat(4)].slice(0, 3_900).join("")
        }
      })
    })
    const check = () => {
      for (const metadata of listings) checkMetadata(metadata)
    }
    check()
    const rounds = Array.from({ length: 5 }, () => cpuMs(check) / listings.length)
    assert.isBelow(Math.min(...rounds), 3)
  })
})
