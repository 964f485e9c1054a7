import type { ServedOperation } from "@storeglass/gateway"
import { Param } from "@storeglass/plugin-api"
import { Arbitrary, Effect, Schema, SchemaAST } from "effect"
import type { Prng } from "./support/prng.ts"

/** A request as it goes onto the wire. */
export interface FuzzRequest {
  readonly row: ServedOperation
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: Buffer | undefined
}

/** Things that have broken parsers, databases and templates; as text, before any encoding. */
export const nasties: readonly [string, ...ReadonlyArray<string>] = [
  "",
  " ",
  "0",
  "-1",
  "-0",
  "1.5",
  "1e9",
  "0x10",
  "NaN",
  "Infinity",
  "-Infinity",
  "9007199254740993",
  "99999999999999999999999999",
  "2147483648",
  "-9223372036854775809",
  "true",
  "null",
  "undefined",
  "[]",
  "{}",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "\u0000",
  "a\u0000b",
  "\r\nX-Evil: 1",
  "\u202e\u0007",
  "\ufeff",
  "\ufffd\uffff",
  "\u{1f1fa}\u{1f1f8}",
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}",
  "e\u0301\u0301\u0301\u0301",
  "Ａｐｐ",
  "ﷺ".repeat(60),
  "İstanbul ß ſ",
  "' OR '1'='1",
  "'; DROP TABLE core_accounts; --",
  "1); SELECT pg_sleep(5); --",
  "\\'; --",
  "$1",
  "%s%n%x",
  "${7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "com.example.app",
  "a.b",
  "com..example",
  `com.${"a".repeat(300)}`,
  "284882215",
  "1",
  "us,de,fr",
  ",,,,",
  "us,us,us",
  "zz",
  "EU",
  "2026-02-30",
  "2026-13-01",
  "0000-00-00",
  "9999-12-31",
  "1970-01-01",
  "-2026-01-01",
  "x".repeat(255),
  "x".repeat(256),
  "x".repeat(4_000),
  "a b+c&d=e;f",
  "https://127.0.0.1/",
  "file:///etc/passwd",
  "(?:a+)+$",
  `${"a".repeat(60)}!`
]

/** Text that no encoder makes: written into addresses as it is. */
const rawText: readonly [string, ...ReadonlyArray<string>] = [
  "%",
  "%zz",
  "%E0%A4%A",
  "%c0%af",
  "%ff%fe",
  "%ed%a0%80",
  "+",
  "%2525",
  "a%0d%0ab",
  "#",
  "..",
  "%2e%2e",
  "a;b"
]

type Signatures = ReadonlyArray<{
  readonly name: PropertyKey
  readonly type: SchemaAST.AST
  readonly isRequired: boolean
}>
/** What has a default isn't required, though it's there once it's decoded. */
const signaturesOf = (schema: { readonly ast: SchemaAST.AST } | undefined): Signatures => {
  if (schema === undefined || !("propertySignatures" in schema.ast)) return []
  const encoded = SchemaAST.toEncoded(schema.ast)
  const optional = new Set(
    "propertySignatures" in encoded
      ? encoded.propertySignatures.filter(({ type }) => type.context?.isOptional).map(({ name }) => name)
      : []
  )
  return schema.ast.propertySignatures.map(({ name, type }) => ({ name, type, isRequired: !optional.has(name) }))
}

/** Ids and names that answers have shown, for requests to come. */
export interface Harvest {
  readonly pick: (random: Prng, name: string) => string | undefined
  readonly add: (json: unknown) => void
}
export const makeHarvest = (): Harvest => {
  const ids: Array<string> = []
  const walk = (value: unknown, depth: number): void => {
    if (depth > 6 || typeof value !== "object" || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (/^(id|appId|bundleId)$/i.test(name) && (typeof inner === "string" || typeof inner === "number")) {
        if (ids.length < 400 && !ids.includes(String(inner))) ids.push(String(inner))
      } else walk(inner, depth + 1)
    }
  }
  return {
    add: (json) => walk(json, 0),
    pick: (random, name) => (/id$/i.test(name) && ids.length > 0 ? ids[random.int(0, ids.length - 1)] : undefined)
  }
}

const words = ["maps", "photo editor", "chess", "weather", "music", "fit", "bank", "日記", "météo"] as const
const countries = ["us", "de", "fr", "jp", "br", "GB", "in"] as const

/** A value that the declaration takes. */
const validValue = (random: Prng, name: string, type: SchemaAST.AST, harvest: Harvest): string => {
  const doc = Param.documentation(type) ?? {}
  const values = doc.enum
  if (Array.isArray(values)) return String(values[random.int(0, values.length - 1)])
  if (doc.type === "integer") {
    const [min, max] = [Number(doc.minimum ?? 0), Number(doc.maximum ?? 100)]
    return String(random.chance(0.2) ? random.pick([min, max]) : random.int(min, Math.min(max, min + 60)))
  }
  if (doc.type === "boolean") return random.pick(["true", "false"])
  if (doc.format === "date")
    return `2026-${random.pick(["09", "10", "11"])}-${String(random.int(1, 28)).padStart(2, "0")}`
  if (doc.pattern === "^[A-Za-z]{2}$" || /countr/i.test(name)) return random.pick(countries)
  const seen = harvest.pick(random, name)
  if (seen !== undefined && random.chance(0.8)) return seen
  return (random.chance(0.6) ? exampleOf(type) : undefined) ?? random.pick(words)
}

/** What the declaration says by way of example. */
export const exampleOf = (type: SchemaAST.AST | undefined): string | undefined => {
  const examples = type === undefined ? undefined : Param.documentation(type)?.examples
  return Array.isArray(examples) ? String(examples[0]) : undefined
}

const encoded = (text: string) => {
  try {
    return encodeURIComponent(text)
  } catch {
    return "%ef%bf%bd"
  }
}

const anyJson = (random: Prng, depth = 0): unknown =>
  random.pick<() => unknown>([
    () => null,
    () => random.chance(0.5),
    () => random.pick([0, -1, 1.5, 1e308, -0, 2 ** 53, 1e-320]),
    () => random.pick(nasties),
    () => (depth > 3 ? [] : Array.from({ length: random.int(0, 4) }, () => anyJson(random, depth + 1))),
    () => (depth > 3 ? {} : { [random.pick(nasties)]: anyJson(random, depth + 1), a: anyJson(random, depth + 1) })
  ])()

/** Bodies that are wrong as bodies. */
const brokenBodies: readonly [Buffer, ...ReadonlyArray<Buffer>] = [
  Buffer.alloc(0),
  Buffer.from("{"),
  Buffer.from('{"a":'),
  Buffer.from("nul"),
  Buffer.from("{} {}"),
  Buffer.from('{"a":1,"a":2}'),
  Buffer.from('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
  Buffer.from('"\\ud800"'),
  Buffer.from(`${"[".repeat(50_000)}${"]".repeat(50_000)}`),
  Buffer.from(`{"a":${"1".repeat(5_000)}}`),
  Buffer.alloc(1024 * 1024 + 1, 0x20)
]

/** The encoded side of a body that the declaration takes; parameters in it get values that mean something. */
const validBody = (random: Prng, row: ServedOperation, harvest: Harvest) =>
  Effect.gen(function* () {
    for (const { schemas } of row.endpoint?.payload.values() ?? []) {
      const [schema] = schemas
      const signatures = signaturesOf(schema)
      const sampled = yield* Arbitrary.sampleEffect(Arbitrary.schema(Schema.toEncoded(schema)), {
        count: 1,
        seed: random.int(0, 2 ** 31)
      }).pipe(Effect.orElseSucceed(() => []))
      const [value] = sampled
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value
      const body: Record<string, unknown> = { ...value }
      for (const { name, type } of signatures) {
        if (Param.documentation(type) !== undefined && typeof body[String(name)] === "string") {
          body[String(name)] = validValue(random, String(name), type, harvest)
        }
      }
      return body
    }
    return undefined
  })

const headerNasties: readonly [
  Readonly<Record<string, string | ReadonlyArray<string>>>,
  ...ReadonlyArray<Readonly<Record<string, string | ReadonlyArray<string>>>>
] = [
  { accept: "text/html" },
  { accept: "*/*;q=0" },
  { "accept-encoding": "gzip;q=1.0, identity; q=0.5, *;q=0" },
  { "idempotency-key": "" },
  { "idempotency-key": "x".repeat(256) },
  { "idempotency-key": "with blank" },
  { "idempotency-key": "\u00e9\u00ff" },
  { "x-request-id": "../../x\u00ff" },
  { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "evil", "x-forwarded-proto": "gopher" },
  { "x-http-method-override": "DELETE" },
  { traceparent: "00-zz-zz-01", b3: "1" },
  { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" },
  { range: "bytes=0-1" },
  { "if-none-match": "*" },
  { cookie: `a=${"b".repeat(2_000)}` },
  { expect: "100-continue" },
  { authorization: "Bearer x" },
  { authorization: "Basic Og==" },
  { "content-encoding": "gzip" },
  { origin: "null", "access-control-request-method": "PUT" }
]

const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "text/plain",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
  "\u00ff"
] as const
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"] as const

/** One request to a route: as declared, or with some of it turned nasty. */
export const fuzzRequest = Effect.fnUntraced(function* (random: Prng, row: ServedOperation, harvest: Harvest) {
  const isNasty = random.chance(0.6)
  const spoil = (probability: number) => isNasty && random.chance(probability)
  const text = (name: string, type: SchemaAST.AST | undefined) =>
    spoil(0.3) || type === undefined
      ? random.chance(0.2)
        ? random.pick(rawText)
        : encoded(random.pick(nasties))
      : encoded(validValue(random, name, type, harvest))

  const params = new Map(signaturesOf(row.endpoint?.params).map(({ name, type }) => [String(name), type]))
  let path = row.path.replace(/:(\w+)/g, (_, name: string) => text(name, params.get(name)) || "%20")
  if (spoil(0.03))
    path = random.pick([`${path}/`, path.toUpperCase(), `/${path}`, `${path}/..`, path.replace("/v1", "/v1/.")])
  const query: Array<string> = []
  for (const signature of signaturesOf(row.endpoint?.query)) {
    const { isRequired, name, type } = signature
    const wanted = isRequired ? !spoil(0.1) : random.chance(0.3)
    if (wanted) query.push(`${spoil(0.02) ? encoded(random.pick(nasties)) : String(name)}=${text(String(name), type)}`)
    if (wanted && spoil(0.03)) query.push(`${String(name)}=${text(String(name), type)}`)
  }
  if (spoil(0.05)) query.push(`${encoded(random.pick(nasties))}=${encoded(random.pick(nasties))}`)
  if (spoil(0.01)) query.push(...Array.from({ length: 400 }, (_, index) => `p${index}=1`))

  const method = spoil(0.04) ? random.pick(methods) : row.method
  const headers: Record<string, string | ReadonlyArray<string>> = spoil(0.2) ? { ...random.pick(headerNasties) } : {}
  let body: Buffer | undefined
  if (row.method !== "GET" && (row.endpoint?.payload.size ?? 0) > 0) {
    const valid = yield* validBody(random, row, harvest)
    const value = spoil(0.2)
      ? anyJson(random)
      : spoil(0.3) && typeof valid === "object" && valid !== null
        ? {
            ...valid,
            [random.pick(["extra", "__proto__", ...Object.keys(valid)])]: anyJson(random)
          }
        : valid
    body = spoil(0.1) ? random.pick(brokenBodies) : Buffer.from(JSON.stringify(value) ?? "")
    headers["content-type"] = spoil(0.1) ? random.pick(contentTypes) : "application/json"
  } else if (spoil(0.03)) {
    body = random.pick(brokenBodies)
    headers["content-type"] = "application/json"
  }
  const request: FuzzRequest = {
    row,
    method,
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers,
    body
  }
  return request
})

/** A value for a parameter of this declaration; undefined leaves it to the declaration. */
export type ValueOf = (type: SchemaAST.AST | undefined) => string | undefined

/** A request that should work, with these values in its path and its query. */
export const plainRequest = Effect.fnUntraced(function* (
  random: Prng,
  row: ServedOperation,
  harvest: Harvest,
  { path: inPath = () => undefined, query: inQuery = () => undefined }: { path?: ValueOf; query?: ValueOf } = {}
) {
  const params = new Map(signaturesOf(row.endpoint?.params).map(({ name, type }) => [String(name), type]))
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const type = params.get(name)
    return encoded(inPath(type) ?? (type === undefined ? "1" : validValue(random, name, type, harvest)))
  })
  const query = signaturesOf(row.endpoint?.query)
    .filter(({ isRequired }) => isRequired)
    .map(
      ({ name, type }) => `${String(name)}=${encoded(inQuery(type) ?? validValue(random, String(name), type, harvest))}`
    )
  const value = row.method === "GET" ? undefined : yield* validBody(random, row, harvest)
  const request: FuzzRequest = {
    row,
    method: row.method,
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: value === undefined ? {} : { "content-type": "application/json" },
    body: value === undefined ? undefined : Buffer.from(JSON.stringify(value))
  }
  return request
})
