// Made by `npm run generate` from the declarations of the plugins. Do not edit.

/** The codes of the gateway's errors. */
export type ErrorCode = never
