// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind } from "../operation.ts"

export interface Operations {
}

export const operations = (bind: Bind): Operations => ({

})

/** What to do about each error code. */
export const retryAdvice = {  } as const
