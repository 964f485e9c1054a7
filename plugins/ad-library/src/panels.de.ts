/** The German of what the panels show. */
export const de: Readonly<Record<string, string>> = {
  Ads: "Anzeigen",
  "Ads by country": "Anzeigen nach Land",
  "Ads by custom product page": "Anzeigen nach eigener Produktseite",
  "Ads in the EU": "Anzeigen in der EU",
  "Ads of the last 90 days": "Anzeigen der letzten 90 Tage",
  "Ads of this app": "Anzeigen dieser App",
  "All advertised apps of its developer": "Alle beworbenen Apps des Entwicklers",
  App: "App",
  "By id": "Nach ID",
  "Creatives of the last 90 days": "Werbemittel der letzten 90 Tage",
  Days: "Tage",
  "First shown": "Zuerst gezeigt",
  Format: "Format",
  "Last shown": "Zuletzt gezeigt",
  Page: "Seite",
  Placement: "Platzierung",
  Storefront: "Store-Land",
  "What changed since you watch it": "Was sich geändert hat, seit du sie beobachtest"
}
