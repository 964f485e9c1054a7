// Which suites run where.

/** Suites that change or read what their process has for all: its console, its metrics. */
export const isolated: ReadonlyArray<string> = [
  "packages/core/test/jobsFaults.test.ts",
  "plugins/keywords/test/seed.test.ts",
  "test/boot/load.test.ts",
  "test/contract/observability.test.ts"
]

/** Suites that pack, install, deploy or drive a browser at full length: `npm run test:release`. */
export const release: ReadonlyArray<string> = [
  "test/scaffold/packages.test.ts",
  "test/scaffold/versions.test.ts",
  "test/scaffold/walk.test.ts",
  "test/deploy/**/*.test.ts",
  "test/browser/**/*.test.ts"
]
