import { html, htmlError, type Json, type Reply, type SandboxRequest, text } from "@storeglass/sandbox"
import { Option, Schema } from "effect"
import type { PlayLocale } from "../formats/PlaySource.ts"
import { playCategories } from "../formats/playCategories.ts"
import { page, type RpcRow, rpcAnswer } from "../formats/playWire.ts"
import type { Upstream, UpstreamContext } from "./Upstream.ts"

const localeOf = ({ query }: SandboxRequest): PlayLocale => {
  const country = (query.get("gl") ?? "us").toLowerCase()
  const language = query.get("hl") ?? "en"
  return {
    country: /^[a-z]{2}$/.test(country) ? country : "us",
    language: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?$/.test(language) ? language : "en"
  }
}

const paged = (body: string | undefined): Reply => (body === undefined ? htmlError(404, "Not Found") : html(200, body))

/** A page whose data says nothing: lists are there, without sections. */
const emptyPage = (path: string, locale: PlayLocale): string => {
  const list = (key: string, rpcId: string) => ({ key, rpcId, data: [[null, null]] })
  const blocks = [list("ds:4", "lGYRle"), list("ds:3", "MRTdke"), list("ds:6", "CNT7ob"), list("ds:7", "IRWBmd")]
  return page({ title: "Google Play", path, locale, blocks })
}

const Call = Schema.Tuple([Schema.String, Schema.String, Schema.Null, Schema.String])
const Calls = Schema.fromJsonString(Schema.Array(Schema.Array(Call)))
const decodeCalls = Schema.decodeUnknownOption(Calls)
const decodeArgument = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const at = (value: Json | undefined, ...path: ReadonlyArray<number>): Json | undefined => {
  let current = value
  for (const index of path) current = Array.isArray(current) ? current[index] : undefined
  return current
}
const textAt = (value: Json, ...path: ReadonlyArray<number>): string => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : ""
}
const numberAt = (value: Json, ...path: ReadonlyArray<number>): number | null => {
  const found = at(value, ...path)
  return typeof found === "number" ? found : null
}

/** The vendor's word for a call whose arguments are none. */
const invalidArgument = 3
const refused = { payload: null, status: invalidArgument }

/** Answers one call; the positions of the arguments are the vendor's. */
const answer = (
  rpcId: string,
  argument: Json,
  { locale, play }: { readonly locale: PlayLocale; readonly play: UpstreamContext["play"] }
): Pick<RpcRow, "payload" | "status"> => {
  const found = (payload: Json) => ({ payload, status: null })
  switch (rpcId) {
    case "vyAe2": {
      const [collection, category] = [textAt(argument, 0, 2, 1), textAt(argument, 0, 2, 2)]
      const limit = numberAt(argument, 0, 1, 0, 1, 1) ?? 0
      return playCategories.has(category) && limit > 0
        ? found(play.chart({ collection, category, limit, locale }))
        : refused
    }
    case "UsvDTd": {
      const [appId, order, count] = [textAt(argument, 3, 0), numberAt(argument, 2, 1), numberAt(argument, 2, 2, 0)]
      if (appId === "" || order === null || ![1, 2, 3].includes(order) || count === null || count < 1) return refused
      const token = textAt(argument, 2, 2, 2)
      const stars = numberAt(argument, 2, 4, 1)
      return found(play.reviews({ appId, order, count, stars, token: token === "" ? null : token, locale }))
    }
    case "IJ4APc": {
      const typed = textAt(argument, 0, 1, 0)
      return typed === "" ? refused : found(play.suggestions(typed, locale))
    }
    case "xdSrCf": {
      const appId = textAt(argument, 0, 1, 0)
      return appId === "" ? refused : found(play.permissions(appId, locale))
    }
    default:
      return refused
  }
}

const batchexecute = (request: SandboxRequest, { empty, play }: UpstreamContext): Reply => {
  if (request.method !== "POST") return htmlError(405, "Method Not Allowed")
  const calls = decodeCalls(new URLSearchParams(request.body).get("f.req") ?? "")
  if (Option.isNone(calls)) return htmlError(400, "Bad Request")
  const rows = calls.value.flat().map(([rpcId, argument, , tag]): RpcRow => {
    const decoded = decodeArgument(argument)
    if (Option.isNone(decoded)) return { rpcId, tag, ...refused }
    return empty
      ? { rpcId, tag, payload: null, status: null }
      : { rpcId, tag, ...answer(rpcId, decoded.value, { locale: localeOf(request), play }) }
  })
  const reply = text(200, rpcAnswer(rows, request.query.get("rt") === "c"))
  return { ...reply, headers: { ...reply.headers, "content-type": "application/json; charset=utf-8" } }
}

/** The second vendor's store: pages with data in them, and one address that answers what they ask for later. */
export const play: Upstream = {
  prefix: "/play",
  handle: (request, context) => {
    const { empty, play: source } = context
    if (request.path === "/_/PlayStoreUi/data/batchexecute") return batchexecute(request, context)
    if (request.method !== "GET") return htmlError(405, "Method Not Allowed")
    const locale = localeOf(request)
    const id = request.query.get("id") ?? ""
    const answers: Readonly<Record<string, () => string | undefined>> = {
      "/store/apps/details": () => source.details(id, locale),
      "/store/apps/datasafety": () => source.dataSafety(id, locale),
      "/store/apps/dev": () => (/^\d+$/.test(id) ? source.developer(id, locale) : undefined),
      "/store/apps/developer": () => source.developer(id, locale),
      "/store/apps/collection/cluster": () => source.cluster(request.query.get("gsr") ?? "", locale),
      "/store/search": () => source.search(request.query.get("q") ?? "", locale)
    }
    const found = Object.hasOwn(answers, request.path) ? answers[request.path] : undefined
    if (found === undefined) return htmlError(404, "Not Found")
    return empty ? html(200, emptyPage(request.path, locale)) : paged(found())
  }
}
