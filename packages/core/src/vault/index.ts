export { coreSealedColumns, type Rotation, rotateVault, undeclaredSealed } from "./rotate.ts"
export { VaultLive, VaultMisconfigured } from "./Vault.ts"
export { generateVaultKey, type VaultKey, type VaultKeys } from "./VaultKey.ts"
export { loadVaultKeys, VaultKeyFileError } from "./VaultKeyFile.ts"
