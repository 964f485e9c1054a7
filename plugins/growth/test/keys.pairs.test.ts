import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { canonicalUrl } from "../src/keys/canonical.ts"

type Pair = readonly [string, string]

const sections = readFileSync(join(import.meta.dirname, "labelled/keys.txt"), "utf8")
  .split(/^==.*\n/m)
  .slice(1)
  .map((section) =>
    section
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
  )
const addresses = sections.flat(2)
const pairsOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<readonly [A, A]> =>
  all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b] as const))
const same: ReadonlyArray<Pair> = sections.flat().flatMap(pairsOf)
const different: ReadonlyArray<Pair> = sections.flatMap((threads) =>
  pairsOf(threads).flatMap(([one, other]) => one.flatMap((a) => other.map((b) => [a, b] as const)))
)
const wrong = (pairs: ReadonlyArray<Pair>, isSame: boolean) =>
  pairs.filter(([a, b]) => (canonicalUrl(a) === canonicalUrl(b)) !== isSame)

/** The same numbers in each run. */
const random = (() => {
  let seed = 11
  return (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
})()
const some = (all: ReadonlyArray<string>) => all[random(all.length)] ?? ""
const madeUp = () => {
  const schemes = ["http://", "https://", "HTTP://"]
  const hosts = ["a.example", "www.m.old.a.example", "www.a.example..", "reddit.com", "redd.it", "stackoverflow.com"]
  const more = ["news.ycombinator.com", "[2001:DB8::1]", "www.com", "m.co.uk", "WWW2.bücher.example", "x..y."]
  const ports = ["", "", ":80", ":443", ":8080"]
  const pieces = ["/", "//", "/a", "/B", "/%2f", "/%e4", "/é", "/..", "/comments/Ab1", "/questions/5", "/a/7", "/item"]
  const queries = ["id=5", "utm_x=1", "b=2", "a=1", "a=", "=", "&", "%zz", "q=a+b%20c", "ref=1", "ü=é", "a=0"]
  const fragments = ["", "", "#", "#top", "#comment-1", "#c2", "#p3/é"]
  const path = Array.from({ length: random(5) }, () => some(pieces)).join("")
  const query = Array.from({ length: random(4) }, () => some(queries)).join("&")
  return `${some(schemes)}${some([...hosts, ...more])}${some(ports)}${path}${query === "" ? "" : `?${query}`}${some(fragments)}`
}

describe("the keys of labelled pairs of addresses", () => {
  it(`are right for ${same.length} pairs that are one thread and ${different.length} that are two`, () => {
    assert.isAbove(same.length, 150)
    assert.isAbove(same.length + different.length, 300)
    assert.deepEqual(wrong(same, true), [])
    assert.deepEqual(wrong(different, false), [])
  })

  it("hold no address that has none", () => {
    assert.deepEqual(
      addresses.filter((address) => canonicalUrl(address) === undefined),
      []
    )
  })
})

describe("a key", () => {
  it("stays what it is when it's made again, for labelled addresses and 20,000 made-up ones", () => {
    const made = Array.from({ length: 20_000 }, madeUp)
    const keys = [...addresses, ...made].flatMap((address) => canonicalUrl(address) ?? [])
    assert.isAbove(keys.length, 10_000)
    assert.deepEqual([...new Set(keys.filter((key) => canonicalUrl(key) !== key))].slice(0, 20), [])
  })

  it("is the same set in whatever order, and however often, addresses are found", () => {
    const keysOf = (found: ReadonlyArray<string>) => [...new Set(found.map(canonicalUrl))].toSorted()
    const once = keysOf(addresses)
    assert.strictEqual(once.length, sections.flat().length)
    for (let n = 0; n < 50; n++) {
      const shuffled = [...addresses, ...addresses]
        .map((address) => ({ address, at: random(1_000_000) }))
        .toSorted((a, b) => a.at - b.at)
      assert.deepEqual(keysOf(shuffled.map(({ address }) => address)), once)
    }
  })
})
