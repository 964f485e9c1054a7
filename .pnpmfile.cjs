// A plugin that asks for nothing but its peers takes them from the root, so that a new one needs no line in the lockfile.
const readPackage = (manifest) => {
  const { dependencies = {}, devDependencies = {}, name = "" } = manifest
  const own = Object.keys({ ...dependencies, ...devDependencies })
  if (name.startsWith("@storeglass/") && own.length === 0) delete manifest.peerDependencies
  return manifest
}

module.exports = { hooks: { readPackage } }
