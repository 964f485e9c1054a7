/** What of a written answer may be suggested: nothing that the app's listing or the post doesn't say. */
import { Schema } from "effect"
import { cleaned } from "../texts/plain.ts"
import { stopWordsOf, wordsOf } from "../texts/words.ts"

/** Most characters of a suggestion. */
export const replyMax = 600

/** Sentences, with the numbers of those of the listing that each is from. */
export const Said = Schema.Struct({
  reply: Schema.Array(Schema.Struct({ text: Schema.String, from: Schema.Array(Schema.Int) }))
})

export interface Evidence {
  /** What people call the app. */
  readonly name: string
  /** Title and text of the post. */
  readonly post: string
  readonly language: string
  /** Sentences of the listing. */
  readonly listing: ReadonlyArray<string>
}

interface Language {
  readonly disclosure: (name: string) => string
  /** Words of an answer that claim nothing. */
  readonly plain: string
  readonly negations: RegExp
}

const languages: ReadonlyMap<string, Language> = new Map([
  [
    "en",
    {
      disclosure: (name) => `Full disclosure: I work on ${name}.`,
      plain:
        "hi hello hey thanks thank sorry app try trying tried look looking want wanted need needed use using help ask asked answer question questions might may maybe would could hope know sounds",
      negations: /\b(?:no|not|never|none|without|cannot|\w+n['’]t)\b/iu
    }
  ],
  [
    "de",
    {
      disclosure: (name) => `Offenlegung: Ich arbeite an ${name}.`,
      plain:
        "hallo hi danke app probieren probier versuchen versuch schau suchst suchen brauchst brauchen nutzen helfen hilft frage fragen antwort vielleicht könnte könntest hoffe klingt",
      negations: /(?<!\p{L})(?:nicht|nie|niemals|ohne|kein\p{L}*)(?!\p{L})/iu
    }
  ],
  [
    "fr",
    {
      disclosure: (name) => `Par transparence : je travaille sur ${name}.`,
      plain:
        "bonjour salut merci appli application essayer essayez essaie cherche cherchez besoin utiliser aide aider question réponse peut-être pourrait pourriez espère",
      negations: /(?<!\p{L})(?:ne|n['’]|pas|jamais|sans|aucun\p{L}*)(?!\p{L})/iu
    }
  ],
  [
    "es",
    {
      disclosure: (name) => `Aviso: trabajo en ${name}.`,
      plain:
        "hola gracias app aplicación probar prueba busca buscas necesitas usar ayuda ayudar pregunta respuesta quizás podría podrías espero",
      negations: /(?<!\p{L})(?:no|nunca|sin|ningun\p{L}*|ningún)(?!\p{L})/iu
    }
  ],
  [
    "it",
    {
      disclosure: (name) => `Per trasparenza: lavoro a ${name}.`,
      plain:
        "ciao grazie app provare prova cerchi serve usare aiuto aiutare domanda risposta forse potrebbe potresti spero",
      negations: /(?<!\p{L})(?:non|mai|senza|nessun\p{L}*)(?!\p{L})/iu
    }
  ],
  [
    "pt",
    {
      disclosure: (name) => `Por transparência: trabalho no ${name}.`,
      plain:
        "olá oi obrigado app aplicativo tentar tente procura precisa usar ajuda ajudar pergunta resposta talvez poderia espero",
      negations: /(?<!\p{L})(?:não|nunca|sem|nenhum\p{L}*)(?!\p{L})/iu
    }
  ],
  [
    "nl",
    {
      disclosure: (name) => `Voor de duidelijkheid: ik werk aan ${name}.`,
      plain:
        "hallo hoi bedankt app proberen probeer zoekt zoeken nodig gebruiken helpen helpt vraag antwoord misschien zou kunt hoop",
      negations: /(?<!\p{L})(?:niet|nooit|zonder|geen)(?!\p{L})/iu
    }
  ],
  [
    "sv",
    {
      disclosure: (name) => `För tydlighetens skull: jag arbetar med ${name}.`,
      plain: "hej tack app prova testa söker behöver använda hjälpa hjälper fråga svar kanske skulle kan hoppas",
      negations: /(?<!\p{L})(?:inte|aldrig|utan|ingen|inget|inga)(?!\p{L})/iu
    }
  ],
  [
    "pl",
    {
      disclosure: (name) => `Dla jasności: pracuję nad ${name}.`,
      plain: "cześć dzięki aplikacja aplikację spróbuj szukasz potrzebujesz używać pomóc pytanie odpowiedź może możesz",
      negations: /(?<!\p{L})(?:nie|nigdy|bez|żaden|żadn\p{L}*)(?!\p{L})/iu
    }
  ],
  [
    "ru",
    {
      disclosure: (name) => `Для ясности: я работаю над ${name}.`,
      plain: "привет спасибо приложение попробуйте попробуй ищете нужно использовать помочь вопрос ответ может можете",
      negations: /(?<!\p{L})(?:не|нет|никогда|без|ни)(?!\p{L})/iu
    }
  ],
  [
    "tr",
    {
      disclosure: (name) => `Açık olmak gerekirse: ${name} üzerinde çalışıyorum.`,
      plain: "merhaba teşekkürler uygulama dene deneyin arıyorsunuz lazım kullanmak yardım soru cevap belki umarım",
      negations: /(?<!\p{L})(?:değil|yok|asla|olmadan|hayır)(?!\p{L})/iu
    }
  ]
])

/** Whether answers in a language can be checked word for word. */
export const canSuggest = (language: string | null): language is string => language !== null && languages.has(language)

/** Addresses, handles, mark-up and pictures have no place in a suggestion. */
const refused = /:\/\/|www\.|[\w-]\.(?:com|net|org|io|app|dev|ai|co)\b|[@<>[\]{}*_`#|\\]|\p{Extended_Pictographic}/iu

/** `n't` is told by the negations; what else an apostrophe takes off says nothing. */
const contractions = /\p{L}+n['’]t(?!\p{L})|['’](?:s|re|ve|ll|d|m)(?!\p{L})/giu

const stemsOf = (text: string, language: string): ReadonlyArray<string> => {
  const stops = stopWordsOf(language)
  return wordsOf(text.replace(contractions, " "), language)
    .filter(({ text }) => /\p{N}/u.test(text) || (!stops.has(text) && text.length > 1))
    .map(({ stem }) => stem)
}

/**
 * The suggestion: of what was said, the sentences all of whose words are in the post, in the app's name or in the sentences of
 * the listing that they're from, which say no where those do; and who says it. Undefined: none of the app is left.
 */
export const checkedReply = (
  { reply }: typeof Said.Type,
  { language, listing, name, post }: Evidence
): string | undefined => {
  const of = languages.get(language)
  if (of === undefined) return undefined
  const stems = (text: string) => stemsOf(text, language)
  const names = stems(name)
  const plain = [...stems(post), ...stems(of.plain), ...names]
  const isTrue = (text: string, from: ReadonlyArray<number>) => {
    const cited = from.flatMap((at) => listing[at] ?? [])
    if (refused.test(text) || cited.length !== from.length) return false
    // Without a sentence to stand on it may answer the post, and nothing of the app.
    if (cited.length === 0 && names.some((stem) => stems(text).includes(stem))) return false
    const known = new Set([...plain, ...cited.flatMap(stems)])
    const isDenied = cited.length > 0 && of.negations.test(text) !== cited.some((one) => of.negations.test(one))
    return !isDenied && stems(text).every((stem) => known.has(stem))
  }
  const end = of.disclosure(name)
  const kept: Array<(typeof reply)[number]> = []
  let left = replyMax - [...end].length
  for (const { from, text: said } of reply) {
    const text = cleaned(said)
    const length = [...text].length + 1
    if (length === 1 || length > left || !isTrue(text, from)) continue
    kept.push({ text, from })
    left -= length
  }
  return kept.some(({ from }) => from.length > 0) ? [...kept.map(({ text }) => text), end].join(" ") : undefined
}
