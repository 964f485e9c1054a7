import { buildPage } from "@storeglass/dashboard/build"

const startedMs = Date.now()
if (await buildPage())
  process.stderr.write(`storeglass: built the dashboard in ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`)
