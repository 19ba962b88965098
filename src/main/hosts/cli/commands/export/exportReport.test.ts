import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../adapters/pdf/printPdf.ts'
import { isFull } from '../../../../testing/faults.ts'
import { type CommandLine, openAnalyzedCohort } from '../../testing/openApp.ts'

let cli: CommandLine
beforeAll(async () => {
  cli = await openAnalyzedCohort()
  return cli.close
})

const run = (...args: string[]) => cli.run('export', ...args)
const out = (name: string) => join(cli.folder, name)
const groups = ['--by', 'group', '--a', 'treated', '--b', 'control']

const timeless = (page: string): string => page.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'TIME UTC')

describe('pathclock export report', () => {
  it('writes a page in the requested language, and prints its hash', async () => {
    const { code, lines } = await run('report', ...groups, '--language', 'zh-CN', '--out', out('report.html'))
    const page = await readFile(out('report.html'), 'utf8')
    expect([code, lines.at(-1)]).toEqual([
      0,
      {
        type: 'summary',
        kind: 'report',
        format: 'html',
        file: out('report.html'),
        rows: 48,
        sha256: createHash('sha256').update(page).digest('hex'),
        journal_uncertain: false,
      },
    ])
    expect(page).toContain('<html lang="zh-CN">')
    expect(page).toContain('合成数据')
  })

  it('writes one sample to standard output, and the same page as the app for a preset', async () => {
    const sampleId = (await cli.call('samples.list', {})).rows[0]?.sampleId ?? ''
    const { code, stdout } = await run('report', '--sample', sampleId, '--format', 'html', '--out', '-')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/)
    const settings = { document: 'report', format: 'html', study: { kind: 'sample', sampleId } } as const
    await cli.call('exportPresets.save', { name: 'One', settings })
    const { lines } = await run('--preset', 'one', '--out', out('preset'))
    expect(lines.at(-1)).toMatchObject({ kind: 'report', format: 'html', rows: 1 })
    expect(timeless(await readFile(out('preset'), 'utf8'))).toBe(timeless(stdout))

    const { fileId } = cli.app.files.reserve(out('app.html'))
    await cli.call('documents.write', { fileId, settings })
    await expect.poll(async () => (await cli.call('jobs.list', {}))[0]?.state).toBe('done')
    expect(timeless(await readFile(out('app.html'), 'utf8'))).toBe(timeless(stdout))
  })

  // Tags and letters of a printed page are tested in adapters/pdf/printPdf.test.ts.
  it.runIf(isFull && findBrowser() !== null)(
    'prints a PDF with text and tags if a browser is installed',
    async () => {
      const sampleId = (await cli.call('samples.list', {})).rows[0]?.sampleId ?? ''
      const { code, lines } = await run('report', '--sample', sampleId, '--out', out('report.PDF'))
      expect([code, lines.at(-1)]).toEqual([0, expect.objectContaining({ format: 'pdf', rows: 1 })])
      const bytes = (await readFile(out('report.PDF'))).toString('latin1')
      expect(bytes.slice(0, 5)).toBe('%PDF-')
      for (const part of ['/StructTreeRoot', '/MarkInfo', '/Lang', '/ToUnicode', '/Outlines'])
        expect(bytes).toContain(part)
      for (const tag of ['/Table', '/TH', '/Figure', '/H1', '/Caption']) expect(bytes).toContain(tag)
    },
  )

  it('writes a capsule of the same selection', async () => {
    const { code, lines } = await run('capsule', '--group', 'treated', '--out', out('study.pathclock'))
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({ kind: 'capsule', format: 'pathclock', rows: 24 })
    expect((await readFile(out('study.pathclock'))).toString('latin1', 0, 2)).toBe('PK')
  })

  it.each([
    [['report', '--out', 'f.txt'], 'ends in .html or .pdf'],
    [['report', '--out', '-', '--format', 'pdf'], 'cannot go to standard output'],
    [['capsule', '--out', '-'], 'cannot go to standard output'],
    [['capsule', '--out', 'f', '--format', 'pdf'], 'has one format'],
    [['report', '--out', 'f.html', '--columns', 'a'], '--columns goes with tables'],
    [['report', '--out', 'f.html', '--wide'], '--wide goes with export results'],
    [['samples', '--out', 'f', '--language', 'en'], '--language goes with export report, export capsule'],
    [['report', '--out', 'f.html', '--language', 'fr'], '--language must be one of en, zh-CN'],
    [['report', '--out', 'f.html', '--sample', 'S', '--group', 'g'], '--group does not go with --sample'],
    [['report', '--out', 'f.html', '--sample', 'S', '--test', 'welch'], '--test does not go with --sample'],
    [['report', '--out', 'f.html', '--a', 'x'], 'Say what to compare'],
    [['report', '--out', 'f.html', '--pathways', 'mTOR'], 'goes with --by'],
  ])('refuses %j and explains what is valid', async (args, message) => {
    const before = await readdir(cli.folder)
    const { code, stderr } = await run(...args.map((one) => (one.startsWith('f') ? out(one) : one)))
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(await readdir(cli.folder)).toEqual(before)
  })
})
