import type { Credits } from "./answer.ts"
import { type Environment, live } from "./environment.ts"
import { type Operations, operations } from "./generated/operations.ts"
import type { Bind, PagedOperation, PagedSpec } from "./operation.ts"
import type { CallOptions, ClientOptions, PageOptions } from "./options.ts"
import { itemsOf, walk } from "./pages.ts"
import { makeTransport } from "./transport.ts"

/** A client with the operations of its declarations, in groups. */
export type ClientOf<Groups> = Groups & {
  /** How the credits stood at the last answer; null before the first. */
  readonly credits: Credits | null
}

/** The client of every operation that the gateway has with all plugins. */
export type Client = ClientOf<Operations>

const withoutKey = (options: PageOptions = {}): CallOptions => ({ ...options, idempotencyKey: undefined })

/** As `createClient`, for operations that were made from another gateway's `/openapi.json`. */
export const createClientOf = <Groups extends object>(
  groups: (bind: Bind) => Groups,
  options: ClientOptions,
  environment: Environment = live
): ClientOf<Groups> => {
  const { credits, send } = makeTransport(options, environment)
  const bind: Bind = {
    operation:
      (spec) =>
      (...[input, call]) =>
        send(spec, input ?? {}, call),
    paged: <Input extends object, Data, Item>(spec: PagedSpec): PagedOperation<Input, Data, Item> => {
      const pages = (input: object = {}, call?: PageOptions) =>
        walk<Data>(spec, input, (page) => send(spec, page, withoutKey(call)))
      async function* items(input?: object, call?: PageOptions): AsyncGenerator<Item, void, undefined> {
        for await (const { data } of pages(input, call)) yield* itemsOf<Item>(spec, data)
      }
      return Object.assign((input?: object, call?: CallOptions) => send<Data>(spec, input, call), { pages, items })
    }
  }
  return Object.defineProperty({ ...groups(bind), credits: null }, "credits", { enumerable: true, get: credits })
}

/**
 * A client of the gateway at `baseUrl`.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:3000", key })
 * const { data, credits } = await client.keywords.ranks({ keyword: "photo editor", country: "us" })
 */
export const createClient = (options: ClientOptions): Client => createClientOf(operations, options)
