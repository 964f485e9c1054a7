import { gamesGenreId, slugOf } from "@storeglass/sandbox/world"

export interface Genre {
  readonly id: number
  readonly name: string
  readonly parent: number | undefined
  readonly localized: Readonly<Record<string, string>>
}

// id, English, German, French, Spanish, Japanese
const topLevel: ReadonlyArray<readonly [number, string, string, string, string, string]> = [
  [6000, "Business", "Wirtschaft", "Professionnel", "Negocios", "ビジネス"],
  [6001, "Weather", "Wetter", "Météo", "Tiempo", "天気"],
  [6002, "Utilities", "Dienstprogramme", "Utilitaires", "Utilidades", "ユーティリティ"],
  [6003, "Travel", "Reisen", "Voyages", "Viajes", "旅行"],
  [6004, "Sports", "Sport", "Sports", "Deportes", "スポーツ"],
  [6005, "Social Networking", "Soziale Netze", "Réseaux sociaux", "Redes sociales", "ソーシャルネットワーキング"],
  [6006, "Reference", "Nachschlagewerke", "Référence", "Referencia", "辞書/辞典/その他"],
  [6007, "Productivity", "Produktivität", "Productivité", "Productividad", "仕事効率化"],
  [6008, "Photo & Video", "Foto und Video", "Photo et vidéo", "Foto y vídeo", "写真/ビデオ"],
  [6009, "News", "Nachrichten", "Actualités", "Noticias", "ニュース"],
  [6010, "Navigation", "Navigation", "Navigation", "Navegación", "ナビゲーション"],
  [6011, "Music", "Musik", "Musique", "Música", "ミュージック"],
  [6012, "Lifestyle", "Lifestyle", "Style de vie", "Estilo de vida", "ライフスタイル"],
  [
    6013,
    "Health & Fitness",
    "Gesundheit und Fitness",
    "Forme et santé",
    "Salud y forma física",
    "ヘルスケア/フィットネス"
  ],
  [6014, "Games", "Spiele", "Jeux", "Juegos", "ゲーム"],
  [6015, "Finance", "Finanzen", "Finance", "Finanzas", "ファイナンス"],
  [6016, "Entertainment", "Unterhaltung", "Divertissement", "Entretenimiento", "エンターテインメント"],
  [6017, "Education", "Bildung", "Éducation", "Educación", "教育"],
  [6018, "Books", "Bücher", "Livres", "Libros", "ブック"],
  [6020, "Medical", "Medizin", "Médecine", "Medicina", "メディカル"],
  [
    6021,
    "Magazines & Newspapers",
    "Zeitungen und Zeitschriften",
    "Magazines et journaux",
    "Revistas y periódicos",
    "雑誌/新聞"
  ],
  [6022, "Catalogs", "Kataloge", "Catalogues", "Catálogos", "カタログ"],
  [6023, "Food & Drink", "Essen und Trinken", "Cuisine et boissons", "Comida y bebida", "フード/ドリンク"],
  [6024, "Shopping", "Shopping", "Shopping", "Compras", "ショッピング"],
  [
    6026,
    "Developer Tools",
    "Entwickler-Tools",
    "Outils de développement",
    "Herramientas para desarrolladores",
    "開発ツール"
  ],
  [6027, "Graphics & Design", "Grafik und Design", "Graphisme et design", "Gráficos y diseño", "グラフィック/デザイン"],
  [6061, "Kids", "Kinder", "Enfants", "Niños", "子ども向け"]
]

const gameGenres: ReadonlyArray<readonly [number, string]> = [
  [7001, "Action"],
  [7002, "Adventure"],
  [7003, "Casual"],
  [7004, "Board"],
  [7005, "Card"],
  [7006, "Casino"],
  [7007, "Dice"],
  [7008, "Educational"],
  [7009, "Family"],
  [7011, "Music"],
  [7012, "Puzzle"],
  [7013, "Racing"],
  [7014, "Role Playing"],
  [7015, "Simulation"],
  [7016, "Sports"],
  [7017, "Strategy"],
  [7018, "Trivia"],
  [7019, "Word"]
]

export const genres: ReadonlyArray<Genre> = [
  { id: 36, name: "App Store", parent: undefined, localized: {} },
  ...topLevel.map(([id, name, de, fr, es, ja]) => ({ id, name, parent: 36, localized: { de, fr, es, ja } })),
  ...gameGenres.map(([id, name]) => ({ id, name, parent: gamesGenreId, localized: {} }))
]

const byId = new Map(genres.map((genre) => [genre.id, genre]))

export const genreOf = (id: number): Genre | undefined => byId.get(id)

export const genreName = (id: number, language: string): string => {
  const genre = byId.get(id)
  return genre?.localized[language] ?? genre?.name ?? String(id)
}

/** Finds a genre by the short names under which chart archives keep it: `photo-video`, `game-rpg`, `6014`. */
export const genreFromSlug = (slug: string): number | undefined => {
  if (/^\d+$/.test(slug)) return byId.has(Number(slug)) ? Number(slug) : undefined
  return slugs.get(slugOf(slug))
}

const slugs = new Map<string, number>([
  ["all", 36],
  ["game", gamesGenreId],
  ["game-rpg", 7014],
  ["game-arcade", 7003],
  ...topLevel.map(([id, name]) => [slugOf(name), id] as const),
  ...gameGenres.map(([id, name]) => [`game-${slugOf(name)}`, id] as const)
])

/** Every slug with its genre, longest first, for looking one up inside a longer name. */
export const genreSlugs: ReadonlyArray<readonly [string, number]> = [...slugs].sort((a, b) => b[0].length - a[0].length)
