export { type CreatedPlugin, createPluginInCheckout, createPluginPackage, isCheckout } from "./createPlugin.ts"
export { ScaffoldError, wrongWithId } from "./names.ts"
