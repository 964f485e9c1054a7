/** Rules of an operator's own, from the config: lists of words and limits. */
import { charCount, type FieldName, fieldNames, type Platform } from "./metadata.ts"
import { type PhraseList, phraseList } from "./phrases.ts"
import { type Rule, rule, type Severity } from "./rule.ts"

export interface HouseRule {
  readonly id: string
  readonly severity?: Severity | undefined
  readonly platforms?: ReadonlyArray<Platform> | undefined
  readonly fields?: ReadonlyArray<FieldName> | undefined
  /** Words and phrases that it fires on. */
  readonly words?: ReadonlyArray<string> | undefined
  readonly minChars?: number | undefined
  readonly maxChars?: number | undefined
  readonly message?: string | undefined
  readonly suggestion?: string | undefined
}

const made = new WeakMap<ReadonlyArray<HouseRule>, ReadonlyArray<Rule>>()

const ruleOf = (house: HouseRule): Rule => {
  const {
    fields = fieldNames,
    id,
    maxChars,
    message,
    minChars,
    platforms = ["storea", "storeb"],
    severity = "warning",
    suggestion,
    words = []
  } = house
  const list: PhraseList | undefined = words.length === 0 ? undefined : phraseList(words)
  const hint = suggestion === undefined ? {} : { suggestion }
  return rule({
    id,
    says: message ?? "A rule of the operator's.",
    severity: Object.fromEntries(platforms.map((platform) => [platform, severity])),
    basis: "house",
    source: {},
    fields,
    sparesBrand: false,
    find: (text) => {
      const count = charCount(text.given)
      return [
        ...(list === undefined ? [] : text.found(list)).map(({ end, start }) => {
          const range = text.range(start, end)
          return { range, message: message ?? `“${text.slice(range)}” is on the list of ${id}.`, ...hint }
        }),
        ...(maxChars !== undefined && count > maxChars
          ? [{ range: null, message: message ?? `${count} characters; ${id} allows ${maxChars}.`, ...hint }]
          : []),
        ...(minChars !== undefined && count < minChars && text.given.trim() !== ""
          ? [{ range: null, message: message ?? `${count} characters; ${id} asks for ${minChars}.`, ...hint }]
          : [])
      ]
    },
    bad: [],
    good: []
  })
}

export const houseRulesOf = (houseRules: ReadonlyArray<HouseRule>): ReadonlyArray<Rule> => {
  const known = made.get(houseRules)
  if (known !== undefined) return known
  const rules = houseRules.map(ruleOf)
  made.set(houseRules, rules)
  return rules
}
