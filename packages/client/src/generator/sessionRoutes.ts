import { at, isRecord, type Json, recordOf } from "./json.ts"
import { jsDoc, propertyName } from "./text.ts"
import { declarationOf, typeOf } from "./types.ts"

/** A route that pages call in the name of a session, or to begin one, as its declaration says it. */
export interface SessionRoute {
  readonly method: string
  /** As declared: `/dashboard/api/keys/:id`. */
  readonly path: string
  readonly summary: string
  readonly shapes: {
    readonly parameters: ReadonlyArray<{
      readonly name: string
      readonly in: string
      readonly required: boolean
      readonly schema: Json
    }>
    readonly payload: { readonly schema: Json } | undefined
    readonly successes: ReadonlyArray<{ readonly schema: Json | undefined }>
    readonly definitions: Readonly<Record<string, Json>>
  }
}

interface Options {
  /** What the type of all of them is called. */
  readonly name: string
  /** What made the file, for its first line. */
  readonly madeBy: string
}

const references = /"#\/\$defs\/([^"]+)"/g

/** What is text in an address may be given as a number. */
const parameterType = (schema: Json): string => {
  const type = typeOf(schema, "    ", "")
  return type === "string" ? "string | number" : type
}

const askedOf = ({ path, shapes }: SessionRoute): string => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => `readonly ${propertyName(name)}: string`)
  const query = shapes.parameters.filter((parameter) => parameter.in === "query")
  const queryRequired = query.some(({ required }) => required)
  const ofQuery = query.map(({ name, required, schema }) =>
    required
      ? `readonly ${propertyName(name)}: ${parameterType(schema)}`
      : `readonly ${propertyName(name)}?: ${parameterType(schema)} | undefined`
  )
  const members = [
    ...(inPath.length === 0 ? [] : [`readonly params: { ${inPath.join("; ")} }`]),
    ...(query.length === 0 ? [] : [`readonly query${queryRequired ? "" : "?"}: { ${ofQuery.join("; ")} }`]),
    ...(shapes.payload === undefined ? [] : [`readonly body: ${typeOf(shapes.payload.schema, "    ", "")}`])
  ]
  return members.length === 0 ? "Readonly<Record<never, never>>" : `{ ${members.join("; ")} }`
}

const answersOf = ({ shapes }: SessionRoute): ReadonlyArray<unknown> =>
  shapes.successes.flatMap(({ schema }) => {
    const ref =
      isRecord(schema) && typeof schema.$ref === "string" ? schema.$ref.replace(/^#\/\$defs\//, "") : undefined
    const data = at(ref === undefined ? schema : shapes.definitions[ref], "properties", "data")
    return data === undefined ? [] : [data]
  })

/**
 * The TypeScript of routes that are in no document, for the pages that call them: a type for each shape with a name, and a table
 * of what each route is asked and answers, by its method and path. Routes whose answer isn't JSON aren't in it.
 */
export const generateSessionRoutes = (routes: ReadonlyArray<SessionRoute>, { madeBy, name }: Options): string => {
  const definitions = new Map<string, Json>()
  const rows = routes.flatMap((route) => {
    const answers = answersOf(route)
    if (answers.length === 0) return []
    const visit = (value: unknown): void => {
      for (const [, found = ""] of (JSON.stringify(value) ?? "").matchAll(references)) {
        const definition = recordOf(route.shapes.definitions[found])
        const known = definitions.get(found)
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`${route.method} ${route.path}: another route has another shape called '${found}'`)
        }
        if (known !== undefined) continue
        definitions.set(found, definition)
        visit(definition)
      }
    }
    visit([answers, route.shapes.payload, route.shapes.parameters])
    const answer = answers.map((each) => typeOf(each, "    ", "")).join(" | ")
    const members = `    readonly asked: ${askedOf(route)}\n    readonly answer: ${answer}\n`
    return [`${jsDoc([`${route.summary}.`], "  ")}  readonly "${route.method} ${route.path}": {\n${members}  }\n`]
  })
  const declared = [...definitions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([each, schema]) => declarationOf(each, schema))
  return [
    `// Made by ${madeBy} from the declarations of the plugins. Do not edit.\n`,
    ...declared,
    `/** What each route is asked and answers. */\nexport interface ${name} {\n${rows.join("")}}\n`
  ].join("\n")
}
