import { type Block, blocksOf } from "./blocks.ts"
import { isUnfamiliar, placesOf, sentencesOf } from "./finding.ts"
import { type Head, headOf, isNameLike, unmarked } from "./heads.ts"
import { label, listCue } from "./languages.ts"
import { type Alias, aliasesOf, categoryWords, isNamed } from "./names.ts"
import type { Mention, MentionForm, Reading, ReadingContext } from "./Reading.ts"
import { hasLexicon, sentimentOf } from "./sentiment.ts"
import { normalised, visible } from "./text.ts"

interface Found {
  readonly name: string
  readonly position: number | null
  readonly form: MentionForm
  /** What is said of it; empty for a name alone. */
  readonly said: string
  /** Where it stands, in the order of the answer. */
  readonly order: number
}

/** Everything that finding names needs. */
interface Names {
  readonly owner: ReadonlyArray<Alias>
  readonly all: ReadonlyArray<Alias>
  readonly known: ReadonlyArray<ReadonlyArray<Alias>>
  readonly category: ReadonlySet<string>
  readonly language: string
}

const isItem = (block: Block): block is Extract<Block, { kind: "item" }> => block.kind === "item"

/** Something that may name an app at the head of a line, with all that belongs to it. */
interface Entry {
  readonly head: Head | null
  readonly form: MentionForm
  readonly number: number | null
  readonly said: string
  readonly order: number
}

/** A list: its entries in their order. */
type List = ReadonlyArray<Entry>

/** Texts that are in no list, with their place. */
interface Prose {
  readonly text: string
  readonly order: number
}

const boldLed = /^(?:\p{Extended_Pictographic}|\ufe0f|\s)*(?:\*\*|__)(?!\s)/u

/** `Screw Sort: Pelullo`: a listing's name whose own part comes last. */
const ownLast = /^[^()（[]{2,40}[:：]\s*\p{Lu}[\p{L}\p{N}]+$/u

/** A cell, or a heading, that is a name and nothing more. */
const wholeOf = (text: string, { all }: Names): Head | null => {
  const name = unmarked(text)
  if (!isNamed(name, all) && !(ownLast.test(name) && isNameLike(name, true))) return null
  return { names: [name], rest: "", marked: true }
}

/** Divides an answer into lists and prose. */
const layoutOf = (
  answer: string,
  names: Names
): { readonly lists: ReadonlyArray<List>; readonly prose: ReadonlyArray<Prose> } => {
  const blocks = blocksOf(answer)
  const lists: Array<List> = []
  const prose: Array<Prose> = []
  const numbering = blocks.filter((block) => isItem(block) && block.marker === "numbered")
  const numberedIndent = Math.min(...numbering.map((block) => (isItem(block) ? block.indent : 0)))
  const namedNumbers = numbering.filter((block) => isItem(block) && headOf(block.text, names.all) !== null).length
  /** Bullets under numbers say something about them. */
  const bulletsAreDetails = namedNumbers >= 2 || (namedNumbers === 1 && numbering.length === 1)

  let list: Array<Entry> = []
  let listMarker = ""
  const endList = () => {
    if (list.length > 0) lists.push(list)
    list = []
    listMarker = ""
  }
  const addTo = (text: string) => {
    const last = list.at(-1)
    if (last === undefined) return false
    list[list.length - 1] = { ...last, said: `${last.said}\n${text}` }
    return true
  }
  const headings: Array<{ readonly entry: Entry; readonly level: number }> = []
  const bolds: Array<Entry> = []

  let indent = 0
  let underHeading: Entry | undefined
  for (const [order, block] of blocks.entries()) {
    if (block.kind === "item") {
      const text = [block.text, ...block.lines].join("\n")
      const detail =
        (list.length > 0 && block.indent > indent + 1) ||
        (block.marker === "bulleted" && bulletsAreDetails && listMarker === "numbered") ||
        (block.marker === "numbered" && block.indent > numberedIndent + 1 && list.length > 0)
      if (detail && addTo(text)) continue
      if (block.marker === "bulleted" && underHeading !== undefined && isDetail(block.text, names)) {
        prose.push({ text, order })
        continue
      }
      // Numbers that go on are of one list, whatever stands between them.
      const last = list.at(-1)
      const goesOn = block.number !== null && last?.number != null && block.number === last.number + 1
      if (listMarker !== block.marker || (block.number !== null && !goesOn && block.number === 1)) endList()
      listMarker = block.marker
      indent = block.indent
      const head = (block.heads ? wholeOf(block.text, names) : null) ?? headOf(block.text, names.all)
      const said = [head?.rest ?? block.text, ...block.lines].join("\n")
      list.push({ head, form: block.marker, number: block.number, said, order })
      continue
    }
    if (block.kind === "table") {
      endList()
      lists.push(...tableOf(block, names, order, prose))
      continue
    }
    if (block.kind === "heading") {
      // A heading between numbered items divides a list into sections, and does not end it.
      if (listMarker !== "numbered") endList()
      const head = headOf(block.text, names.all)
      underHeading = undefined
      if (head !== null && (isNamed(head.names[0] ?? "", names.all) || isNameLike(head.names[0] ?? "", true))) {
        underHeading = { head, form: "bold", number: null, said: head.rest, order }
        headings.push({ entry: underHeading, level: block.level })
      }
      continue
    }
    const lines = block.text.split("\n")
    const led = lines.filter((line) => boldLed.test(line))
    if (led.length > 0 && !(listMarker === "numbered" && namedNumbers >= 2)) {
      endList()
      let entry: Entry | undefined
      const push = () => entry !== undefined && bolds.push(entry)
      for (const line of lines) {
        if (!boldLed.test(line)) {
          if (entry === undefined) prose.push({ text: line, order })
          else entry = { ...entry, said: `${entry.said}\n${line}` }
          continue
        }
        push()
        const head = headOf(line, names.all)
        entry =
          head === null
            ? undefined
            : { head, form: "bold", number: null, said: head.rest, order: order + bolds.length / 1_000 }
        if (head === null) prose.push({ text: line, order })
      }
      push()
      continue
    }
    if (listMarker !== "numbered" || order > lastNumbered(blocks)) endList()
    prose.push({ text: block.text, order })
  }
  endList()
  // Names that lead headings or paragraphs are a list where there are several of them, and no other list has names.
  const named = lists.some((each) => each.filter(({ head }) => head !== null).length >= 2)
  const levels = [...new Set(headings.map(({ level }) => level))].map((level) =>
    headings.filter((one) => one.level === level)
  )
  const heads = levels.find(
    (each) => each.length >= 2 && each.filter(({ entry }) => isCertain(entry, names)).length * 2 >= each.length
  )
  const led = bolds.filter(({ head }) => head !== null)
  if (led.length >= 2) lists.push(led)
  else prose.push(...led.map(({ head, order, said }) => ({ text: `**${head?.names.join(" / ")}** ${said}`, order })))
  if (heads !== undefined && !named && led.length < 2) lists.push(heads.map(({ entry }) => entry))
  else
    prose.push(
      ...headings.map(({ entry }) => ({
        text: `${entry.head?.names.join(" / ") ?? ""} ${entry.said}`,
        order: entry.order
      }))
    )
  return { lists, prose }
}

const lastNumbered = (blocks: ReadonlyArray<Block>) =>
  blocks.findLastIndex((block) => isItem(block) && block.marker === "numbered")

/** Whether a bullet says something about what is above it: `Pros: …`. */
const isDetail = (text: string, { all }: Names): boolean => {
  const head = headOf(text, all)
  return head === null || !head.marked
}

const isCertain = ({ head }: Entry, { all }: Names) =>
  head !== null && (isNamed(head.names[0] ?? "", all) || isNameLike(head.names[0] ?? "", true))

const nameHeader =
  /^(?:#?\s*)?(?:the )?(?:app(?:s|likation|lication|licazione)?|name|app[ -]?name|aplicaci[oó]n|aplicativo|application|anwendung|appli|nom|nombre|nome|tool|アプリ(?:名)?|名前|名称|앱(?: ?이름)?|이름|应用(?:名称|名)?|应用程序|應用|软件|التطبيق|الاسم|اسم التطبيق)\b|^(?:アプリ|应用|التطبيق|اسم|الاسم|앱|名称|名前)/iu
const rankHeader =
  /^(?:#|no\.?|nr\.?|n°|nº|rank|rang|platz|puesto|pos(?:ition|ición)?\.?|順位|排名|순위|الترتيب|المركز|m)$/iu

/** The list of a table: rows that name apps in the column that says so, or in the first that isn't a rank. */
const tableOf = (
  { header, rows }: Extract<Block, { kind: "table" }>,
  names: Names,
  order: number,
  prose: Array<Prose>
): ReadonlyArray<List> => {
  const plain = header.map(unmarked)
  const ranked = plain.findIndex((cell) => rankHeader.test(cell))
  const titled = plain.findIndex((cell) => nameHeader.test(cell))
  const column = titled >= 0 ? titled : ranked === 0 ? 1 : 0
  // Apps across, what they have down: the header names them.
  const across = plain.map((cell, at) => (at === 0 ? false : isNamed(cell, names.all)))
  if (across.some(Boolean) && !rows.some((row) => isNamed(unmarked(row[column] ?? ""), names.all))) {
    const entries = plain.slice(1).flatMap((cell, at): ReadonlyArray<Entry> => {
      const head = isNameLike(cell, true) || isNamed(cell, names.all) ? { names: [cell], rest: "", marked: true } : null
      const said = rows.map((row) => `${row[at + 1] ?? ""}`).join(". ")
      return head === null ? [] : [{ head, form: "table", number: null, said, order: order + at / 1_000 }]
    })
    return [entries]
  }
  const entries = rows.map((row, at): Entry => {
    const cell = row[column] ?? ""
    const head = wholeOf(cell, names) ?? headOf(cell, names.all)
    const number = ranked >= 0 ? Number.parseInt(unmarked(row[ranked] ?? ""), 10) : Number.NaN
    const said = [head?.rest ?? "", ...row.filter((_, index) => index !== column && index !== ranked)].join(". ")
    return { head, form: "table", number: Number.isNaN(number) ? null : number, said, order: order + at / 1_000 }
  })
  // A table of features and the like names nothing.
  const certain = entries.filter((entry) => isCertain(entry, names)).length
  if (titled < 0 && certain * 2 < entries.length) {
    prose.push({ text: rows.map((row) => row.join(" ")).join("\n"), order })
    return []
  }
  return [entries]
}

/** Whether a list ranks apps, and isn't one of steps or features. */
const isOfApps = (list: List, { all }: Names): boolean => {
  const heads = list.flatMap(({ head }) => (head === null ? [] : [head]))
  if (heads.some(({ names: [name = ""] }) => isNamed(name, all))) return true
  return heads.length * 2 > list.length && (list.length > 1 || heads.some(({ marked }) => marked))
}

const listed = (list: List, names: Names): ReadonlyArray<Found> => {
  if (!isOfApps(list, names)) return []
  const numbers = list.map(({ number }) => number)
  // Written numbers are ranks where they rise; a list of ones is counted.
  const rises = numbers.every(
    (number, at) => number !== null && number > 0 && (at === 0 || number > (numbers[at - 1] ?? 0))
  )
  let counted = 0
  return list.flatMap(({ form, head, number, order, said }) => {
    // An item whose name can't be read takes its place all the same.
    counted += 1
    const position = rises && number !== null ? number : counted
    return (head?.names ?? []).map((name) => ({ name, position, form, said, order }))
  })
}

const span =
  /\*\*([^*\n]+?)\*\*|\[([^\]\n]{2,60})\]\(https?:[^)]*\)|「([^」\n]{1,30})」|『([^』\n]{1,30})』|《([^》\n]{1,30})》/gu

/** Names that stand out in running text, or follow "such as". */
const standingOut = (text: string, names: Names): ReadonlyArray<string> => {
  const marked = [...text.matchAll(span)].flatMap(([, ...groups]) => {
    const name = unmarked(groups.find((group) => group !== undefined) ?? "")
    return isNameLike(name, true) && !label.test(name) && !names.category.has(normalised(name)) ? [name] : []
  })
  const cued = [...text.matchAll(/[\s,](?=\p{Lu})/gu)].flatMap(({ index }) => {
    if (!listCue.test(text.slice(Math.max(0, index - 40), index + 1))) return []
    const run =
      /^(?:\s*(?:,|and|or|und|oder|et|ou|y|o|e)?\s*\p{Lu}[\p{L}\p{N}]*(?:[ -]\p{Lu}[\p{L}\p{N}]*){0,2}\s*(?=,|\.|;|\)|$|\s(?:and|or|und|oder|et|ou|y|o|e)\s)){2,8}/u.exec(
        text.slice(index, index + 400)
      )
    return (run?.[0] ?? "")
      .split(/\s*,\s*|\s+(?:and|or|und|oder|et|ou|y|o|e)\s+/u)
      .map((name) => name.replace(/^(?:and|or|und|oder|et|ou|y|o|e)\s+/u, "").trim())
      .filter((name) => name.length > 2 && isNameLike(name, true))
  })
  return [...marked, ...cued]
}

const inProse = (texts: ReadonlyArray<Prose>, names: Names): ReadonlyArray<Found> =>
  texts.flatMap(({ order, text }) => {
    const sentences = sentencesOf(text)
    return sentences.flatMap((sentence, at) => {
      if (isUnfamiliar(sentence)) return []
      const here = order + at / 1_000
      const one = (name: string): Found => ({ name, position: null, form: "prose", said: sentence, order: here })
      const known = [names.owner, ...names.known].flatMap((aliases) =>
        placesOf(sentence, aliases, names).map((place) => one(place.text))
      )
      const others = standingOut(sentence, names).filter(
        (name) => !known.some((found) => normalised(found.name) === normalised(name))
      )
      return [...known, ...others.map(one)]
    })
  })

/** What can't be an answer in words: JSON, code or markup alone, or hardly a letter. */
const isUnreadable = (answer: string): boolean => {
  const text = answer.replace(/^\s*```\w*\n?|```\s*$/g, "").trim()
  if ((text.match(/\p{L}/gu) ?? []).length < 3) return true
  if (/^[[{]/.test(text) && /[\]}]$/.test(text)) {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  return /^<(?:!doctype|html|\?xml|body|div|script)\b/i.test(text)
}

const citationIn = (text: string): number | null => {
  const marker = /\[(\d{1,3})\](?!\()/.exec(text)?.[1]
  return marker === undefined || Number(marker) < 1 ? null : Number(marker) - 1
}

const wordsAbout = (said: string, name: string) =>
  said.replaceAll(name, " ").replace(/\[\d+\]|https?:\S+|[*_`#|()[\]]/g, " ")

/** Reads which apps an answer names, and how. The text is data: nothing that it says changes how it's read. */
export const readAnswer = (answer: string, context: ReadingContext): Reading => {
  const { category = [], known = [], language, owner } = context
  const lexical = hasLexicon(language)
  if (isUnreadable(answer)) return { status: "parse_failed", mentions: [], hasLexicon: lexical }
  const own = aliasesOf(owner.names, category)
  const others = known
    .map((name) => aliasesOf([name], category))
    .filter((aliases) => !aliases.some(({ generic, text }) => !generic && isNamed(text, own)))
  const names: Names = {
    owner: own,
    all: [...own, ...others.flat()],
    known: others,
    category: categoryWords(category),
    language
  }
  const { lists, prose } = layoutOf(answer, names)
  const details = lists.flatMap((list) => list.map(({ order, said }) => ({ text: said, order: order + 0.5 })))
  const found = [
    ...lists.flatMap((list) => listed(list, names)),
    // What is said of one app may name another.
    ...inProse([...prose, ...details, ...unlisted(lists, names)], { ...names })
  ]
  const mentions = new Map<string, Mention & { readonly order: number }>()
  for (const { form, name, order, position, said } of found) {
    const isOwnerApp = isNamed(name, own)
    const key = isOwnerApp
      ? "\u0000owner"
      : others.findIndex((aliases) => isNamed(name, aliases)) >= 0
        ? `\u0001${others.findIndex((aliases) => isNamed(name, aliases))}`
        : normalised(name)
    const before = mentions.get(key)
    // The first list that ranks it says where it stands; prose counts for what is in none.
    if (before !== undefined && (before.position !== null || position === null)) continue
    const about = wordsAbout(said, name)
    const sentiment = /\p{L}/u.test(about) ? sentimentOf(about, language) : null
    mentions.set(key, {
      name: unmarked(visible(name)),
      position,
      form,
      sentiment,
      isOwnerApp,
      citation: citationIn(said),
      order
    })
  }
  const sorted = [...mentions.values()].sort(
    (a, b) => (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) || a.order - b.order
  )
  return { status: "ok", mentions: sorted.map(({ order, ...mention }) => mention), hasLexicon: lexical }
}

/** Items of lists that rank nothing, and those without a name: they're read as prose. */
const unlisted = (lists: ReadonlyArray<List>, names: Names): ReadonlyArray<Prose> =>
  lists.flatMap((list) =>
    isOfApps(list, names)
      ? []
      : list.flatMap(({ head, order, said }) =>
          head === null ? [] : [{ text: `${head.names.join(" / ")} ${said}`, order }]
        )
  )
