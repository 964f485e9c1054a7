/** `npm run -s backtest`: holds the estimators against counted figures, or fits them anew. */
import { existsSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Clock, DateTime, Effect } from "effect"
import { readCounted } from "./data.ts"
import { backtest, isRated } from "./estimators.ts"
import { fitRatingShare } from "./fit.ts"
import { summaryOf } from "./summary.ts"

const help = `npm run -s backtest -- [--data FILE]... [--json] [--fit | --write]
npm run -s backtest -- --keywords FILE [--json]

Holds every estimator against counted figures: n, median absolute log error, share within 2 and 5 times, coverage of the
stated range, and two naive baselines. A CSV of your own sales works as well; plugins/apps/backtest/data.ts lists its
columns.

  --data FILE  a CSV, gzipped or not; more than one is joined (default: ../shared/recordings/datasets/estimators)
  --json       { scores: [{ estimator, of, n, medianAbsoluteLogError, within2, within5, coverage, baselines }] }
  --write      put the summary into docs/estimators.md
  --keywords FILE
               hold keyword volumes against a CSV of known popularity instead; plugins/keywords/backtest/data.ts lists its columns
  --fit        fit the share of ratings to the data, and write plugins/apps/src/models/ratingShare.gen.json
`

const root = resolve(import.meta.dirname, "../../..")
const shared = join(root, "../shared/recordings/datasets/estimators")
/** The data that the estimators were fitted on, where they are at hand. */
export const sharedFiles = ["play-installs-by-ratings-2020-2021.csv.gz", "play-install-growth-2020-2021.csv"].map(
  (name) => join(shared, name)
)

/** The whole command, with the arguments of the process. */
export const run = Effect.gen(function* () {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true },
      json: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      fit: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return process.stdout.write(help)
  const files = values.data?.map((file) => resolve(file)) ?? sharedFiles.filter((file) => existsSync(file))
  if (files.length === 0)
    return yield* Effect.fail(new Error(`there are no data in ${shared}; name a file with --data FILE`))
  const rows = (yield* Effect.forEach(files, readCounted)).flat()
  if (values.fit) {
    const rated = rows.filter(isRated).filter((row) => row.installsBefore === null)
    const apps = rated.map((row) => ({ ...row, years: row.ageDays / 365.25 }))
    const fittedAt = DateTime.formatIsoDate(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
    const snapshots = new Set(apps.map(({ snapshot }) => snapshot)).size
    const calibratedOn = `${apps.length} storeb apps of ${snapshots} snapshots, with at least 20 ratings`
    const file = join(root, "plugins/apps/src/models/ratingShare.gen.json")
    writeFileSync(file, `${JSON.stringify(fitRatingShare(apps, { calibratedOn, fittedAt }), null, 2)}\n`)
    return process.stdout.write(`wrote ${file}\n`)
  }
  const scores = backtest(rows)
  if (values.json) return process.stdout.write(`${JSON.stringify({ scores }, null, 2)}\n`)
  const summary = summaryOf(scores)
  if (values.write) yield* summary.write(join(root, "docs/estimators.md"))
  return process.stdout.write(summary.table)
})
