import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isFailure } from '../../../shared/contract/failures.ts'
import { tempFolderPrefix } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createPrintPdf, findBrowser } from './printPdf.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

/** Creates a script that acts as the browser. */
function createFakeBrowser(script: string): () => string {
  const path = join(folder, 'browser')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return () => path
}
const leftIn = () => readdirSync(folder).filter((name) => name.startsWith(tempFolderPrefix()))
/** Returns false for a zombie process that waits for its parent. */
const isRunning = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())
const failureOf = (printing: Promise<unknown>): Promise<unknown> => printing.catch((error: unknown) => error)

describe.skipIf(findBrowser() === null)('a page printed by a browser', () => {
  it('has tags, text and the requested size, and leaves no file behind', async () => {
    const html =
      '<!doctype html><html lang="en"><head><title>Ages</title></head><body><h1>Ages</h1></body></html>'
    const pdf = Buffer.from(await createPrintPdf({ folder })(html, { widthMm: 85, heightMm: 60 })).toString(
      'latin1',
    )
    expect(pdf).toContain('/Marked true')
    expect(pdf).toContain('/ToUnicode')
    expect(pdf).toContain('/Title (Ages)')
    expect(pdf).toContain('/Creator (Pathclock)')
    const [width = 0, height = 0] =
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1).map(Number) ?? []
    expect(Math.abs(width - (85 / 25.4) * 72)).toBeLessThan(1)
    expect(Math.abs(height - (60 / 25.4) * 72)).toBeLessThan(1)
    expect(leftIn()).toEqual([])
  })

  it('runs no script of the page and reads no file that it references', async () => {
    writeFileSync(
      join(folder, 'secret.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="9"><text y="9" font-family="monospace">SECRET</text></svg>',
    )
    const naughty = `<html><body><p>A</p><script>document.title = 'RAN'</script><img src="file://${folder}/secret.svg"></body></html>`
    const pdf = Buffer.from(await createPrintPdf({ folder })(naughty, {})).toString('latin1')
    expect(pdf).not.toContain('RAN')
    // If the image were shown, the font of its text would be embedded too.
    expect(pdf.match(/\/FontDescriptor /g) ?? []).toHaveLength(1)
  })
})

describe.skipIf(process.platform === 'win32')('a failure of printing', () => {
  it('explains what to do if no browser is installed', async () => {
    const failure = await failureOf(createPrintPdf({ folder, browser: () => null })('', {}))
    expect(failure).toMatchObject({ code: 'notFound', details: { what: 'browser' } })
    expect(String(failure)).toContain('Write HTML')
  })

  it.each([
    ['a browser that ends with an error', 'exit 3', 'quit with code 3'],
    ['one that writes nothing', 'exit 0', 'quit with code 0'],
    ['one that is killed', 'kill -9 $$', 'quit before it wrote the file'],
    [
      'one that writes half a file',
      'for part in "$@"; do case $part in --print-to-pdf=*) printf "%%PDF-1.4 half" > "${part#--print-to-pdf=}";; esac; done',
      'quit with code 0',
    ],
  ])('tells %s', async (_what, script, expectedMessage) => {
    const failure = await failureOf(createPrintPdf({ folder, browser: createFakeBrowser(script) })('', {}))
    expect(isFailure(failure, 'file')).toBe(true)
    expect(String(failure)).toContain(expectedMessage)
    expect(leftIn()).toEqual([])
  })

  it('is reported for a program that cannot be started', async () => {
    const failure = await failureOf(createPrintPdf({ folder, browser: () => join(folder, 'gone') })('', {}))
    expect(isFailure(failure, 'file')).toBe(true)
  })

  it('ends a browser with all its processes after the time limit', async () => {
    const child = join(folder, 'child')
    const browser = createFakeBrowser(`sleep 300 & echo $! > ${child}; wait`)
    const failure = await failureOf(createPrintPdf({ folder, browser, timeoutMs: 500 })('', {}))
    expect(failure).toMatchObject({ code: 'timeout', details: { afterMs: 500 } })
    expect(leftIn()).toEqual([])
    // On a very busy computer it may have ended before it started a second process.
    const pid = existsSync(child) ? Number(readFileSync(child, 'utf8')) : 0
    await expect.poll(() => pid > 0 && isRunning(pid)).toBe(false)
  })

  it("ends the browser on abort, with the signal's reason", async () => {
    const stop = new AbortController()
    const printing = failureOf(
      createPrintPdf({ folder, browser: createFakeBrowser('sleep 30') })('', { signal: stop.signal }),
    )
    setTimeout(() => stop.abort(new Error('not wanted any more')), 50)
    expect(String(await printing)).toContain('not wanted any more')
    expect(leftIn()).toEqual([])
  })

  it('starts no browser if the signal aborts while the page is written', async () => {
    const stop = new AbortController()
    const started = join(folder, 'started')
    const browser = createFakeBrowser(`touch ${started}; sleep 30`)
    const printing = failureOf(createPrintPdf({ folder, browser })('', { signal: stop.signal }))
    stop.abort(new Error('not wanted any more'))
    expect(String(await printing)).toContain('not wanted any more')
    expect(existsSync(started)).toBe(false)
  })

  it("passes neither our settings nor content of the page to the browser's environment and arguments", async () => {
    const seen = join(folder, 'seen')
    process.env['PATHCLOCK_API_KEY'] = 'canary'
    await failureOf(
      createPrintPdf({ folder, browser: createFakeBrowser(`(env; echo "$@") > ${seen}`) })(
        '<title>private</title>',
        {},
      ),
    )
    delete process.env['PATHCLOCK_API_KEY']
    const printerArgs = readFileSync(seen, 'utf8')
    expect(printerArgs).toContain('--headless')
    expect(printerArgs).not.toContain('canary')
    expect(printerArgs).not.toContain('private')
  })
})

describe.skipIf(process.platform === 'win32')('the browser that prints', () => {
  it('is the configured one, else one from the usual places, but never one in the current folder', () => {
    const named = createFakeBrowser('')()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'google-chrome'), '')
    chmodSync(join(bin, 'google-chrome'), 0o755)
    expect(findBrowser({ PATHCLOCK_CHROMIUM: named, PATH: bin }, 'linux')).toBe(named)
    expect(findBrowser({ PATHCLOCK_CHROMIUM: join(folder, 'gone'), PATH: bin }, 'linux')).toBeNull()
    expect(findBrowser({ PATH: bin }, 'linux')).toBe(join(bin, 'google-chrome'))
    expect(findBrowser({ PATH: 'bin' }, 'linux')).not.toBe('bin/google-chrome')
    expect(findBrowser({ 'PROGRAMFILES(X86)': folder }, 'win32')).toBeNull()
  })
})
