import { Effect } from "effect"
import { type ExportQuery, ListingFolders } from "./ListingFolders.ts"
import { Publications } from "./Publications.ts"
import type { PublishBody, ReadBody } from "./schema.ts"

interface OfApp {
  readonly params: { readonly id: string }
}

const told = <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.map(answer, (data) => ({ data }))

export const shippingHandlers = Effect.gen(function* () {
  const folders = yield* ListingFolders
  const publications = yield* Publications
  return {
    listingFiles: ({ params, query }: OfApp & { readonly query: Omit<ExportQuery, "id"> }) =>
      told(folders.export({ ...query, id: params.id })),
    readFolder: ({ params, payload: { platform = "storea", ...body } }: OfApp & { readonly payload: ReadBody }) =>
      told(folders.read({ ...body, platform, id: params.id })),
    publish: ({ params, payload }: OfApp & { readonly payload: PublishBody }) =>
      told(publications.publish({ ...payload, id: params.id }))
  }
})
