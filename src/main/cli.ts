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
  const takeDrugsWorker = process.argv.includes('drugs') ? preloadDrugsWorker(entry) : () => null
  const { startCli } = await import('./compose/start/startCli.ts')
  await startCli(entry, takeDrugsWorker)
}

export {}
