export { type BuiltFile, type BuiltPage, builtPage } from "./builtPage.ts"
export { accountReads, firstReads, fixedOf, overviewReads, withQuery } from "./firstReads.ts"
export { type PageOptions, pageHtml } from "./pageHtml.ts"
