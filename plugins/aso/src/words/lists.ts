/** Which stop words and which stemmer serve a language. */
import { stemmer as arabic } from "@orama/stemmers/arabic"
import { stemmer as armenian } from "@orama/stemmers/armenian"
import { stemmer as bulgarian } from "@orama/stemmers/bulgarian"
import { stemmer as danish } from "@orama/stemmers/danish"
import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as finnish } from "@orama/stemmers/finnish"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as greek } from "@orama/stemmers/greek"
import { stemmer as hungarian } from "@orama/stemmers/hungarian"
import { stemmer as hindi } from "@orama/stemmers/indian"
import { stemmer as indonesian } from "@orama/stemmers/indonesian"
import { stemmer as irish } from "@orama/stemmers/irish"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian"
import { stemmer as nepali } from "@orama/stemmers/nepali"
import { stemmer as norwegian } from "@orama/stemmers/norwegian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as romanian } from "@orama/stemmers/romanian"
import { stemmer as russian } from "@orama/stemmers/russian"
import { stemmer as serbian } from "@orama/stemmers/serbian"
import { stemmer as spanish } from "@orama/stemmers/spanish"
import { stemmer as swedish } from "@orama/stemmers/swedish"
import { stemmer as tamil } from "@orama/stemmers/tamil"
import { stemmer as turkish } from "@orama/stemmers/turkish"
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian"
import * as stopword from "stopword"

export interface Stemmer {
  readonly name: string
  readonly stem: (word: string) => string
}

const stemmer = (name: string, stem: (word: string) => string): Stemmer => ({ name, stem })

/** By ISO 639-1 code where there is one. */
const stemmers: ReadonlyMap<string, Stemmer> = new Map([
  ["ar", stemmer("arabic", arabic)],
  ["bg", stemmer("bulgarian", bulgarian)],
  ["da", stemmer("danish", danish)],
  ["de", stemmer("german", german)],
  ["el", stemmer("greek", greek)],
  ["en", stemmer("english", english)],
  ["es", stemmer("spanish", spanish)],
  ["fi", stemmer("finnish", finnish)],
  ["fr", stemmer("french", french)],
  ["ga", stemmer("irish", irish)],
  ["hi", stemmer("hindi", hindi)],
  ["hu", stemmer("hungarian", hungarian)],
  ["hy", stemmer("armenian", armenian)],
  ["id", stemmer("indonesian", indonesian)],
  ["it", stemmer("italian", italian)],
  ["lt", stemmer("lithuanian", lithuanian)],
  ["ne", stemmer("nepali", nepali)],
  ["nl", stemmer("dutch", dutch)],
  ["no", stemmer("norwegian", norwegian)],
  ["pt", stemmer("portuguese", portuguese)],
  ["ro", stemmer("romanian", romanian)],
  ["ru", stemmer("russian", russian)],
  ["sr", stemmer("serbian", serbian)],
  ["sv", stemmer("swedish", swedish)],
  ["ta", stemmer("tamil", tamil)],
  ["tr", stemmer("turkish", turkish)],
  ["uk", stemmer("ukrainian", ukrainian)]
])

const stopWords: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["af", stopword.afr],
  ["ar", stopword.ara],
  ["bg", stopword.bul],
  ["bn", stopword.ben],
  ["br", stopword.bre],
  ["ca", stopword.cat],
  ["cs", stopword.ces],
  ["da", stopword.dan],
  ["de", stopword.deu],
  ["el", stopword.ell],
  ["en", stopword.eng],
  ["eo", stopword.epo],
  ["es", stopword.spa],
  ["et", stopword.est],
  ["eu", stopword.eus],
  ["fa", stopword.fas],
  ["fi", stopword.fin],
  ["fr", stopword.fra],
  ["ga", stopword.gle],
  ["gl", stopword.glg],
  ["gu", stopword.guj],
  ["ha", stopword.hau],
  ["he", stopword.heb],
  ["hi", stopword.hin],
  ["hr", stopword.hrv],
  ["hu", stopword.hun],
  ["hy", stopword.hye],
  ["id", stopword.ind],
  ["it", stopword.ita],
  ["ja", stopword.jpn],
  ["ko", stopword.kor],
  ["ku", stopword.kur],
  ["la", stopword.lat],
  ["lt", stopword.lit],
  ["lv", stopword.lav],
  ["mr", stopword.mar],
  ["ms", stopword.msa],
  ["my", stopword.mya],
  ["nl", stopword.nld],
  ["no", stopword.nob],
  ["pa", stopword.panGu],
  ["pl", stopword.pol],
  ["pt", [...stopword.por, ...stopword.porBr]],
  ["ro", stopword.ron],
  ["ru", stopword.rus],
  ["sk", stopword.slk],
  ["sl", stopword.slv],
  ["so", stopword.som],
  ["st", stopword.sot],
  ["sv", stopword.swe],
  ["sw", stopword.swa],
  ["th", stopword.tha],
  ["tl", stopword.tgl],
  ["tr", stopword.tur],
  ["uk", stopword.ukr],
  ["ur", stopword.urd],
  ["vi", stopword.vie],
  ["yo", stopword.yor],
  ["zh", stopword.zho],
  ["zu", stopword.zul]
])

/** Codes of one language that others write differently. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["fil", "tl"],
  ["yue", "zh"]
])

const listed = (primary: string): string => aliases.get(primary) ?? primary

export const stemmerOf = (primary: string): Stemmer | undefined => stemmers.get(listed(primary))

/** What the library's lists lack: forms of "my, your, our" and "-er", and what is written with "each" or "a". */
const more: ReadonlyMap<string, string> = new Map([
  ["hi", "वाला वाली वालों"],
  ["he", "לכל בכל מכל שבכל לך לכם"],
  [
    "ru",
    "мой моя моё мое мои моего моей моему моим моих моими твой твоя твоё твое твои твоего твоей твоему твоим твоих твоими свой своя своё свое свои своего своей своему своим своих своими наш наша наше наши нашего нашей нашему нашим наших нашими ваш ваша ваше ваши вашего вашей вашему вашим ваших вашими"
  ],
  ["zh", "一个 一些 一种 这个 那个 这些 那些"]
])

/** As they're written, not in normal form. */
export const stopWordsOf = (primary: string): ReadonlyArray<string> | undefined => {
  const known = stopWords.get(listed(primary))
  return known === undefined ? undefined : [...known, ...(more.get(listed(primary))?.split(" ") ?? [])]
}
