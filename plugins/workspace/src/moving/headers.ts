// What columns are called in exports, by what they mean, in the languages that people export in.

export const meanings = [
  "keyword",
  "country",
  "language",
  "device",
  "app",
  "competitor",
  "name",
  "relationship"
] as const
export type Meaning = (typeof meanings)[number]

const names: Readonly<Record<Meaning, string>> = {
  keyword: `keyword, keywords, key word, kw, search term, search terms, search query, search phrase, query, queries, term,
    terms, phrase, tracked keyword, suchbegriff, suchbegriffe, schlüsselwort, schlüsselwörter, stichwort, suchwort, suchanfrage,
    mot clé, mots clés, mot clef, mots clefs, terme de recherche, requête, requêtes, palabra clave, palabras clave,
    término de búsqueda, consulta, palavra chave, palavras chave, termo de pesquisa, parola chiave, parole chiave,
    termine di ricerca, zoekwoord, zoekwoorden, trefwoord, trefwoorden, zoekterm, słowo kluczowe, słowa kluczowe, fraza,
    anahtar kelime, anahtar kelimeler, anahtar sözcük, arama terimi, ключевое слово, ключевые слова, ключ, запрос,
    поисковый запрос, фраза, ключове слово, ключові слова, запит, sökord, nyckelord, søkeord, nøkkelord, søgeord, nøgleord,
    hakusana, avainsana, klíčové slovo, klíčová slova, kľúčové slovo, kulcsszó, kulcsszavak, cuvânt cheie, cuvinte cheie,
    λέξη κλειδί, λέξεις κλειδιά, ключова дума, từ khóa, kata kunci, คำหลัก, คีย์เวิร์ด, キーワード, 検索キーワード, 検索語句, 検索ワード,
    키워드, 검색어, 关键词, 关键字, 搜索词, 關鍵字, 關鍵詞, 搜尋字詞, كلمة مفتاحية, الكلمة المفتاحية, الكلمات المفتاحية, מילת מפתח, מילות מפתח,
    कीवर्ड, খোঁজার শব্দ`,
  country: `country, countries, country code, storefront, store front, store country, region, market, territory, geo, land,
    länder, ländercode, pays, code pays, país, pais, código de país, paese, nazione, region kraj, kraj, ülke, ülke kodu, страна,
    страны, код страны, країна, maa, země, krajina, ország, țară, țara, χώρα, държава, quốc gia, negara, ประเทศ, 国, 国コード,
    国家, 国家地区, 地区, 國家, 地區, 국가, 나라, 국가 코드, الدولة, البلد, מדינה, ארץ, देश`,
  language: `language, languages, lang, locale, language code, sprache, gebietsschema, langue, idioma, lingua, taal, język, dil,
    язык, мова, språk, sprog, kieli, jazyk, nyelv, limbă, γλώσσα, език, ngôn ngữ, bahasa, ภาษา, 言語, 语言, 語言, 언어, اللغة, שפה, भाषा`,
  device: `device, devices, device type, gerät, geräte, appareil, dispositivo, apparaat, urządzenie, cihaz, устройство,
    пристрій, enhet, enhed, laite, zařízení, eszköz, dispozitiv, συσκευή, устройства, thiết bị, perangkat, อุปกรณ์, デバイス, 端末, 设备,
    裝置, 기기, 디바이스, الجهاز, מכשיר`,
  app: `app, app id, appid, application id, track id, trackid, store id, storeid, package, package name, packagename, bundle id,
    bundleid, bundle identifier, app identifier, product id, id, app url, store url, app store url, store link, url, link,
    app kennung, paketname, paket kimliği, identifiant de l app, identifiant, identificador, id de la app, id da app,
    id dell app, nome pacchetto, nombre del paquete, nome do pacote, идентификатор, id приложения, アプリid, アプリ id, 앱 id,
    应用id, 应用 id, 應用程式id`,
  competitor: `competitor, competitors, competitor id, competitor app id, competitorappid, competitor app, competitor package,
    competitor bundle id, competitor url, rival, rival id, wettbewerber, wettbewerber id, konkurrent, konkurrenten,
    concurrent, concurrents, competidor, competidores, concorrente, concorrentes, concorrenti, konkurencja, rakip, rakipler,
    конкурент, конкуренты, 競合, 競合アプリ, 경쟁 앱, 경쟁사, 竞争对手, 竞品, 競爭對手`,
  name: `app name, appname, application name, title, app title, name, competitor name, competitorname, rival name, app titel,
    titel, nom, nom de l app, nom de l application, titre, nombre, nombre de la app, título, nome, nome da app, nome dell app,
    titolo, naam, nazwa, uygulama adı, ad, название, название приложения, назва, namn, navn, nimi, název, név, アプリ名, 名前, 앱 이름,
    이름, 应用名称, 名称, 應用程式名稱`,
  relationship: `relationship, relation, relation type, competitor type, type, beziehung, typ, tipo, relación, relação,
    relazione, тип, 関係, 관계, 关系`
}

/** As headers are compared: without case, punctuation, and what stands in brackets. */
export const plain = (header: string): string =>
  header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[([{].*?[)\]}]/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()

const meaningOf = new Map(
  meanings.flatMap((meaning) => names[meaning].split(",").map((name) => [plain(name), meaning] as const))
)

/** What a column of this name holds; undefined where no export calls it so. */
export const namedColumn = (header: string): Meaning | undefined => meaningOf.get(plain(header))
