import { at, isRecord, recordOf, textsOf } from "./json.ts"
import { type Described, describe } from "./operation.ts"
import { jsDoc, literal, pascal, propertyName } from "./text.ts"
import { componentName, declarationOf } from "./types.ts"

export interface GeneratorOptions {
  /** The module that the types of the client come from. Default: this package. */
  readonly from?: string
  /** The module that `schemas` is written to, as the operations import it. Default `./schemas.ts`. */
  readonly schemas?: string
  /** What made the files, for their first line. */
  readonly madeBy?: string
  /** Components and error codes that another module has, as `schemas` imports it: they aren't written again. */
  readonly shared?: Shared
}

export interface Shared {
  readonly module: string
  readonly components: ReadonlySet<string>
  readonly codes: ReadonlySet<string>
}

const nothingShared: Shared = { module: "", components: new Set(), codes: new Set() }

const methods = ["get", "put", "post", "delete", "patch"]
/** Names that a client has itself; `then` would make it look like a promise. */
const reserved = ["credits", "then"]

const operationsOf = (document: unknown): ReadonlyArray<Described> =>
  Object.entries(recordOf(at(document, "paths"))).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = at(item, method)
      return isRecord(operation) ? [describe(document, path, method, operation)] : []
    })
  )

const groupsOf = (operations: ReadonlyArray<Described>) => {
  const groups = new Map<string, Array<Described>>()
  for (const operation of operations) {
    if (reserved.includes(operation.group)) throw new Error(`an operation group can't be named '${operation.group}'`)
    groups.set(operation.group, [...(groups.get(operation.group) ?? []), operation])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

const signatureOf = ({ dataType, inputDeclaration, inputName, paged }: Described): string => {
  const input = inputDeclaration === undefined ? "NoInput" : inputName
  return paged === undefined
    ? `Operation<${input}, ${dataType}>`
    : `PagedOperation<${input}, ${dataType}, ${paged.itemType}>`
}

/** An error's envelope is no type of its own: its code is what callers ask for. */
const codesOf = (schema: unknown): ReadonlyArray<string> =>
  textsOf(at(schema, "properties", "error", "properties", "code", "enum"))

/**
 * The TypeScript of an OpenAPI document as a gateway serves it at `/openapi.json`: `schemas` holds a type for each
 * component, `operations` the groups of operations that `createClientOf` takes. It stands beside `schemas.ts`.
 */
export const generate = (
  document: unknown,
  {
    from = "@storeglass/client",
    madeBy = "`storeglass-client`",
    schemas: module = "./schemas.ts",
    shared = nothingShared
  }: GeneratorOptions = {}
): { readonly schemas: string; readonly operations: string } => {
  const head = `// Made by ${madeBy} from the declarations of the plugins. Do not edit.\n`
  const components = Object.entries(recordOf(at(document, "components", "schemas")))
  const allCodes = components.flatMap(([, schema]) => codesOf(schema))
  const codes = [...new Set(allCodes)].filter((code) => !shared.codes.has(code)).sort()
  const shapes = components.filter(([, schema]) => codesOf(schema).length === 0)
  const declared = shapes
    .filter(([name]) => !shared.components.has(name))
    .map(([name, schema]) => declarationOf(name, schema))
  const passedOn = shapes.filter(([name]) => shared.components.has(name)).map(([name]) => componentName(name))
  const imported = passedOn.filter((name) => declared.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
  const link = (keyword: string, names: ReadonlyArray<string>) =>
    names.length === 0 ? "" : `${keyword} type { ${names.join(", ")} } from "${shared.module}"\n`
  const errorCode = codes.length === 0 ? " never" : codes.map((code) => `\n  | ${JSON.stringify(code)}`).join("")
  const codesDoc = jsDoc(["The codes of the gateway's errors."])
  const links = `${link("import", imported)}${link("export", passedOn)}`
  const schemas = [`${head}${links}`, ...declared, `${codesDoc}export type ErrorCode =${errorCode}\n`]

  const groups = groupsOf(operationsOf(document))
  const inputs = groups.flatMap(([, all]) => all.flatMap(({ inputDeclaration }) => inputDeclaration ?? []))
  const interfaces = groups.map(([group, all]) => {
    const members = all.map(
      (operation) =>
        `${jsDoc(operation.doc, "  ")}  readonly ${propertyName(operation.name)}: ${signatureOf(operation)}\n`
    )
    return `export interface ${pascal(group)} {\n${members.join("")}}\n`
  })
  const all = groups.map(([group]) => `  readonly ${propertyName(group)}: ${pascal(group)}\n`)
  const values = groups.map(([group, operations]) => {
    const members = operations.map(({ name, paged, spec }) => {
      const make = paged === undefined ? "operation" : "paged"
      const value = paged === undefined ? spec : { ...spec, paging: paged.paging, items: paged.items }
      return `    ${propertyName(name)}: bind.${make}(${literal(value)})`
    })
    return `  ${propertyName(group)}: {\n${members.join(",\n")}\n  }`
  })
  const used = ["Bind", "NoInput", "Operation", "PagedOperation"].filter(
    (name) => name === "Bind" || interfaces.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  )
  const typed = [...inputs, ...interfaces]
  const schemasImport = typed.some((text) => /\bS\./.test(text)) ? `import type * as S from "${module}"\n` : ""
  const operations = [
    `${head}import type { ${used.join(", ")} } from "${from}"\n${schemasImport}`,
    ...typed,
    `export interface Operations {\n${all.join("")}}\n`,
    `export const operations = (bind: Bind): Operations => ({\n${values.join(",\n")}\n})\n`,
    `/** What to do about each error code. */\nexport const retryAdvice = ${literal(recordOf(at(document, "x-retry-advice")))} as const\n`
  ]
  return { schemas: schemas.join("\n"), operations: operations.join("\n") }
}
