/** The German of what the panels show. */
export const de: Readonly<Record<string, string>> = {
  "Any chart of the provider": "Beliebiges Diagramm des Anbieters",
  "Began a trial": "Begann eine Testphase",
  Campaigns: "Kampagnen",
  Charts: "Diagramme",
  "Connect the paywall provider": "Paywall-Anbieter verbinden",
  "Connect your organization with a key that has read scopes.":
    "Verbinde deine Organisation mit einem Schlüssel, der Leserechte hat.",
  Connected: "Verbunden",
  "Connected since": "Verbunden seit",
  "Daily copy kept": "Tägliche Kopie",
  Degraded: "Beeinträchtigt",
  Disconnect: "Trennen",
  "Last verified": "Zuletzt geprüft",
  "From paywall to payment, as copied": "Von der Paywall zur Zahlung, wie kopiert",
  Measured: "Gemessen",
  "Not connected": "Nicht verbunden",
  "Not measured": "Nicht gemessen",
  "Nothing: a copy is made once a day.": "Nichts: Einmal am Tag wird eine Kopie gemacht.",
  Organization: "Organisation",
  "Paste an organization key with read scopes. Nothing is ever changed at the provider.":
    "Füge einen Organisationsschlüssel mit Leserechten ein. Beim Anbieter wird nie etwas geändert.",
  "Paid for the first time": "Zahlte zum ersten Mal",
  Paywall: "Paywall",
  "Proceeds and conversion": "Erlöse und Conversion",
  "Proceeds by day now": "Erlöse nach Tagen, jetzt",
  "Proceeds by day, as they were copied": "Erlöse nach Tagen, wie sie kopiert wurden",
  "Proceeds, MRR, trials and conversion": "Erlöse, MRR, Testphasen und Conversion",
  "Proceeds, MRR, trials and conversion now": "Erlöse, MRR, Testphasen und Conversion, jetzt",
  Rejected: "Abgelehnt",
  "Saw a paywall": "Sah eine Paywall",
  "State of the paywall connection": "Status der Verbindung zur Paywall",
  "Time zone": "Zeitzone",
  "To see proceeds here without asking, connect again with keepHistory.":
    "Um Erlöse hier ohne Abfrage zu sehen, verbinde noch einmal mit keepHistory.",
  Unavailable: "Nicht verfügbar",
  "What to do": "Was zu tun ist"
}
