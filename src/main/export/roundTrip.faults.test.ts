import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../demoService/index.ts'
import { formatExtension, textFormats } from '../../shared/domain/studies/exporting.ts'
import { type Opened, openApp, orderElsewhere, saveFile } from '../hosts/cli/testing/openApp.ts'
import { commandsOn } from '../hosts/cli/testing/runCommand.ts'
import type { Database } from '../ports.ts'
import { annotateInTransaction } from '../samples/register/annotations.ts'
import type { JournalSchema } from '../store/journal.ts'
import { openJournalFile } from '../store/testing/openStores.ts'
import { isFull, printFigure, scale } from '../testing/faults.ts'
import { mutantEnv } from '../testing/mutations.ts'
import { newFileFolder } from '../testing/newFolder.ts'
import { journalIn } from '../testing/secrets/watchedService.ts'
import { naughtyTexts } from './formats/testing/naughtyTable.ts'

/** Non-empty texts, because a service that drops empty ones is a separate matter. */
const texts = naughtyTexts.filter((text) => text.trim() !== '').slice(0, scale(20, 1000))
const noted = { who: 'Ada', nowIso: '2026-01-02T03:04:05.000Z' }

const folder = newFileFolder()
let service: ReferenceService
let ids: string[]

beforeAll(async () => {
  service = await startReferenceService({ speed: 1_000_000, rate: { requests: 1_000_000, windowS: 60 } })
  await fillFirst()
})
/** Closes all apps except the first computer's, which all tests share. */
afterEach(async () => {
  for (const [data, { app }] of opened) {
    if (data === 'first') continue
    opened.delete(data)
    await app.close()
  }
})
afterAll(async () => {
  await opened.get('first')?.app.close()
  await service.close()
})

/** The app of each data folder. */
const opened = new Map<string, Opened>()
async function run(data: string, ...args: string[]) {
  const app = opened.get(data) ?? (await openApp(join(folder, data), service))
  opened.set(data, app)
  return app.run(...args)
}

async function must(data: string, ...args: string[]) {
  const ended = await run(data, ...args)
  if (ended.code !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr} ${ended.stdout}`)
  return ended
}

/** Fills the first computer: its own orders, orders of others with covariates, and annotations in every form. */
async function fillFirst(): Promise<void> {
  const own = texts.slice(0, 6).map((_, index) => `own ${index},${20 + index},control,P-${index}`)
  const file = await saveFile(folder, 'own.csv', ['client_reference,age,group,donor_id', ...own].join('\n'))
  await must('first', 'samples', 'import', file, '--yes')
  ids = await Promise.all(
    texts.map((text, index) =>
      orderElsewhere(service, {
        client_reference: index % 3 === 0 ? `N-${index}` : text,
        plate: text,
        ...(index % 2 === 0 ? { age: index / 2, service: text, '=1+1': text } : {}),
        number: index % 2 === 0 ? `${index - 10}` : index - 10,
      }),
    ),
  )
  const lines = ids.map((sample_id, index) =>
    JSON.stringify({ sample_id, dose: index / 8 - 2, group: texts[index], 'a, b': texts.at(-index) }),
  )
  const list = await saveFile(folder, 'others.jsonl', lines.join('\n'))
  await must('first', 'samples', 'adopt', list)
  await must('first', 'samples', 'status')
  await onJournal('first', async (journal) => {
    for (const [index, sampleId] of ids.entries()) {
      const more = index % 4 === 0 ? { group: '=A1', addTags: ['-tag', 'two; parts', 'C:\\\\', ';'] } : {}
      const change = { note: texts[index], ...more }
      if (index % 2 === 0)
        await journal.transaction((query) => annotateInTransaction(query, [{ sampleId, change }], noted))
    }
  })
}

async function onJournal(data: string, work: (journal: Database<JournalSchema>) => Promise<void>) {
  const journal = await openJournalFile(journalIn(join(folder, data)) ?? '')
  try {
    await work(journal)
  } finally {
    await journal.close()
  }
}

/** Removes the creation time, which differs in every JSON document. */
const butForTimes = (text: string): string =>
  text.replace(/\{"name":"made_at","value":"[^"]*"\}/, '{"name":"made_at"}')

async function exported(
  data: string,
  name: string,
  ...args: string[]
): Promise<{ file: string; text: string }> {
  const file = join(folder, name)
  await must(data, 'export', 'samples', '--out', file, ...args)
  return { file, text: butForTimes(await readFile(file, 'utf8')) }
}

describe('samples that are exported and adopted again', () => {
  it.each(textFormats)('are exported again with the same bytes: %s', async (format) => {
    const name = `first-${format}.${formatExtension[format]}`
    const first = await exported('first', name, '--format', format)
    const { lines } = await must(`second-${format}`, 'samples', 'adopt', first.file)
    const samples = texts.length + 6
    expect(lines.at(-1)).toMatchObject({ requested: samples, adopted: samples, broken: 0, without_id: 0 })
    expect(lines.at(-1)?.['message']).toBe(`${samples} added to the register.`)
    const second = await exported(`second-${format}`, `second-${name}`, '--format', format)
    expect(second.text).toBe(first.text)
    printFigure('16', `export, import, export of samples as ${format}`, {
      samples,
      bytes: Buffer.byteLength(first.text),
      different: second.text === first.text ? 0 : 1,
    })
  })

  it("get the service's values if the file differs, with a report", async () => {
    const { text } = await exported('first', 'told.jsonl', '--format', 'jsonl')
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const [one = {}, two = {}, three = {}, four = {}] = rows
    Object.assign(one, { age: 99, status: 'lost', created_at: '2020-01-01T00:00:00.000Z', plate: 'P9' })
    Object.assign(two, { client_reference: 'another name', synthetic: false })
    Object.assign(three, { service: 'https://other.example' })
    Object.assign(four, { age: [1] })
    const changed = rows.slice(0, 5).map((row) => JSON.stringify({ ...row, analysed_at: noted.nowIso }))
    const file = await saveFile(folder, 'changed.jsonl', [...changed, '{"sample_id":'].join('\n'))
    const { lines, code, stderr } = await run('changed', 'samples', 'adopt', file)
    expect(code).toBe(1)
    expect(lines.at(-1)).toMatchObject({ requested: 3, adopted: 3, broken: 3 })
    expect(stderr).toContain('Line 3 was not added. It was exported from https://other.example')
    expect(stderr).toContain('Line 4 was not added. “age” holds neither a text nor a number')
    expect(stderr).toContain('Line 6 was not added. It holds no JSON object')
    const message = String(lines.at(-1)?.['message'])
    expect(message).toContain('2 differ from the file; the service’s values are used: ')
    expect(message).toContain(`${String(one['sample_id'])} (age, status, created_at)`)
    expect(message).toContain(`${String(two['sample_id'])} (synthetic)`)
    expect(message).toContain('1 have another name at the service; the name in the file is used: ')
    expect(message).toContain('Taken from the file, because the service does not return them: plate.')
    expect(message).toContain('Results are never read from a file. Fetch them from the service: analysed_at.')
    const listed = await must('changed', 'samples', 'list', '--sort', 'created_at', '--order', 'asc')
    expect(listed.lines[0]).toMatchObject({ status: 'succeeded', fields: { age: 20, plate: 'P9' } })
    expect(listed.lines[0]?.['created_at']).not.toBe('2020-01-01T00:00:00.000Z')
  })

  it('are rejected if all of them belong to another service', async () => {
    const { file, text } = await exported('first', 'elsewhere.csv')
    await writeFile(file, text.replaceAll(new URL(service.url).origin, 'https://other.example'))
    const { code, stderr } = await run('elsewhere', 'samples', 'adopt', file)
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/Nothing was added\. The table was exported from https:\/\/other\.example/)
  })

  it('keep all columns of the register even with results', async () => {
    await must('first', 'analyze', '--samples', ids.slice(0, 3).join(','), '--clock')
    const { file } = await exported('first', 'analysed.csv')
    const { lines } = await must('analysed', 'samples', 'adopt', file)
    expect(lines.at(-1)?.['message']).toMatch(/Results are never read from a file.*: analysed_at, clock_/)
    const columns = (await readFile(file, 'utf8'))
      .split('\r\n', 1)[0]
      ?.split(',')
      .filter((name) => !/^(analysed_at|clock_.*|".*|.*"|'.*)$/.test(name.trim()))
    const chosen = ['--columns', columns?.join(',') ?? '']
    const first = await exported('first', 'chosen.csv', ...chosen)
    expect((await exported('analysed', 'chosen-again.csv', ...chosen)).text).toBe(first.text)
  })

  it.runIf(isFull)('differ if a mutant keeps the apostrophes', async () => {
    const first = await exported('first', 'inert.csv')
    const mutation = { file: 'adoption/adoptionList.ts', from: 'unescapeFormula(written)', to: '(written)' }
    const { code, stderr, stdout } = await commandsOn(service, join(folder, 'mutant')).start(
      ['samples', 'adopt', first.file],
      { env: mutantEnv([mutation]), fromSource: true },
    ).ended
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/differ from the file/)
    const second = await exported('mutant', 'inert-again.csv')
    expect(second.text).not.toBe(first.text)
  })
})
