import { anywhere } from "./catalogue/anywhere.ts"
import { claims } from "./catalogue/claims.ts"
import { descriptions } from "./catalogue/descriptions.ts"
import { keywords } from "./catalogue/keywords.ts"
import { lengths } from "./catalogue/lengths.ts"
import { locales } from "./catalogue/locales.ts"
import { texts } from "./catalogue/texts.ts"
import { titles } from "./catalogue/titles.ts"
import type { Rule } from "./rule.ts"

export const rulesModel = "metadata-rules@2026-11"

/** All rules, in their order. */
export const catalogue: ReadonlyArray<Rule> = [
  ...lengths,
  ...texts,
  ...titles,
  ...claims,
  ...anywhere,
  ...keywords,
  ...descriptions,
  ...locales
]
