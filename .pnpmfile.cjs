const readPackage = (manifest) => {
  const { dependencies = {}, devDependencies = {}, name = "" } = manifest
  // A plugin that asks for nothing but its peers takes them from the root, so that a new one needs no line in the lockfile.
  const own = Object.keys({ ...dependencies, ...devDependencies })
  if (name.startsWith("@storeglass/") && own.length === 0) delete manifest.peerDependencies
  // It may use what the root develops with, and would take it into what is deployed.
  if (name === "better-auth") {
    delete manifest.peerDependencies
    delete manifest.peerDependenciesMeta
  }
  return manifest
}

module.exports = { hooks: { readPackage } }
