import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFileFolder } from '../../../testing/newFolder.ts'
import { runInProcess } from '../../../testing/processes/runInProcess.ts'

const folder = newFileFolder()
beforeAll(async () => {
  await writeFile(join(folder, 'cohort 1.csv'), '')
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await runInProcess(['completion', shell])
    await writeFile(join(folder, `script.${shell}`), stdout)
  }
})

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** The arguments and the script that make each shell print its completions of the last word, one per line. */
const askers: Record<string, (typed: string[]) => { args: string[]; input: string }> = {
  bash: (typed) => ({
    args: ['--norc'],
    input: `source script.bash
COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_pathclock; printf '%s\\n' "\${COMPREPLY[@]}"`,
  }),
  // Stubs of the functions of zsh's completion system, which exist only at a prompt.
  zsh: (typed) => ({
    args: ['-f'],
    input: `compdef() { }
_describe() { print -rl -- "\${(@M)\${(@)found%%:*}:#$words[CURRENT]*}" }
_files() { [[ $1 == -/ ]] || print -rl -- $words[CURRENT]*(N) }
source ./script.zsh
words=(${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=$#words; _pathclock`,
  }),
  fish: (typed) => ({
    args: ['--no-config'],
    input: `source script.fish; complete -C '${typed.join(' ')}' | string replace -r '\\t.*' '' | string unescape`,
  }),
}

function completed(shell: string, ...words: string[]): string[] {
  const { args = [], input = '' } = askers[shell]?.(['pathclock', ...words]) ?? {}
  const { stdout, stderr } = spawnSync(shell, [...args, '-c', input], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean).sort()
}

describe.each(['bash', 'zsh', 'fish'])('the completion script for %s', (shell) => {
  // A machine without the shell cannot run its script.
  it.skipIf(!isInstalled(shell))('completes commands, options, their values and files', () => {
    expect(completed(shell, 'sam')).toEqual(['samples'])
    expect(completed(shell, '--data', 'samples', 'dr')).toEqual(['drugs'])
    expect(completed(shell, 'samples', '--json', 'im')).toEqual(['import'])
    expect(completed(shell, 'samples', 'import', '--map')).toEqual(['--map', '--mapping'])
    expect(completed(shell, 'samples', 'import', '--serv')).toEqual(['--service'])
    expect(completed(shell, 'samples', 'list', '--order', '')).toEqual(['asc', 'desc'])
    expect(completed(shell, 'export', 'rep')).toEqual(['report'])
    expect(completed(shell, 'export', 'results', '--format', 'x')).toEqual(['xlsx'])
    expect(completed(shell, 'samples', 'import', 'coh')).toEqual(['cohort 1.csv'])
    expect(completed(shell, 'check', '--out', 'coh')).toEqual(['cohort 1.csv'])
    expect(completed(shell, 'demo', '--dir', 'coh')).toEqual([])
    expect(completed(shell, 'drugs', 'search', 'coh')).toEqual([])
  })
})

it('an unknown shell is wrong usage, and with --json the script is one line', async () => {
  const wrong = await runInProcess(['completion', 'csh'])
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
  expect(wrong.stderr).toContain('SHELL must be one of bash, zsh, fish, not "csh".')
  const { lines } = await runInProcess(['completion', 'bash', '--json'])
  expect(lines).toEqual([{ type: 'summary', shell: 'bash', script: expect.stringContaining('complete -F') }])
})
