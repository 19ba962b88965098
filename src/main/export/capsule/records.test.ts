import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { emptyBoard } from '../../testing/everyMethod.ts'
import { isFull, scale } from '../../testing/faults.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import { measureProcess } from '../../testing/processes/measureProcess.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { fillStores, verifyCapsule, withCapsule } from './capsule.ts'
import type { Manifest } from './capsuleRecords.ts'
import { makeCapsule, sealCapsule, unpackCapsule } from './testing/makeCapsule.ts'

type Text = { path: string; text: string }

const folder = newFileFolder()
let files: Text[]
let manifest: Manifest
beforeAll(async () => {
  ;({ files, manifest } = await unpackCapsule((await put(await makeCapsule())).path))
})

async function put(bytes: Buffer): Promise<{ path: string; name: string }> {
  const path = join(folder, 'x.pathclock')
  await writeFile(path, bytes)
  return { path, name: 'x.pathclock' }
}

/** Seals the changed files again, so that each matches the list. */
async function problemsOf(changed: readonly Text[], of: Manifest = manifest) {
  const { intact, problems } = await verifyCapsule(await put(await sealCapsule(changed, of)))
  expect(intact).toBe(problems.length === 0)
  return problems
}

const register = 'register.jsonl'
const withText = (path: string, change: (text: string) => string): Text[] =>
  files.map((file) => (file.path === path ? { path, text: change(file.text) } : file))
const lines = (text: string): string[] => text.trimEnd().split('\n')

describe('a capsule that is sealed correctly but not as Pathclock writes it', () => {
  it('is intact without changes', async () => {
    expect(await problemsOf(files)).toEqual([])
  })

  it('is damaged if a sample is repeated, at the line of the second', async () => {
    const twice = withText(register, (text) => `${lines(text).with(3, lines(text)[1]!).join('\n')}\n`)
    expect(await problemsOf(twice)).toEqual([{ path: register, problem: 'repeated', line: 4 }])
  })

  it('is damaged if it has fewer or more samples than its manifest', async () => {
    const fewer = withText(register, (text) => `${lines(text).slice(1).join('\n')}\n`)
    expect(await problemsOf(fewer)).toEqual([{ path: register, problem: 'unreadable' }])
    expect(await problemsOf(files, { ...manifest, samples: 1 })).toEqual([
      { path: register, problem: 'unreadable' },
    ])
  })

  it('is damaged without its register, and with an empty list', async () => {
    const missing = { path: register, problem: 'missing' }
    expect(await problemsOf(files.filter(({ path }) => path !== register))).toEqual([missing])
    expect(await problemsOf([])).toEqual([missing])
    expect(await problemsOf([], { ...manifest, samples: 0, answers: 0 })).toEqual([missing])
  })

  it('is damaged if a result is repeated, or a sample has two newest results', async () => {
    const answers = files.filter(({ path }) => path.startsWith('answers/'))
    const [first, second] = [answers[0]!, answers[1]!]
    const again = withText(second.path, () => first.text)
    expect(await problemsOf(again)).toEqual([{ path: second.path, problem: 'repeated' }])
    const newest = withText(second.path, () => first.text.replace(/("analysis_id": ")/, '$1other-'))
    expect(await problemsOf(newest)).toEqual([{ path: second.path, problem: 'repeated' }])
  })

  it.each([
    ['no JSON', (text: string) => `${lines(text)[0]}\n{"sample_id":\n`, 2],
    ['no sample', (text: string) => text.replace('"sample_id"', '"id"'), 1],
    ['an id that is a number', (text: string) => text.replace(/"sample_id":"[^"]*"/, '"sample_id":7'), 1],
    ['an empty line', (text: string) => text.replace('\n', '\n\n'), 2],
  ])('is damaged if a line is %s', async (_what, change, line) => {
    expect(await problemsOf(withText(register, change))).toEqual([
      { path: register, problem: 'unreadable', line },
    ])
  })

  it.each(['x', '2026-13-45T00:00:00.000Z', '0', 'today'])(
    'is damaged if a time is %j, which the screens could not show',
    async (time) => {
      const changed = withText(register, (text) =>
        text.replace(/"created_at":"[^"]*"/, `"created_at":${JSON.stringify(time)}`),
      )
      expect(await problemsOf(changed)).toEqual([{ path: register, problem: 'unreadable', line: 1 }])
    },
  )

  const head = {
    batch_id: 'b',
    file_name: 'cohort.csv',
    file_sha256: '0'.repeat(64),
    created_at: '2026-01-01T00:00:00.000Z',
    read_as: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
    mapping: { Name: 'client_reference', Well: null },
    transform: { constants: { sex: 'F' } },
    order_fields: { client_reference: 'clientReference' },
    corrections: [
      { kind: 'cells', edits: [{ row: 2, column: 'Name', value: 'S1' }] },
      { kind: 'replace', column: 'Sex', find: 'f', replaceBy: 'F', whole: true, matchCase: false },
    ],
  }
  const withImport = (changed: object) => {
    return problemsOf([...files, { path: 'imports/1.json', text: JSON.stringify({ ...head, ...changed }) }])
  }

  it('is intact with imports from before and after transforms were stored', async () => {
    expect(await withImport({})).toEqual([])
    expect(await withImport({ transform: null, order_fields: null, corrections: [] })).toEqual([])
    const workbook = { format: 'xlsx', sheet: 'Samples', decimal: ',', headerLine: 3, passOver: ['totals'] }
    expect(await withImport({ read_as: workbook })).toEqual([])
  })

  it.each([
    { mapping: null },
    { mapping: { Name: 7 } },
    { read_as: null },
    { read_as: { format: 'csv' } },
    { read_as: { ...head.read_as, passOver: 'totals' } },
    { transform: 'none' },
    { transform: { joined: { name: null } } },
    { order_fields: [] },
    { corrections: [null] },
    { corrections: [{ kind: 'cells' }] },
    { corrections: [{ kind: 'replace', column: 'Sex' }] },
    { created_at: 'x' },
  ])('is damaged if an import has %j', async (changed) => {
    expect(await withImport(changed)).toEqual([{ path: 'imports/1.json', problem: 'unreadable' }])
  })

  it('is intact with boards, comparisons and questions that this version cannot read, which are skipped', async () => {
    const board = (more: object) => ({ ...emptyBoard, boardId: 'one', ...more })
    const at = '2026-01-01T00:00:00.000Z'
    const comparison = (id: string, test: string) => ({
      comparison_id: id,
      name: id,
      request: { measure: 'activity', groups: { by: 'group', values: ['treated', 'control'] }, test },
      saved_at: at,
    })
    const question = (question_id: string, kind: string) => {
      return { question_id, kind, request: {}, tests: 5, first_at: at, last_at: at, times: 1 }
    }
    const study = {
      study_id: 'liver',
      name: 'Liver',
      question: '',
      notes: '',
      design: {},
      boards: [
        board({ columns: 9 }),
        board({}),
        null,
        ...Array.from({ length: 60 }, (_, n) => board({ boardId: `b${n}` })),
      ],
      created_at: at,
      changed_at: at,
      comparisons: [comparison('one', 'welch'), comparison('two', 'of-a-newer-version')],
    }
    const questions = [question('a', 'model'), question('a', 'model'), question('b', 'of-a-newer-version')]
    const added = Object.entries({ 'study.json': study, 'questions.json': { questions } })
    const texts = added.map(([path, content]) => ({ path, text: JSON.stringify(content) }))
    const sealed = await sealCapsule([...files, ...texts], manifest)
    const check = await verifyCapsule(await put(sealed))
    expect(check).toMatchObject({ intact: true, problems: [], studyName: 'Liver' })
    expect(toEnglish(check.note!)).toMatch(
      /^15 boards and 1 saved comparison of this capsule need a newer version of Pathclock/,
    )

    const stores = await openStores()
    try {
      const { note } = await withCapsule(await put(sealed), (capsule) => fillStores(stores, capsule))
      expect(note).toEqual(check.note)
      const row = await stores.journal.query
        .selectFrom('studies')
        .select('design')
        .where('study_id', '=', 'liver')
        .executeTakeFirstOrThrow()
      const { boards } = JSON.parse(row.design) as { boards: { boardId: string }[] }
      expect(boards.map(({ boardId }) => boardId)).toEqual([
        'one',
        ...Array.from({ length: 47 }, (_, n) => `b${n}`),
      ])
      const comparisons = await stores.journal.query.selectFrom('study_comparisons').select('name').execute()
      expect(comparisons).toEqual([{ name: 'one' }])
      const recorded = await stores.journal.query
        .selectFrom('study_questions')
        .select(['question_id', 'study_id'])
        .execute()
      expect(recorded).toEqual([{ question_id: 'a', study_id: 'liver' }])
    } finally {
      await stores.close()
    }
  })

  it('is damaged if another of its records is not JSON', async () => {
    for (const path of ['pathways.json', files.find((one) => one.path.startsWith('answers/'))!.path])
      expect(await problemsOf(withText(path, () => '{"a":'))).toEqual([{ path, problem: 'unreadable' }])
  })
})

describe('a capsule that tries to fill the memory', () => {
  const verify = async (bytes: Buffer) =>
    measureProcess('export/capsule/capsule.ts', 'verifyCapsule', await put(bytes))
  let usualMb: number
  beforeAll(async () => {
    usualMb = (await verify(await sealCapsule(files, manifest))).peakMb
  })

  /** Returns random letters, which compress like those of a text. */
  const long = (bytes: number): string => {
    const random = createSeededRandom(3)
    const block = Array.from({ length: 100_000 }, () =>
      Math.floor(random() * 36 ** 2)
        .toString(36)
        .padEnd(2),
    ).join('')
    return block.repeat(bytes / block.length)
  }

  const verifyWith = async (path: string, text: string) => {
    const changed = withText(path, () => text)
    return verify(await sealCapsule(changed, manifest))
  }
  const unreadable = { problems: [{ problem: 'unreadable' }] }

  it('with one line that is much too long is rejected there, using little memory', async () => {
    const text = `{"sample_id":"${long(scale(20_000_000, 50_000_000))}"}\n`
    const { answer, peakMb } = await verifyWith(register, text)
    expect(answer).toMatchObject(unreadable)
    expect(peakMb - usualMb).toBeLessThan(150)
  })

  it.runIf(isFull)('with a result of one line of 50 MB is rejected, using little memory', async () => {
    const { path } = files.find((one) => one.path.startsWith('answers/'))!
    const text = `{"raw":"${long(50_000_000)}"}\n`
    const { answer, peakMb } = await verifyWith(path, text)
    expect(answer).toMatchObject(unreadable)
    expect(peakMb - usualMb).toBeLessThan(150)
  })

  it.runIf(isFull)('with a list of 900,000 names is rejected, using little memory', async () => {
    const names = Object.fromEntries(Array.from({ length: 900_000 }, (_, index) => [`k${index}`, 0]))
    const bytes = await sealCapsule(files, manifest, (honest) => ({ ...honest, names }))
    const { failure, peakMb } = await verify(bytes)
    expect(failure).toContain('is no study capsule')
    expect(peakMb - usualMb).toBeLessThan(150)
  })

  it('with files that unpack to fill the disk is rejected without unpacking them', async () => {
    const zeros = '\0'.repeat(100_000_000)
    const path = 'tables/zeros.csv'
    const { answer, cpuMs } = await verify(await sealCapsule([...files, { path, text: zeros }], manifest))
    expect(answer).toMatchObject({ intact: false, problems: [{ path, problem: 'unsafe' }] })
    expect(cpuMs).toBeLessThan(2000)
  })
})
