import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Runs an entry in a process that reports an older Node version. */
function underNode20(entry: string, ...args: string[]) {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...preload, join(import.meta.dirname, entry), ...args],
    { encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

it.each(['../../cli.ts', '../../headless.ts'])(
  '%s reports an unsupported Node version in one sentence',
  (entry) => {
    const { status, stdout, stderr } = underNode20(entry)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^pathclock: Pathclock needs Node 24 or later, and this is Node 20\.20\.2\. .*\n$/)
  },
)

it('prints the error as a JSON line for scripts', () => {
  const { stdout } = underNode20('../../cli.ts', 'whoami', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ type: 'error', code: 'usage', details: {} })
})
