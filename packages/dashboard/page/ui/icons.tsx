const paths = {
  overview: "M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z",
  usage: "M4 20V10M10 20V4M16 20v-8M22 20H2",
  requests: "M4 6h16M4 12h16M4 18h10",
  explorer: "M8 6l-6 6 6 6M16 6l6 6-6 6",
  apps: "M5 4h5v5H5zM14 4h5v5h-5zM5 15h5v5H5zM14 15h5v5h-5z",
  keywords: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM20 20l-4-4",
  connections: "M9 15l6-6M7 12l-2 2a4 4 0 0 0 6 6l2-2M17 12l2-2a4 4 0 0 0-6-6l-2 2",
  alerts: "M6 17h12l-1.5-2V10a4.5 4.5 0 0 0-9 0v5zM10 20h4",
  reports: "M6 3h9l4 4v14H6zM9 12h7M9 16h7M14 3v5h5",
  keys: "M8 12a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM11 13l9-9M16 8l3 3",
  team: "M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 15a6 6 0 0 1 3.5 5",
  plan: "M3 6h18v12H3zM3 10h18M7 15h4",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  admin: "M12 3l8 3v6c0 5-3.5 8-8 9c-4.5-1-8-4-8-9V6z",
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM20 20l-4-4",
  theme: "M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8z",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5L5 19",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M4 12.5l5 5L20 6.5",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  warning: "M12 4l9 16H3zM12 10v4M12 17.5v.5",
  info: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 11v5M12 8v.5",
  refresh: "M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6",
  upload: "M12 16V5M7 9l5-5 5 5M4 16v4h16v-4",
  download: "M12 4v11M7 11l5 5 5-5M4 16v4h16v-4",
  plus: "M12 5v14M5 12h14",
  play: "M7 5l12 7-12 7z",
  pin: "M9 4h6l-1 6l3 3v2H7v-2l3-3zM12 15v6",
  docs: "M5 4h6a3 3 0 0 1 3 3v13a2 2 0 0 0-2-2H5zM19 4h-2a3 3 0 0 0-3 3v13a2 2 0 0 1 2-2h3z"
} as const

export type IconName = keyof typeof paths

/** Beside words, or in a button that has a label: an icon says nothing by itself. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="flex-none"
  >
    <path d={paths[name]} />
  </svg>
)

export const Logo = () => (
  <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" className="flex-none text-accent">
    <circle cx="14" cy="14" r="9" fill="none" stroke="currentColor" strokeWidth="4" />
    <path d="M21 21l8 8" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
  </svg>
)
