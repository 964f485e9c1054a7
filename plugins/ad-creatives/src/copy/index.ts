export { checkClaims } from "./check.ts"
export { callsToAction } from "./frames.ts"
export { languageOf } from "./language.ts"
export { angleOf, anglesOf, audienceOf, keyPointsOf } from "./points.ts"
export { copyInstructions, copySchema, type ImagePromptInput, imagePromptOf } from "./prompts.ts"
export { hasStoreName, lintText } from "./stores.ts"
export {
  type Brief,
  type Check,
  type CheckKind,
  type Copy,
  type CopyField,
  checkActions,
  checkKinds,
  copyFields,
  copyLimits,
  type KeyPoint,
  type Listing,
  type Style,
  styles
} from "./types.ts"
export { writeCopy } from "./write.ts"
