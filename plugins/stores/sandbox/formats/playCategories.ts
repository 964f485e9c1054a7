/** The second vendor's categories, and where apps of the first one's genres are filed there. */
const apps = `ANDROID_WEAR ART_AND_DESIGN AUTO_AND_VEHICLES BEAUTY BOOKS_AND_REFERENCE BUSINESS COMICS COMMUNICATION DATING
EDUCATION ENTERTAINMENT EVENTS FAMILY FINANCE FOOD_AND_DRINK HEALTH_AND_FITNESS HOUSE_AND_HOME LIBRARIES_AND_DEMO
LIFESTYLE MAPS_AND_NAVIGATION MEDICAL MUSIC_AND_AUDIO NEWS_AND_MAGAZINES PARENTING PERSONALIZATION PHOTOGRAPHY
PRODUCTIVITY SHOPPING SOCIAL SPORTS TOOLS TRAVEL_AND_LOCAL VIDEO_PLAYERS WATCH_FACE WEATHER`
const games = `ACTION ADVENTURE ARCADE BOARD CARD CASINO CASUAL EDUCATIONAL MUSIC PUZZLE RACING ROLE_PLAYING SIMULATION SPORTS
STRATEGY TRIVIA WORD`

export const playCategories: ReadonlySet<string> = new Set([
  "APPLICATION",
  "GAME",
  ...apps.split(/\s+/),
  ...games.split(/\s+/).map((name) => `GAME_${name}`)
])

const oddNames: Readonly<Record<string, string>> = {
  VIDEO_PLAYERS: "Video Players & Editors",
  WATCH_FACE: "Watch Faces"
}

/** `GAME_ROLE_PLAYING` is shown as "Role Playing", `FOOD_AND_DRINK` as "Food & Drink". */
export const playCategoryName = (id: string): string =>
  oddNames[id] ??
  id
    .replace(/^GAME_/, "")
    .split("_")
    .map((word) => (word === "AND" ? "&" : `${word.charAt(0)}${word.slice(1).toLowerCase()}`))
    .join(" ")

const byGenre: Readonly<Record<number, readonly [string, ...ReadonlyArray<string>]>> = {
  6000: ["BUSINESS"],
  6001: ["WEATHER"],
  6002: ["TOOLS", "TOOLS", "PERSONALIZATION"],
  6003: ["TRAVEL_AND_LOCAL"],
  6004: ["SPORTS"],
  6005: ["SOCIAL", "COMMUNICATION", "DATING"],
  6006: ["BOOKS_AND_REFERENCE"],
  6007: ["PRODUCTIVITY"],
  6008: ["PHOTOGRAPHY", "VIDEO_PLAYERS"],
  6009: ["NEWS_AND_MAGAZINES"],
  6010: ["MAPS_AND_NAVIGATION", "AUTO_AND_VEHICLES"],
  6011: ["MUSIC_AND_AUDIO"],
  6012: ["LIFESTYLE", "HOUSE_AND_HOME", "BEAUTY"],
  6013: ["HEALTH_AND_FITNESS"],
  6015: ["FINANCE"],
  6016: ["ENTERTAINMENT", "COMICS"],
  6017: ["EDUCATION", "PARENTING"],
  6018: ["BOOKS_AND_REFERENCE"],
  6020: ["MEDICAL"],
  6021: ["NEWS_AND_MAGAZINES"],
  6022: ["SHOPPING"],
  6023: ["FOOD_AND_DRINK"],
  6024: ["SHOPPING"],
  6026: ["TOOLS"],
  6027: ["ART_AND_DESIGN"],
  7001: ["GAME_ACTION"],
  7002: ["GAME_ADVENTURE"],
  7003: ["GAME_CASUAL", "GAME_ARCADE"],
  7004: ["GAME_BOARD"],
  7005: ["GAME_CARD"],
  7006: ["GAME_CASINO"],
  7007: ["GAME_BOARD"],
  7008: ["GAME_EDUCATIONAL"],
  7009: ["GAME_CASUAL"],
  7011: ["GAME_MUSIC"],
  7012: ["GAME_PUZZLE"],
  7013: ["GAME_RACING"],
  7014: ["GAME_ROLE_PLAYING"],
  7015: ["GAME_SIMULATION"],
  7016: ["GAME_SPORTS"],
  7017: ["GAME_STRATEGY"],
  7018: ["GAME_TRIVIA"],
  7019: ["GAME_WORD"]
}

/** The category of a genre; `u` in [0, 1) chooses where there are several. */
export const playCategoryOf = (genre: number, u: number): string => {
  const found = byGenre[genre] ?? ["TOOLS"]
  return found[Math.floor(u * found.length)] ?? found[0]
}

/** Whether an app of one category stands in the chart of another. The chart of all apps has no games. */
export const isInPlayCategory = (category: string, chart: string): boolean => {
  if (chart === "APPLICATION") return !category.startsWith("GAME_")
  return chart === "GAME" ? category.startsWith("GAME_") : category === chart
}
