import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { catalogue, rulesModel } from "../../src/rules/catalogue.ts"
import type { Example, Rule } from "../../src/rules/rule.ts"

const page = fileURLToPath(new URL("../../RULES.md", import.meta.url))

/** The text of an example that a reader sees; long ones are cut. */
const textOf = ({ hit: _hit, known: _known, locale: _locale, platform: _platform, ...texts }: Example): string => {
  const text = Object.values(texts).join(" · ")
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
const isShown = (example: Example) => {
  const text = textOf(example)
  // What is known beside the text isn't shown, nor is what a reader can't see.
  return (
    example.known === undefined &&
    text === text.normalize("NFC") &&
    /^[^\p{C}`|<{\u00ad\u3164\u180e]+$/u.test(text) &&
    text.trim() === text &&
    !text.includes("  ")
  )
}
const shown = (examples: ReadonlyArray<Example>) => {
  const [first] = examples.filter(isShown)
  return first === undefined ? "" : `\`${textOf(first)}\``
}
const row = ({ bad, basis, good, id, says, severity, source }: Rule) =>
  `| \`${id}\` | ${severity.storea ?? "–"} | ${severity.storeb ?? "–"} | ${says} | ${shown(bad)} | ${shown(good)} | [${basis}](${severity.storea === null ? source.storeb : source.storea}) |`

it("RULES.md says what the rules are (--update writes it)", async () => {
  const text = `# Rules of listings

These are the ${catalogue.length} rules of \`${rulesModel}\`. \`POST /v1/aso/metadata/validate\` and \`storeglass lint\` apply them.

| Rule | storea | storeb | Fires when | It fires on | It doesn't on | Basis |
| --- | --- | --- | --- | --- | --- | --- |
${catalogue.map(row).join("\n")}
`
  await expect(text).toMatchFileSnapshot(page)
})
