import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe says is wrong with the page as it is, as JSON: `[]` where nothing is. By default by all rules of WCAG 2.2 AA. */
export const violationsOn = async (page: Page, rules: ReadonlyArray<string> = tags): Promise<string> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe)
  return page.evaluate(async (runOnly) => {
    // What is half below the head of the page just now isn't for who scrolls on.
    window.scrollTo({ top: 0, behavior: "instant" })
    const run: unknown = Reflect.get(Reflect.get(globalThis, "axe"), "run")
    // What passes isn't looked at, so it needn't be listed.
    const found =
      typeof run === "function"
        ? await run(document, { runOnly, resultTypes: ["violations"] })
        : { violations: ["no axe"] }
    return JSON.stringify(
      found.violations.map(
        (violation: { readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string }> }) => ({
          id: violation.id,
          first: violation.nodes[0]?.html.slice(0, 200)
        })
      )
    )
  }, rules)
}
