import type { Result } from "./answer.ts"
import type { PagedSpec } from "./operation.ts"

type Input = Readonly<Record<string, unknown>>

const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined

/** The items of a page. */
export const itemsOf = <Item>(spec: PagedSpec, data: unknown): ReadonlyArray<Item> => {
  const items = spec.items === null ? data : fieldOf(data, spec.items)
  return Array.isArray(items) ? items : []
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

/** The input of the page after this one; undefined after the last. */
export const nextInput = (spec: PagedSpec, input: Input, data: unknown): Input | undefined => {
  const { paging } = spec
  const count = itemsOf(spec, data).length
  switch (paging.by) {
    case "page": {
      const page = numberOf(input[paging.param]) ?? paging.first
      const last = numberOf(fieldOf(data, "totalPages")) ?? paging.last
      return count === 0 || (last !== null && page >= last) ? undefined : { ...input, [paging.param]: page + 1 }
    }
    case "offset": {
      const offset = (numberOf(input[paging.param]) ?? 0) + count
      const limit =
        paging.limit === null ? undefined : (numberOf(input[paging.limit]) ?? paging.limitDefault ?? undefined)
      const total = numberOf(fieldOf(data, "total"))
      const ended = count === 0 || (total === undefined ? limit !== undefined && count < limit : offset >= total)
      return ended ? undefined : { ...input, [paging.param]: offset }
    }
    case "cursor": {
      const next = fieldOf(data, paging.next)
      const ended =
        (typeof next !== "string" && typeof next !== "number") || next === "" || next === input[paging.param]
      return ended || fieldOf(data, "hasMore") === false ? undefined : { ...input, [paging.param]: next }
    }
  }
}

/** Asks for page after page, each when the one before was taken. */
export async function* walk<Data>(
  spec: PagedSpec,
  first: object,
  ask: (input: Input) => Promise<Result<Data>>
): AsyncGenerator<Result<Data>, void, undefined> {
  let input: Input | undefined = { ...first }
  while (input !== undefined) {
    const page: Result<Data> = await ask(input)
    yield page
    input = nextInput(spec, input, page.data)
  }
}
