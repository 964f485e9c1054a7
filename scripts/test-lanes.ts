// Which suites run where.

/** Suites that change or read what their process has for all: its console, its metrics. */
export const isolated: ReadonlyArray<string> = [
  "packages/core/test/jobsFaults.test.ts",
  "plugins/keywords/test/seed.test.ts",
  "test/boot/load.test.ts",
  "test/contract/observability.test.ts"
]

/**
 * Suites that pack, install, deploy, drive a browser at full length, or start and kill servers one after the other:
 * `npm run test:release`.
 */
export const release: ReadonlyArray<string> = [
  "packages/core/test/requests.scale.test.ts",
  "packages/core/test/writes/killed.test.ts",
  "packages/embedded-postgres/test/embedded.test.ts",
  "plugins/account/test/nodes.test.ts",
  "plugins/account/test/oauth/sdk.test.ts",
  "plugins/ad-creatives/test/listings.test.ts",
  "plugins/ad-creatives/test/picture/compose.test.ts",
  "plugins/ad-library/test/scale.test.ts",
  "plugins/ai-visibility/test/scale.test.ts",
  "plugins/ai-visibility/test/sixtyDays.test.ts",
  "plugins/aso/test/bench.test.ts",
  "plugins/cofounder/test/scale.test.ts",
  "plugins/connect-storea/test/catalogue.test.ts",
  "plugins/connect-storeb/test/reports.large.test.ts",
  "plugins/workspace/test/nodes.test.ts",
  "plugins/workspace/test/scale.test.ts",
  "test/boot/bundle.test.ts",
  "test/boot/stop.test.ts",
  "test/boot/subset.test.ts",
  "test/contract/personal.test.ts",
  "test/contract/requestsKilled.test.ts",
  "test/faults/failover.test.ts",
  "test/faults/restore.test.ts",
  "test/client/generators/**/*.test.ts",
  "test/contract/prism/**/*.test.ts",
  "test/contract/walk/**/*.test.ts",
  "test/scaffold/packages.test.ts",
  "test/scaffold/versions.test.ts",
  "test/scaffold/walk.test.ts",
  "test/deploy/**/*.test.ts",
  "test/docs/samples.test.ts",
  "test/docs/snippets.test.ts",
  "test/browser/**/*.test.ts"
]

/** Suites of `npm run test:release` that compare times: they run one after the other when the rest is done. */
export const timed: ReadonlyArray<string> = [
  "plugins/account/test/abuse.test.ts",
  "plugins/account/test/tails.test.ts",
  "plugins/alerts/test/bursts.test.ts",
  "test/boot/starts.test.ts",
  "test/browser/quality.test.ts"
]
