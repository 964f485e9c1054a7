import { listed, rule } from "../rule.ts"
import { source } from "../sources.ts"
import { seasons } from "./anywhere.ts"

export const claims = [
  rule({
    id: "subtitle.claim",
    says: "Superlatives or guarantees in the subtitle.",
    severity: { storea: "warning" },
    basis: "2.3.7",
    source: { storea: source.storea.metadata },
    fields: ["subtitle"],
    lists: ["claim"],
    find: (text) =>
      listed(text, "claim", (words) => ({
        message: `“${words}” is a claim that can't be verified.`,
        suggestion: "Say what the app does."
      })),
    bad: [
      { subtitle: "The fastest photo editor", hit: "fastest" },
      { subtitle: "Results guaranteed", hit: "guaranteed" },
      { locale: "es-ES", subtitle: "El mejor editor de fotos", hit: "El mejor" }
    ],
    good: [{ subtitle: "Filters, frames and fonts" }]
  }),
  rule({
    id: "short.promotion",
    says: "Rank, price, award, a call to act or dated words in the short description.",
    severity: { storeb: "warning" },
    basis: "listing guidance",
    source: { storeb: source.storeb.guidance },
    fields: ["shortDescription"],
    lists: ["ranking", "price", "action", "season"],
    find: (text, context) => {
      const tell = (words: string) => ({
        message: `“${words}” promotes instead of describing.`,
        suggestion: "Say what the app does."
      })
      return [
        ...listed(text, "ranking", tell),
        ...listed(text, "price", tell),
        ...listed(text, "action", tell),
        ...seasons(text, context).map(({ range }) => ({
          range,
          ...tell(range === null ? text.given : text.slice(range))
        }))
      ]
    },
    bad: [
      { platform: "storeb", shortDescription: "The best photo editor for collages and frames", hit: "best" },
      {
        platform: "storeb",
        shortDescription: "Download now and edit all of your photos with ease",
        hit: "Download now"
      },
      { platform: "storeb", shortDescription: "Make Christmas cards out of your photos in seconds", hit: "Christmas" }
    ],
    good: [{ platform: "storeb", shortDescription: "Edit photos with filters, frames and fonts, and share them." }]
  })
]
