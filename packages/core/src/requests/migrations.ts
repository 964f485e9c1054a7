import type { Migration } from "@storeglass/plugin-api"
import { requests } from "./migrations/0086_requests.ts"

/** The log of requests. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0086_requests": requests
}
