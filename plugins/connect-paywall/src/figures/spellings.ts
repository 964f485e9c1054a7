/** As providers spell one key, apart from signs and capitals. */
export const plain = (key: string) => key.toLowerCase().replace(/[^a-z0-9]/g, "")

/** What a chart may be split by, each with the keys that providers use for it, the nearest first. */
const splits = {
  country: ["countrycode", "country", "storefrontcountrycode", "storefront"],
  placement: ["placement", "placementname"],
  variant: ["variantid", "variant", "experimentvariant"]
} as const

/** The provider's key for a split, if it has one. */
export const splitIn = (split: keyof typeof splits, offered: ReadonlyArray<string>): string | undefined =>
  splits[split].flatMap((spelling) => offered.find((key) => plain(key) === spelling) ?? [])[0]
