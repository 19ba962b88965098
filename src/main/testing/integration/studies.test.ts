import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReferenceService } from '../../../demoService/index.ts'
import type { Call, Input } from '../../../shared/contract/contract.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { createApp } from '../../compose/composeApp.ts'
import { createCall } from '../../dispatch.ts'
import type { HostedApp } from '../../ports.ts'
import { appOptions } from '../appOptions.ts'
import { checkFile, connect, jobEnd, orderFile } from '../labWork.ts'
import { newFolder } from '../newFolder.ts'
import { startService } from '../startService.ts'

let folder: string
let service: ReferenceService
let app: HostedApp
let call: Call

beforeEach(async () => {
  folder = newFolder()
  service = await startService({ speed: 10_000 })
  await start()
  await connect(call, service)
})
afterEach(() => app.close())

async function start(): Promise<void> {
  app = await createApp(appOptions(join(folder, 'data')))
  call = createCall(app.dispatch)
}

const groupOf = (name: string): string => (name.startsWith('T') ? 'treated' : 'control')

/** Writes a file of these samples and returns its path. */
async function write(fileName: string, names: string[]): Promise<string> {
  const path = join(folder, fileName)
  const lines = names.map((name) => `${name},40,${groupOf(name)},D${name.slice(1)}`)
  await writeFile(path, ['sample_name,age,group,donor_id', ...lines].join('\n'))
  return path
}
const check = async (fileName: string, names: string[]) => checkFile(call, await write(fileName, names))
const order = async (fileName: string, names: string[], more: Partial<Input<'imports.send'>> = {}) =>
  orderFile(call, await write(fileName, names), more)

const isAnalysis = ({ kind }: Job) => kind === 'analysis'
const rejected = { code: 'rejected' }
const namesIn = async (study: string): Promise<string[]> =>
  (await call('samples.list', { filter: { study } })).rows.map(({ clientReference }) => clientReference)

describe('an import', () => {
  it('lands in a new study with the name of its file, numbered where the name is taken', async () => {
    const { studyId } = await order('liver.csv', ['T1', 'C1'])
    await order('liver.csv', ['T2', 'C2'])
    expect(await namesIn(studyId)).toEqual(['T1', 'C1'])
    expect(await namesIn('all')).toHaveLength(4)
    const studies = await call('studies.list', {})
    expect(studies.map(({ name, samples }) => [name, samples])).toEqual([
      ['All samples', 4],
      ['liver (2)', 2],
      ['liver', 2],
    ])
  })

  it('brings samples of its file that were ordered before into its study too', async () => {
    await order('a.csv', ['T1', 'C1'])
    const { studyId } = await order('b.csv', ['T2', 'C1', 'T1'])
    expect((await namesIn(studyId)).toSorted()).toEqual(['C1', 'T1', 'T2'])
    expect(await namesIn('all')).toHaveLength(3)
  })

  it('puts samples into a study and sends nothing where all were ordered before', async () => {
    await order('a.csv', ['T1', 'C1', 'T2'])
    const draftId = await check('b.csv', ['C1', 'T1'])
    const dry = await call('imports.dryRun', { draftId })
    expect(dry).toMatchObject({ orders: 0, cost: { before: [{ what: 'ordered', count: 2 }] } })
    const added = await call('imports.addToStudy', { draftId })
    expect(added).toMatchObject({ added: 2, alreadyThere: 0 })
    expect((await namesIn(added.studyId)).toSorted()).toEqual(['C1', 'T1'])
    expect((await call('studies.show', { studyId: added.studyId })).name).toBe('b')
    const study = { studyId: added.studyId }
    expect(await call('imports.addToStudy', { draftId, study })).toMatchObject({ added: 0, alreadyThere: 2 })
    expect(await namesIn('all')).toHaveLength(3)
    expect((await call('batches.list', {})).map(({ fileName }) => fileName)).toEqual(['a.csv'])
  })

  it('refuses to put samples into a study where none was ordered before', async () => {
    const draftId = await check('a.csv', ['T1', 'C1'])
    await expect(call('imports.addToStudy', { draftId })).rejects.toThrow('is known from an earlier order')
    expect(await call('studies.list', {})).toHaveLength(1)
  })

  it('lands in the study that is chosen, and is refused once it is archived, with nothing sent', async () => {
    const { studyId } = await order('liver.csv', ['T1', 'C1'])
    const second = await order('more.csv', ['T2', 'C2'], { study: { studyId } })
    expect(second.studyId).toBe(studyId)
    expect(await namesIn(studyId)).toEqual(['T1', 'C1', 'T2', 'C2'])
    await call('studies.archive', { studyId })
    await expect(order('third.csv', ['T3'], { study: { studyId } })).rejects.toMatchObject(rejected)
    expect(await call('batches.list', {})).toHaveLength(2)
  })

  it('has its results fetched as soon as they are ready, once, where that was chosen', async () => {
    const { studyId } = await order('liver.csv', ['T1', 'C1'], { analyzeWhenReady: true })
    await jobEnd(call, isAnalysis)
    const summary = (await call('studies.list', {})).find((one) => one.studyId === studyId)
    expect(summary?.stages).toMatchObject({ analyzed: 2, ready: 0, ordered: 0 })
    const requests = () => service.summary().requests
    const before = requests()
    await app.close()
    await start()
    await call('studies.list', {})
    expect(requests()).toBe(before)
  })

  it('has its results fetched at the next start where the app was closed before', async () => {
    const { batchId } = await order('liver.csv', ['T1', 'C1'], { analyzeWhenReady: true })
    await app.close()
    await start()
    // Without a keychain, the key has to be entered again.
    await call('session.connectApiKey', { serviceUrl: service.url, apiKey: service.apiKey, name: 'Lab' })
    await jobEnd(call, (job) => isAnalysis(job) && job.state === 'done')
    const { rows } = await call('samples.list', { filter: { batchId } })
    expect(rows.map(({ analysedAt }) => analysedAt !== null)).toEqual([true, true])
  })
})

describe('a study', () => {
  it('suggests its groups, control and pairs from the fields of its samples, until the user chooses', async () => {
    const { studyId } = await order('liver.csv', ['T1', 'C1', 'T2', 'C2'], { analyzeWhenReady: true })
    await jobEnd(call, isAnalysis)
    const suggested = await call('studies.show', { studyId })
    expect(suggested.design).toEqual({
      groupBy: 'group',
      groups: [{ value: 'control' }, { value: 'treated' }],
      control: 'control',
      pairBy: 'donor_id',
      independent: [],
    })
    expect(suggested.chosen).toEqual([])
    await call('studies.change', { studyId, design: { pairBy: null } })
    const changed = await call('studies.change', { studyId, design: { control: 'treated' } })
    expect(changed.design).toMatchObject({ groupBy: 'group', control: 'treated', pairBy: null })
    expect(changed.chosen).toEqual(['control', 'pairBy'])
  })

  it('takes samples from several imports and lets them go, and deletes none', async () => {
    await order('a.csv', ['T1', 'C1'])
    await order('b.csv', ['T2', 'C2'])
    const of = { filter: { group: 'treated' } }
    const { studyId } = await call('studies.create', { name: 'Treated only', question: 'Who?', of })
    expect(await namesIn(studyId)).toEqual(['T1', 'T2'])
    const added = await call('studies.addSamples', { studyId, of: { filter: {} } })
    expect(added).toEqual({ added: 2, alreadyThere: 2 })
    expect(await call('studies.removeSamples', { studyId, of })).toEqual({ removed: 2 })
    expect(await namesIn(studyId)).toEqual(['C1', 'C2'])
    expect(await namesIn('all')).toHaveLength(4)
    const sampleId = (await call('samples.list', { text: 'C1' })).rows[0]?.sampleId ?? ''
    const studies = await call('studies.ofSample', { sampleId })
    expect(studies.map(({ name }) => name)).toEqual(['a', 'Treated only'])
  })

  it('is found by one name only, and out of sight when archived', async () => {
    const { studyId } = await order('liver.csv', ['T1'])
    await expect(call('studies.create', { name: 'LIVER' })).rejects.toMatchObject(rejected)
    await call('studies.archive', { studyId })
    expect((await call('studies.list', {})).map(({ name }) => name)).toEqual(['All samples'])
    expect((await call('studies.list', { archived: true })).map(({ name }) => name)).toEqual(['liver'])
    await call('studies.archive', { studyId, archived: false })
    expect(await call('studies.list', {})).toHaveLength(2)
    await expect(call('studies.archive', { studyId: 'all' })).rejects.toMatchObject(rejected)
    const add = call('studies.addSamples', { studyId: 'all', of: { filter: {} } })
    await expect(add).rejects.toMatchObject(rejected)
  })

  it('has a name of one line, which reads from left to right', async () => {
    const hostile = 'x\nStudy “X” archived.\u001b[2J \u202egpj'
    const { name, studyId } = await call('studies.create', { name: hostile })
    expect(name).toBe('x Study “X” archived. [2J  gpj')
    expect((await call('studies.change', { studyId, name: 'a\r\nb' })).name).toBe('a b')
    await expect(call('studies.create', { name: ' \n ' })).rejects.toMatchObject(rejected)
  })

  it('is never called as all samples are, which the command line calls “all”', async () => {
    for (const name of ['all', 'ALL', 'All samples'])
      await expect(call('studies.create', { name })).rejects.toMatchObject({
        code: 'rejected',
        message: `“${name}” always means all samples. Choose another name.`,
      })
    const { studyId } = await order('all.csv', ['T1'])
    expect((await call('studies.show', { studyId })).name).toBe('all (2)')
    await expect(call('studies.change', { studyId, name: 'All' })).rejects.toMatchObject(rejected)
    await call('studies.change', { studyId: 'all', name: 'Every sample' })
    await expect(call('studies.create', { name: 'all samples' })).rejects.toMatchObject(rejected)
    await call('studies.change', { studyId: 'all', name: 'All samples' })
  })

  it('keeps its question, notes and comparisons over a restart, that of all samples too', async () => {
    const request = {
      measure: 'activity' as const,
      groups: { by: 'group', values: ['treated', 'control'] },
      pairBy: 'donor_id',
    }
    const own = { question: 'What differs?', notes: 'Plate 7 thawed.' }
    await call('studies.change', { studyId: 'all', ...own })
    const save = (name: string, test: 'paired' | 'welch', replaces: string | null = null) =>
      call('studies.saveComparison', { studyId: 'all', name, request: { ...request, test }, replaces })
    const { comparisonId: replaces } = await save('Treated', 'paired')
    await save('Treated', 'welch', replaces)
    await app.close()
    await start()
    const study = await call('studies.show', { studyId: 'all' })
    expect(study).toMatchObject({ name: 'All samples', ...own })
    expect(study.comparisons).toMatchObject([
      { name: 'Treated', request: { test: 'welch', pairBy: 'donor_id' } },
    ])
    const { comparisonId = '' } = study.comparisons[0] ?? {}
    await save('Other', 'paired')
    const rename = (name: string) => call('studies.renameComparison', { comparisonId, name })
    await expect(rename('Other')).rejects.toMatchObject(rejected)
    await rename('Treated less control')
    const { comparisons } = await call('studies.show', { studyId: 'all' })
    expect(comparisons.map(({ name }) => name)).toEqual(['Treated less control', 'Other'])
    for (const one of comparisons) await call('studies.removeComparison', { comparisonId: one.comparisonId })
    expect((await call('studies.show', { studyId: 'all' })).comparisons).toEqual([])
    expect(await call('journal.verify', {})).toMatchObject({ findings: [] })
  })
})
