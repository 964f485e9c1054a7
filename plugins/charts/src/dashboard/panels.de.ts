/** The German of what the panels show. */
export const de: Readonly<Record<string, string>> = {
  Best: "Bester",
  Change: "Änderung",
  Chart: "Chart",
  Charts: "Charts",
  "Not in top n": "Nicht in den Top N",
  "Not measured": "Nicht gemessen",
  "Positions over time": "Plätze im Lauf der Zeit",
  Rank: "Rang",
  Ranked: "Platziert",
  "Ranks listed": "Gelistete Ränge",
  Read: "Gelesen",
  Status: "Status",
  "Where it stands": "Wo sie steht"
}
