/** Authors who are to be forgotten: of each only a hash is kept, by which what a source still has is told. */
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const authorRows = rowsOf(Schema.Struct({ author: Schema.String }))

interface Authored {
  readonly author: string | null
}

/** Whether the address or an id of a post tells who wrote it. */
export const namesAuthor = (
  author: string,
  post: { readonly key: string; readonly url: string | null; readonly nativeId: string | null }
): boolean => {
  // An address of the AT protocol begins with its author's own id.
  if (/^at:/.test(post.nativeId ?? "")) return true
  const name = author.toLowerCase().replace(/^@/, "").split("@")[0] ?? ""
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "u").test(
    `${post.key} ${post.url ?? ""}`.toLowerCase()
  )
}

/** Places whose addresses of threads begin with who wrote them. */
const namingChannels = new Set(["mastodon", "bluesky"])

/** Whether a kept thread's address tells who wrote it. */
export const addressNamesAuthor = (
  thread: Authored & {
    readonly channel: string
    readonly key: string
    readonly url: string | null
    readonly nativeId: string | null
  }
): boolean => namingChannels.has(thread.channel) || (thread.author !== null && namesAuthor(thread.author, thread))

/** Tells of posts of a channel whether their authors are forgotten. */
export const makeForgotten = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fnUntraced(function* (channel: string, posts: ReadonlyArray<Authored>) {
    const authors = [...new Set(posts.flatMap(({ author }) => author ?? []))]
    if (authors.length === 0) return () => false
    const rows = yield* authorRows(sql`
        SELECT a.author FROM unnest(${authors}::text[]) a (author) JOIN growth_forgotten f
          ON f.channel = ${channel} AND f.author_hash = encode(sha256(convert_to(a.author, 'UTF8')), 'hex')`)
    const forgotten = new Set(rows.map(({ author }) => author))
    return ({ author }: Authored) => author !== null && forgotten.has(author)
  })
)

/** Posts without authors who are forgotten, and without their threads where an address would name them. */
export const makeAnonymous = Effect.map(makeForgotten, (forgotten) =>
  Effect.fnUntraced(function* <
    P extends Authored & { readonly key: string; readonly url: string | null; readonly nativeId: string | null }
  >(channel: string, given: ReadonlyArray<P>) {
    const isForgotten = yield* forgotten(channel, given)
    return given.flatMap((post) => {
      if (post.author === null || !isForgotten(post)) return [post]
      return namesAuthor(post.author, post) ? [] : [{ ...post, author: null }]
    })
  })
)
