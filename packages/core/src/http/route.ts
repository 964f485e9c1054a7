import type { Bucket } from "@storeglass/plugin-api"

/** What the catalogue knows of a route. */
export interface RouteMeta {
  readonly plugin: string
  readonly method: string
  /** As declared: `/v1/apps/:id`. */
  readonly path: string
  readonly access: "key" | "public" | "internal"
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly sharedForMs: number | undefined
  /** The query parameters it takes; undefined where the route reads its query by itself. */
  readonly queryNames: ReadonlyArray<string> | undefined
}

/** What a run costs, or has cost. */
export interface Charged {
  readonly credits: number
  readonly bucket: Bucket
}

/** The name under which usage and metrics count a route. */
export const operationOf = (route: Pick<RouteMeta, "method" | "path">) => `${route.method} ${route.path}`
