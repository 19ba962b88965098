import type { ReferenceOptions, ReferenceService } from '../../demoService/index.ts'
import type { Fixtures } from './everyMethod.ts'
import type { ServedApp } from './servedApp.ts'

const table = (...names: string[]): string =>
  ['sample_name,age', ...names.map((name) => `${name},40`)].join('\n')

const orders = { method: 'POST', path: '^/api/v1/samples$' }

/** After the three orders of the first batch one is refused, and the answers to the two that follow are lost. */
export const troubles: NonNullable<ReferenceOptions['faults']> = [
  { match: orders, fault: 'status', status: 422, every: 4, times: 1 },
  { match: orders, fault: 'reset-after-commit', every: 4, times: 1 },
  { match: orders, fault: 'reset-after-commit', every: 4, times: 1 },
]

/** Whatever a lab does in a day with its service that has those troubles, so that every method has something to work on. */
export async function simulateLabDay(app: ServedApp, service: ReferenceService): Promise<Fixtures> {
  const { call, finish } = app
  const profileId = (await call('app.status', {})).profile?.id ?? ''
  await call('profiles.change', { profileId, dialect: { requests_per_minute: 60_000 } })
  const { batchId, studyId, jobId } = await order(app, 'A', 'B', 'C')
  const troubled = await createTroubles(app, profileId)
  await finish((await call('analyses.run', {})).jobId)
  const sampleId = (await call('samples.list', {})).rows[0]?.sampleId ?? ''
  const [answer] = await call('results.history', { sampleId })
  const screening = await call('screening.create', { sampleId })
  if (screening.jobId) await finish(screening.jobId)
  await call('connection.check', {})
  const drugs = await saveDrugs(app)
  const { fileId: savedId = '' } = (await call('files.chooseSave', { suggestedName: 'saved.csv' })) ?? {}
  const { fileId: emptyId = '' } =
    (await call('files.chooseSave', { suggestedName: 'lab.pathclock-backup' })) ?? {}
  const { file: backup } = await call('workspace.backup', { fileId: emptyId })
  const second = await draft(app, 'D', 'E')
  const { mapping, draftId: correctedId } = await draft(app, 'F')
  const columns = Object.keys(mapping)
  const { templateId } = await call('mappings.save', { name: 'Kept', columns, mapping })
  return {
    serviceUrl: service.url,
    apiKey: service.apiKey,
    profileId,
    savedId,
    batchId,
    studyId,
    templateId,
    correctedId,
    backupId: backup.fileId,
    sampleId,
    analysisId: answer?.analysisId ?? '',
    taskId: screening.taskId,
    jobId,
    ...second,
    ...troubled,
    ...drugs,
  }
}

async function draft({ call, upload }: ServedApp, ...names: string[]) {
  const { fileId } = await upload(`${names.join('-')}.csv`, table(...names))
  const { draftId, suggestedMapping: mapping } = await call('imports.read', { fileId, options: {} })
  await call('imports.check', { draftId, mapping })
  return { fileId, draftId, mapping }
}

async function order(app: ServedApp, ...names: string[]) {
  const { draftId } = await draft(app, ...names)
  const sent = await app.call('imports.send', { draftId })
  await app.finish(sent.jobId)
  return sent
}

async function createTroubles(app: ServedApp, profileId: string) {
  const { batchId: refusedBatchId } = await order(app, 'refused')
  const { batchId: unknownBatchId } = await order(app, 'lost')
  const { batchId: waitingBatchId } = await order(app, 'lost too')
  await app.call('batches.settleUnknown', { batchId: waitingBatchId, as: { kind: 'notPlaced' } })
  // Orders are looked up only if the service honors idempotency keys.
  const dialect = { idempotency: 'honoured', requests_per_minute: 60_000 } as const
  await app.call('profiles.change', { profileId, dialect })
  return { refusedBatchId, unknownBatchId, waitingBatchId }
}

/** Caches a drug, and leaves a list, a search and an offline plan at work. */
export async function saveDrugs({ call }: ServedApp) {
  const { hits } = await call('drugs.search', { text: 'rapamycin' })
  const { drugId = '', name: drugName = '' } = hits[0] ?? {}
  await call('drugs.show', { drugId })
  const drugs = [{ drugId, name: drugName }]
  const { listId } = await call('drugLists.create', { name: 'Kept', drugs })
  const { listId: removedSetId } = await call('drugLists.create', { name: 'To remove', drugs })
  const { searchId } = await call('searches.save', { name: 'mTOR', address: 'text=mtor' })
  const [one, other] = await call('pathways.list', {})
  // One request an hour: it is still at work when the switch is turned on.
  const scope = { kind: 'catalogue' as const }
  const { planId } = await call('offlineSync.start', { scope, detail: 'all', perHour: 1 })
  return {
    drugId,
    drugName,
    listId,
    removedSetId,
    searchId,
    planId,
    pathway: one?.pathway ?? '',
    otherPathway: other?.pathway ?? '',
    pathwayName: other?.names[0]?.name ?? '',
  }
}
