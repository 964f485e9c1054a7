import { costs, Data, free, Metered, open, StrictInput, ToolHints, Unmetered } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

const Iso = Schema.String.annotate({ format: "date-time" })
const Check = Schema.Literals(["ok", "degraded", "down", "off"])

export const Health = Schema.Struct({
  status: Schema.Literals(["ok", "degraded"]),
  uptime: Schema.Int.annotate({ description: "Seconds since startup." }),
  timestamp: Iso,
  version: Schema.String,
  sandbox: Schema.NullOr(Schema.Literals(["generated", "recordings"])).annotate({
    description: "Set when the stores are the sandbox's: invented (`generated`) or recorded."
  }),
  draining: Schema.Boolean,
  checks: Schema.Struct({
    database: Check,
    queue: Check,
    cache: Check.annotate({ description: "The shared cache; `off` when each process has its own." })
  }),
  unproven: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Enabled plugins that haven't run against their live vendors yet, by id, with what that means."
  })
}).annotate({ identifier: "Health" })

export const Version = Schema.Struct({
  name: Schema.Literal("storeglass"),
  version: Schema.String,
  apiVersion: Schema.Literal("v1"),
  pluginApi: Schema.String,
  plugins: Schema.Record(Schema.String, Schema.String).annotate({ description: "Enabled plugins and their versions." }),
  models: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Estimators and their versions, `name@version`."
  })
}).annotate({ identifier: "Version" })

const BucketUsage = Schema.Struct({
  limit: Schema.Int,
  used: Schema.Int,
  remaining: Schema.Int.annotate({ description: "What is left, not counting credits held for running work." })
}).annotate({ identifier: "BucketUsage" })

export const UsageRecord = Schema.Struct({
  plan: Schema.String,
  monthlyCredits: Schema.Int.annotate({ description: "General API credits for the period." }),
  used: Schema.Int.annotate({ description: "Credits consumed across all buckets." }),
  remaining: Schema.Int.annotate({ description: "General API credits left." }),
  credits: Schema.Struct({
    general: BucketUsage,
    aiVisibility: BucketUsage,
    creative: BucketUsage,
    resetDate: Iso
  }),
  resetDate: Iso,
  usageByEndpoint: Schema.Array(
    Schema.Struct({ endpoint: Schema.String, totalCredits: Schema.Int, requestCount: Schema.Int })
  )
}).annotate({ identifier: "Usage" })

export class Api extends HttpApi.make("system").add(
  HttpApiGroup.make("system")
    .add(
      HttpApiEndpoint.get("health", "/v1/health", { success: Data(Health) })
        .annotateMerge(open())
        .annotate(OpenApi.Summary, "Service health")
        .annotate(
          OpenApi.Description,
          "Status, uptime, the state of the database, the queue and the shared cache, and which plugins aren't proven yet. Needs no key and always answers 200. `degraded` may come from an upstream or a plugin, which the operator's own page shows."
        )
    )
    .middleware(StrictInput)
    .middleware(Unmetered),
  HttpApiGroup.make("service")
    .add(
      HttpApiEndpoint.get("version", "/v1/version", { success: Data(Version) })
        .annotateMerge(free())
        .annotate(OpenApi.Summary, "Versions")
        .annotate(OpenApi.Description, "Versions of the gateway, of each enabled plugin and of each estimator.")
    )
    .middleware(StrictInput)
    .middleware(Metered),
  HttpApiGroup.make("account")
    .add(
      HttpApiEndpoint.get("usage", "/v1/auth/usage", { success: Data(UsageRecord) })
        .annotateMerge(costs(0))
        .annotate(OpenApi.Summary, "Credit usage")
        .annotate(ToolHints, { essential: true, words: ["how many credits I have left or have used, quota, balance"] })
        .annotate(
          OpenApi.Description,
          "The plan, what is used and left of each credit bucket in the current calendar month (UTC), and what each endpoint has cost."
        )
    )
    .middleware(StrictInput)
    .middleware(Metered)
) {}
