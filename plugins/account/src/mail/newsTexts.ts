import type { MailText } from "./texts.ts"

/** What people are told of their accounts. */
export const newsKinds = [
  "key-expiring",
  "key-rotated",
  "credits-ending",
  "plan-changed",
  "suspended",
  "resumed",
  "deletion-asked",
  "deletion-undone",
  "deleted",
  "export-ready",
  "export-failed"
] as const
export type NewsKind = (typeof newsKinds)[number]

type Texts = Readonly<Record<NewsKind, MailText>>

export const en: Texts = {
  "key-expiring": {
    subject: "An API key of your {product} account expires soon",
    title: "The key “{key}” expires soon",
    before: [
      "The API key “{key}” ({hint}) of the account {account} expires on {at}. From that moment on, whatever uses it is refused.",
      "Rotate it to get a successor with the same rights. For a day, or as long as you choose, both work."
    ],
    button: "Rotate the key",
    after: ["If nothing uses it any more, let it expire."]
  },
  "key-rotated": {
    subject: "An API key of your {product} account was rotated",
    title: "The key “{key}” was rotated",
    before: [
      "A successor for the API key “{key}” of the account {account} was made on {at}: {hint}.",
      "The old key stops working when its overlap ends. The page of keys shows whether it's still used."
    ],
    button: "See your keys",
    after: ["If nobody of your team did this, revoke both keys and look at the audit log."]
  },
  "credits-ending": {
    subject: "Your {product} credits end on {on} at this pace",
    title: "Credits end on {on} at this pace",
    before: [
      "The account {account} has {left} of its {limit} credits of the bucket {bucket} left. Over the last 7 days it used {pace} a day, so they end on {on}. They come back on {reset}.",
      "Calls that need credits of this bucket are refused from then on. Nothing else changes."
    ],
    button: "See what uses them",
    after: ["You're told once a month and bucket."]
  },
  "plan-changed": {
    subject: "Your {product} plan is now {to}",
    title: "Your plan is now {to}",
    before: [
      "The plan of the account {account} changed from {from} to {to} on {at}.",
      "The new limits hold at once. What is over a limit pauses; nothing of it is deleted."
    ],
    button: "See your plan",
    after: ["If you didn't expect this, ask an owner of the account, or whoever runs {product}."]
  },
  suspended: {
    subject: "Your {product} account is suspended",
    title: "Your account is suspended",
    before: [
      "The account {account} was suspended on {at}. The reason given:",
      "“{reason}”",
      "Its keys and tokens are refused, and its schedules are paused. Nothing was deleted. You can still sign in and export everything."
    ],
    button: "Sign in",
    after: ["To have it lifted, or if you think it's a mistake, contact {support}."]
  },
  resumed: {
    subject: "Your {product} account works again",
    title: "Your account works again",
    before: [
      "The suspension of the account {account} was lifted on {at}. Its keys work again, and its schedules go on where they were."
    ],
    button: "Sign in",
    after: []
  },
  "deletion-asked": {
    subject: "Your {product} account will be deleted",
    title: "Your account will be deleted",
    before: [
      "On {at} someone asked to delete the account {account}. Its keys, tokens and sessions have ended.",
      "Everything that is kept for it will be deleted on {due}. Until then you can undo this."
    ],
    button: "Keep the account",
    after: [
      "If it's meant to be deleted, do nothing. If you want to take your data along, keep the account, export it, and delete it again.",
      "If nobody of your team asked for this, keep the account and change your password."
    ]
  },
  "deletion-undone": {
    subject: "Your {product} account stays",
    title: "Your account stays",
    before: [
      "The deletion of the account {account} was undone on {at}. Nothing was deleted, and its schedules go on.",
      "Its keys stay ended: make new ones."
    ],
    button: "Make a key",
    after: []
  },
  deleted: {
    subject: "Your {product} account was deleted",
    title: "Your account was deleted",
    before: [
      "Everything that was kept for the account {account} was deleted on {at}. Only entries of the ledger remain, with nothing in them that leads to you.",
      "This is the last mail about it."
    ],
    after: []
  },
  "export-ready": {
    subject: "Your {product} export is ready",
    title: "Your export is ready",
    before: [
      "Everything that is kept for the account {account} is ready to download, as JSON and CSV. It's there for 7 days."
    ],
    button: "Go to the export",
    after: ["It's behind your sign-in, not in this mail, as whoever has the file has your data."]
  },
  "export-failed": {
    subject: "Your {product} export didn't work",
    title: "Your export didn't work",
    before: ["The export of the account {account} couldn't be made. The page of exports says why."],
    button: "Go to the export",
    after: ["Nothing of your data was changed."]
  }
}

export const de: Texts = {
  "key-expiring": {
    subject: "Ein API-Schlüssel deines {product}-Kontos läuft bald ab",
    title: "Der Schlüssel „{key}“ läuft bald ab",
    before: [
      "Der API-Schlüssel „{key}“ ({hint}) des Kontos {account} läuft am {at} ab. Von da an wird alles abgelehnt, was ihn benutzt.",
      "Tausch ihn aus: Der Nachfolger hat dieselben Rechte, und einen Tag lang, oder so lange du willst, gelten beide."
    ],
    button: "Schlüssel austauschen",
    after: ["Wenn ihn nichts mehr benutzt, lass ihn einfach ablaufen."]
  },
  "key-rotated": {
    subject: "Ein API-Schlüssel deines {product}-Kontos wurde ausgetauscht",
    title: "Der Schlüssel „{key}“ wurde ausgetauscht",
    before: [
      "Für den API-Schlüssel „{key}“ des Kontos {account} wurde am {at} ein Nachfolger erstellt: {hint}.",
      "Der alte Schlüssel gilt nicht mehr, sobald die Übergangszeit vorbei ist. Ob ihn noch etwas benutzt, siehst du bei den Schlüsseln."
    ],
    button: "Schlüssel ansehen",
    after: ["Wenn das niemand aus deinem Team war, widerruf beide Schlüssel und sieh ins Protokoll."]
  },
  "credits-ending": {
    subject: "Deine {product}-Credits sind bei diesem Tempo am {on} verbraucht",
    title: "Am {on} sind die Credits verbraucht",
    before: [
      "Das Konto {account} hat noch {left} von {limit} Credits im Kontingent „{bucket}“. In den letzten 7 Tagen hat es {pace} am Tag verbraucht; bei diesem Tempo sind sie am {on} weg. Neue gibt es am {reset}.",
      "Von da an werden Aufrufe abgelehnt, die Credits aus diesem Kontingent brauchen. Sonst ändert sich nichts."
    ],
    button: "Sehen, was sie verbraucht",
    after: ["Das sagen wir dir einmal im Monat und je Kontingent."]
  },
  "plan-changed": {
    subject: "Dein Tarif bei {product} ist jetzt {to}",
    title: "Dein Tarif ist jetzt {to}",
    before: [
      "Der Tarif des Kontos {account} wurde am {at} von {from} auf {to} geändert.",
      "Die neuen Grenzen gelten sofort. Was darüber liegt, pausiert; gelöscht wird davon nichts."
    ],
    button: "Tarif ansehen",
    after: [
      "Wenn du damit nicht gerechnet hast, frag jemanden, dem das Konto gehört, oder den Betreiber von {product}."
    ]
  },
  suspended: {
    subject: "Dein {product}-Konto ist gesperrt",
    title: "Dein Konto ist gesperrt",
    before: [
      "Das Konto {account} wurde am {at} gesperrt. Angegebener Grund:",
      "„{reason}“",
      "Schlüssel und Token werden abgelehnt, Zeitpläne ruhen. Gelöscht wurde nichts. Du kannst dich weiterhin anmelden und alles exportieren."
    ],
    button: "Anmelden",
    after: ["Um die Sperre aufheben zu lassen, oder wenn du sie für einen Irrtum hältst, wende dich an {support}."]
  },
  resumed: {
    subject: "Dein {product}-Konto geht wieder",
    title: "Dein Konto geht wieder",
    before: [
      "Die Sperre des Kontos {account} wurde am {at} aufgehoben. Die Schlüssel gelten wieder, und die Zeitpläne laufen weiter."
    ],
    button: "Anmelden",
    after: []
  },
  "deletion-asked": {
    subject: "Dein {product}-Konto wird gelöscht",
    title: "Dein Konto wird gelöscht",
    before: [
      "Am {at} hat jemand die Löschung des Kontos {account} verlangt. Seine Schlüssel, Token und Sitzungen sind beendet.",
      "Alles, was dafür gespeichert ist, wird am {due} gelöscht. Bis dahin kannst du das rückgängig machen."
    ],
    button: "Konto behalten",
    after: [
      "Wenn es gelöscht werden soll, tu einfach nichts. Wenn du deine Daten mitnehmen willst, behalte das Konto, exportiere sie und lösch es dann noch einmal.",
      "Wenn das niemand aus deinem Team war, behalte das Konto und ändere dein Passwort."
    ]
  },
  "deletion-undone": {
    subject: "Dein {product}-Konto bleibt",
    title: "Dein Konto bleibt",
    before: [
      "Die Löschung des Kontos {account} wurde am {at} rückgängig gemacht. Gelöscht wurde nichts, und die Zeitpläne laufen weiter.",
      "Die Schlüssel bleiben beendet: Erstell neue."
    ],
    button: "Schlüssel erstellen",
    after: []
  },
  deleted: {
    subject: "Dein {product}-Konto wurde gelöscht",
    title: "Dein Konto wurde gelöscht",
    before: [
      "Alles, was für das Konto {account} gespeichert war, wurde am {at} gelöscht. Es bleiben nur Buchungen, in denen nichts auf dich hinweist.",
      "Das ist die letzte Mail dazu."
    ],
    after: []
  },
  "export-ready": {
    subject: "Dein {product}-Export ist fertig",
    title: "Dein Export ist fertig",
    before: [
      "Alles, was für das Konto {account} gespeichert ist, liegt als JSON und CSV zum Herunterladen bereit, 7 Tage lang."
    ],
    button: "Zum Export",
    after: ["Er liegt hinter deiner Anmeldung und nicht in dieser Mail: Wer die Datei hat, hat deine Daten."]
  },
  "export-failed": {
    subject: "Dein {product}-Export hat nicht geklappt",
    title: "Dein Export hat nicht geklappt",
    before: ["Der Export des Kontos {account} konnte nicht erstellt werden. Warum, steht bei den Exporten."],
    button: "Zum Export",
    after: ["An deinen Daten wurde nichts geändert."]
  }
}
