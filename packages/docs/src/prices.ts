import type { Operation } from "@storeglass/plugin-api"

/** The error codes that every operation with a key can give. */
export const commonCodes = (operations: ReadonlyArray<Operation>): ReadonlySet<string> => {
  const [first, ...rest] = operations.filter(({ access }) => access !== "public")
  const codes = ({ shapes }: Operation) => shapes.errors.map(({ code }) => code)
  return new Set(
    first === undefined ? [] : codes(first).filter((code) => rest.every((other) => codes(other).includes(code)))
  )
}

/** `2 credits`, `free`, `no key needed`. */
export const priceOf = ({ access, bucket, credits }: Operation): string => {
  if (access === "public") return "No key needed"
  if (credits === "quoted") return "Quoted"
  if (credits === 0) return "Free"
  return `${credits} ${bucket === "general" ? "" : `${bucket} `}credit${credits === 1 ? "" : "s"}`
}

/** A path as the docs and OpenAPI write it: `/v1/apps/{id}`. */
export const writtenPath = ({ path }: Pick<Operation, "path">): string => path.replace(/:(\w+)/g, "{$1}")

/** The address of an operation's page. */
export const hrefOf = ({ id, plugin }: Pick<Operation, "id" | "plugin">): string => `/docs/reference/${plugin}/${id}`

/** The address of the page of a plugin's operations. */
export const pluginHref = (plugin: string): string => `/docs/reference/${plugin}`
