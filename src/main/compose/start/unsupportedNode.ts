/** Reports that this Node is too old. Imports nothing, since built imports of Node's modules need a newer one. */
export function reportOldNode(): void {
  const message = `Pathclock needs Node 24 or later, and this is Node ${process.versions.node}. Install Node 24, or in a checkout run it as: npm run --silent pathclock -- ARGS`
  process.stderr.write(`pathclock: ${message}\n`)
  if (process.argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ type: 'error', code: 'usage', message, details: {} })}\n`)
  process.exitCode = 2
}
