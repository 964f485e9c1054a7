/** The data blocks of a page, and which question each of them answers. */
import { Result } from "effect"
import { misread, type Read } from "../common/answers.ts"
import { jsonEnd, parseJson } from "./jsonText.ts"

export interface PageBlocks {
  /** By the key under which the page calls them, as in `ds:5`. */
  readonly blocks: ReadonlyMap<string, unknown>
  /** The id of the question that each key answers; keys move between releases, ids seldom do. */
  readonly rpcIds: ReadonlyMap<string, string>
}

const marker = "AF_initDataCallback"
const head = /AF_initDataCallback\(\{\s*key:\s*'(ds:\d+)'[^[{]*?\bdata:\s*(?=[[{])/g
const requestsMarker = "AF_dataServiceRequests"
const request = /'(ds:\d+)'\s*:\s*\{\s*id:\s*'(\w+)'[^[{]*?request:\s*/y
const separator = /\s*\}\s*,?\s*/y

export const readPageBlocks = (html: string): Read<PageBlocks> => {
  // Captchas, consent pages and the like are pages without data.
  if (!html.includes(marker)) return Result.fail({ detail: "a page without data", blocked: true })
  const blocks = new Map<string, unknown>()
  for (const match of html.matchAll(head)) {
    const start = match.index + match[0].length
    const end = jsonEnd(html, start)
    const value = end === undefined ? undefined : parseJson(html.slice(start, end))
    if (value !== undefined) blocks.set(match[1] ?? "", value)
  }
  return blocks.size === 0
    ? misread("no data block that can be read")
    : Result.succeed({ blocks, rpcIds: rpcIds(html) })
}

/** The page's own list of questions, read entry by entry; what is asked is skipped, whatever it holds. */
const rpcIds = (html: string): ReadonlyMap<string, string> => {
  const ids = new Map<string, string>()
  const start = html.indexOf("{", html.indexOf(requestsMarker) + 1)
  if (!html.includes(requestsMarker) || start === -1) return ids
  request.lastIndex = start + 1
  for (let entry = request.exec(html); entry !== null; entry = request.exec(html)) {
    ids.set(entry[1] ?? "", entry[2] ?? "")
    const end = jsonEnd(html, request.lastIndex)
    if (end === undefined) break
    separator.lastIndex = end
    if (separator.exec(html) === null) break
    request.lastIndex = separator.lastIndex
  }
  return ids
}

export interface BlockQuery {
  readonly rpcIds: ReadonlyArray<string>
  readonly key: string
  /** Whether a block has the shape of the one that is meant. */
  readonly fits: (block: unknown) => boolean
  /** Believe the id even when the shape is another: an answer that found nothing has none. */
  readonly idSuffices?: boolean
}

/** The block that answers a question: by the question's id, else by its usual key, else whichever has its shape. */
export const blockOf = ({ blocks, rpcIds }: PageBlocks, { fits, idSuffices, ...wanted }: BlockQuery): unknown => {
  const byId = [...rpcIds].flatMap(([key, id]) => (wanted.rpcIds.includes(id) && blocks.has(key) ? [key] : []))
  const key =
    byId.find((key) => fits(blocks.get(key))) ??
    (idSuffices === true ? byId[0] : undefined) ??
    [wanted.key, ...blocks.keys()].find((key) => fits(blocks.get(key)))
  return key === undefined ? undefined : blocks.get(key)
}
