export { type BuiltFile, type BuiltPage, builtPage } from "./builtPage.ts"
export { type PageOptions, pageHtml } from "./pageHtml.ts"
