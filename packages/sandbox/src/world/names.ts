import { Random } from "./random.ts"
import { slugOf } from "./slug.ts"

type NonEmpty<A> = readonly [A, ...ReadonlyArray<A>]

const list = (text: string): NonEmpty<string> => {
  const [first = "", ...rest] = text.split(" ")
  return [first, ...rest]
}

const heads = list(
  "Bre Cal Dor Eli Fen Gal Hul Ith Jor Kel Lum Mir Nev Orv Pel Quo Ril Sol Tav Ulm Vel Wyn Xan Yor Zel Bram Clo Dri Fli Gru Kri Plu Sni Tro Vri"
)
const middles = list("a e i o u an el or in ul am ex ov id ar em os il un ep")
const tails = list("ro lio vex nda mba try pix zo via lo mora dle que nt ssa rix wend kko bri tto ven ly dora mi")

/** A word that is nobody's: syllables joined by chance. */
export const inventedWord = (random: Random): string =>
  `${random.pick(heads)}${random.pick(middles)}${random.pick(tails)}`

const companyForms: Readonly<Record<string, NonEmpty<string>>> = {
  us: ["Inc.", "LLC", "Labs, Inc.", "Studios LLC", "Apps"],
  gb: ["Ltd", "Studio Ltd", "Digital Limited"],
  de: ["GmbH", "Software GmbH", "UG (haftungsbeschränkt)"],
  fr: ["SAS", "Studio SARL", "Applications"],
  jp: ["Inc.", "K.K.", "Co., Ltd."],
  kr: ["Corp.", "Co., Ltd."],
  cn: ["Technology Co., Ltd.", "Network Technology Co., Ltd."],
  se: ["AB", "Studios AB"],
  es: ["S.L.", "Apps S.L."],
  br: ["Ltda", "Tecnologia Ltda"],
  in: ["Pvt. Ltd.", "Infotech Pvt. Ltd."],
  tr: ["Yazilim A.S.", "Games A.S."],
  il: ["Ltd.", "Games Ltd."],
  sg: ["Pte. Ltd.", "Mobile Pte. Ltd."],
  vn: ["JSC", "Co., Ltd"]
}

const homes = list("us us us us us us gb gb de de fr jp jp kr cn cn cn se es br in in tr tr il sg sg vn vn")
const people = list(
  "Anna Ben Clara David Elif Felix Grace Hugo Ines Jonas Kenji Lena Marco Nadia Omar Paula Quentin Rosa"
)

export interface Developer {
  readonly index: number
  readonly id: number
  readonly name: string
  readonly sellerName: string
  readonly home: string
  readonly domain: string
}

export const makeDeveloper = (seed: number, index: number, id: number): Developer => {
  const random = new Random(seed)
  const home = random.pick(homes)
  const word = inventedWord(random)
  // Ids and domains carry the index, so that two developers with one word stay two.
  const domain = `${slugOf(word)}${index}`
  if (random.chance(0.14)) {
    const name = `${random.pick(people)} ${word}`
    return { index, id, name, sellerName: name, home, domain }
  }
  const forms = companyForms[home] ?? (["Ltd"] as const)
  const name = `${word} ${random.pick(forms)}`
  return { index, id, name, sellerName: random.chance(0.7) ? name : name.toUpperCase(), home, domain }
}

const nameShapes: NonEmpty<(word: string, descriptor: string) => string> = [
  (word, descriptor) => `${word}: ${descriptor}`,
  (word, descriptor) => `${word} - ${descriptor}`,
  (word, descriptor) => `${descriptor} by ${word}`,
  (word) => word,
  (word, descriptor) => `${descriptor}: ${word}`
]

/** The store keeps names within thirty characters. */
export const appName = (random: Random, word: string, descriptor: string): string => {
  const shaped = random.pick(nameShapes)(word, descriptor)
  return shaped.length <= 30 ? shaped : word
}

const handleHeads = list(
  "sunny happy quiet mr ms the real just daily tiny big old new red blue lazy busy coffee night city river moon"
)
const handleTails = list(
  "walker reader mom dad gamer panda fox runner user fan cat dog rider baker maker pilot nerd traveler sam alex kim jo"
)

export const reviewerName = (random: Random): string => {
  const handle = `${random.pick(handleHeads)}${random.chance(0.4) ? "_" : ""}${random.pick(handleTails)}`
  return random.chance(0.6) ? `${handle}${random.int(1, 9999)}` : handle
}
