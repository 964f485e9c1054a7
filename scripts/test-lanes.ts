// Which suites run where.

/**
 * Suites that change or read what their process has for all (its console, its metrics), or whose support files clear up
 * after the file that loads them first.
 */
export const isolated: ReadonlyArray<string> = [
  "packages/core/test/jobsFaults.test.ts",
  "plugins/charts/test/*.test.ts",
  "plugins/keywords/test/seed.test.ts",
  "plugins/stores/test/adapter.test.ts",
  "plugins/stores/test/faults.test.ts",
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
