import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parseAst } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toScript } from '../build/scriptsOfChunks.ts'

const run = promisify(execFile)
const convert = (code: string) =>
  toScript(code, parseAst(code).body as unknown as Parameters<typeof toScript>[1], 'part.script.js')

describe('a chunk that is run as a script', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pathclock-script-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const code = `import { two as zwei } from "./other.js"
function add(n) { return n + zwei }
const later = async () => (await import("./other.js")).two
const place = import.meta.url
export { add as a, later, place }`

  /**
   * Runs in its own process with its compile cache in the folder. Returns the printed output and the stored scripts.
   */
  async function start() {
    const { stdout, stderr } = await run(process.execPath, [join(folder, 'main.js')], {
      env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
    })
    // Node prints a warning about an experimental feature.
    expect(stderr).toBe('')
    const [version = ''] = await readdir(join(folder, 'compiled'))
    const stored = join(folder, 'compiled', version)
    const scripts = (await readdir(stored)).filter((name) => name.startsWith('part.'))
    return { printed: JSON.parse(stdout) as unknown, scripts, path: join(stored, scripts[0] ?? '') }
  }

  beforeEach(async () => {
    const { script, module } = convert(code)
    const runner = await readFile(resolve(import.meta.dirname, '../build/runScript.ts'), 'utf8')
    await mkdir(join(folder, 'chunks'))
    await Promise.all([
      writeFile(join(folder, 'package.json'), '{ "type": "module" }'),
      writeFile(join(folder, 'chunks/runScript.js'), stripTypeScriptTypes(runner)),
      writeFile(join(folder, 'chunks/other.js'), 'export const two = 2'),
      writeFile(join(folder, 'chunks/part.script.js'), script),
      writeFile(join(folder, 'chunks/part.js'), module),
      writeFile(
        join(folder, 'main.js'),
        `import { a, later, place } from './chunks/part.js'
        console.log(JSON.stringify([a(1), await later(), place.endsWith('/chunks/part.js')]))`,
      ),
    ])
  })

  it('gives what the chunk gave, and is compiled by the first start only', async () => {
    const first = await start()
    expect(first.printed).toEqual([3, 2, true])
    expect(first.scripts).toEqual([expect.stringMatching(/^part\.script\.js-[0-9a-f]+-main$/)])
    const { ino } = await stat(first.path)
    expect((await start()).printed).toEqual([3, 2, true])
    expect((await stat(first.path)).ino).toBe(ino)
  })

  it('is compiled again if its stored code is cut off or belongs to another script', async () => {
    const { path } = await start()
    const whole = await readFile(path)
    await truncate(path, whole.length - 20)
    expect((await start()).printed).toEqual([3, 2, true])
    expect((await readFile(path)).length).toBe(whole.length)

    const script = join(folder, 'chunks/part.script.js')
    await writeFile(script, (await readFile(script, 'utf8')).replace('n + zwei', 'n - zwei'))
    const changed = await start()
    expect(changed.printed).toEqual([-1, 2, true])
    expect(changed.scripts).toHaveLength(2)
  })

  it('is none where the module would not see a change, or where only a module can run it', () => {
    expect(() => convert('let n = 0\nconst add = () => { n++ }\nexport { n, add }')).toThrow(
      'n is exported and changed',
    )
    expect(() => convert('const n = await 1\nexport { n }')).toThrow('await')
    const { script } = convert('const n = 0\nconst f = (n) => { n = 1; return n }\nexport { n, f }')
    expect(script).toContain('return { n: n, f: f }')
  })
})
