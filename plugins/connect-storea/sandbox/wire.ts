// How the vendor says it: documents, errors and pages.
import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"

export interface Fault {
  readonly code: string
  readonly title: string
  readonly detail?: string
  readonly pointer?: string
  readonly parameter?: string
  /** The true causes, by the path of what they are about. */
  readonly associated?: Readonly<
    Record<string, ReadonlyArray<{ readonly code: string; readonly title: string; readonly detail: string }>>
  >
}
export const failure = (status: number, { associated, code, detail, parameter, pointer, title }: Fault): Reply =>
  json(status, {
    errors: [
      {
        id: "2d5c1f8e-0000-4000-8000-000000000000",
        status: String(status),
        code,
        title,
        ...(detail === undefined ? {} : { detail }),
        ...(pointer === undefined ? {} : { source: { pointer } }),
        ...(parameter === undefined ? {} : { source: { parameter } }),
        ...(associated === undefined
          ? {}
          : {
              meta: {
                associatedErrors: Object.fromEntries(
                  Object.entries(associated).map(([path, errors]) => [
                    path,
                    errors.map((error) => ({ status: String(status), ...error }))
                  ])
                )
              }
            })
      }
    ]
  })

export const notFound = (type: string, id: string): Reply =>
  failure(404, {
    code: "NOT_FOUND",
    title: "The specified resource does not exist",
    detail: `There is no resource of type '${type}' with id '${id}'`
  })
export const badRelationship = (pointer: string, detail: string): Reply =>
  failure(409, {
    code: "ENTITY_ERROR.RELATIONSHIP.INVALID",
    title: "The provided entity includes a relationship with an invalid value",
    detail,
    pointer
  })
export const badAttribute = (name: string, detail: string, more = ""): Reply =>
  failure(409, {
    code: `ENTITY_ERROR.ATTRIBUTE.INVALID${more}`,
    title: "The provided entity includes an attribute with an invalid value",
    detail,
    pointer: `/data/attributes/${name}`
  })
export const duplicate = (name: string, detail: string): Reply => badAttribute(name, detail, ".DUPLICATE")
export const wrongState = (detail: string, associated?: Fault["associated"]): Reply =>
  failure(409, {
    code: "STATE_ERROR.ENTITY_STATE_INVALID",
    title: "The request cannot be fulfilled because of the state of another resource.",
    detail,
    ...(associated === undefined ? {} : { associated })
  })

/** A resource; `undefined` attributes aren't told. */
export interface Wire {
  readonly type: string
  readonly id: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, unknown>>
}
export const ref = (type: string, id: string) => ({ data: { type, id } })

interface Place {
  readonly request: SandboxRequest
  /** Where the host is, as its caller sees it. */
  readonly base: string
}
const selfOf = ({ base, request }: Place) => {
  const query = request.query.toString()
  return `${base}${request.path}${query === "" ? "" : `?${query}`}`
}
const withIncluded = (included: ReadonlyArray<Wire>) => {
  const all = [...new Map(included.map((one) => [`${one.type} ${one.id}`, one])).values()]
  return all.length === 0 ? {} : { included: all }
}

export const one = (place: Place, data: Wire, included: ReadonlyArray<Wire> = [], status = 200): Reply =>
  json(status, { data, ...withIncluded(included), links: { self: selfOf(place) } })

/** Rows that are made as they are asked for: a vendor's lists are long. */
export interface Rows {
  readonly total: number
  readonly at: (index: number) => { readonly data: Wire; readonly included?: ReadonlyArray<Wire> }
}
export const rowsOf = <A>(items: ReadonlyArray<A>, to: (item: A) => ReturnType<Rows["at"]>): Rows => ({
  total: items.length,
  at: (index) => {
    const item = items[index]
    if (item === undefined) throw new Error(`There's no row ${index}.`)
    return to(item)
  }
})

/** A page with a link to the next. */
export const page = (place: Place, rows: Rows, limitMax = 200): Reply => {
  const { base, request } = place
  const limit = Math.min(Number(request.query.get("limit") ?? 50), limitMax)
  const from = Number(Buffer.from(request.query.get("cursor") ?? "", "base64url").toString() || 0)
  const to = Math.min(from + limit, rows.total)
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, at) => rows.at(from + at))
  const nextCursor = to < rows.total ? Buffer.from(String(to)).toString("base64url") : undefined
  const next = new URLSearchParams(request.query)
  if (nextCursor !== undefined) next.set("cursor", nextCursor)
  return json(200, {
    data: shown.map(({ data }) => data),
    ...withIncluded(shown.flatMap(({ included = [] }) => included)),
    links: {
      self: selfOf(place),
      ...(nextCursor === undefined ? {} : { next: `${base}${request.path}?${next}` })
    },
    meta: { paging: { total: rows.total, limit, ...(nextCursor === undefined ? {} : { nextCursor }) } }
  })
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
/** A value in what was sent. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => path.reduce(member, value)
export const listAt = (value: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string | undefined => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : undefined
}
/** The id of a relationship in what was sent. */
export const relatedIn = (body: unknown, name: string): string =>
  textAt(body, "data", "relationships", name, "data", "id") ?? ""

export const bodyOf = ({ body }: SandboxRequest): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
