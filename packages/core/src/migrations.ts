import type { Migration } from "@storeglass/plugin-api"
import { migrations as alerts } from "./alerts/migrations.ts"
import { migrations as audit } from "./audit/migrations.ts"
import { migrations as auth } from "./auth/migrations.ts"
import { migrations as connections } from "./connections/migrations.ts"
import { migrations as credits } from "./credits/migrations.ts"
import { migrations as deliveries } from "./deliveries/migrations.ts"
import { migrations as events } from "./events/migrations.ts"
import { migrations as files } from "./files/migrations.ts"
import { migrations as mail } from "./mail/migrations.ts"
import { migrations as requests } from "./requests/migrations.ts"
import { migrations as schedules } from "./schedules/migrations.ts"
import { migrations as security } from "./security/migrations.ts"
import { migrations as writes } from "./writes/migrations.ts"

/** The core's migrations. Each area numbers its own in a range of tens, so that two of them never take one number. */
export const coreMigrations: Readonly<Record<string, Migration>> = {
  ...credits,
  ...auth,
  ...connections,
  ...writes,
  ...deliveries,
  ...mail,
  ...files,
  ...schedules,
  ...events,
  ...security,
  ...audit,
  ...requests,
  ...alerts
}
