/** What other plugins may import of stores: the stores, and what every plugin over them says and asks alike. */
export * from "./AppStore.ts"
export * from "./answers.ts"
export * from "./asked.ts"
export * from "./counted.ts"
export * from "./failures.ts"
export * from "./parameters.ts"
export * from "./screenshots.ts"
export * from "./storefrontLanguage.ts"
