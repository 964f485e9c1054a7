import { asDocumented, InvalidInput, NotFound, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { AccountConfig } from "../config.ts"
import { reading, sessionRoute } from "../dashboard.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { Catalogue, catalogue, operationShapes, Query, Shapes } from "./catalogue.ts"
import { dashboardFile, dashboardPage } from "./files.ts"
import { picture } from "./picture.ts"

const pages = [
  ["dashboard", "/dashboard"],
  ["dashboardPage", "/dashboard/:page"],
  ["dashboardItem", "/dashboard/:page/:item"],
  ["dashboardPart", "/dashboard/:page/:item/:part"]
] as const

const open = { access: "public", price: 0, tool: false, method: "GET", answers: { kind: "file" } } as const

/** The dashboard: its page, the files that it's made of, and what its panels and explorer are drawn by. */
export const dashboardPages = (config: AccountConfig) => [
  ...pages.map(([id, path]) =>
    rawRoute({
      ...open,
      id,
      path,
      errors: [NotFound, ServiceUnavailable],
      summary: "The dashboard",
      description: "One document for all its pages; it asks the session routes for what it shows.",
      handler: dashboardPage(config)
    })
  ),
  rawRoute({
    ...open,
    id: "dashboardFile",
    path: "/dashboard/assets/:file",
    query: [],
    errors: [NotFound, ServiceUnavailable],
    summary: "A script or style of the dashboard",
    description: "Its name has the hash of what is in it, so it never changes.",
    handler: dashboardFile
  }),
  jsonRoute({
    ...sessionRoute,
    whileClosed: true,
    id: "catalogue",
    method: "GET",
    path: "/dashboard/api/catalogue",
    query: Query,
    answer: Catalogue,
    errors: [...reading, InvalidInput],
    summary: "What the pages are drawn by",
    description:
      "The operations that are enabled here with their prices and views, the panels of the plugins, and what the panels say in `language`.",
    handler: ({ query }) => Effect.flatMap(query, (asked) => asDocumented(catalogue(asked)))
  }),
  jsonRoute({
    ...sessionRoute,
    id: "operationShapes",
    method: "GET",
    path: "/dashboard/api/catalogue/:id",
    answer: Shapes,
    errors: [...reading, NotFound],
    summary: "What an operation asks for",
    description: "Its parameters and body as JSON Schema, and its errors, for a form.",
    handler: () => operationShapes
  }),
  rawRoute({
    ...sessionRoute,
    id: "picture",
    method: "GET",
    path: "/dashboard/api/picture",
    query: ["url", "size"],
    answers: { kind: "file" },
    errors: [...reading, InvalidInput, NotFound],
    summary: "A picture of a store",
    description:
      "By its address, in about 64, 128 or 512 pixels where the store offers sizes: PNG, JPEG or WebP of at most 2 MiB. Stores don't learn who looks.",
    handler: picture
  })
]
