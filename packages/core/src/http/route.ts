import type { Access, AnswersDeclaration, ApiErrorClass, BodyDeclaration, Bucket } from "@storeglass/plugin-api"

/** What the guard needs to know of a route. */
export interface RouteMeta {
  readonly plugin: string
  readonly method: string
  /** As declared: `/v1/apps/:id`. */
  readonly path: string
  readonly access: Access["Service"]
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly sharedForMs: number | undefined
  /** The query parameters it takes; undefined where the route reads its query by itself. */
  readonly queryNames: ReadonlyArray<string> | undefined
  readonly body: BodyDeclaration
  readonly answers: AnswersDeclaration
  /** The request headers that it reads, in small letters. */
  readonly headers: ReadonlyArray<{ readonly name: string; readonly secret: boolean }>
  /** The feature that the caller's plan must have. */
  readonly requires: string | undefined
  /** Its own error for an empty bucket. */
  readonly exhausted: ApiErrorClass<string> | undefined
}

/** What a run costs, or has cost. */
export interface Charged {
  readonly credits: number
  readonly bucket: Bucket
}

/** The name under which usage and metrics count a route. */
export const operationOf = (route: Pick<RouteMeta, "method" | "path">) => `${route.method} ${route.path}`
