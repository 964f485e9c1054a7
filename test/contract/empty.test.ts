import { at, type TestAccount, useTestGateway } from "@storeglass/testkit"

import { assert, beforeAll, describe, it } from "vitest"

interface Empty {
  readonly path: string
  /** What of the data holds nothing. */
  readonly nothing: ReadonlyArray<string>
  readonly todo: RegExp
}

const unheard = "zzzzqqqqxx"

// `{app}` is an app of the sandbox of which nothing was collected before.
const cases: ReadonlyArray<Empty> = [
  { path: `/v1/search?q=${unheard}`, nothing: ["results"], todo: /other words, or in another country/ },
  { path: "/v1/apps/{app}/reviews?page=10", nothing: ["reviews"], todo: /past the last review .*: ask for page 1/ },
  {
    path: "/v1/apps/{app}/country-rankings?chart=top-paid&countries=us,de",
    nothing: ["rankings"],
    todo: /none of the \d+ charts read lists the app: ask for another chart/
  },
  {
    path: "/v1/market/movers",
    nothing: ["topGainers", "topLosers", "newEntries", "droppedOut"],
    todo: /movements appear once it is collected again, every \d+ hours/
  },
  { path: "/v1/market/activity", nothing: ["activities"], todo: /movements appear once it is collected again/ },
  { path: "/v1/discover/new-number-1", nothing: ["apps"], todo: /haven't been read for 7 days yet/ },
  {
    path: "/v1/keywords/ranks?keyword=photo&date=2026-01-01",
    nothing: ["rankings"],
    todo: /ask without date .*POST \/v1\/keywords\/track \(country us, platform storea\)/
  },
  { path: `/v1/keywords/ranks?keyword=${unheard}`, nothing: ["rankings"], todo: /\/v1\/keywords\/suggestions tells/ },
  { path: `/v1/keywords/metrics?keyword=${unheard}`, nothing: ["topApps"], todo: /\/v1\/keywords\/suggestions tells/ },
  { path: `/v1/keywords/suggestions?keyword=${unheard}`, nothing: ["suggestions"], todo: /ask for its first letters/ },
  {
    path: "/v1/keywords/trending?country=jp",
    nothing: ["keywords"],
    todo: /POST \/v1\/keywords\/track \(country jp, platform storea\).*growth shows after 8 days/
  },
  {
    path: "/v1/keywords/movers?appId={app}",
    nothing: ["topGainers", "topLosers", "newEntries", "droppedOut"],
    todo: /\d+ keywords are known, none measured on two days .*appear with the next day's collection/
  },
  {
    path: `/v1/apps/{app}/keywords/trends?keyword=${unheard}`,
    nothing: [],
    todo: /your account doesn't track the keyword; POST \/v1\/keywords\/track/
  },
  {
    path: "/v1/keywords/tracked?country=jp",
    nothing: ["keywords"],
    todo: /nothing is tracked in jp: POST \/v1\/keywords\/track/
  }
]

describe("an answer with nothing in it", () => {
  const gateway = useTestGateway({
    plugins: {
      stores: true,
      apps: true,
      charts: { collectOnStart: false },
      keywords: { collect: { enabled: false } }
    }
  })
  let account: TestAccount
  let app = ""
  beforeAll(async () => {
    account = await gateway().account({ plan: "large" })
    const found = await gateway().ask("/v1/search?q=photo&limit=50", { key: account.key })
    app = [...found.text.matchAll(/"trackId":(\d+)/g)].at(-1)?.[1] ?? ""
    assert.notStrictEqual(app, "")
  })

  it.each(cases)("says what to do: GET $path", async ({ nothing, path, todo }) => {
    const answer = await gateway().ask(path.replace("{app}", app), { key: account.key })
    assert.strictEqual(answer.status, 200, answer.text.slice(0, 300))
    const data = at(answer.json, "data")
    for (const name of nothing) assert.deepEqual(at(data, name), [], name)
    const limitations = at(data, "provenance", "limitations")
    const told = [at(data, "message"), ...(Array.isArray(limitations) ? limitations : [])]
    assert.isTrue(
      told.some((each) => typeof each === "string" && todo.test(each)),
      JSON.stringify(told, undefined, 1)
    )
  })

  it("says nothing of the kind where there is something", async () => {
    for (const path of ["/v1/search?q=photo", `/v1/apps/${app}/reviews`, "/v1/keywords/ranks?keyword=photo"]) {
      const { text } = await gateway().ask(path, { key: account.key })
      for (const { todo } of cases) assert.notMatch(text, todo, path)
    }
  })
})
