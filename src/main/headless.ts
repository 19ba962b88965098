/** The first with all that is used here: SQLite, and what the build makes of imports. */
const leastNode = 24

if (Number.parseInt(process.versions.node, 10) < leastNode) {
  const { refuseOldNode } = await import('./oldNode.ts')
  refuseOldNode()
} else {
  // Before the rest is loaded, which then need not be compiled.
  const { prepareEntry } = await import('./keepCompiled.ts')
  const entry = prepareEntry(import.meta)
  const { startHeadless } = await import('./startHeadless.ts')
  startHeadless(entry)
}

export {}
