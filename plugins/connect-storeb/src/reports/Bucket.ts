import {
  type Connection,
  type Credential,
  NotConnected,
  UpstreamError,
  type UpstreamFile,
  VendorRefused
} from "@storeglass/plugin-api"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { connectRoute } from "../PlayConnection.ts"
import { type Right, rights } from "../vendor/refusals.ts"
import { PlayTransport } from "../vendor/transport.ts"
import { isFinancial } from "./families.ts"

/** The largest file that is read or handed out. */
export const downloadBytesMax = 256 * 1024 * 1024
const downloadMs = 600_000
const pageMax = 1_000
/** More than 200,000 files are no bucket of reports. */
const pagesMax = 200

/** Which of an owner's buckets. */
export const places = ["reports", "financialReports"] as const
export type Place = (typeof places)[number]
/** A bucket of a connection. */
export interface BucketOf {
  readonly place: Place
  readonly bucket: string
}

const opt = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Resource = Schema.Struct({
  name: Schema.String,
  size: opt(Schema.String),
  updated: opt(Schema.String),
  contentType: opt(Schema.String),
  md5Hash: opt(Schema.String),
  crc32c: opt(Schema.String),
  generation: opt(Schema.String)
})
const Page = Schema.Struct({ items: opt(Schema.Array(Resource)), nextPageToken: opt(Schema.String) })

/** A file of a bucket. */
export interface StoredObject {
  readonly name: string
  readonly size: number
  /** ISO 8601. */
  readonly updatedAt: string | null
  readonly contentType: string | null
  /** Hex. */
  readonly md5: string | null
  /** Hex. */
  readonly crc32c: string | null
  readonly generation: string | null
}

/** What came isn't what is in the bucket. */
export class TornTransfer extends Data.TaggedError("TornTransfer")<{ readonly object: string }> {
  override get message() {
    return `${this.object} came torn: its size or checksum isn't the bucket's`
  }
}
/** The file is larger than is read. */
export class ObjectTooLarge extends Data.TaggedError("ObjectTooLarge")<{ readonly size: number }> {
  override get message() {
    return `it has ${this.size} bytes, and at most ${downloadBytesMax} are read`
  }
}

const hexOf = (base64: string | null | undefined): string | null =>
  base64 === undefined || base64 === null ? null : Buffer.from(base64, "base64").toString("hex")
const objectOf = (resource: typeof Resource.Type): StoredObject => ({
  name: resource.name,
  size: Number(resource.size ?? 0),
  updatedAt: resource.updated ?? null,
  contentType: resource.contentType ?? null,
  md5: hexOf(resource.md5Hash),
  crc32c: hexOf(resource.crc32c),
  generation: resource.generation ?? null
})
const textIn = (details: Connection["details"], name: string) => {
  const value = details[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** The buckets that a connection names, the one of the statistics first. */
export const bucketsOf = ({ details }: Pick<Connection, "details">): ReadonlyArray<BucketOf> => {
  const [reports, money] = [textIn(details, "reportsBucket"), textIn(details, "financialReportsBucket")]
  return [
    ...(reports === undefined ? [] : [{ place: "reports" as const, bucket: reports }]),
    ...(money === undefined || money === reports ? [] : [{ place: "financialReports" as const, bucket: money }])
  ]
}
/** Where a file, or what begins like this, is: money is in the second bucket where there are two. */
export const bucketFor = (buckets: ReadonlyArray<BucketOf>, object: string): Effect.Effect<BucketOf, NotConnected> => {
  const asked = isFinancial(object) ? "financialReports" : "reports"
  const found = buckets.find(({ place }) => place === asked) ?? buckets[0]
  return found === undefined
    ? Effect.fail(new NotConnected(`no bucket of reports is connected; send reportsBucket to ${connectRoute}`))
    : Effect.succeed(found)
}

const waiting = "the console can take a day, and sometimes more, to pass this right on"
/** A refused listing in the words that owners and the vendor's help know. */
const deniedAsListing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.mapError(effect, (error) => {
    if (!(error instanceof VendorRefused) || error.refusal !== "permission") return error
    const { code, sentence = "" } = error.said
    return new VendorRefused({
      vendor: error.vendor,
      refusal: error.refusal,
      right: error.right,
      grantedAt: error.grantedAt,
      status: error.status,
      said: { code, sentence: `storage.objects.list denied; ${waiting}. ${sentence}`.trim() }
    })
  })
const at = (bucket: string) => `/storage/v1/b/${encodeURIComponent(bucket)}/o`
/** One segment, whatever is in it. */
const atObject = (bucket: string, name: string) => `${at(bucket)}/${encodeURIComponent(name)}`
const rightOf = ({ place }: BucketOf): Right => rights[place]

const isWhole = ({ bytes, digests }: UpstreamFile, { crc32c, md5, size }: StoredObject) => {
  if (bytes !== size) return false
  if (md5 !== null) return md5 === digests.md5
  return crc32c === null || crc32c === digests.crc32c
}

const make = Effect.gen(function* () {
  const { ask, sendFile, storage } = yield* PlayTransport

  const page = Effect.fn("Bucket.page")(function* (
    credential: Credential,
    of: BucketOf,
    asked: {
      readonly prefix?: string | undefined
      readonly maxResults: number
      readonly pageToken?: string | undefined
    }
  ) {
    const told = yield* ask(
      storage,
      credential,
      { path: at(of.bucket), query: { ...asked } },
      Page,
      rightOf(of),
      "a page of reports"
    ).pipe(deniedAsListing)
    const next = told.nextPageToken ?? ""
    return { items: (told.items ?? []).map(objectOf), nextPageToken: next === "" ? null : next }
  })

  return {
    page,
    /** All that begins like this. */
    all: Effect.fn("Bucket.all")(function* (credential: Credential, of: BucketOf, prefix?: string) {
      const items: Array<StoredObject> = []
      let pageToken: string | undefined
      for (let read = 0; read < pagesMax; read++) {
        const told: Effect.Success<ReturnType<typeof page>> = yield* page(credential, of, {
          prefix,
          maxResults: pageMax,
          pageToken
        })
        items.push(...told.items)
        if (told.nextPageToken === null || told.nextPageToken === pageToken) return items
        pageToken = told.nextPageToken
      }
      return yield* storage.drift("a list of reports has no end")
    }),
    object: Effect.fn("Bucket.object")(function* (credential: Credential, of: BucketOf, name: string) {
      return objectOf(
        yield* ask(
          storage,
          credential,
          { path: atObject(of.bucket, name) },
          Resource,
          rightOf(of),
          "a report's description"
        ).pipe(deniedAsListing)
      )
    }),
    /** The file as it's described: whole, or not at all. */
    download: Effect.fn("Bucket.download")(function* (credential: Credential, of: BucketOf, object: StoredObject) {
      if (object.size > downloadBytesMax) return yield* new ObjectTooLarge({ size: object.size })
      const query = { alt: "media", generation: object.generation ?? undefined }
      const file = yield* sendFile(
        storage,
        credential,
        { path: atObject(of.bucket, object.name), query, bodyBytesMax: downloadBytesMax, timeoutMs: downloadMs },
        rightOf(of)
      )
      return isWhole(file, object) ? file : yield* new TornTransfer({ object: object.name })
    })
  }
})

/** The buckets into which the vendor puts an owner's reports. */
export class Bucket extends Context.Service<Bucket, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/Bucket"
) {
  static readonly layer = Layer.effect(this, make)
}

/** A torn transfer as any other answer of the vendor's that can't be used. */
export const tornAsUpstream = ({ message }: TornTransfer) =>
  new UpstreamError({ upstream: "storeb.reports", reason: "failed", detail: message })
