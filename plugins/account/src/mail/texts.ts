import type { Role } from "../roles.ts"
import { teamDe, teamEn, teamKinds } from "../team/mails.ts"
import { de as newsDe, en as newsEn, newsKinds } from "./newsTexts.ts"
import { wayDe, wayEn, wayKinds } from "./wayTexts.ts"

/** Languages in which there are mails. */
export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]

export const kinds = [
  "verify",
  "known",
  "sign-in",
  "reset",
  "confirm",
  "password-changed",
  "new-device",
  ...wayKinds,
  ...newsKinds,
  ...teamKinds
] as const
export type MailKind = (typeof kinds)[number]

/** What mails call the roles. */
export const roleNames: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: { viewer: "viewer", member: "member", admin: "admin", owner: "owner" },
  de: { viewer: "Betrachter", member: "Mitglied", admin: "Admin", owner: "Inhaber" }
}

/** What a mail says. Each paragraph is plain text; the names in braces, of `MailValues` and its `more`, are filled in. */
export interface MailText {
  readonly subject: string
  readonly title: string
  readonly before: ReadonlyArray<string>
  readonly button?: string
  readonly code?: string
  readonly after: ReadonlyArray<string>
}

const en: Readonly<Record<MailKind, MailText>> = {
  ...teamEn,
  ...newsEn,
  ...wayEn,
  verify: {
    subject: "Confirm your e-mail address for {product}",
    title: "Confirm your e-mail address",
    before: ["Someone, hopefully you, is signing up for {product} with {email}. Confirm that it's your address:"],
    button: "Confirm and sign in",
    code: "Or enter this code where you signed up:",
    after: [
      "Link and code work once, for 24 hours.",
      "If it wasn't you, do nothing: without your confirmation there's no account."
    ]
  },
  known: {
    subject: "You already have a {product} account",
    title: "You already have an account",
    before: [
      "Someone, hopefully you, tried to sign up for {product} with {email}. This address has an account already, and nothing about it was changed."
    ],
    button: "Sign in",
    after: ["If you forgot the password, choose a new one there, or sign in by mail.", "If it wasn't you, do nothing."]
  },
  "sign-in": {
    subject: "Sign in to {product}",
    title: "Sign in",
    before: ["Sign in to {product} as {email}:"],
    button: "Sign in",
    code: "Or enter this code where you asked for it:",
    after: [
      "Link and code work once, for 15 minutes.",
      "If you didn't ask for this, do nothing. Give the code to nobody: we never ask for it."
    ]
  },
  reset: {
    subject: "Choose a new password for {product}",
    title: "Choose a new password",
    before: ["Someone, hopefully you, wants to set a new password for {email}."],
    button: "Choose a new password",
    code: "Or enter this code where you asked for it:",
    after: ["Link and code work once, for an hour.", "If it wasn't you, do nothing: your password stays as it is."]
  },
  confirm: {
    subject: "Confirm that it's you at {product}",
    title: "Confirm that it's you",
    before: [
      "Someone signed in as {email}, hopefully you, asked on {at} to go on with a change that needs a confirmation: of the plan, the members, how you sign in, or the account itself. They use {device}."
    ],
    code: "Enter this code where you asked for it:",
    after: [
      "The code works once, for 15 minutes, and there alone.",
      "If you didn't ask for this, give the code to nobody and sign out your other devices: someone is signed in as you."
    ]
  },
  "password-changed": {
    subject: "Your {product} password was changed",
    title: "Your password was changed",
    before: ["The password of {email} was changed on {at}, from {device}.", "All other devices were signed out."],
    button: "Sign in",
    after: ["If it wasn't you, choose a new password at once: whoever changed it could read your mail."]
  },
  "new-device": {
    subject: "New sign-in to {product}",
    title: "New sign-in",
    before: ["Someone signed in as {email} on {at}, from a browser that hadn't done so before: {device}."],
    button: "See your devices",
    after: ["If it was you, do nothing. If not, sign that device out and choose a new password."]
  }
}

const de: Readonly<Record<MailKind, MailText>> = {
  ...teamDe,
  ...newsDe,
  ...wayDe,
  verify: {
    subject: "Bestätige deine E-Mail-Adresse für {product}",
    title: "Bestätige deine E-Mail-Adresse",
    before: [
      "Jemand, hoffentlich du, meldet sich mit {email} bei {product} an. Bestätige, dass das deine Adresse ist:"
    ],
    button: "Bestätigen und anmelden",
    code: "Oder gib diesen Code dort ein, wo du dich registriert hast:",
    after: [
      "Link und Code gelten einmal und 24 Stunden lang.",
      "Wenn du das nicht warst, tu einfach nichts: Ohne deine Bestätigung gibt es kein Konto."
    ]
  },
  known: {
    subject: "Du hast schon ein Konto bei {product}",
    title: "Du hast schon ein Konto",
    before: [
      "Jemand, hoffentlich du, wollte sich mit {email} bei {product} registrieren. Diese Adresse hat schon ein Konto; daran wurde nichts geändert."
    ],
    button: "Anmelden",
    after: [
      "Passwort vergessen? Wähl dort ein neues, oder melde dich per Mail an.",
      "Wenn du das nicht warst, tu einfach nichts."
    ]
  },
  "sign-in": {
    subject: "Anmeldung bei {product}",
    title: "Anmelden",
    before: ["Melde dich als {email} bei {product} an:"],
    button: "Anmelden",
    code: "Oder gib diesen Code dort ein, wo du ihn angefordert hast:",
    after: [
      "Link und Code gelten einmal und 15 Minuten lang.",
      "Wenn du das nicht angefordert hast, tu einfach nichts. Gib den Code niemandem: Wir fragen nie danach."
    ]
  },
  reset: {
    subject: "Neues Passwort für {product}",
    title: "Wähl ein neues Passwort",
    before: ["Jemand, hoffentlich du, möchte für {email} ein neues Passwort setzen."],
    button: "Neues Passwort wählen",
    code: "Oder gib diesen Code dort ein, wo du ihn angefordert hast:",
    after: [
      "Link und Code gelten einmal und eine Stunde lang.",
      "Wenn du das nicht warst, tu einfach nichts: Dein Passwort bleibt, wie es ist."
    ]
  },
  confirm: {
    subject: "Bestätige bei {product}, dass du es bist",
    title: "Bestätige, dass du es bist",
    before: [
      "Jemand, der als {email} angemeldet ist, hoffentlich du, möchte am {at} etwas ändern, das eine Bestätigung braucht: den Tarif, die Mitglieder, die Anmeldewege oder das Konto selbst. Das Gerät: {device}."
    ],
    code: "Gib diesen Code dort ein, wo du ihn angefordert hast:",
    after: [
      "Der Code gilt einmal, 15 Minuten lang und nur dort.",
      "Wenn du das nicht angefordert hast, gib den Code niemandem und melde deine anderen Geräte ab: Jemand ist als du angemeldet."
    ]
  },
  "password-changed": {
    subject: "Dein Passwort bei {product} wurde geändert",
    title: "Dein Passwort wurde geändert",
    before: [
      "Das Passwort von {email} wurde am {at} geändert, von diesem Gerät: {device}.",
      "Alle anderen Geräte wurden abgemeldet."
    ],
    button: "Anmelden",
    after: ["Wenn du das nicht warst, wähl sofort ein neues: Wer es geändert hat, konnte deine Mails lesen."]
  },
  "new-device": {
    subject: "Neue Anmeldung bei {product}",
    title: "Neue Anmeldung",
    before: [
      "Jemand hat sich am {at} als {email} angemeldet, mit einem Browser, der das vorher nie getan hat: {device}."
    ],
    button: "Deine Geräte ansehen",
    after: ["Wenn du das warst, tu einfach nichts. Wenn nicht, melde das Gerät ab und wähl ein neues Passwort."]
  }
}

export const texts: Readonly<Record<Language, Readonly<Record<MailKind, MailText>>>> = { en, de }
