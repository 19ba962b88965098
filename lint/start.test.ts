import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseAst } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lazySchema } from '../build/lazySchema.ts'
import { builtinsWithoutCopies, chunksOfStart } from '../build/mainChunks.ts'
import { schemasAreLazy } from '../build/schemas.ts'
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

/** Returns all that is loaded with a module, used or not: files, packages and Node modules by name. */
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

const out = resolve(import.meta.dirname, '../out/main')
const builtImport = /^(?:import|export) (?:[^"';]*? from )?"(\.[^"]+)"/gm
const chunkName = (file: string): string => basename(file, '.js').replace(/-[\w-]{8}$/, '')

/** The files that a file of the build brings: its entries by their name, other parts by that of their chunk. */
function builtWith(name: string): { chunks: string[]; kb: number } {
  const found = ['', 'chunks', 'threads']
    .flatMap((folder) => readdirSync(join(out, folder)).map((file) => join(out, folder, file)))
    .filter((file) => chunkName(file) === name)
  if (found.length === 0) throw new Error(`The build has no ${name}.`)
  const files = new Set(found)
  for (const file of files)
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(builtImport))
      files.add(join(dirname(file), from))
  const bytes = [...files].reduce((sum, file) => sum + statSync(file).size, 0)
  return { chunks: [...files].slice(found.length).map(chunkName).toSorted(), kb: bytes / 1000 }
}

describe('the built app', () => {
  beforeAll(() => {
    if (!existsSync(join(out, 'index.js')))
      throw new Error('There is no build to look at: run `npm run build` first.')
  })

  it.each([
    ['index', 20],
    ['compileCache', 10],
  ])('%s keeps what is compiled before it loads the rest: at most %i kB', (entry, maxKb) => {
    const { chunks, kb } = builtWith(entry)
    expect(chunks).toContain('first')
    expect(chunks).not.toContain('schemas')
    expect(kb).toBeLessThan(maxKb)
  })

  it.each(['cli', 'headless'])('%s brings nothing that an older Node could not load', (entry) =>
    expect(builtWith(entry).chunks).toEqual([]),
  )

  it.each(['startCli', 'startHeadless', 'host', 'keychainHelper'])('%s brings no services', (part) => {
    const { chunks } = builtWith(part)
    expect(chunks).not.toContain('services')
    expect(chunks).not.toContain('shared')
  })

  it('gives the process with the secrets nothing but the schema of its messages', () => {
    expect(builtWith('keychainHelper').chunks).toEqual(['runScript', 'schemas'])
  })

  it.each(['drugsWorker', 'csvWorker', 'journalWorker', 'analysesWorker', 'exportWorker', 'figuresWorker'])(
    '%s brings neither the services nor what the hosts begin with',
    (thread) => {
      const { chunks } = builtWith(thread)
      expect(chunks).toContain('schemas')
      expect(chunks).not.toContain('services')
      expect(chunks).not.toContain('hosts')
    },
  )

  it('reads seven modules for the services, four of which are run as scripts', () => {
    const { chunks } = builtWith('composeApp')
    expect(chunks).toEqual(['first', 'hosts', 'kept', 'runScript', 'schemas', 'services', 'shared'])
  })

  it('is not divided by the names of modules that the build does not have', () => {
    const names = {
      entries: ['C:\\src\\index.ts'],
      headless: [],
      keychainHelper: 'k',
      drugsThread: 'd',
      hosts: ['h'],
      otherThreads: ['o'],
    }
    const [group] = chunksOfStart({ services: 's', ...names }).groups
    expect(() => group?.name('x', { getModuleInfo: () => null })).toThrow('no module C:\\src\\index.ts')
  })
})

describe('a start of the app', () => {
  it.each([
    ['cli.ts', []],
    ['headless.ts', []],
    ['compose/start/startHeadless.ts', []],
    ['compose/start/startCli.ts', ['commander', 'zod']],
    ['compose/composeApp.ts', ['jose', 'kysely', 'zod']],
    ['threads/drugsWorker.ts', ['kysely', 'zod']],
  ])('%s brings no package but these: %j', (entry, packages) => {
    expect(packagesOf(entry)).toEqual(packages)
  })

  it.each(['cli.ts', 'headless.ts'])('%s keeps what is compiled before it loads the rest', (entry) => {
    const { files } = loadedWith(entry)
    expect([...files].every((file) => existsSync(file))).toBe(true)
    expect(files.size).toBeLessThan(5)
  })

  it('copies nothing of the servers of Node, which bring all of fetch', () => {
    const served = [
      'compose/composeApp.ts',
      'compose/start/startCli.ts',
      'compose/start/startHeadless.ts',
      'threads/drugsWorker.ts',
    ].flatMap((entry) => [...loadedWith(entry).others])
    expect(served).not.toContain('node:http')
    expect(served).not.toContain('node:https')
  })

  it('makes the schema of a call when it is requested, and once', () => {
    for (const method of methodNames) {
      expect(Object.getOwnPropertyDescriptor(contract[method], 'input')?.get, method).toBeTypeOf('function')
      expect(contract[method].input).toBe(contract[method].input)
    }
  })

  it('makes a schema when it is first used, also as a part of another', () => {
    let made = 0
    const name = lazySchema(() => {
      made++
      return z.enum(['a', 'b'])
    })
    const whole = lazySchema(() => z.object({ name, other: name.optional() }).strict())
    expect(made).toBe(0)
    expect(whole.parse({ name: 'a' })).toEqual({ name: 'a' })
    expect(whole.safeParse({ name: 'c', more: 1 }).error?.issues.map(({ code }) => code)).toEqual(
      z
        .object({ name: z.enum(['a', 'b']) })
        .strict()
        .safeParse({ name: 'c', more: 1 })
        .error?.issues.map(({ code }) => code),
    )
    expect(name.options).toEqual(['a', 'b'])
    expect(name).toBeInstanceOf(z.ZodEnum)
    expect(made).toBe(1)
  })

  it('puts off what makes a schema in the build, and nothing else', () => {
    const transform = schemasAreLazy('/lazySchema.ts').transform as unknown as (
      this: { parse(code: string): unknown },
      code: string,
      id: string,
    ) => { code: string } | undefined
    const put = (code: string, id = '/src/shared/a.ts') =>
      transform
        .call({ parse: parseAst }, `import { z } from 'zod'\n${code}`, id)
        ?.code.split('\n')
        .slice(2)
        .join('\n')
    const lazily = (schema: string) => `/* @__PURE__ */ lazySchema(() => ${schema})`
    expect(put("export const a = z.enum(['x']), b = a.optional()")).toBe(
      `export const a = ${lazily("z.enum(['x'])")}, b = ${lazily('a.optional()')}`,
    )
    expect(put('const text = (max) => z.string().max(max)\nconst c = text(3)')).toBe(
      `const text = (max) => z.string().max(max)\nconst c = ${lazily('text(3)')}`,
    )
    for (const code of [
      'const d = aSchema.parse({})',
      "const e = z.enum(['x']).options.map(String)",
      'const f = other(1)',
    ])
      expect(put(code), code).toBeUndefined()
    expect(put('const a = z.string()', '/node_modules/a.js')).toBeUndefined()
  })

  it('takes the modules of Node in whatever way they are imported', () => {
    const { renderChunk } = builtinsWithoutCopies as unknown as {
      renderChunk(code: string): { code: string }
    }
    const rendered = (code: string) => renderChunk(code).code
    expect(rendered('import tls from "node:tls";')).toBe('const tls = process.getBuiltinModule("node:tls");')
    expect(rendered('import { join, sep as bar } from "node:path";')).toBe(
      'const { join, sep: bar } = process.getBuiltinModule("node:path");',
    )
    expect(rendered('import fs, { open } from "node:fs/promises";')).toBe(
      'const fs = process.getBuiltinModule("node:fs/promises"); const { open } = process.getBuiltinModule("node:fs/promises");',
    )
    expect(rendered('import { fork, spawn as start } from "node:child_process";')).toBe(
      'let node_child_process; const fork = (...given) => (node_child_process ??= process.getBuiltinModule("node:child_process")).fork(...given); const start = (...given) => (node_child_process ??= process.getBuiltinModule("node:child_process")).spawn(...given);',
    )
    expect(rendered('import { execFile } from "node:child_process";')).toBe(
      'const { execFile } = process.getBuiltinModule("node:child_process");',
    )
    const others = 'import { t } from "./chunks/a.js";\nimport { app } from "electron";\nimport "node:fs";'
    expect(rendered(others)).toBe(others)
  })
})
