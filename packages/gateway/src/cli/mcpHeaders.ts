import { Effect, Redacted } from "effect"
import { BootError } from "../BootError.ts"
import { expand } from "../references.ts"
import { environment } from "./settings.ts"

/** Headers that the bridge and the protocol set themselves, and those of the connection. */
const reserved =
  /^(x-api-key|authorization|cookie|host|accept|origin|te|trailer|upgrade|connection|keep-alive|expect|idempotency-key|transfer-encoding|content-.*|mcp-.*|proxy-.*|x-forwarded-.*)$/

/** Headers for tools, by their names in lower case. Their values are secrets. */
export type ToolHeaders = Readonly<Record<string, Redacted.Redacted<string>>>

/**
 * Reads `--header 'Name: value'`. `${NAME}` in a value is that variable of the environment, and `${file:<path>}` that file:
 * a command's own arguments are shown to everyone on its machine. No message repeats a value.
 */
export const headersOf = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>
): Effect.fn.Return<ToolHeaders, BootError> {
  const headers: Record<string, Redacted.Redacted<string>> = {}
  for (const line of lines) {
    const [, name = "", text = ""] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):(.*)$/s.exec(line) ?? []
    const fail = (reason: string) => new BootError({ subject: name === "" ? "--header" : `--header ${name}`, reason })
    if (name === "") return yield* fail("write it as 'Name: value', such as 'X-Shop-Token: ${SHOP_TOKEN}'")
    const key = name.toLowerCase()
    if (reserved.test(key)) return yield* fail("isn't a tool's header; the key is read from STOREGLASS_API_KEY")
    if (key in headers) return yield* fail("is given twice")
    const { problems, value } = expand(text.trim(), { variables: environment, folder: process.cwd() })
    const [problem] = problems
    if (problem !== undefined) return yield* fail(problem.message.replace(/^: /, ""))
    if (typeof value !== "string" || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
      return yield* fail("its value must be visible ASCII")
    }
    headers[key] = Redacted.make(value, { label: name })
  }
  return headers
})

/** As they are sent. */
export const unwrapped = (headers: ToolHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Redacted.value(value)]))
