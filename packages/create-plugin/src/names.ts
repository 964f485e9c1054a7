/** Why no plugin was written: a sentence for whoever asked, with the fix. */
export class ScaffoldError extends Error {}

const lengthMax = 32
const reserved: Readonly<Record<string, string>> = {
  core: "is the name of the core",
  system: "is the name of the gateway's own routes"
}

/** What is wrong with a plugin id; undefined when it is good. */
export const wrongWithId = (id: string): string | undefined => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    const suggestion = suggest(id)
    return `isn't a plugin id; use lowercase letters, digits and single hyphens, starting with a letter, as in ad-library${
      suggestion === "" || suggestion === id ? "" : `; try '${suggestion}'`
    }`
  }
  if (id.length > lengthMax) return `is too long: at most ${lengthMax} characters`
  const why = Object.hasOwn(reserved, id) ? reserved[id] : undefined
  return why === undefined ? undefined : `${why}; use another`
}

const suggest = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** `ad-library` as `AdLibrary`. */
export const pascalCase = (id: string) => id.split("-").map(capital).join("")

/** `ad-library` as `adLibrary`. */
export const camelCase = (id: string) => {
  const name = pascalCase(id)
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}
