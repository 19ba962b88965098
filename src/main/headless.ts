/** The first with all that is used here: SQLite, and what the build makes of imports. */
const minNodeMajor = 24

if (Number.parseInt(process.versions.node, 10) < minNodeMajor) {
  const { reportOldNode } = await import('./compose/start/unsupportedNode.ts')
  reportOldNode()
} else {
  // Before the rest is loaded, which then need not be compiled.
  const { prepareEntry } = await import('./compose/start/compileCache.ts')
  const entry = prepareEntry(import.meta)
  const { preloadDrugsWorker } = await import('./compose/start/preloadDrugsWorker.ts')
  const takeDrugsWorker = preloadDrugsWorker(entry)
  const { startHeadless } = await import('./compose/start/startHeadless.ts')
  startHeadless(entry, takeDrugsWorker)
}

export {}
