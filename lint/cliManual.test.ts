import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from '../src/main/hosts/cli/commands.ts'
import { formatManual } from '../src/main/hosts/cli/program/manual.ts'

it('docs/cli.md matches the commands; "npm run docs:cli" generates it', () => {
  const manual = readFileSync(join(import.meta.dirname, '../docs/cli.md'), 'utf8').replaceAll('\r\n', '\n')
  expect(manual).toBe(formatManual(commands))
})
