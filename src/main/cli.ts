/** The first with all that is used here: SQLite, and what the build makes of imports. */
const minNodeMajor = 24

if (Number.parseInt(process.versions.node, 10) < minNodeMajor) {
  const { reportOldNode } = await import('./unsupportedNode.ts')
  reportOldNode()
} else {
  // Before the rest is loaded, which then need not be compiled.
  const { prepareEntry } = await import('./compileCache.ts')
  const entry = prepareEntry(import.meta)
  const { startCli } = await import('./startCli.ts')
  await startCli(entry)
}

export {}
