import type { AccountConfig } from "../config.ts"
import { type Language, languages } from "./texts.ts"

/** What mails and pages call the service. */
export const productOf = ({ product = "Storeglass" }: AccountConfig) => product
export const languageOf = (language: string): Language => languages.find((each) => each === language) ?? "en"

export const localeOf = (language: Language) => (language === "de" ? "de-DE" : "en-GB")

/** Where the pages begin. */
export const dashboardOf = (publicUrl: string) => `${publicUrl.replace(/\/$/, "")}/dashboard`

/** Where mail links lead. The fragment stays in the browser: no log, proxy or scanner sees it. */
export const proofLinkOf = (publicUrl: string, purpose: string, token: string) =>
  `${publicUrl.replace(/\/$/, "")}/auth/mail#${purpose}.${token}`
