import { Egress, InvalidInput, NotFound } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { queryOf } from "../reading/query.ts"

const bytesMax = 2 * 1024 * 1024
const keptMs = 24 * 3_600_000
const keptMax = 500
const keptBytesMax = 32 * 1024 * 1024

export const sizes = ["64", "128", "512"] as const

const Query = Schema.Struct({
  url: Schema.String.check(
    Schema.isMaxLength(2048),
    Schema.isPattern(/^https?:\/\//i, { message: "must be an http or https address" })
  ),
  size: Schema.optionalKey(Schema.Literals(sizes))
})

/** What bytes are, by their beginning: nothing else is passed on, whatever their host calls them. */
const typeOf = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1")
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png"
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg"
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp"
  return undefined
}

/** The same picture in about that many pixels, where its address says in how many it's given. */
export const sizedAddress = (url: string, side: number): string => {
  const boxed = /\/(\d{1,5})x(\d{1,5})([a-z0-9-]*)\.(png|jpg|jpeg|webp)$/i.exec(url)
  if (boxed !== null) {
    const [width, height] = [Number(boxed[1]), Number(boxed[2])]
    const by = Math.min(1, side / Math.max(width, height, 1))
    return `${url.slice(0, boxed.index)}/${Math.max(1, Math.round(width * by))}x${Math.max(1, Math.round(height * by))}${boxed[3]}.${boxed[4]}`
  }
  const sized = /=[whs]\d{1,5}(?:-[a-z0-9-]+)?$/i.exec(url)
  return sized === null ? url : `${url.slice(0, sized.index)}=s${side}`
}

interface Kept {
  readonly type: string
  readonly bytes: Uint8Array
  readonly untilMs: number
}

/** The pictures asked for last, by their address. */
const kept = new Map<string, Kept>()
let keptBytes = 0

const forget = (address: string) => {
  keptBytes -= kept.get(address)?.bytes.byteLength ?? 0
  kept.delete(address)
}
const keep = (address: string, picture: Kept) => {
  forget(address)
  kept.set(address, picture)
  keptBytes += picture.bytes.byteLength
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax && keptBytes <= keptBytesMax) break
    forget(oldest)
  }
}

const answerOf = ({ bytes, type }: Kept) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: type,
    headers: {
      "cache-control": "private, max-age=86400",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin"
    }
  })

/**
 * A picture of a store, asked for by this gateway so that no store sees who looks at what. Addresses are checked like those that
 * customers give, so nothing of the operator's network is reached.
 */
export const picture = Effect.gen(function* () {
  const { size = "64", url } = yield* queryOf(Query)
  const address = sizedAddress(url, Number(size))
  const now = yield* Clock.currentTimeMillis
  const known = kept.get(address)
  if (known !== undefined && known.untilMs > now) return answerOf(known)
  const egress = yield* Egress
  const asked = egress.request({
    url: address,
    timeoutMs: 5_000,
    bodyBytesMax: bytesMax,
    redirectsMax: 2,
    headers: { accept: "image/png, image/jpeg, image/webp" }
  })
  const answer = yield* Effect.mapError(asked, (failure) =>
    failure._tag === "EgressRefused"
      ? new InvalidInput(`url (query): ${failure.message}`, { field: "url" })
      : new NotFound("the picture can't be had now")
  )
  const type = answer.status === 200 ? typeOf(answer.body) : undefined
  if (type === undefined) return yield* new NotFound("there's no picture at that address")
  const found: Kept = { type, bytes: answer.body, untilMs: now + keptMs }
  keep(address, found)
  return answerOf(found)
})
