/** Words of a text, folded so that forms of one word meet: `crashes`, `crashing` and `crashed` are `crash`. */

export const words = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu) ?? []

/** A light suffix stripper for English; other languages pass nearly unchanged. */
export const stem = (word: string): string => {
  let root = word.replace(/'s$/, "")
  if (root.length > 4 && root.endsWith("ies")) root = `${root.slice(0, -3)}y`
  else if (root.length > 2 && root.endsWith("s") && !/(ss|us|is)$/.test(root)) root = root.slice(0, -1)
  if (root.length > 5 && root.endsWith("ing")) root = undouble(root.slice(0, -3))
  else if (root.length > 4 && root.endsWith("ed")) root = undouble(root.slice(0, -2))
  if (/(sh|ch|x|ss)e$/.test(root)) root = root.slice(0, -1)
  return root.length > 3 && root.endsWith("e") ? root.slice(0, -1) : root
}

const undouble = (root: string) => (/([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root)

/** Words that carry no topic. Negations are not among them: "does not open" is not "open". */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a about after again all also am an and any app apps are as at be because been before being but by can could did do " +
    "does doing down during each even few for from get gets getting got had has have having he her here him his how i " +
    "i'd i'll i'm i've if in into is it it's its itself just let like lot made make makes me more most much my myself " +
    "now of off on once one only or other our out over own people phone really same she should so some still such than " +
    "that that's the their them then there these they they're thing things this those through to too under until up us " +
    "use used using very was we were what when where which while who why will with would you you're your yours"
  ).split(" ")
)

const functionWords: ReadonlySet<string> = new Set(
  "the a an and is it this that to of i my for was are but not with you in on so have has can it's they".split(" ")
)

/** Whether a text is long enough and English enough for English word lists. */
export const isEnglish = (tokens: ReadonlyArray<string>): boolean =>
  tokens.length >= 5 && tokens.filter((token) => functionWords.has(token)).length / tokens.length >= 0.15

/** The topic words of a text, for comparing two texts. */
export const topicWords = (text: string): ReadonlySet<string> =>
  new Set(
    words(text)
      .filter((word) => word.length > 2 && !stopWords.has(word))
      .map(stem)
  )
