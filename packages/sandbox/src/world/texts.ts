import { type InventedApp, isBadRelease, type Version } from "./InventedApp.ts"
import { hash, unit } from "./random.ts"

interface Wording {
  readonly intro: (name: string, what: string) => string
  readonly features: string
  readonly plan: string
  readonly contact: string
  readonly inAppPurchases: string
}

const wordings: Readonly<Record<string, Wording>> = {
  en: {
    intro: (name, what) => `${name} makes ${what} simple. No clutter and no learning curve: open it and get going.`,
    features: "FEATURES",
    plan: "Some features need a subscription. It renews automatically unless cancelled at least 24 hours before the end of the period.",
    contact: "Questions or ideas? Write to",
    inAppPurchases: "In-App Purchases"
  },
  de: {
    intro: (name, what) => `${name} macht ${what} einfach. Ohne Umwege: öffnen und loslegen.`,
    features: "FUNKTIONEN",
    plan: "Einige Funktionen benötigen ein Abo. Es verlängert sich automatisch, wenn es nicht 24 Stunden vor Ablauf gekündigt wird.",
    contact: "Fragen oder Ideen? Schreib an",
    inAppPurchases: "In‑App-Käufe"
  },
  fr: {
    intro: (name, what) => `${name} rend ${what} simple. Ouvrez et c’est parti.`,
    features: "FONCTIONS",
    plan: "Certaines fonctions demandent un abonnement, renouvelé automatiquement sauf annulation 24 heures avant la fin de la période.",
    contact: "Une question, une idée ? Écrivez à",
    inAppPurchases: "Achats intégrés"
  },
  es: {
    intro: (name, what) => `${name} hace que ${what} sea sencillo. Ábrela y empieza.`,
    features: "FUNCIONES",
    plan: "Algunas funciones requieren una suscripción, que se renueva automáticamente salvo cancelación 24 horas antes.",
    contact: "¿Preguntas o ideas? Escribe a",
    inAppPurchases: "Compras dentro de la app"
  },
  ja: {
    intro: (name, what) => `${name}なら${what}がかんたん。開いてすぐに始められます。`,
    features: "主な機能",
    plan: "一部の機能は自動更新サブスクリプションが必要です。期間終了の24時間前までに解約できます。",
    contact: "ご意見・ご要望はこちらまで：",
    inAppPurchases: "アプリ内課金"
  }
}

const wordingFor = (language: string): Wording | undefined => wordings[language] ?? wordings.en

export const description = (app: InventedApp, language: string): string => {
  const spoken = app.languages.includes(language.toUpperCase()) ? language : "en"
  const wording = wordingFor(spoken)
  if (wording === undefined) return app.subtitle
  const features = app.theme.features.map((feature) => `• ${feature}`).join("\n")
  const plan = app.purchases.some((purchase) => purchase.name.startsWith("Premium")) ? `\n\n${wording.plan}` : ""
  return `${wording.intro(app.name, app.descriptor)}\n\n${app.subtitle}. ${app.keywords.join(", ")}.\n\n${wording.features}\n${features}${plan}\n\n${wording.contact} support@${app.developer.domain}.example`
}

export const inAppPurchasesTitle = (language: string): string => wordingFor(language)?.inAppPurchases ?? ""

const notes = [
  "Bug fixes and performance improvements.",
  "We polished a few corners and fixed what you reported. Thank you!",
  "New: a widget for {feature}.",
  "You can now share {feature} with others.",
  "Redesigned {feature}, faster than before.",
  "Support for the newest devices."
] as const

export const releaseNotes = (app: InventedApp, version: Version): string => {
  const note = notes[hash(app.key, version.index, 91) % notes.length] ?? notes[0]
  const feature = app.theme.features[hash(app.key, version.index, 92) % app.theme.features.length] ?? "sharing"
  const text = note.replace("{feature}", feature)
  return isBadRelease(app, version) ? `${text}\nUnder the hood: a new foundation for what comes next.` : text
}

export const advisories = (app: InventedApp): ReadonlyArray<string> => {
  if (app.ageRating === "4+") return []
  if (app.theme.subgenre === 7006) return ["Frequent/Intense Simulated Gambling"]
  return unit(app.key, 93) < 0.5 ? ["Infrequent/Mild Mature/Suggestive Themes"] : ["Unrestricted Web Access"]
}
