import type { Upstream, UpstreamError, UpstreamResponse } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { failure, misread, type Read } from "../common/answers.ts"
import { type Body, readBody } from "./body.ts"
import { dialogTitle } from "./plist.ts"

/** The body of an answer with a good status; a redirect to another host is none. */
export const bodyOf = (
  upstream: Upstream,
  ask: string,
  response: UpstreamResponse
): Effect.Effect<Body, UpstreamError> =>
  response.status >= 300
    ? Effect.fail(failure(upstream, "failed", `${ask}: status ${response.status}`))
    : Effect.succeed(readBody(response.body))

/** Why a body is not the JSON that was asked for. */
const oddity = (body: Exclude<Body, { readonly kind: "json" }>): string => {
  switch (body.kind) {
    case "empty":
      return "an empty body"
    case "broken":
      return "JSON that is cut or malformed"
    case "text":
      return "plain text"
    case "markup": {
      const title = dialogTitle(body.text)
      return title === undefined ? "a page that we do not know" : `a store dialog: ${title}`
    }
  }
}

/** A body that is not what was asked for: a captcha, or something that we do not know. */
export const misfit = (body: Exclude<Body, { readonly kind: "json" }>): Read<never> =>
  body.kind === "markup" && isCaptcha(body.text)
    ? Result.fail({ detail: "a captcha", blocked: true })
    : misread(oddity(body))

export const isCaptcha = (html: string): boolean => /captcha|unusual traffic|are you (a )?(human|robot)/i.test(html)

/** Reads JSON by its schema. */
export const readJson = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (body: Body): Read<S["Type"]> =>
    body.kind === "json"
      ? Result.mapError(decode(body.value), (cause) => ({ detail: "an unknown shape", cause }))
      : misfit(body)
}
