import { anywhere } from "./catalogue/anywhere.ts"
import { claims } from "./catalogue/claims.ts"
import { descriptions } from "./catalogue/descriptions.ts"
import { keywords } from "./catalogue/keywords.ts"
import { lengths } from "./catalogue/lengths.ts"
import { locales } from "./catalogue/locales.ts"
import { shortRepeats, subtitleRepeats } from "./catalogue/repeats.ts"
import { descriptor, stuffing, termFirst } from "./catalogue/stuffing.ts"
import { practices, terms } from "./catalogue/terms.ts"
import { texts } from "./catalogue/texts.ts"
import { titles } from "./catalogue/titles.ts"
import { block, noTerm, repetition } from "./catalogue/written.ts"
import type { Rule } from "./rule.ts"

export const rulesModel = "metadata-rules@2026-11"

/** By id. */
const order = [
  "length.over length.min length.utf16 length.bytes length.underused",
  "text.empty text.control text.invisible text.spaces text.not-nfc text.markup text.pictograph",
  "title.symbols title.caps title.ranking title.price title.programme title.action",
  "title.address title.stuffing title.descriptor title.term-first title.device",
  "subtitle.claim subtitle.repeats-title short.promotion short.repeats-title",
  "any.other-app any.other-platform any.placeholder any.prerelease any.testimonial any.dated any.payment-elsewhere",
  "keywords.separator keywords.space keywords.empty keywords.duplicate keywords.repeats-title keywords.repeats-subtitle",
  "keywords.own-name keywords.category keywords.wasted keywords.stop-word keywords.short keywords.sign",
  "keywords.word-repeat keywords.plural keywords.phrase keywords.no-demand keywords.cross-locale",
  "description.block description.repetition description.no-term description.opening",
  "locale.unknown locale.script locale.unused"
].flatMap((line) => line.split(" "))

/** All rules, in their order. */
export const catalogue: ReadonlyArray<Rule> = [
  ...lengths,
  ...texts,
  ...titles,
  stuffing,
  descriptor,
  termFirst,
  ...claims,
  subtitleRepeats,
  shortRepeats,
  ...anywhere,
  ...keywords,
  ...terms,
  ...practices,
  block,
  repetition,
  noTerm,
  ...descriptions,
  ...locales
].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
