import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtinsWithoutCopies } from '../build/mainChunks.ts'
import { contract } from '../src/shared/contract/contract.ts'
import { methodNames } from '../src/shared/contract/methodNames.ts'

const main = resolve(import.meta.dirname, '../src/main')
const statement = /^(?:import|export) (?!type )(?:([^'";]*?) from )?'([^']+)'/gm
/** `{ type A, type B }` is gone when it is built. */
const isTypesOnly = (names: string): boolean =>
  /^\{[^}]+\}$/.test(names) &&
  names
    .slice(1, -1)
    .split(',')
    .every((name) => /^\s*(?:type |$)/.test(name))

/** What is loaded with a module, whether or not anybody needs it: files, and packages and modules of Node by name. */
function loadedWith(entry: string): { files: Set<string>; others: Set<string> } {
  const files = new Set([join(main, entry)])
  const others = new Set<string>()
  for (const file of files)
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
      if (isTypesOnly(names)) continue
      if (from.startsWith('.')) files.add(join(dirname(file), from))
      else others.add(from)
    }
  return { files, others }
}

const packagesOf = (entry: string) =>
  [...loadedWith(entry).others].filter((name) => !name.startsWith('node:')).toSorted()

describe('what a start loads', () => {
  it.each([
    ['cli.ts', []],
    ['headless.ts', []],
    ['startHeadless.ts', ['zod']],
    ['startCli.ts', ['zod']],
    ['compose.ts', ['jose', 'kysely', 'pino', 'zod']],
    ['drugsWorker.ts', ['kysely', 'zod']],
  ])('%s brings no package but these: %j', (entry, packages) => {
    expect(packagesOf(entry)).toEqual(packages)
  })

  it.each(['cli.ts', 'headless.ts'])('%s keeps what is compiled before it loads the rest', (entry) => {
    const { files } = loadedWith(entry)
    expect([...files].every((file) => existsSync(file))).toBe(true)
    expect(files.size).toBeLessThan(5)
  })

  it('copies nothing of the servers of Node, which bring all of fetch', () => {
    const served = ['compose.ts', 'startCli.ts', 'startHeadless.ts', 'drugsWorker.ts'].flatMap((entry) => [
      ...loadedWith(entry).others,
    ])
    expect(served).not.toContain('node:http')
    expect(served).not.toContain('node:https')
  })

  it('makes the schema of a call when it is asked for, and once', () => {
    for (const method of methodNames) {
      expect(Object.getOwnPropertyDescriptor(contract[method], 'input')?.get, method).toBeTypeOf('function')
      expect(contract[method].input).toBe(contract[method].input)
    }
  })

  it('takes the modules of Node in whatever way they are imported', () => {
    const { renderChunk } = builtinsWithoutCopies as unknown as {
      renderChunk(code: string): { code: string }
    }
    const taken = (code: string) => renderChunk(code).code
    expect(taken('import tls from "node:tls";')).toBe('const tls = process.getBuiltinModule("node:tls");')
    expect(taken('import { join, sep as bar } from "node:path";')).toBe(
      'const { join, sep: bar } = process.getBuiltinModule("node:path");',
    )
    expect(taken('import fs, { open } from "node:fs/promises";')).toBe(
      'const fs = process.getBuiltinModule("node:fs/promises"); const { open } = process.getBuiltinModule("node:fs/promises");',
    )
    const others = 'import { t } from "./chunks/a.js";\nimport { app } from "electron";\nimport "node:fs";'
    expect(taken(others)).toBe(others)
  })
})
