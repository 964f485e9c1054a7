// The vendor's territories, and what it sells at in each.

/** The 175, by currency; where the vendor has none of the country's, it is the US dollar. */
const byCurrency: Readonly<Record<string, string>> = {
  AED: "ARE",
  AUD: "AUS",
  BGN: "BGR",
  BRL: "BRA",
  CAD: "CAN",
  CHF: "CHE",
  CLP: "CHL",
  CNY: "CHN",
  COP: "COL",
  CZK: "CZE",
  DKK: "DNK",
  EGP: "EGY",
  EUR: "AUT BEL BIH CYP DEU ESP EST FIN FRA GRC HRV IRL ITA LTU LUX LVA MLT MNE NLD PRT SRB SVK SVN XKS",
  GBP: "GBR",
  HKD: "HKG",
  HUF: "HUN",
  IDR: "IDN",
  ILS: "ISR",
  INR: "IND",
  JPY: "JPN",
  KRW: "KOR",
  KZT: "KAZ",
  MXN: "MEX",
  MYR: "MYS",
  NGN: "NGA",
  NOK: "NOR",
  NZD: "NZL",
  PEN: "PER",
  PHP: "PHL",
  PKR: "PAK",
  PLN: "POL",
  QAR: "QAT",
  RON: "ROU",
  RUB: "RUS",
  SAR: "SAU",
  SEK: "SWE",
  SGD: "SGP",
  THB: "THA",
  TRY: "TUR",
  TWD: "TWN",
  TZS: "TZA",
  USD: "AFG AGO AIA ALB ARG ARM ATG AZE BEN BFA BHR BHS BLR BLZ BMU BOL BRB BRN BTN BWA CIV CMR COD COG CPV CRI CYM DMA DOM DZA ECU FJI FSM GAB GEO GHA GMB GNB GRD GTM GUY HND IRQ ISL JAM JOR KEN KGZ KHM KNA KWT LAO LBN LBR LBY LCA LKA MAC MAR MDA MDG MDV MKD MLI MMR MNG MOZ MRT MSR MUS MWI NAM NER NIC NPL NRU OMN PAN PLW PNG PRY RWA SEN SLB SLE SLV STP SUR SWZ SYC TCA TCD TJK TKM TON TTO TUN UGA UKR URY USA UZB VCT VEN VGB VUT YEM ZMB ZWE",
  VND: "VNM",
  ZAR: "ZAF"
}
const perDollar: Readonly<Record<string, number>> = {
  AED: 3.67,
  AUD: 1.5,
  BGN: 1.9,
  BRL: 5.5,
  CAD: 1.4,
  CHF: 0.9,
  CLP: 950,
  CNY: 7,
  COP: 4_200,
  CZK: 23,
  DKK: 7,
  EGP: 50,
  EUR: 1,
  GBP: 0.9,
  HKD: 8,
  HUF: 370,
  IDR: 16_000,
  ILS: 3.7,
  INR: 85,
  JPY: 150,
  KRW: 1_400,
  KZT: 500,
  MXN: 19,
  MYR: 4.5,
  NGN: 1_600,
  NOK: 11,
  NZD: 1.7,
  PEN: 3.8,
  PHP: 57,
  PKR: 280,
  PLN: 4,
  QAR: 3.64,
  RON: 4.9,
  RUB: 90,
  SAR: 3.75,
  SEK: 11,
  SGD: 1.35,
  THB: 34,
  TRY: 34,
  TWD: 32,
  TZS: 2_600,
  VND: 25_000,
  ZAR: 18
}
/** Sold in whole units. */
const whole = new Set(["CLP", "COP", "HUF", "IDR", "JPY", "KRW", "KZT", "NGN", "PKR", "TZS", "VND"])

const currencies = new Map(
  Object.entries(byCurrency).flatMap(([currency, codes]) => codes.split(" ").map((code) => [code, currency] as const))
)
export const territories: ReadonlyArray<string> = [...currencies.keys()].sort()
export const currencyOf = (territory: string): string => currencies.get(territory) ?? "USD"
export const isTerritory = (code: string): boolean => currencies.has(code)

/** How many points a territory has; the first is free. */
export const tiers = 800
/** US cents of a tier: steps of a dime up to 10 dollars, then of half a dollar, a dollar and five dollars. */
const cents = (tier: number): number => {
  if (tier === 0) return 0
  const [a, b, c] = [
    Math.min(tier, 100),
    Math.min(Math.max(tier - 100, 0), 180),
    Math.min(Math.max(tier - 280, 0), 400)
  ]
  return a * 10 - 1 + b * 50 + c * 100 + Math.max(tier - 680, 0) * 500
}
const amount = (tier: number, currency: string, share = 1): string => {
  const units = (cents(tier) / 100) * (perDollar[currency] ?? 1) * share
  return units.toFixed(whole.has(currency) ? 0 : 2)
}
/** The nearest tier of a price in dollars, the lower of two. */
export const tierOf = (usd: number): number => {
  // Prices rise with their tiers: the first that reaches this one, or the one before.
  let low = 0
  let high = tiers - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (cents(middle) / 100 < usd) low = middle + 1
    else high = middle
  }
  return low > 0 && usd - cents(low - 1) / 100 <= Math.abs(cents(low) / 100 - usd) ? low - 1 : low
}

export const moneyOf = (territory: string, tier: number) => {
  const currency = currencyOf(territory)
  return {
    customerPrice: amount(tier, currency),
    proceeds: amount(tier, currency, 0.7),
    proceedsYear2: amount(tier, currency, 0.85)
  }
}

/** Ids are base64url of a little JSON, as the vendor's are. */
export const opaque = (said: Readonly<Record<string, string>>): string =>
  Buffer.from(JSON.stringify(said)).toString("base64url")
/** What an id was made of; undefined where it is none of these. */
export const clear = (id: string): { readonly s?: unknown; readonly t?: unknown; readonly p?: unknown } | undefined => {
  try {
    const said: unknown = JSON.parse(Buffer.from(id, "base64url").toString())
    return typeof said === "object" && said !== null ? said : undefined
  } catch {
    return undefined
  }
}
const tierBase = 10_000
export const pointId = (owner: string, territory: string, tier: number): string =>
  opaque({ s: owner, t: territory, p: String(tierBase + tier) })

export interface Point {
  readonly owner: string
  readonly territory: string
  readonly tier: number
}
/** The point of an id, whosever it is. */
export const pointOf = (id: string): Point | undefined => {
  const { p, s, t } = clear(id) ?? {}
  const tier = Number(p) - tierBase
  return typeof s === "string" && typeof t === "string" && isTerritory(t) && tier >= 0 && tier < tiers
    ? { owner: s, territory: t, tier }
    : undefined
}
