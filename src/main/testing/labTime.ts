import type { ReferenceService } from '../../demoService/index.ts'
import type { Made } from './everyMethod.ts'
import type { ServedApp } from './servedApp.ts'

const table = (...names: string[]): string =>
  ['sample_name,age', ...names.map((name) => `${name},40`)].join('\n')

/** Whatever a lab does in a day with its service, so that every method has something to work on. */
export async function spendLabTime(app: ServedApp, service: ReferenceService): Promise<Made> {
  const { call, upload, finish } = app
  const profileId = (await call('app.status', {})).profile?.id ?? ''
  await call('profiles.change', { profileId, requestsPerMinute: 60_000 })
  const draft = async (name: string, content: string) => {
    const { fileId } = await upload(name, content)
    const { draftId, suggestedMapping: mapping } = await call('imports.read', { fileId, options: {} })
    await call('imports.check', { draftId, mapping })
    return { fileId, draftId, mapping }
  }
  const first = await draft('first.csv', table('A', 'B', 'C'))
  const { batchId, jobId } = await call('imports.send', { draftId: first.draftId })
  await finish(jobId)
  await finish((await call('analyses.run', {})).jobId)
  const sampleId = (await call('samples.list', {})).rows[0]?.sampleId ?? ''
  const screening = await call('screening.create', { sampleId })
  if (screening.jobId) await finish(screening.jobId)
  await call('connection.check', {})
  const drugs = await keepDrugs(app)
  const { fileId: savedId = '' } = (await call('files.chooseSave', { suggestedName: 'saved.csv' })) ?? {}
  const second = await draft('second.csv', table('D', 'E'))
  return {
    serviceUrl: service.url,
    apiKey: service.apiKey,
    profileId,
    savedId,
    batchId,
    sampleId,
    taskId: screening.taskId,
    jobId,
    ...second,
    ...drugs,
  }
}

async function keepDrugs({ call }: ServedApp) {
  const { hits } = await call('drugs.search', { text: 'rapamycin' })
  const { drugId = '', name: drugName = '' } = hits[0] ?? {}
  await call('drugs.show', { drugId })
  const drugs = [{ drugId, name: drugName }]
  const { setId } = await call('sets.create', { name: 'Kept', drugs })
  const { setId: removedSetId } = await call('sets.create', { name: 'To remove', drugs })
  const { searchId } = await call('searches.save', { name: 'mTOR', address: 'text=mtor' })
  const [one, other] = await call('pathways.list', {})
  // One request an hour: it is still at work when the switch is turned on.
  const { planId } = await call('prefetch.start', { scope: { kind: 'catalogue' }, detail: 'all', perHour: 1 })
  return {
    drugId,
    drugName,
    setId,
    removedSetId,
    searchId,
    planId,
    pathway: one?.pathway ?? '',
    otherPathway: other?.pathway ?? '',
    pathwayName: other?.names[0]?.name ?? '',
  }
}
