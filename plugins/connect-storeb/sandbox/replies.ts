import { json, type Reply } from "@storeglass/sandbox"

interface Reason {
  readonly reason: string
  readonly domain?: string
}

/** The vendor's error body. */
export const failure = (status: number, code: string, message: string, reason?: Reason): Reply =>
  json(status, {
    error: {
      code: status,
      message,
      status: code,
      ...(reason === undefined
        ? {}
        : { errors: [{ message, domain: reason.domain ?? "global", reason: reason.reason }] })
    }
  })

export const notAllowed = failure(403, "PERMISSION_DENIED", "The caller does not have permission", {
  reason: "forbidden"
})
export const notFound = (what: string): Reply => failure(404, "NOT_FOUND", `${what} not found.`, { reason: "notFound" })
export const noSuchPath = notFound("Requested entity was")

/** A page of a list: `pageToken` is the place at which it goes on. */
export const pageOf = <A>(
  items: ReadonlyArray<A>,
  query: URLSearchParams,
  {
    sizeName = "pageSize",
    tokenName = "pageToken",
    usual,
    most
  }: { sizeName?: string; tokenName?: string; usual: number; most: number }
): { readonly page: ReadonlyArray<A>; readonly nextPageToken?: string } => {
  const size = Math.min(Math.max(Number(query.get(sizeName) ?? usual) || usual, 1), most)
  const from = Number(Buffer.from(query.get(tokenName) ?? "", "base64url").toString() || "0")
  const to = from + size
  return {
    page: items.slice(from, to),
    ...(to < items.length ? { nextPageToken: Buffer.from(String(to)).toString("base64url") } : {})
  }
}
