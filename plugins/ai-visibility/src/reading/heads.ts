import { label } from "./languages.ts"
import { type Alias, isNamed } from "./names.ts"
import { hasCjk, normalised } from "./text.ts"

/** What an item begins with: the names it ranks, and what it says of them. */
export interface Head {
  readonly names: ReadonlyArray<string>
  readonly rest: string
  /** The name stood out: bold, linked, quoted, or set off from what follows. */
  readonly marked: boolean
}

const lead = /^(?:\p{Extended_Pictographic}|\ufe0f|\u20e3|\s|\[[ xX]?\]\s)+/u
const spans = [
  /^\*\*\s*\[([^\]]+)\]\([^)]*\)\s*\*\*/u,
  /^\[\*\*([^\]]+?)\*\*\]\([^)]*\)/u,
  /^\*\*\*(.+?)\*\*\*/u,
  /^\*\*(.+?)\*\*/u,
  /^__(.+?)__/u,
  /^\[([^\]]+)\]\([^)]*\)/u,
  /^`([^`]+)`/u,
  /^[*_](?![*_\s])([^*_]+)[*_](?![*_\p{L}])/u,
  /^["“„«‹「『《【〈"](.+?)["”“»›」』》】〉"]/u
]
const separator =
  /\s*[:：]\s*|\s+[-–—−~|→=]+\s*|[—–]\s*|\s*[,;،；、。]\s*|\s*[(（[【]|\.\s+|\s+(?:is|are|was|offers|has|helps|lets|ist|bietet|hat|eignet|est|offre|permet|propose|es|ofrece|tiene|permite|é|oferece|offre|هو|هي)\s+|(?:は|が|是|为|為|은|는|이란|란)(?=[^a-z])/iu

/** Emphasis within a name, and quotation marks around it. */
export const unmarked = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|`|~~)/g, "")
    .replace(/^[*_]+|[*_]+$/g, "")
    .replace(/\[\d{1,3}\]/g, "")
    .replace(/^[\s"“”„«»‹›「」『』《》【】〈〉'’:：,،、.–—-]+|[\s"“”„«»‹›「」『』《》【】〈〉:：,،、–—-]+$/gu, "")
    .replace(/\s+/g, " ")
    .replace(/[™®©]/g, "")
    .trim()

const longest = 60
const wordsMax = 7
const sentenceEnd = /[.!?。！？؟]$/u
/** `書く時間を決める`: what somebody does, and with what. */
const deeds = /[をにでがは].*[うくぐすつぬぶむるたよ]$/u
const particles = /(?:です|ます|ましょう|ください|する|した|ない|こと|하세요|합니다|입니다|하기|怎么|如何)$/u

/** Whether a text may be an app's name, and not the beginning of a sentence or advice. */
export const isNameLike = (text: string, marked: boolean): boolean => {
  const name = text.trim()
  const words = name.split(/\s+/)
  if (name === "" || [...name].length > longest || words.length > wordsMax) return false
  if (!/[\p{L}\p{N}]/u.test(name) || label.test(name) || particles.test(name)) return false
  if (sentenceEnd.test(name) && !/[a-z]\.(?:do|io|ai|me|com|app|ly|fm|tv)$/iu.test(name) && words.length > 1)
    return false
  if (/^https?:/i.test(name) || /^\d+(?:[.,]\d+)?\s*(?:%|€|\$|£|usd|eur)?$/iu.test(name)) return false
  if (hasCjk(name)) return [...name].length <= 24 && !/[、。，！？]/u.test(name) && !deeds.test(name)
  if (/\p{Script=Arabic}/u.test(name)) return words.length <= (marked ? 5 : 4)
  const [first = "", ...others] = words
  if (!/[\p{Lu}\p{Lt}\p{N}]/u.test(first)) return false
  // `Set reminders` is advice; `Habit Tracker` and `Day One` are names.
  return others.length === 0 || others.some((word) => /[\p{Lu}\p{N}]/u.test(word)) || /\p{Ll}\p{Lu}/u.test(first)
}

const togetherOf = (name: string, aliases: ReadonlyArray<Alias>): ReadonlyArray<string> => {
  if (isNamed(name, aliases)) return [name]
  const parts = name.split(/\s+(?:\/|or|oder|ou|o|または|或|أو)\s+|\s*\/\s*(?=\p{Lu})/u).map((part) => part.trim())
  return parts.length > 1 && parts.every((part) => isNameLike(part, true)) ? parts : [name]
}

/** The longest of an app's names that a text begins with. */
const begunBy = (text: string, aliases: ReadonlyArray<Alias>): string | undefined => {
  const found = aliases.find(({ generic, text: own }) => {
    if (generic || text.length < own.length) return false
    const next = text.slice(own.length)
    return normalised(text.slice(0, own.length)) === normalised(own) && !/^[\p{Script=Latin}\p{N}]/u.test(next)
  })
  return found === undefined ? undefined : text.slice(0, found.text.length)
}

/** `For couples`, before a colon: whom the app after it is for. */
const purpose = /^(?:for|if|für|wenn|pour|si|para|per|se)\s/iu
const isLabelling = (text: string) => label.test(text) || purpose.test(text)

/** Whether it's how an app is called, and not what it does: `Habit Tracker` may end another's name. */
const isOwnName = (name: string, aliases: ReadonlyArray<Alias>) =>
  isNamed(
    name,
    aliases.filter(({ common, generic }) => !common && !generic)
  )

/** What stands before and after the first colon, the latter empty without one. */
const labelledOf = (text: string) => {
  const [, before = "", after = ""] = /^([^:：]+?)\s*[:：]\s*(.+)$/u.exec(text) ?? []
  return { before, after }
}

/** Reads the beginning of an item. Null where it names nothing. */
export const headOf = (item: string, aliases: ReadonlyArray<Alias>, depth = 0): Head | null => {
  const text = item.replace(lead, "").trim()
  for (const span of spans) {
    const found = span.exec(text)
    if (found === null) continue
    const inner = unmarked(found[1] ?? "")
    const rest = text.slice(found[0].length)
    const known = isNamed(inner, aliases)
    const { after, before } = labelledOf(inner)
    // `**Best for teams: Name**` has both within, `**Best for teams:** Name` its name after the label.
    if (!known && depth < 2 && (isOwnName(after, aliases) || (after !== "" && isLabelling(before)))) {
      const within = headOf(after, aliases, depth + 1)
      if (within !== null) return { ...within, rest: `${within.rest} ${rest}`, marked: true }
    }
    const isBeforeColon = /[:：]\s*$/u.test(found[1] ?? "") || /^\s*[:：]/u.test(rest)
    const isLabel = !known && (isBeforeColon ? isLabelling(inner) : label.test(inner))
    if (isLabel && depth < 2) return headOf(rest.replace(/^[\s:：–—-]+/u, ""), aliases, depth + 1)
    // A sentence of which a part is bold, and a name that is: `**Name – what it does**`.
    const within = known || isNameLike(inner, true) ? inner : (headOf(inner, aliases, depth + 2)?.names[0] ?? "")
    if (within === "" || (!known && !isNameLike(within, true))) return null
    return {
      names: togetherOf(within, aliases),
      rest: `${within === inner ? "" : inner.slice(within.length)} ${rest}`,
      marked: true
    }
  }
  const own = begunBy(text, aliases)
  if (own !== undefined && isSetOff(text.slice(own.length), own, aliases)) {
    return { names: [own], rest: text.slice(own.length), marked: true }
  }
  const cut = separator.exec(text)
  const name = unmarked(cut === null ? text : text.slice(0, cut.index))
  const rest = cut === null ? "" : text.slice(cut.index)
  if (!isNamed(name, aliases) && isLabelling(name) && depth < 2 && /^\s*[:：]/.test(rest)) {
    return headOf(rest.replace(/^[\s:：–—-]+/u, ""), aliases, depth + 1)
  }
  // A word in small Latin letters before another script is a name.
  const foreign = /^[a-z][\w.+-]{2,}$/i.test(name) && (hasCjk(rest) || /\p{Script=Arabic}/u.test(rest))
  if (!isNamed(name, aliases) && !foreign && !isNameLike(name, false)) return null
  return { names: togetherOf(name, aliases), rest, marked: cut !== null }
}

/** Whether a name that an item begins with ends there: `Name Kids` is another app. */
const isSetOff = (rest: string, own: string, aliases: ReadonlyArray<Alias>): boolean => {
  const word = /^\s+([\p{L}\p{N}]+)/u.exec(rest)?.[1]
  if (word === undefined || hasCjk(own) || hasCjk(word) || /\p{Script=Arabic}/u.test(word)) return true
  return isNamed(`${own} ${word}`, aliases) || !/^[\p{Lu}\p{N}]/u.test(word)
}
