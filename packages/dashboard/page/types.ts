/** JSON of no shape in particular. */
export type Json = Readonly<Record<string, unknown>>
