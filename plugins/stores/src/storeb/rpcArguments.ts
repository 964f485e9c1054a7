/**
 * What the endpoint is asked, as data. The store's own pages ask it like this; the numbers are the vendor's names of
 * fields and say nothing by themselves. They change with its releases: an answer that refuses them is `drift`, and the
 * new ones are read from a browser's requests.
 */
export interface RpcCall {
  readonly rpcId: string
  readonly argument: unknown
  readonly tag: string
}

const nulls = (count: number): ReadonlyArray<null> => Array.from({ length: count }, () => null)

/** Kinds of things that may be listed, with the fields wanted of each. The first are apps. */
const fieldsByKind: ReadonlyArray<readonly [kind: number, fields: ReadonlyArray<number>]> = [
  [7, [1, 73, 96, 103, 97, 58, 50, 92, 52, 112, 69, 19, 31, 101, 123, 74, 49, 80, 38, 20, 10, 14, 79, 43, 42, 139]],
  [9, [1, 7, 9, 24, 12, 31, 5, 15, 27, 8, 13, 10]],
  [17, [1, 7, 9, 25, 13, 31, 5, 41, 27, 8, 14, 10]],
  [10, [1, 7, 6, 9]],
  [1, [1, 5, 14, 38, 19, 29, 34, 4, 12, 11, 6, 30, 43, 40, 42, 16, 10, 7]],
  [4, [1, 3, 5, 4, 7, 6, 11, 19, 21, 17, 15, 12, 16, 20]],
  [3, [1, 5, 14, 4, 10, 17]],
  [2, [1, 5, 7, 4, 13, 16, 12, 18]]
]

/** Where on a page a thing may be shown. */
const places = [
  1, 31, 104, 9, 8, 27, 12, 65, 110, 88, 11, 56, 55, 96, 10, 122, 72, 71, 64, 113, 139, 150, 169, 165, 151, 163, 32, 16,
  108, 100
]

/** Kinds of clusters that a list may come in. */
const clusters = [
  64, 1, 195, 71, 8, 72, 9, 10, 11, 139, 12, 16, 145, 148, 150, 151, 152, 27, 30, 31, 96, 32, 34, 163, 100, 165, 104,
  169, 108, 110, 113, 55, 56, 57, 122
]

const anything = [null, []]
const listOptions = [
  [[true], null, [anything], ...nulls(4), [null, 2], ...nulls(6), [1], ...nulls(7), [1]],
  [null, [anything]],
  [null, [anything], null, [true]],
  [null, [anything]],
  ...nulls(4),
  [[anything]],
  [[anything]]
]

export type Collection = "topselling_free" | "topselling_paid" | "topgrossing"

/** A chart: `category` is `APPLICATION` for all apps, or a genre's id. */
export const chartCall = (collection: Collection, category: string, limit: number): RpcCall => ({
  rpcId: "vyAe2",
  argument: [
    [
      null,
      [
        [8, [20, limit]],
        true,
        null,
        clusters,
        [
          null,
          null,
          listOptions,
          [fieldsByKind.flatMap(([kind, fields]) => places.map((place) => [[kind, place], [fields]]))]
        ],
        null,
        null,
        [[[1, 2], [10, 8, 9], [], []]]
      ],
      [2, collection, category]
    ]
  ],
  tag: "generic"
})

/** 1: most helpful, 2: newest, 3: most stars. */
export type ReviewOrder = 1 | 2 | 3

/** Reviews of an app; `stars` null: of any number. The token is what the answer before gave. */
export const reviewsCall = (
  appId: string,
  order: ReviewOrder,
  stars: number | null,
  count: number,
  token: string | null
): RpcCall => ({
  rpcId: "UsvDTd",
  argument: [null, null, [2, order, [count, null, token], null, stars === null ? [] : [null, stars]], [appId, 7]],
  tag: "generic"
})

export const suggestionsCall = (prefix: string): RpcCall => ({
  rpcId: "IJ4APc",
  argument: [[null, [prefix], [10], [2], 4]],
  tag: "generic"
})

export const permissionsCall = (appId: string): RpcCall => ({
  rpcId: "xdSrCf",
  argument: [[null, [appId, 7], []]],
  tag: "1"
})
