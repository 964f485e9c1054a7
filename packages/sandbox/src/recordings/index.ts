export { otherFiles, type RecordedFile, readFiles } from "./files.ts"
export * from "./json.ts"
