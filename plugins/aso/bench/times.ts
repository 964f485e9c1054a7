/**
 * node --conditions development plugins/aso/bench/times.ts [--asks 200] [--only rules|listings|suggest|answers] [--short] [--json]
 *
 * What the rules, a suggestion and answers from stored data cost, each as so many times what a peer costs in the same
 * run: for texts, `Intl.Segmenter` cutting them into words, the least that anything which reads words must do; for
 * answers, the same app's stored record from the same gateway. Texts are measured in CPU time, answers by the clock. `over`
 * names what takes longer than it may on a quiet machine: a rule 50 ms in 64 KiB; at p95 audit and opportunities 80 ms,
 * validate 3 ms.
 */
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { Accounts } from "@storeglass/core"
import { Random } from "@storeglass/sandbox/world"
import { askBench, measureBench, startBenchGateway } from "@storeglass/testkit/bench"
import { Effect, Redacted, Schema } from "effect"
import { catalogue } from "../src/rules/catalogue.ts"
import { checkMetadata, type Metadata } from "../src/rules/check.ts"
import { suggesting } from "../src/suggest/suggest.ts"
import { cpuMs } from "../test/cpu.ts"
import { authored } from "../test/rules/authored.ts"
import { english, someKeywords } from "../test/suggest/support.ts"

const flags = parseArgs({
  options: {
    asks: { type: "string" },
    only: { type: "string", default: "" },
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
}).values
const runs = flags.short ? 1 : 5
const say = (line: string) => process.stderr.write(`${line}\n`)
const rounded = (value: number) => Math.round(value * 100) / 100

const leastMs = (work: () => void) => Math.min(...Array.from({ length: runs }, () => cpuMs(work)))
const segmenter = new Intl.Segmenter("en", { granularity: "word" })
/** The mean of several passes, as a single one is shorter than what some kernels' accounts tell apart. */
const cutMs = (texts: ReadonlyArray<string>) => {
  const passes = 20
  const ms = leastMs(() => {
    for (let pass = 0; pass < passes; pass++) {
      for (const text of texts) Array.from(segmenter.segment(text))
    }
  })
  return ms / passes
}
const told = (ms: number, peerMs: number) => ({
  ms: rounded(ms),
  peerMs: rounded(peerMs),
  ratio: peerMs === 0 ? null : rounded(ms / peerMs)
})

const hostile = "a,|<a |“love |20% |for iphone |a.a.|(new) |字|zoom like |a\u0301|👩\u200d👩\u200d👧|🇫🇷".split("|")

/** The ten rules that cost most in 64 KiB of one thing. */
const rules = () => {
  const length = flags.short ? 4_096 : 65_536
  const least = new Map<string, { readonly ms: number; readonly peerMs: number }>()
  for (const part of hostile) {
    const text = part
      .repeat(Math.ceil(length / part.length))
      .slice(0, length)
      .toWellFormed()
    const peerMs = cutMs([text])
    const metadata = { locale: "en-US", title: text, keywords: text, fullDescription: text }
    for (const platform of ["storea", "storeb"] as const) {
      for (let run = 0; run < runs; run++) {
        for (const { ms, name } of ofEachRule(() => checkMetadata({ platform, ...metadata }, { brand: "a b" }))) {
          const key = `${name} of ${JSON.stringify(part)}`
          least.set(key, { ms: Math.min(ms, least.get(key)?.ms ?? ms), peerMs })
        }
      }
    }
  }
  return [...least]
    .toSorted(([, a], [, b]) => b.ms - a.ms)
    .slice(0, 10)
    .map(([name, { ms, peerMs }]) => ({ name, ...told(ms, peerMs) }))
}

/** What each rule took in each field while `check` ran. */
const ofEachRule = (check: () => void) => {
  const took: Array<{ readonly name: string; readonly ms: number }> = []
  const finds = catalogue.map((rule) => ({ rule, find: rule.find }))
  for (const { find, rule } of finds) {
    Object.assign(rule, {
      find: (...[text, context]: Parameters<typeof find>) => {
        let hits: ReturnType<typeof find> = []
        const ms = cpuMs(() => {
          hits = [...find(text, context)]
        })
        took.push({ name: `${rule.id} in ${text.name}`, ms })
        return hits
      }
    })
  }
  check()
  for (const { find, rule } of finds) Object.assign(rule, { find })
  return took
}

/** Listings of each language, with descriptions as long as the stores let them be. */
const listings = () => {
  const all = Object.entries(authored).flatMap(([locale, rows]) => {
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
  const texts = all.map(({ fullDescription, keywords, shortDescription, subtitle, title }) =>
    [title, subtitle, keywords, shortDescription, fullDescription].join("\n")
  )
  const check = () => {
    for (const metadata of all) checkMetadata(metadata)
  }
  check()
  const passes = flags.short ? 1 : 10
  const each = all.map((metadata) =>
    leastMs(() => {
      for (let pass = 0; pass < passes; pass++) checkMetadata(metadata)
    })
  )
  const p95Ms = (each.toSorted((a, b) => a - b)[Math.ceil(0.95 * each.length) - 1] ?? 0) / passes
  return { ...told(leastMs(check) / all.length, cutMs(texts) / all.length), p95Ms: rounded(p95Ms) }
}

/** A suggestion of 50 keywords: all of it, and the longest that it keeps others from their turn. */
const suggest = () => {
  const description = "Plan it. ".repeat(430)
  const peerMs = cutMs([description])
  let longest = 0
  let all = 0
  for (let seed = 1; seed <= runs; seed++) {
    const steps = suggesting(
      {
        keywords: someKeywords(new Random(seed), flags.short ? 15 : 50),
        language: english,
        brand: "Zenflow",
        listing: { title: "Zenflow: Habit Tracker", subtitle: "Stay on your day", fullDescription: description },
        known: { otherBrands: ["Spendee", "Moneta"], categories: ["Productivity"], country: "us", year: 2026 }
      },
      { check: checkMetadata }
    )
    for (let isDone = false; !isDone; ) {
      const ms = cpuMs(() => {
        isDone = steps.next().done === true
      })
      longest = Math.max(longest, ms)
      all += ms
    }
  }
  return { all: told(all / runs, peerMs), longestStep: told(longest, peerMs) }
}

const Found = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Struct({ results: Schema.Array(Schema.Struct({ trackId: Schema.Int })) }) })
)

/** Figures of answers that ask the store nothing. */
const answers = Effect.gen(function* () {
  const asks = Number(flags.asks ?? (flags.short ? 3 : 200))
  const { services, url } = yield* startBenchGateway({
    name: "aso",
    plugins: "  apps: {}\n  keywords: { collect: { enabled: false } }\n  workspace: {}\n  aso: {}"
  })
  const key = yield* Effect.gen(function* () {
    const accounts = yield* Accounts.Accounts
    const { id: accountId } = yield* accounts.create({ email: "bench@example.com", plan: "large" })
    const { value } = yield* accounts.createKey({ accountId, name: "bench" })
    return Redacted.value(value)
  }).pipe(Effect.provideContext(services))
  const measured = Effect.fnUntraced(function* (path: string, body?: object) {
    const asked = { url: `${url}${path}`, key, ...(body === undefined ? {} : { method: "POST", body }) }
    yield* askBench(asked.url, key, asked)
    return yield* measureBench(asks, () => asked)
  })
  const { text } = yield* askBench(`${url}/v1/search?q=budget`, key)
  const { data } = yield* Effect.orDie(Schema.decodeEffect(Found)(text))
  const appId = data.results[0]?.trackId
  const peer = yield* measured(`/v1/apps/${appId}`)
  return {
    record: peer,
    audit: yield* measured(`/v1/aso/apps/${appId}/audit`),
    opportunities: yield* measured(`/v1/aso/apps/${appId}/opportunities?limit=100`),
    validate: yield* measured("/v1/aso/metadata/validate", {
      locale: "en-US",
      title: "Zenflow: Habit Tracker",
      subtitle: "Routines, goals and a journal",
      keywords: "habit,planner,routine,journal,meditation,timer,streak,reminder,mood",
      fullDescription: "Plan your day, keep the habits you chose, and see how far you came. ".repeat(50)
    })
  }
})

const mostMs = { rule: 50, audit: 80, opportunities: 80, validate: 3 }
const over = (report: {
  readonly rules?: ReturnType<typeof rules>
  readonly answers?: Effect.Success<typeof answers>
}) => {
  const slow = (report.rules ?? []).filter(({ ms }) => ms > mostMs.rule).map(({ name }) => name)
  const { answers } = report
  if (answers === undefined) return slow
  return [
    ...slow,
    ...(["audit", "opportunities", "validate"] as const).filter((one) => answers[one].p95Ms > mostMs[one])
  ]
}

const wanted = (name: string) => ["", name].includes(flags.only)
const textsReport = {
  ...(wanted("rules") ? { rules: rules() } : {}),
  ...(wanted("listings") ? { listings: listings() } : {}),
  ...(wanted("suggest") ? { suggest: suggest() } : {})
}
say(JSON.stringify(textsReport))
const report = {
  load: loadavg().map((load) => Math.round(load * 10) / 10),
  ...textsReport,
  ...(wanted("answers") ? { answers: await Effect.runPromise(Effect.scoped(answers)) } : {})
}
process.stdout.write(`${JSON.stringify({ ...report, over: over(report) }, undefined, flags.json ? undefined : 1)}\n`)
