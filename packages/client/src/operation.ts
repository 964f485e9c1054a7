import type { Result } from "./answer.ts"
import type { CallOptions, PageOptions } from "./options.ts"

/** How to get from one page to the next. */
export type Paging =
  | { readonly by: "page"; readonly param: string; readonly first: number; readonly last: number | null }
  | {
      readonly by: "offset"
      readonly param: string
      readonly limit: string | null
      readonly limitDefault: number | null
    }
  | { readonly by: "cursor"; readonly param: string; readonly next: string }

/** What the client knows of an operation at run time; made from its declaration. */
export interface OperationSpec {
  readonly method: string
  /** As in `/v1/apps/{id}`. */
  readonly path: string
  /** `public` operations are asked without the key. */
  readonly access: "key" | "public"
  readonly query?: ReadonlyArray<string>
  /** Query parameters that are values separated by commas. */
  readonly lists?: ReadonlyArray<string>
  /** Headers that are part of the input. */
  readonly headers?: ReadonlyArray<string>
  /** Names of the body's fields among the input, or `body` when the input holds it as a whole under that name. */
  readonly body?: ReadonlyArray<string> | "body"
}

export interface PagedSpec extends OperationSpec {
  readonly paging: Paging
  /** The field of the data that holds the items; null when the data is the list. */
  readonly items: string | null
}

/** The input of an operation without parameters. */
export interface NoInput {
  readonly [name: string]: never
}

type Arguments<Input extends object, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options]

/** Calls an operation. Fails with a `StoreglassError`. */
export type Operation<Input extends object, Data> = (...args: Arguments<Input, CallOptions>) => Promise<Result<Data>>

/** An operation that gives its answer in pages. Each page is a call and is charged as one. */
export interface PagedOperation<Input extends object, Data, Item> {
  /** One page. */
  (...args: Arguments<Input, CallOptions>): Promise<Result<Data>>
  /** Every page from the asked one on. */
  readonly pages: (...args: Arguments<Input, PageOptions>) => AsyncGenerator<Result<Data>, void, undefined>
  /** Every item of these pages. */
  readonly items: (...args: Arguments<Input, PageOptions>) => AsyncGenerator<Item, void, undefined>
}

/** Makes the functions of a client from what is known of its operations. */
export interface Bind {
  readonly operation: <Input extends object, Data>(spec: OperationSpec) => Operation<Input, Data>
  readonly paged: <Input extends object, Data, Item>(spec: PagedSpec) => PagedOperation<Input, Data, Item>
}
