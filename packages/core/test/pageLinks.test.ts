import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { nextPageIn } from "../src/http/pageLinks.ts"

const route = { method: "GET", path: "/v1/apps/:id/reviews", pagedBy: "page" } as const

describe("Link", () => {
  const linkOf = (publicUrl: string, url: string, next: string | number) =>
    Effect.map(
      Effect.sync(() => ({}) as Record<string, string>),
      (headers) => Effect.as(nextPageIn(headers, publicUrl, route, { url }, next), headers)
    ).pipe(Effect.flatten)

  it.effect("is what was asked with the next page in its place, under the public address where that is known", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* linkOf("", "/v1/apps/1/reviews?country=jp&page=2&sort=a%26b", 3), {
        link: '</v1/apps/1/reviews?country=jp&page=3&sort=a%26b>; rel="next"'
      })
      assert.deepEqual(yield* linkOf("https://api.example.com/glass/", "/v1/apps/1/reviews", 2), {
        link: '<https://api.example.com/glass/v1/apps/1/reviews?page=2>; rel="next"'
      })
    })
  )

  it.effect("has nothing in it that could end it", () =>
    Effect.gen(function* () {
      const { link = "" } = yield* linkOf("", '/v1/apps/%3E/reviews?q=%3E;%22,\u00e9>"', '">,<')
      assert.match(link, /^<[\x21-\x7e]+>; rel="next"$/)
      assert.notMatch(link.slice(1, -'>; rel="next"'.length), /[<>"\s]/)
    })
  )

  it.effect("is refused to a route that takes nothing to ask for a page by", () =>
    Effect.gen(function* () {
      const told = yield* Effect.exit(nextPageIn({}, "", { ...route, pagedBy: undefined }, { url: "/" }, 2))
      assert.isTrue(Exit.isFailure(told))
    })
  )
})
