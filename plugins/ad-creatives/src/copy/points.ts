/** What a listing says that an ad may say: sentences that tell features, best first. */
import { stemOf, stemsOf, tokensOf } from "./stems.ts"
import { hasStoreName } from "./stores.ts"
import { contact, cutTo, folded, lengthOf, plain, plainLines, sentencesOf, toMachine, unspaced } from "./text.ts"
import type { KeyPoint, Listing } from "./types.ts"

/** Stems are compared; in scripts without spaces, the words themselves. */
const featureWords = `track plan edit scan learn share sync export create organize organise save remind reminder find identify record chart offline widget
filter lesson recipe budget workout map photo video list note timer password secure private custom automatic import backup search translate
measure manage play listen read watch draw write design draft build collect connect control discover book compare convert calculate protect lock
planen erstellen teilen lernen finden speichern erinnerung offline karte liste notiz klänge geschichten übung synchronisieren exportieren bearbeiten
créez organisez partagez apprenez trouvez enregistrez rappel hors liste notes recherche synchronisent exportez dessinez dictez modèles
crea organiza comparte aprende encuentra guarda recordatorio mapas rutas lista notas graba descarga sincroniza exporta añade
organizza condividi impara trova salva promemoria mappe liste registra scarica crie organize compartilhe aprenda encontre salve lembrete mapas
maak deel leer vind bewaar herinnering kaarten lijsten notities twórz planuj udostępniaj ucz znajdź zapisz przypomnienie mapy listy notatki
создавайте учите планируйте находите записывайте делитесь напомнит карточки список заметки карты статистика слова упражнения
oluştur paylaş öğren bul kaydet hatırlatıcı harita liste notlar تعلم يتعلم شارك سجل خطط قصة درس خرائط قوائم تذكير
만들기 기록 공유 관리 알림 학습 지도 목록 메모 बनाएं सीखें साझा रिकॉर्ड खोजें सूची`
const features = new Set(featureWords.split(/\s+/u).map(stemOf))
const unspacedFeatures =
  /記録|共有|管理|通知|同期|検索|作成|学習|写真|地図|メモ|予算|グラフ|读取|記事|支持|提醒|同步|统计|統計|清单|清單|计时|計時|记录|記錄|学习|學習|บันทึก|แจ้งเตือน|เลือก|แผน|วิดีโอ|แชร์|ค้นหา|เรียน|ท่าออกกำลังกาย/gu

const bullet = /^[\s•◦●○▪▫■□◆◇★☆✓✔✅➤►▶→⇒»·*\-–—+#>]+|^\(?\d{1,2}[.)]\s+|^[・※◎]+/u
const legal =
  /terms|privacy|polic(?:y|ies)|auto[- ]?renew|renews? (?:automatically|unless)|charged|itunes|billing|subscription(?:s)? (?:auto|will|renew)|copyright|©|®|all rights|eula|support@|contact us|follow us|datenschutz|nutzungsbedingungen|conditions (?:générales|d'utilisation)|confidentialité|términos|privacidad|termini|privacy|termos|voorwaarden|regulamin|политик|соглашени|gizlilik|利用規約|プライバシー|약관|개인정보|条款|條款|隐私|隱私|الخصوصية|الشروط|ข้อกำหนด|नियम/iu
/** Prices and praise are said by the listing, yet aren't what an app does. */
const offTopic = /[$€£¥₽₹₩฿]|\b(?:rated|award|winner|trusted|million|subscription|premium)\b/iu

/** Emoji and the like say nothing in an ad, and what's drawn of signs neither. */
const withoutSigns = (text: string) =>
  text
    .replace(
      /(?![\d#*©®™])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3|[\u{1f1e6}-\u{1f1ff}\u{e0000}-\u{e007f}])/gu,
      " "
    )
    .replace(/[\u2500-\u27bf★☆]+|([!?*=_~#])\1+/gu, (run) => (/^[!?]/u.test(run) ? (run[0] ?? "") : " "))
    .replace(/\u200d/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/\s+([.,])(?=\s|$)/gu, "$1")
    .trim()

/** A sentence as an ad may say it, or undefined for one that none says. */
export const usable = (sentence: string): string | undefined => {
  const text = withoutSigns(plain(sentence).replace(bullet, ""))
  if (text === "" || !/\p{L}{2}|[\p{sc=Han}\p{sc=Kana}]/u.test(text)) return undefined
  contact.lastIndex = 0
  if (contact.test(text) || toMachine.test(text) || hasStoreName(text) || /[<>{}\\]|&\w+;/u.test(text)) return undefined
  return text
}

interface Ranked {
  readonly text: string
  readonly source: string
  readonly score: number
  readonly at: number
}

const isHeading = (line: string) =>
  /[:：]$/u.test(line) ||
  (!/\p{Ll}/u.test(line) && /\p{Lu}{3}/u.test(line)) ||
  (lengthOf(line) < 12 && !unspaced.test(line))

const scoreOf = (text: string, at: number, isListed: boolean): number => {
  const length = lengthOf(text)
  const wide = unspaced.test(text) || /\p{sc=Hangul}/u.test(text) ? 2 : 1
  const stems = new Set(stemsOf(folded(text)))
  const hits = [...stems].filter((stem) => features.has(stem)).length + (text.match(unspacedFeatures)?.length ?? 0)
  const isFit = length * wide >= 24 && length * wide <= 110
  return (
    Math.min(hits, 4) * 2 +
    (isFit ? 4 : 0) +
    (isListed ? 1 : 0) +
    Math.max(0, 3 - at / 4) -
    (offTopic.test(text) ? 3 : 0) -
    (/[?？]$/u.test(text) ? 2 : 0)
  )
}

const pointMax = 120
const pointsMax = 8
const linesMax = 200

const withoutStop = (text: string) => text.replace(/[.。．।]+$/u, "").trim()

const shortened = (text: string) => {
  if (lengthOf(text) <= pointMax) return text
  const clause = text.split(/\s[–—-]\s|[;:；：]\s?|\s\(/u, 1)[0] ?? text
  return lengthOf(clause) >= 24 && lengthOf(clause) <= pointMax ? clause : cutTo(text, pointMax)
}

/** The sentences of a listing, best first. */
const inferred = ({ description, subtitle }: Listing): ReadonlyArray<KeyPoint> => {
  const lines = plainLines(description).split("\n").slice(0, linesMax)
  let at = 0
  const ranked = lines.flatMap((line): ReadonlyArray<Ranked> => {
    const bare = line.trim().replace(bullet, "")
    if (bare === "" || isHeading(bare)) return []
    const isListed = bullet.test(line.trim())
    return sentencesOf(bare).flatMap((sentence) => {
      const text = usable(sentence)
      if (text === undefined || legal.test(text) || lengthOf(text) < (unspaced.test(text) ? 6 : 14)) return []
      at++
      return [{ text: shortened(withoutStop(text)), source: plain(sentence), score: scoreOf(text, at, isListed), at }]
    })
  })
  const said = subtitle === null ? undefined : usable(subtitle)
  const first = said === undefined ? [] : [{ text: withoutStop(said), source: plain(subtitle ?? ""), score: 7, at: 0 }]
  const seen = new Set<string>()
  // Questions, prices and praise are facts of last resort.
  const telling = ranked.filter(({ text }) => !offTopic.test(text) && !/[?？؟]$/u.test(text))
  return [...first, ...(telling.length > 0 ? telling : ranked)]
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .filter(({ text }) => {
      const key = tokensOf(folded(text)).join(" ")
      if (key === "" || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, pointsMax)
    .map(({ source, text }) => ({ text, source }))
}

/** Given, they are all there is, in their order; else what the listing tells, at most eight. */
export const keyPointsOf = (
  listing: Listing,
  given: Readonly<Record<string, string | ReadonlyArray<string>>> | undefined
): ReadonlyArray<KeyPoint> =>
  given === undefined
    ? inferred(listing)
    : Object.entries(given).flatMap(([name, value]) =>
        (typeof value === "string" ? [value] : value).flatMap((text) => {
          const said = plain(text)
          return said === "" ? [] : [{ text: said, source: `keyPoints.${name}` }]
        })
      )

const angleMax = 60

/** A short phrase that an ad may be about: of the first fact that says one, else the app's name. */
export const angleOf = (listing: Listing, keyPoints: ReadonlyArray<KeyPoint>): string | null => {
  for (const { text } of keyPoints) {
    const said = usable(text)
    if (said === undefined) continue
    const clause = said.split(/\s[–—-]\s|[.;:,。，；：、!?]\s?/u).find((part) => lengthOf(part) >= 8) ?? said
    return cutTo(clause.trim(), angleMax)
  }
  const name = usable(listing.name)
  return name === undefined ? null : cutTo(name, angleMax)
}

const audiences =
  /(?<![\p{L}])(?:for|für|pour|para|per|voor|dla|для)\s(?:the\s|die\s|les\s|los\s|las\s|i\s|le\s|de\s|busy\s|working\s|young\s)?((?:\p{L}+\s(?:and|und|et|y|e|en|i|и)\s)?(?:runners|couples|families|parents|kids|children|toddlers|students|teachers|beginners|photographers|musicians|artists|travellers|travelers|hikers|cyclists|drivers|developers|designers|freelancers|seniors|adults|women|men|teams|flatmates|roommates|gardeners|cooks|writers|readers|gamers|learners|athletes|businesses|professionals|nurses|doctors|kinder|familien|eltern|anfänger|schüler|studenten|paare|frauen|männer|enfants|familles|parents|débutants|étudiants|couples|niños|familias|padres|principiantes|estudiantes|parejas|bambini|famiglie|principianti|studenti|crianças|famílias|iniciantes|estudantes|kinderen|gezinnen|beginners|studenten|dzieci|rodzin|początkujących|studentów|детей|семьи|родителей|начинающих|студентов)(?:\s(?:and|und|et|y|e|en|i|и)\s(?:\p{L}+s|\p{L}+n))?)(?![\p{L}])/iu
const unspacedAudiences =
  /(子供|子ども|初心者|学生|夫婦|家族|女性|男性|高齢者|아이|어린이|초보자|학생|커플|가족|儿童|兒童|孩子|初学者|初學者|学生|學生|情侣|情侶|家庭|เด็ก|ผู้เริ่มต้น|นักเรียน|ครอบครัว|للأطفال|للمبتدئين|للطلاب|للعائلة|बच्चों|छात्रों|परिवार)/u

/** Whom a listing says the app is for; null where it doesn't say. */
export const audienceOf = (listing: Listing, keyPoints: ReadonlyArray<KeyPoint> = []): string | null => {
  const text = plain(
    [listing.subtitle ?? "", ...keyPoints.map(({ text }) => text), listing.description.slice(0, 4_000)].join(". ")
  )
  const found = audiences.exec(text)?.[1] ?? unspacedAudiences.exec(text)?.[1]
  return found === undefined ? null : cutTo(found, angleMax)
}
