import type { Gate } from "./support/gate.ts"

/** Each is imported when it runs. */
export const gates: ReadonlyArray<readonly [name: string, load: () => Promise<{ readonly gate: Gate }>]> = [
  ["crash", () => import("./crash.ts")],
  ["database", () => import("./database.ts")],
  ["failover", () => import("./failover.ts")],
  ["nodes", () => import("./nodes.ts")],
  ["repeats", () => import("./repeats.ts")],
  ["quotes", () => import("./quotes.ts")],
  ["redis", () => import("./redis.ts")],
  ["restart", () => import("./restart.ts")],
  ["calendar", () => import("./calendar.ts")],
  ["jobs", () => import("./jobs.ts")],
  ["fuzz", () => import("./fuzz.ts")],
  ["slow", () => import("./slow.ts")],
  ["clients", () => import("./clients.ts")],
  ["limits", () => import("./limits.ts")],
  ["secrets", () => import("./secrets.ts")],
  ["egress", () => import("./egress.ts")],
  ["writes", () => import("./writes.ts")],
  ["console", () => import("./console.ts")],
  ["edits", () => import("./edits.ts")],
  ["workspace", () => import("./workspace.ts")],
  ["assistants", () => import("./assistants.ts")],
  ["mail", () => import("./mail.ts")],
  ["alerts", () => import("./alerts.ts")],
  ["scans", () => import("./scans.ts")],
  ["reports", () => import("./reports.ts")],
  ["creatives", () => import("./creatives.ts")],
  ["history", () => import("./history.ts")]
]
