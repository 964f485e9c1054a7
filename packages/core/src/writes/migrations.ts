import type { Migration } from "@storeglass/plugin-api"
import { vendorWrites } from "./migrations/0020_vendor_writes.ts"

/** The journal of what was changed at vendors. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0020_vendor_writes": vendorWrites
}
