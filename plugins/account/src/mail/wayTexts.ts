import type { MailText } from "./texts.ts"

/** What people are told of when how they sign in has changed. */
export const wayKinds = [
  "provider-linked",
  "provider-unlinked",
  "passkey-added",
  "passkey-removed",
  "factor-added",
  "factor-removed",
  "backup-codes-renewed"
] as const
export type WayKind = (typeof wayKinds)[number]

type Texts = Readonly<Record<WayKind, MailText>>

export const wayEn: Texts = {
  "provider-linked": {
    subject: "{way} can sign in to your {product} account now",
    title: "A new way to sign in",
    before: ["Since {at}, {way} is a way to sign in as {email}. It was linked from {device}."],
    button: "See how you sign in",
    after: ["If it wasn't you, unlink it, sign out all other devices and choose a new password."]
  },
  "provider-unlinked": {
    subject: "{way} was unlinked from your {product} account",
    title: "A way to sign in was removed",
    before: ["Since {at}, nobody can sign in as {email} by {way} any more. It was unlinked from {device}."],
    button: "See how you sign in",
    after: ["If it wasn't you, sign out all other devices and choose a new password."]
  },
  "passkey-added": {
    subject: "A passkey was added to your {product} account",
    title: "A new passkey",
    before: ["Since {at}, the passkey “{way}” signs in as {email}. It was added from {device}."],
    button: "See your passkeys",
    after: ["If it wasn't you, remove it, sign out all other devices and choose a new password."]
  },
  "passkey-removed": {
    subject: "A passkey was removed from your {product} account",
    title: "A passkey was removed",
    before: ["The passkey “{way}” of {email} was removed on {at}, from {device}. It opens nothing any more."],
    button: "See your passkeys",
    after: ["If it wasn't you, sign out all other devices and choose a new password."]
  },
  "factor-added": {
    subject: "Your {product} sign-in asks for a second factor now",
    title: "Your authenticator app is on",
    before: [
      "Since {at}, signing in as {email} takes a code of an authenticator app too. It was set up from {device}.",
      "All other devices were signed out."
    ],
    button: "See how you sign in",
    after: [
      "Keep the backup codes where you'll find them without your phone.",
      "If it wasn't you, ask whoever runs this service for help at once: without that app you can't sign in."
    ]
  },
  "factor-removed": {
    subject: "Your {product} sign-in asks for no second factor any more",
    title: "Your authenticator app was removed",
    before: [
      "Since {at}, signing in as {email} takes no code of an authenticator app any more. It was removed from {device}, and its backup codes with it."
    ],
    button: "See how you sign in",
    after: ["If it wasn't you, choose a new password, sign out all other devices and set the app up again."]
  },
  "backup-codes-renewed": {
    subject: "Your {product} backup codes are new",
    title: "New backup codes",
    before: ["New backup codes for {email} were made on {at}, from {device}. The old ones are worth nothing any more."],
    button: "See how you sign in",
    after: ["If it wasn't you, make new ones, sign out all other devices and choose a new password."]
  }
}

export const wayDe: Texts = {
  "provider-linked": {
    subject: "{way} öffnet jetzt dein Konto bei {product}",
    title: "Ein neuer Weg zur Anmeldung",
    before: [
      "Seit {at} kann man sich auch mit {way} als {email} anmelden. Verknüpft wurde es von diesem Gerät: {device}."
    ],
    button: "Deine Anmeldewege ansehen",
    after: ["Wenn du das nicht warst, löse die Verknüpfung, melde alle anderen Geräte ab und wähl ein neues Passwort."]
  },
  "provider-unlinked": {
    subject: "{way} öffnet dein Konto bei {product} nicht mehr",
    title: "Ein Weg zur Anmeldung wurde entfernt",
    before: [
      "Seit {at} kann sich niemand mehr mit {way} als {email} anmelden. Entfernt wurde es von diesem Gerät: {device}."
    ],
    button: "Deine Anmeldewege ansehen",
    after: ["Wenn du das nicht warst, melde alle anderen Geräte ab und wähl ein neues Passwort."]
  },
  "passkey-added": {
    subject: "Neuer Passkey für dein Konto bei {product}",
    title: "Ein neuer Passkey",
    before: [
      "Seit {at} kann man sich mit dem Passkey „{way}“ als {email} anmelden. Angelegt wurde er von diesem Gerät: {device}."
    ],
    button: "Deine Passkeys ansehen",
    after: ["Wenn du das nicht warst, entferne ihn, melde alle anderen Geräte ab und wähl ein neues Passwort."]
  },
  "passkey-removed": {
    subject: "Ein Passkey deines Kontos bei {product} wurde entfernt",
    title: "Ein Passkey wurde entfernt",
    before: [
      "Der Passkey „{way}“ von {email} wurde am {at} entfernt, von diesem Gerät: {device}. Er öffnet nichts mehr."
    ],
    button: "Deine Passkeys ansehen",
    after: ["Wenn du das nicht warst, melde alle anderen Geräte ab und wähl ein neues Passwort."]
  },
  "factor-added": {
    subject: "Deine Anmeldung bei {product} verlangt jetzt einen zweiten Faktor",
    title: "Deine Authenticator-App ist eingerichtet",
    before: [
      "Seit {at} braucht die Anmeldung als {email} auch einen Code aus einer Authenticator-App. Eingerichtet wurde sie von diesem Gerät: {device}.",
      "Alle anderen Geräte wurden abgemeldet."
    ],
    button: "Deine Anmeldewege ansehen",
    after: [
      "Bewahr die Backup-Codes dort auf, wo du sie auch ohne dein Telefon findest.",
      "Wenn du das nicht warst, wende dich sofort an den Betreiber: Ohne diese App kannst du dich nicht anmelden."
    ]
  },
  "factor-removed": {
    subject: "Deine Anmeldung bei {product} verlangt keinen zweiten Faktor mehr",
    title: "Deine Authenticator-App wurde entfernt",
    before: [
      "Seit {at} braucht die Anmeldung als {email} keinen Code aus einer Authenticator-App mehr. Entfernt wurde sie samt ihren Backup-Codes von diesem Gerät: {device}."
    ],
    button: "Deine Anmeldewege ansehen",
    after: [
      "Wenn du das nicht warst, wähl ein neues Passwort, melde alle anderen Geräte ab und richte die App neu ein."
    ]
  },
  "backup-codes-renewed": {
    subject: "Deine Backup-Codes bei {product} sind neu",
    title: "Neue Backup-Codes",
    before: [
      "Für {email} wurden am {at} neue Backup-Codes erstellt, von diesem Gerät: {device}. Die alten gelten nicht mehr."
    ],
    button: "Deine Anmeldewege ansehen",
    after: ["Wenn du das nicht warst, erstell neue, melde alle anderen Geräte ab und wähl ein neues Passwort."]
  }
}
