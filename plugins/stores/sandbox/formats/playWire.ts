/** The forms in which the second vendor wraps its data: pages with data blocks, and answers to calls. */
import type { Json } from "@storeglass/sandbox"
import type { PlayLocale } from "./PlaySource.ts"

export type Position = readonly [path: ReadonlyArray<number>, value: Json]

/** Nested arrays with values at their positions, and null in the gaps. */
export const sparse = (positions: ReadonlyArray<Position>): Json => {
  const root: Array<Json> = []
  for (const [path, value] of positions) put(root, path, value)
  return root
}

const put = (into: Array<Json>, [index = 0, ...rest]: ReadonlyArray<number>, value: Json): void => {
  while (into.length <= index) into.push(null)
  if (rest.length === 0) {
    into[index] = value
    return
  }
  const there = into[index]
  const next: Array<Json> = Array.isArray(there) ? [...there] : []
  put(next, rest, value)
  into[index] = next
}

export interface Block {
  readonly key: string
  readonly rpcId: string
  readonly data: Json
}

/** JSON inside a script element must not be able to close it. */
const scriptJson = (value: Json): string => JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("&", "\\u0026")

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

export interface PageInput {
  readonly title: string
  /** The page's own address, without the host. */
  readonly path: string
  readonly locale: PlayLocale
  readonly blocks: ReadonlyArray<Block>
}

/** A page: what each block answers is listed first; the blocks follow in no order, the main one last. */
export const page = ({ blocks, locale, path, title }: PageInput): string => {
  const flag: Json = [
    null,
    null,
    null,
    null,
    [null, null, `https://flags.example/store/images/regionflags/${locale.country}.png`]
  ]
  const all: ReadonlyArray<Block> = [
    { key: "ds:0", rpcId: "T6C6Se", data: [null, [[`${locale.language}-${locale.country.toUpperCase()}`]]] },
    { key: "ds:2", rpcId: "X5bnOb", data: [] },
    { key: "ds:14", rpcId: "jRco8", data: flag },
    ...blocks
  ]
  const keys = all.map(({ key }) => key)
  const requests = all.map(
    ({ key, rpcId }) => `'${key}' : {id:'${rpcId}',request:[${scriptJson(path)},["{id:'none'}"]]}`
  )
  const scripts = all.map(
    ({ data, key }, i) =>
      `<script class="ds:${i}" nonce="sandbox">AF_initDataCallback({key: '${key}', hash: '${i + 1}', data:${scriptJson(data)}, sideChannel: {}});</script>`
  )
  return `<!doctype html><html lang="${locale.language}" dir="ltr"><head><base href="/"><title id="main-title">${escapeHtml(title)}</title>
<link rel="canonical" href="${escapeHtml(path)}"></head><body>
<script nonce="sandbox">var AF_initDataKeys = ${JSON.stringify(keys)}; var AF_dataServiceRequests = {${requests.join(",")}}; var AF_initDataChunkQueue = []; var AF_initDataCallback; var AF_initDataInitializeCallback;</script>
<main><h1>${escapeHtml(title)}</h1></main>
${scripts.join("")}<script id="wiz_jd"></script></body></html>
`
}

export interface RpcRow {
  readonly rpcId: string
  readonly payload: Json
  /** Said instead of a payload. */
  readonly status: number | null
  readonly tag: string
}

/** An answer to calls; `chunked` gives the form with lengths, as the vendor does when asked for it. */
export const rpcAnswer = (rows: ReadonlyArray<RpcRow>, chunked: boolean): string => {
  const answers = rows.map(
    ({ payload, rpcId, status, tag }): Json => [
      "wrb.fr",
      rpcId,
      payload === null ? null : JSON.stringify(payload),
      null,
      null,
      status === null ? null : [status],
      tag
    ]
  )
  const timing: Json = [
    ["di", 42],
    ["af.httprm", 42, "1807996992130909047", 17]
  ]
  if (!chunked) return `)]}'\n\n${JSON.stringify([...answers, ...timing])}`
  const chunks = [answers, timing].map((chunk) => JSON.stringify(chunk))
  return `)]}'\n\n${chunks.map((chunk) => `${Buffer.byteLength(chunk) + 1}\n${chunk}\n`).join("")}`
}

/** The package that a cluster's token names, somewhere in its bytes. */
export const packageInToken = (token: string): string | undefined => {
  const bytes = Buffer.from(decodeURIComponent(token).split(":")[0] ?? "", "base64url").toString("latin1")
  const names = bytes.match(/[A-Za-z]\w*(?:\.[A-Za-z]\w*)+/g) ?? []
  return [...names].sort((a, b) => b.length - a.length)[0]
}
