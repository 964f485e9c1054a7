export { type BuiltFile, type BuiltPage, builtPage } from "./builtPage.ts"
export { firstReads, overviewReads } from "./firstReads.ts"
export { type PageOptions, pageHtml } from "./pageHtml.ts"
