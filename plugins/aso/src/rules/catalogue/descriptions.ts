import { charCount } from "../metadata.ts"
import { rule } from "../rule.ts"
import { source } from "../sources.ts"

/** How much of a description shows before it's opened. */
const shown = { storea: 170, storeb: 80 }

export const descriptions = [
  rule({
    id: "description.opening",
    says: "The first line is longer than what shows before the description is opened: 170 characters, 80 on storeb.",
    severity: { storea: "info", storeb: "info" },
    basis: "practice",
    source: { storea: source.storea.productPage, storeb: source.storeb.guidance },
    fields: ["fullDescription"],
    sparesBrand: false,
    find: (text, { platform }) => {
      const start = text.given.search(/\S/u)
      if (start < 0) return []
      const line = text.given.slice(start).split(/[\r\n]/, 1)[0] ?? ""
      const count = charCount(line)
      return count <= shown[platform]
        ? []
        : [
            {
              range: { start, end: start + line.length },
              message: `The first line has ${count} characters; about ${shown[platform]} show before it's opened.`,
              suggestion: "Open with one short line."
            }
          ]
    },
    bad: [
      { fullDescription: `${"Edit photos. ".repeat(20).trim()}\nMore.`, hit: "Edit photos. ".repeat(20).trim() },
      { platform: "storeb", fullDescription: "Edit photos. ".repeat(8).trim(), hit: "Edit photos. ".repeat(8).trim() }
    ],
    good: [{ fullDescription: "Edit photos in seconds.\n\nFilters and frames." }]
  })
]
