export { checkClaims } from "./check.ts"
export { callsToAction } from "./frames.ts"
export { languageOf } from "./language.ts"
export { angleOf, audienceOf, keyPointsOf } from "./points.ts"
export { copyInstructions, copySchema, type ImagePromptInput, imagePromptOf } from "./prompts.ts"
export { hasStoreName } from "./stores.ts"
export {
  type Brief,
  type Check,
  type CheckKind,
  type Copy,
  type CopyField,
  copyFields,
  copyLimits,
  type KeyPoint,
  type Listing,
  type Style,
  styles
} from "./types.ts"
export { writeCopy } from "./write.ts"
