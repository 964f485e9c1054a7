import { type ShownView, stepsOf, type ViewDeclaration, viewPaths } from "@storeglass/plugin-api"
import { SchemaAST } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"

type Ast = SchemaAST.AST

/** What a value may be once it travels, without null: each of a union's members by itself. */
const shapesOf = (ast: Ast): ReadonlyArray<Ast> => {
  const shown = SchemaAST.toEncoded(ast)
  if (shown._tag === "Suspend") return shapesOf(shown.thunk())
  if (shown._tag === "Union") return shown.types.flatMap(shapesOf)
  return shown._tag === "Null" || shown._tag === "Undefined" ? [] : [shown]
}

const isOpen = ({ _tag }: Ast) => _tag === "Unknown" || _tag === "Any"

/** What may stand at a path; nothing where no shape has it. */
const at = (shapes: ReadonlyArray<Ast>, path: string): ReadonlyArray<Ast> =>
  stepsOf(path).reduce<ReadonlyArray<Ast>>(
    (found, step) =>
      found.flatMap((shape) => {
        if (isOpen(shape)) return [shape]
        if (shape._tag !== "Objects") return []
        const property = shape.propertySignatures.find(({ name }) => name === step)
        if (property !== undefined) return shapesOf(property.type)
        return shape.indexSignatures.flatMap(({ type }) => shapesOf(type))
      }),
    shapes
  )

const itemsOf = (shapes: ReadonlyArray<Ast>) =>
  shapes.flatMap((shape) => {
    if (isOpen(shape)) return [shape]
    return shape._tag === "Arrays" ? [...shape.elements, ...shape.rest].flatMap(shapesOf) : []
  })

const isList = (shapes: ReadonlyArray<Ast>) => shapes.some((shape) => isOpen(shape) || shape._tag === "Arrays")
const isNumber = ({ _tag }: Ast) => _tag === "Number"
const isScalar = ({ _tag }: Ast) => _tag !== "Objects" && _tag !== "Arrays" && _tag !== "Declaration"

/** The rows at a path, which may lead through lists, and what those hold; undefined where a list is missing. */
const rowsAt = (shapes: ReadonlyArray<Ast>, path: string) => {
  let found = shapes
  let above: ReadonlyArray<Ast> = []
  for (const step of stepsOf(path)) {
    if (isList(found)) {
      found = itemsOf(found)
      above = [...above, ...found]
    }
    found = at(found, step)
  }
  return isList(found) ? { rows: itemsOf(found), above } : undefined
}

const dataOf = ({ success }: HttpApiEndpoint.Top) =>
  at(
    [...success].flatMap((schema) => shapesOf((HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema).ast)),
    "data"
  )

/** The values of a view's parts that the answer's schema lists. */
export const listedIn = (
  view: ViewDeclaration,
  endpoint: HttpApiEndpoint.Top
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const { lines, name, rows, values } = viewPaths(view)
  const outer = lines === undefined ? dataOf(endpoint) : itemsOf(at(dataOf(endpoint), lines))
  const found = rows === undefined ? { rows: outer, above: [] } : rowsAt(outer, rows)
  const inner = [...(found?.rows ?? []), ...(found?.above ?? [])]
  const parts = Object.entries(values).map(([part, path]) => [part, at(inner, path)] as const)
  const named = name === undefined ? parts : [...parts, ["name", at(outer, name)] as const]
  return Object.fromEntries(
    named.flatMap(([part, shapes]) => {
      const texts = shapes.flatMap((shape) =>
        shape._tag === "Literal" && typeof shape.literal === "string" ? [shape.literal] : []
      )
      return texts.length === 0 ? [] : [[part, texts] as const]
    })
  )
}

/** A view with what pages must know of the answer that it draws. */
export const shownView = (view: ViewDeclaration, endpoint: HttpApiEndpoint.Top): ShownView => {
  const listed = listedIn(view, endpoint)
  return Object.keys(listed).length === 0 ? view : { ...view, listed }
}

/** Why a view can't draw what an endpoint answers; undefined where it can. `more` are further paths of its rows. */
export const viewProblem = (
  view: ViewDeclaration,
  endpoint: HttpApiEndpoint.Top,
  more: Readonly<Record<string, string>> = {}
): string | undefined => {
  const { lines, name, notes, rows, values } = viewPaths(view)
  let shapes = dataOf(endpoint)
  if (lines !== undefined) {
    const list = at(shapes, lines)
    if (!isList(list)) return `'${lines}' isn't a list`
    shapes = itemsOf(list)
    if (name !== undefined && !at(shapes, name).some(isScalar)) return `'${name}' isn't a value of '${lines}'`
  }
  let above: ReadonlyArray<Ast> = []
  if (rows !== undefined) {
    const found = rowsAt(shapes, rows)
    if (found === undefined) return `'${rows}' isn't a list`
    shapes = found.rows
    above = found.above
  }
  const strange = (paths: typeof values, among: ReadonlyArray<Ast>) =>
    Object.values(paths).find((path) => !at(among, path).some(isScalar))
  const small =
    view.kind === "table" ? view.columns.flatMap(({ field, line }) => (line === undefined ? [] : [field])) : []
  const noNumbers = small.find((field) => {
    const list = at(shapes, field)
    return !isList(list) || !itemsOf(list).some((item) => isNumber(item) || isOpen(item))
  })
  if (noNumbers !== undefined) return `'${noNumbers}' isn't a list of numbers of its rows`
  const told = Object.fromEntries(Object.entries(values).filter(([, path]) => !small.includes(path)))
  const unknown = strange({ ...told, ...more }, [...shapes, ...above])
  if (unknown !== undefined) return `'${unknown}' isn't a value of ${rows === undefined ? "it" : "its rows"}`
  if (notes === undefined) return undefined
  const list = at(shapes, notes.rows)
  if (!isList(list)) return `'${notes.rows}' isn't a list of its rows`
  const unknownOfNote = strange(notes.values, itemsOf(list))
  return unknownOfNote === undefined ? undefined : `'${unknownOfNote}' isn't a value of its rows' '${notes.rows}'`
}
