import type { MailText } from "../mail/texts.ts"

export const teamKinds = ["invite", "email", "email-taken", "email-changed-from", "email-changed-to"] as const
type Texts = Readonly<Record<(typeof teamKinds)[number], MailText>>

export const teamEn: Texts = {
  invite: {
    subject: "{inviter} invites you to {product}",
    title: "You're invited",
    before: ["{inviter} invites {email} to the account of {account} on {product}, with the role {role}."],
    button: "Join",
    code: "Or enter this code with your address where you sign in:",
    after: [
      "Link and code work once, for 7 days.",
      "If you don't know who this is, do nothing: without you nothing happens."
    ]
  },
  email: {
    subject: "Confirm your new e-mail address for {product}",
    title: "Confirm your new address",
    before: [
      "Someone, hopefully you, wants to use {email} for {product} from now on. Confirm it where you're signed in:"
    ],
    button: "Confirm the address",
    code: "Or enter this code where you asked for the change:",
    after: ["Link and code work once, for an hour.", "If it wasn't you, do nothing: nothing is changed."]
  },
  "email-taken": {
    subject: "{email} has a {product} account already",
    title: "This address has an account already",
    before: [
      "Someone who is signed in to {product} wanted to use {email} for their account. The address has one of its own, so nothing was changed."
    ],
    after: ["If it was you, sign in with this address, or choose another for the other account. If not, do nothing."]
  },
  "email-changed-from": {
    subject: "Your {product} address was changed",
    title: "Your e-mail address was changed",
    before: [
      "What was signed in to as {email} has another e-mail address since {at}. It was changed from {device}.",
      "All other devices were signed out."
    ],
    after: ["If it wasn't you, ask whoever runs this service for help at once."]
  },
  "email-changed-to": {
    subject: "This is your {product} address now",
    title: "Your new e-mail address",
    before: ["Since {at} you sign in as {email}, and mails of {product} come here."],
    button: "Open {product}",
    after: ["It was changed from {device}. If it wasn't you, choose a new password at once."]
  }
}

export const teamDe: Texts = {
  invite: {
    subject: "{inviter} lädt dich zu {product} ein",
    title: "Du bist eingeladen",
    before: ["{inviter} lädt {email} in das Konto von {account} bei {product} ein, mit der Rolle {role}."],
    button: "Beitreten",
    code: "Oder gib diesen Code mit deiner Adresse dort ein, wo du dich anmeldest:",
    after: [
      "Link und Code gelten einmal und 7 Tage lang.",
      "Wenn du nicht weißt, wer das ist, tu einfach nichts: Ohne dich geschieht nichts."
    ]
  },
  email: {
    subject: "Bestätige deine neue E-Mail-Adresse für {product}",
    title: "Bestätige deine neue Adresse",
    before: [
      "Jemand, hoffentlich du, möchte {email} ab jetzt für {product} verwenden. Bestätige das dort, wo du angemeldet bist:"
    ],
    button: "Adresse bestätigen",
    code: "Oder gib diesen Code dort ein, wo du die Änderung angefordert hast:",
    after: [
      "Link und Code gelten einmal und eine Stunde lang.",
      "Wenn du das nicht warst, tu nichts: Es bleibt alles, wie es ist."
    ]
  },
  "email-taken": {
    subject: "{email} hat schon ein Konto bei {product}",
    title: "Diese Adresse hat schon ein Konto",
    before: [
      "Jemand, der bei {product} angemeldet ist, wollte {email} für sein Konto verwenden. Die Adresse hat schon ein eigenes; es wurde nichts geändert."
    ],
    after: [
      "Wenn du das warst, melde dich mit dieser Adresse an, oder wähl für das andere Konto eine andere. Wenn nicht, tu einfach nichts."
    ]
  },
  "email-changed-from": {
    subject: "Deine Adresse bei {product} wurde geändert",
    title: "Deine E-Mail-Adresse wurde geändert",
    before: [
      "Wer sich bisher als {email} angemeldet hat, hat seit dem {at} eine andere E-Mail-Adresse. Geändert wurde sie von diesem Gerät: {device}.",
      "Alle anderen Geräte wurden abgemeldet."
    ],
    after: ["Wenn du das nicht warst, bitte sofort den Betreiber dieses Dienstes um Hilfe."]
  },
  "email-changed-to": {
    subject: "Das ist jetzt deine Adresse bei {product}",
    title: "Deine neue E-Mail-Adresse",
    before: ["Seit dem {at} meldest du dich als {email} an, und Mails von {product} kommen hierher."],
    button: "{product} öffnen",
    after: ["Geändert wurde sie von diesem Gerät: {device}. Wenn du das nicht warst, wähl sofort ein neues Passwort."]
  }
}
