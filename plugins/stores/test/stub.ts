/** A store that answers what a test tells it to, on loopback. */
import { createServer } from "node:http"
import { listening } from "@storeglass/testkit"
import { Effect } from "effect"
import { quiet, storeOn } from "./harness.ts"

export interface Answer {
  readonly status?: number
  readonly location?: string
  readonly body: string
}
/** `null` is 404. */
export type Answering = (path: string, query: URLSearchParams) => Answer | string | null

const listen = Effect.fnUntraced(function* (answering: () => Answering) {
  const asked: Array<string> = []
  const { origin } = yield* listening(
    createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://stub")
      asked.push(url.pathname + url.search)
      const answer = answering()(url.pathname, url.searchParams) ?? { status: 404, body: "" }
      const { body, location, status } =
        typeof answer === "string" ? { body: answer, location: undefined, status: 200 } : answer
      response.writeHead(status ?? 200, location === undefined ? {} : { location }).end(body)
    })
  )
  return { asked, origin }
})

/** A store over that server; `answer` changes what it answers. */
export const stub = Effect.fnUntraced(function* (first: Answering, config: object = {}) {
  let answering = first
  const { asked, origin } = yield* listen(() => answering)
  const store = yield* storeOn({ itunes: origin, search: origin, rssV2: origin, apps: origin }, config)
  return {
    store,
    asked,
    answer: (next: Answering) => {
      answering = next
    }
  }
})

export const withStub =
  <E>(
    first: Answering,
    config: object,
    test: (setup: Effect.Success<ReturnType<typeof stub>>) => Effect.Effect<unknown, E>
  ) =>
  () =>
    Effect.scoped(Effect.flatMap(stub(first, config), test)).pipe(Effect.provide(quiet))
