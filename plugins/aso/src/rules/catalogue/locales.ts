import type { Script } from "../../words/scripts.ts"
import { searchedLocales, storefrontOf, storeLocaleOf, storeLocales } from "../locales.ts"
import { rule } from "../rule.ts"
import { source } from "../sources.ts"

const help = { storea: source.storea.localizations, storeb: source.storeb.translations }

/** The scripts of languages that don't use Latin. */
const scripts: ReadonlyArray<readonly [name: string, languages: RegExp, scripts: ReadonlyArray<Script>]> = [
  ["Arabic", /^(?:ar|fa|ur)$/, ["Arab"]],
  ["Hebrew", /^(?:he|iw)$/, ["Hebr"]],
  ["Cyrillic", /^(?:ru|uk|be|bg|mk|sr|kk|ky|mn)$/, ["Cyrl"]],
  ["Greek", /^el$/, ["Grek"]],
  ["Devanagari", /^(?:hi|mr|ne)$/, ["Deva"]],
  ["Bengali", /^bn$/, ["Beng"]],
  ["Gujarati", /^gu$/, ["Gujr"]],
  ["Kannada", /^kn$/, ["Knda"]],
  ["Malayalam", /^ml$/, ["Mlym"]],
  ["Odia", /^or$/, ["Orya"]],
  ["Gurmukhi", /^pa$/, ["Guru"]],
  ["Tamil", /^ta$/, ["Taml"]],
  ["Telugu", /^te$/, ["Telu"]],
  ["Thai", /^th$/, ["Thai"]],
  ["Japanese", /^ja$/, ["Kana", "Hani"]],
  ["Chinese", /^zh$/, ["Hani"]],
  ["Korean", /^ko$/, ["Hang", "Hani"]],
  ["Georgian", /^ka$/, ["Geor"]],
  ["Armenian", /^hy$/, ["Armn"]],
  ["Khmer", /^km$/, ["Khmr"]],
  ["Lao", /^lo$/, ["Laoo"]],
  ["Burmese", /^my$/, ["Mymr"]],
  ["Amharic", /^am$/, ["Ethi"]],
  ["Sinhala", /^si$/, ["Sinh"]]
]
const latin: ReadonlyArray<Script> = ["Latn"]

export const locales = [
  rule({
    id: "locale.unknown",
    says: "The locale isn't one of the store's.",
    severity: { storea: "warning", storeb: "warning" },
    basis: "help",
    source: help,
    fields: ["locale"],
    sparesBrand: false,
    find: ({ given }, { platform }) => {
      if (storeLocales[platform].includes(given)) return []
      const meant = storeLocaleOf(platform, given)
      return [
        {
          range: { start: 0, end: given.length },
          message: `“${given}” isn't one of the store's ${storeLocales[platform].length} locales.`,
          suggestion: meant === undefined ? `Use one of ${storeLocales[platform].join(", ")}.` : `Use ${meant}.`
        }
      ]
    },
    bad: [
      { locale: "nl-BE", title: "Foto Studio", hit: "nl-BE" },
      { locale: "bg", title: "Фото Студио", hit: "bg" },
      { platform: "storeb", locale: "zh-Hans", title: "照片工作室", hit: "zh-Hans" }
    ],
    good: [{ locale: "de-DE" }, { locale: "ta-IN" }, { platform: "storeb", locale: "iw-IL" }]
  }),
  rule({
    id: "locale.script",
    says: "Hardly any letter of the texts is in a script of the locale's language.",
    severity: { storea: "info", storeb: "info" },
    basis: "help",
    source: help,
    fields: ["locale"],
    sparesBrand: false,
    find: ({ given }, { letters: { all, of } }) => {
      const [language = ""] = given.toLowerCase().split(/[-_]/)
      const [name, , written] = scripts.find(([, languages]) => languages.test(language)) ?? ["Latin", /./, latin]
      const own = written.reduce((sum, script) => sum + of(script), 0)
      if (language === "sr" || all < 8 || own >= all * 0.2) return []
      return [
        {
          range: { start: 0, end: given.length },
          message: `${own} of ${all} letters are ${name}, as ${given} is written.`,
          suggestion: "Translate the texts, or move them to their own locale."
        }
      ]
    },
    bad: [
      { locale: "ja", title: "Photo Studio Collage", hit: "ja" },
      { locale: "de-DE", title: "Фотостудия коллаж", hit: "de-DE" }
    ],
    good: [
      { locale: "ja", title: "Photo Studio 写真加工と文字入れ" },
      { locale: "ru", title: "Фотостудия" }
    ]
  }),
  rule({
    id: "locale.unused",
    says: "Locales that the storefront searches and the listing lacks.",
    severity: { storea: "info" },
    basis: "help",
    source: { storea: source.storea.localizations },
    fields: ["locale"],
    sparesBrand: false,
    lacks: ({ country, otherLocales }) =>
      otherLocales === undefined
        ? "Give otherLocales to know which locales the app has."
        : country !== undefined && searchedLocales(country) === undefined
          ? `Which locales the storefront '${country}' searches isn't known.`
          : undefined,
    find: ({ given }, { country, otherLocales = [] }) => {
      const has = new Set(
        [given, ...otherLocales.map(({ locale }) => locale)].map((each) => storeLocaleOf("storea", each) ?? each)
      )
      const storefront = country ?? storefrontOf(given)
      const searched = storefront === undefined ? undefined : searchedLocales(storefront)
      const unused = searched?.filter((locale) => !has.has(locale)) ?? []
      return unused.length === 0
        ? []
        : [
            {
              range: null,
              message: `The storefront ${storefront} also searches ${unused.join(", ")}.`,
              suggestion: "Use their keyword fields for terms that don't fit here."
            }
          ]
    },
    bad: [{ locale: "en-US", title: "Photo Studio", known: { otherLocales: [{ locale: "es-MX" }] } }],
    good: [
      { locale: "de-DE", known: { otherLocales: [{ locale: "en-GB" }] } },
      { locale: "en-GB", known: { otherLocales: [] } }
    ]
  })
]
