import { Result, Schema } from "effect"
import { assert } from "vitest"
import plugin from "../src/plugin.ts"

/** The routes that declare what they answer, as patterns of their addresses; those without parameters come first. */
const shaped = plugin
  .routes?.({})
  .flatMap(({ method, path, shapes }) =>
    shapes === undefined
      ? []
      : [
          {
            name: `${method} ${path}`,
            method,
            pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
            isOne: path.includes(":"),
            shape: Schema.Struct({ data: shapes.answer })
          }
        ]
  )
  .toSorted((a, b) => Number(a.isOne) - Number(b.isOne))

export const shapedNames = (): ReadonlyArray<string> => (shaped ?? []).map(({ name }) => name)

const routeOf = (method: string, address: string) => {
  const { pathname } = new URL(address, "http://localhost")
  return shaped?.find((each) => each.method === method && each.pattern.test(pathname))
}

export const shapedName = (method: string, address: string): string | undefined => routeOf(method, address)?.name

/** What a route answers is what its shape says: all of it, and nothing else. */
export const asShaped = (method: string, address: string, json: unknown): void => {
  const route = routeOf(method, address)
  if (route === undefined) return
  const decoded = Schema.decodeUnknownResult(route.shape, { onExcessProperty: "error" })(json)
  if (Result.isFailure(decoded)) assert.fail(`${route.name} isn't answered as declared: ${String(decoded.failure)}`)
}
