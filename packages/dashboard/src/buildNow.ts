// `node packages/dashboard/src/buildNow.ts`: the page's files, if they aren't made of these sources yet.
import { buildPage } from "./build.ts"

const began = performance.now()
if (await buildPage()) {
  process.stderr.write(`storeglass: built the dashboard in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}
