export { print, table } from "@storeglass/plugin-api/cli"
