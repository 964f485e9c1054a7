import type { ServedOperation } from "@storeglass/gateway"
import { Param } from "@storeglass/plugin-api"
import type { SchemaAST } from "effect"
import type { TestGateway } from "./TestGateway.ts"

type Signatures = ReadonlyArray<{ readonly name: PropertyKey; readonly type: SchemaAST.AST }>

const signaturesOf = (schema: { readonly ast: SchemaAST.AST } | undefined): Signatures =>
  schema !== undefined && "propertySignatures" in schema.ast ? schema.ast.propertySignatures : []

const exampleOf = (type: SchemaAST.AST): string | undefined => {
  const examples = Param.documentation(type)?.examples
  return Array.isArray(examples) ? String(examples[0]) : undefined
}

/** The names of a route's query parameters. */
export const queryNamesOf = (row: ServedOperation): ReadonlyArray<string> =>
  signaturesOf(row.endpoint?.query).map(({ name }) => String(name))

/** The address of a call that should work, made from the declaration; `values` win over the declared examples. */
export const addressOf = (row: ServedOperation, values: Readonly<Record<string, string>>): string => {
  const value = (name: string, type: SchemaAST.AST | undefined) =>
    values[name] ?? (type === undefined ? undefined : exampleOf(type))
  const params = new Map(signaturesOf(row.endpoint?.params).map(({ name, type }) => [String(name), type]))
  const path = row.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(value(name, params.get(name)) ?? "1")
  )
  const query = signaturesOf(row.endpoint?.query).flatMap(({ name, type }) => {
    const given = value(String(name), type)
    return given === undefined ? [] : [`${String(name)}=${encodeURIComponent(given)}`]
  })
  return query.length === 0 ? path : `${path}?${query.join("&")}`
}

/** The address with a parameter set, added or, given twice, repeated. */
export const withQuery = (address: string, query: string): string => {
  const [path = "", kept = ""] = address.split("?", 2)
  const name = query.split("=", 1)[0]
  const rest = kept.split("&").filter((part) => part !== "" && part.split("=", 1)[0] !== name)
  return `${path}?${[...rest, query].join("&")}`
}

/** Values for parameters that only the doubles of the gateway's plugins can name, as `appId`. */
export const sampleValues = async (gateway: TestGateway): Promise<Readonly<Record<string, string>>> =>
  (await gateway.running.sandbox?.samples()) ?? {}

/** The id of an app that the sandbox lists. */
export const sampleApp = async (gateway: TestGateway): Promise<string | undefined> =>
  (await sampleValues(gateway)).appId
