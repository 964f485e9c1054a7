/** What the word lists of a language are for. In each, `*` at the end of a phrase is any ending, and `!` at its start spares it. */
export const listNames = [
  /** Claims of rank, award or number. */
  "ranking",
  /** Prices, and that there are none. */
  "price",
  /** What after `20 %` makes it a discount. */
  "percent",
  /** Programmes and shelves of the stores. */
  "programme",
  /** "New", which is a tag where it stands alone. */
  "fresh",
  /** Calls to download, install, play, try or update. */
  "action",
  /** Superlatives and guarantees. */
  "claim",
  /** Seasons and occasions, which pass. */
  "season",
  /** Unfinished, which is a tag where it stands alone or last. */
  "prerelease",
  /** What users are said to say. */
  "testimonial",
  /** Words of praise, looked for in quotations. */
  "praise",
  /** Paying outside of the store. */
  "payment",
  /** Words that a keyword field needs not. */
  "wasted",
  /** "For", before a device. */
  "for",
  /** Text that stands for text to come. */
  "placeholder"
] as const
export type ListName = (typeof listNames)[number]
export type Lists = Readonly<Record<ListName, ReadonlyArray<string>>>

/** From texts with commas. */
export const lists = (written: Readonly<Record<ListName, string>>): Lists => {
  const made = new Map(listNames.map((name) => [name, written[name].split(",").flatMap((each) => each.trim() || [])]))
  const of = (name: ListName) => made.get(name) ?? []
  return {
    ranking: of("ranking"),
    price: of("price"),
    percent: of("percent"),
    programme: of("programme"),
    fresh: of("fresh"),
    action: of("action"),
    claim: of("claim"),
    season: of("season"),
    prerelease: of("prerelease"),
    testimonial: of("testimonial"),
    praise: of("praise"),
    payment: of("payment"),
    wasted: of("wasted"),
    for: of("for"),
    placeholder: of("placeholder")
  }
}
