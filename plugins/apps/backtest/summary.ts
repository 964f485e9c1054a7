import { readFileSync, writeFileSync } from "node:fs"
import { Effect } from "effect"
import type { Score } from "./estimators.ts"

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const begin = "<!-- backtest -->"
const end = "<!-- /backtest -->"

/** The scores as a table in Markdown. */
export const summaryOf = (scores: ReadonlyArray<Score>) => {
  const table = [
    "| Estimator | Of | n | Median absolute log error | Within 2× | Within 5× | In the stated 80 % range | Baselines' median error |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ...scores.map(
      ({ baselines, coverage, estimator, medianAbsoluteLogError, n, of, within2, within5 }) =>
        `| ${estimator} | ${of} | ${n} | ${medianAbsoluteLogError.toFixed(2)} | ${percent(within2)} | ${percent(within5)} | ${percent(coverage)} | ${baselines
          .map(({ medianAbsoluteLogError: error, name }) => `${name}: ${error.toFixed(2)}`)
          .join("; ")} |`
    ),
    ""
  ].join("\n")
  return {
    table,
    /** Between the marks of a page. */
    write: (file: string) =>
      Effect.sync(() => {
        const text = readFileSync(file, "utf8")
        const [from, to] = [text.indexOf(begin), text.indexOf(end)]
        if (from < 0 || to < from) throw new Error(`${file} lacks ${begin} … ${end}`)
        writeFileSync(file, `${text.slice(0, from + begin.length)}\n${table}${text.slice(to)}`)
      })
  }
}
