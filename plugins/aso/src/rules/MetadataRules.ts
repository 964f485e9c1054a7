import { Layer } from "effect"
import type { AsoConfig } from "../config.ts"
import { MetadataRules } from "../contract.ts"
import { checkMetadata, rulesModel } from "./check.ts"

export const metadataRules = ({ houseRules }: AsoConfig) =>
  Layer.succeed(MetadataRules, {
    model: rulesModel,
    check: (metadata, known = {}) => checkMetadata(metadata, { ...known, houseRules })
  })
