import type { Input } from '../../shared/contract/contract.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import type { Mapping } from '../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../shared/domain/samples/orderForm.ts'

/** Data left by an earlier session with the service, for the inputs below. */
export type Fixtures = {
  serviceUrl: string
  apiKey: string
  profileId: string
  fileId: string
  /** A path to save to. */
  savedId: string
  draftId: string
  mapping: Mapping
  /** Another draft of the same columns, not to be sent. */
  correctedId: string
  templateId: string
  batchId: string
  studyId: string
  /** Batches with one order each: queued, refused, and with unknown outcome. */
  waitingBatchId: string
  refusedBatchId: string
  unknownBatchId: string
  /** A backup of the workspace. */
  backupId: string
  sampleId: string
  /** A stored answer about that sample. */
  analysisId: string
  taskId: string
  drugId: string
  drugName: string
  listId: string
  removedSetId: string
  searchId: string
  planId: string
  jobId: string
  pathway: string
  otherPathway: string
  pathwayName: string
}

/**
 * The outcome of a call while the offline switch is on. `answer`: answered from local data; `offline`: refused because
 * it needs the service; `job`: a job starts and ends without the service or when it is cancelled; a code: refused for
 * another reason.
 */
type Outcome = 'answer' | 'offline' | 'job' | 'rejected' | 'notFound' | 'forbidden' | 'keychain'

const oneAndAll = (sampleId: string) => ({
  sets: [
    { name: 'one', of: { sampleIds: [sampleId] } },
    { name: 'all', of: { filter: { synthetic: true } } },
  ],
})

export const emptyBoard = {
  boardId: 'board',
  name: 'Figure 1',
  title: '',
  caption: '',
  widthMm: 174,
  lettersPt: 8,
  columns: 2,
  panels: [],
}

/** An input of every method of the contract, each as likely to reach for the service as it can be. */
export const everyInput: { [M in MethodName]: (fixtures: Fixtures) => Input<M> } = {
  'app.status': () => ({}),
  'settings.get': () => ({}),
  'settings.set': () => ({ theme: 'dark' }),

  'session.startDemo': () => ({}),
  'session.openDemoStudy': () => ({ name: 'Demo' }),
  'session.connectApiKey': ({ serviceUrl, apiKey }) => ({ serviceUrl, apiKey, name: 'Other' }),
  'session.connectOAuth': ({ serviceUrl }) => ({ serviceUrl, clientId: 'client', name: 'Other' }),
  'session.cancelOAuth': () => ({}),
  'session.pasteRedirect': () => ({ address: 'http://127.0.0.1:1/oauth/callback?code=1' }),
  'session.checkKeychain': () => ({}),
  'session.signOut': () => ({ clearCache: false }),
  'session.user': () => ({}),
  'session.updateUser': () => ({ name: 'Ada' }),
  'session.secrets': () => ({}),
  'profiles.select': ({ profileId }) => ({ profileId }),
  'profiles.change': ({ profileId }) => ({
    profileId,
    dialect: { idempotency: 'honoured', requests_per_minute: 6000 },
  }),

  'connection.check': () => ({}),
  'connection.report': () => ({}),
  'connection.export': ({ savedId }) => ({ fileId: savedId, format: 'json' }),

  'files.chooseOpen': () => ({}),
  'files.chooseSave': () => ({ suggestedName: 'file.csv' }),
  'files.adopt': () => ({ path: '/etc/hosts' }),
  'files.paste': () => ({ text: 'sample_name\tage\nA\t40\n' }),
  'files.preview': ({ fileId }) => ({ fileId }),
  'files.reveal': ({ fileId }) => ({ fileId }),

  'drugs.search': () => ({ text: 'rapamycin', from: 'service' }),
  'drugs.show': ({ drugId }) => ({ drugId, from: 'service' }),
  'drugs.facets': () => ({ text: 'a' }),
  'drugs.lookup': ({ drugName }) => ({ name: drugName, from: 'service' }),
  'drugs.links': ({ drugId }) => ({ drugId }),
  'drugs.marks': ({ drugId }) => ({ drugIds: [drugId] }),
  'drugs.mark': ({ drugId, drugName }) => ({ drugId, name: drugName, favourite: true, tags: ['kinase'] }),

  'drugLists.list': () => ({}),
  'drugLists.show': ({ listId }) => ({ listId }),
  'drugLists.create': ({ drugId, drugName }) => ({ name: 'Offline', drugs: [{ drugId, name: drugName }] }),
  'drugLists.change': ({ listId }) => ({ listId, note: 'changed offline' }),
  'drugLists.remove': ({ removedSetId }) => ({ listId: removedSetId }),
  'drugLists.restore': ({ removedSetId }) => ({ listId: removedSetId }),
  'searches.list': () => ({}),
  'searches.save': () => ({ name: 'Offline', address: 'text=rapa' }),
  'searches.rename': ({ searchId }) => ({ searchId, name: 'Renamed offline' }),
  'searches.remove': ({ searchId }) => ({ searchId }),

  'pathways.list': () => ({}),
  'pathways.show': ({ pathway }) => ({ pathway }),
  'pathways.merge': ({ pathway, otherPathway }) => ({ pathway: otherPathway, into: pathway }),
  'pathways.split': ({ pathwayName }) => ({ name: pathwayName }),
  'pathways.rename': ({ pathway }) => ({ pathway, title: 'Renamed' }),
  'pathways.reset': ({ pathway }) => ({ pathway }),

  'offlineSync.list': () => ({}),
  'offlineSync.start': () => ({ scope: { kind: 'catalogue' }, detail: 'all', refreshDays: 0 }),
  'offlineSync.pause': ({ planId }) => ({ planId }),
  'offlineSync.resume': ({ planId }) => ({ planId }),
  'offlineSync.remove': ({ planId }) => ({ planId }),

  'imports.read': ({ fileId }) => ({ fileId }),
  'imports.check': ({ draftId, mapping }) => ({ draftId, mapping }),
  'imports.send': ({ draftId }) => ({ draftId }),
  'imports.addToStudy': ({ draftId }) => ({ draftId }),
  'imports.saveFailedRows': ({ draftId, savedId }) => ({ draftId, fileId: savedId }),
  'imports.rows': ({ draftId }) => ({ draftId }),
  'imports.failing': ({ draftId }) => ({ draftId }),
  'imports.edit': ({ correctedId, mapping }) => ({
    draftId: correctedId,
    edits: [{ row: 2, column: Object.keys(mapping)[0] ?? '', value: 'corrected offline' }],
  }),
  'imports.replace': ({ correctedId, mapping }) => ({
    draftId: correctedId,
    column: Object.keys(mapping)[0] ?? '',
    find: 'a',
    replaceBy: 'b',
    whole: false,
    matchCase: false,
  }),
  'imports.undo': ({ correctedId }) => ({ draftId: correctedId }),
  'imports.redo': ({ correctedId }) => ({ draftId: correctedId }),
  'imports.dryRun': ({ draftId }) => ({ draftId }),
  'imports.saveBlank': ({ savedId }) => ({ fileId: savedId, format: 'xlsx' }),
  'mappings.list': () => ({}),
  'mappings.save': ({ mapping }) => ({ name: 'Offline', columns: Object.keys(mapping), mapping }),
  'mappings.remove': ({ templateId }) => ({ templateId }),
  'orderForm.get': () => ({}),
  'orderForm.set': () => ({ form: defaultOrderForm }),
  'batches.list': () => ({}),
  'batches.rows': ({ batchId }) => ({ batchId }),
  'batches.estimate': ({ waitingBatchId }) => ({ batchId: waitingBatchId, action: 'resume' }),
  'batches.resume': ({ waitingBatchId }) => ({ batchId: waitingBatchId }),
  'batches.pause': ({ waitingBatchId }) => ({ batchId: waitingBatchId }),
  'batches.cancel': ({ waitingBatchId }) => ({ batchId: waitingBatchId }),
  'batches.retryFailed': ({ refusedBatchId }) => ({ batchId: refusedBatchId }),
  'batches.lookUpUnknown': ({ unknownBatchId }) => ({ batchId: unknownBatchId }),
  'batches.settleUnknown': ({ unknownBatchId }) => ({
    batchId: unknownBatchId,
    as: { kind: 'placed', sampleId: 'found-by-a-person' },
  }),
  'batches.checkSettlement': ({ unknownBatchId }) => ({
    batchId: unknownBatchId,
    sampleId: 'found-by-a-person',
  }),
  'batches.settleListed': ({ unknownBatchId }) => ({
    batchId: unknownBatchId,
    row: 2,
    reference: 'lost',
    as: { kind: 'placed', sampleId: 'found-by-a-person' },
  }),
  'batches.undoSettlement': ({ unknownBatchId }) => ({ batchId: unknownBatchId, rows: [2] }),
  'batches.history': ({ batchId }) => ({ batchId }),

  'samples.list': () => ({}),
  'samples.get': ({ sampleId }) => ({ sampleId }),
  'samples.refresh': () => ({ sampleIds: [] }),
  'samples.report': ({ sampleId }) => ({ sampleId }),
  'samples.saveReport': ({ sampleId, savedId }) => ({ sampleId, fileId: savedId }),
  'samples.facets': () => ({ text: 'A', filter: { synthetic: true } }),
  'samples.unknownWords': () => ({}),
  'samples.annotate': ({ sampleId }) => ({
    sampleIds: [sampleId],
    change: { group: 'offline', addTags: ['kept'], note: 'written offline', fields: { weight: 70 } },
  }),
  'samples.undoAnnotate': () => ({ undoId: 'gone' }),
  'samples.joinTable': ({ fileId }) => ({ fileId }),
  'samples.annotateFromTable': ({ fileId }) => ({ fileId, digest: 'of another table' }),
  'samples.adopt': () => ({ from: { samples: [{ sampleId: 'ordered-elsewhere' }] } }),

  'analyses.estimate': () => ({ again: true }),
  'analyses.run': () => ({ again: true, clock: true }),
  'results.sample': ({ sampleId }) => ({ sampleId }),
  'results.history': ({ sampleId }) => ({ sampleId }),
  'results.answer': ({ analysisId }) => ({ analysisId }),
  'results.drift': ({ analysisId }) => ({ before: analysisId, after: analysisId }),
  'drugs.match': ({ sampleId }) => ({ profile: { sampleId } }),

  'results.values': () => ({ measure: 'activity', view: { kind: 'zControls', controls: { filter: {} } } }),
  'results.covariates': () => ({}),
  'results.covariateValues': ({ sampleId }) => ({ sampleIds: [sampleId], names: ['age'] }),
  'results.compare': ({ sampleId }) => ({ measure: 'aging_offset', groups: oneAndAll(sampleId) }),
  'results.cluster': () => ({ measure: 'activity' }),
  'results.pca': () => ({ measure: 'activity' }),
  'results.clock': () => ({}),
  'results.pairing': ({ sampleId }) => ({ groups: oneAndAll(sampleId), unit: 'donor_id' }),
  'results.model': () => ({ measure: 'activity', terms: [{ field: 'group' }] }),
  'results.modelDiagnostics': ({ pathway }) => ({
    measure: 'activity',
    terms: [{ field: 'group' }],
    pathway,
  }),
  'results.agreement': () => ({ measure: 'activity', unit: 'donor' }),
  'results.plan': () => ({ design: 'unpaired', effect: 2 }),
  'results.compareClock': ({ sampleId }) => ({ groups: oneAndAll(sampleId) }),

  'screening.estimate': ({ sampleId }) => ({ sampleId }),
  'screening.create': ({ sampleId }) => ({ sampleId }),
  'screening.list': () => ({}),
  'screening.show': ({ taskId }) => ({ taskId }),
  'screening.follow': ({ taskId }) => ({ taskId }),
  'screening.forget': ({ taskId }) => ({ taskId }),
  'screening.remember': ({ taskId }) => ({ taskId }),
  'screening.unknownWords': () => ({}),

  'exports.describe': () => ({ table: { kind: 'screening' } }),
  'exports.write': ({ savedId }) => ({
    fileId: savedId,
    settings: { table: { kind: 'screening' }, format: 'csv' },
  }),
  'exports.list': () => ({}),
  'exportPresets.list': () => ({}),
  'exportPresets.save': () => ({ name: 'Kept', settings: { table: { kind: 'samples' }, format: 'xlsx' } }),
  'exportPresets.remove': () => ({ presetId: 'gone' }),

  'search.everything': () => ({ text: 'a' }),
  'studies.list': () => ({}),
  'studies.names': () => ({}),
  'studies.summary': () => ({ studyId: 'all' }),
  'studies.show': () => ({ studyId: 'all' }),
  'studies.preview': () => ({ studyId: 'all' }),
  'studies.overview': () => ({ studyId: 'all' }),
  'studies.cautions': () => ({ groups: { by: 'group', values: ['treated', 'control'] } }),
  'studies.create': ({ sampleId }) => ({ name: 'Liver', of: { sampleIds: [sampleId] } }),
  'studies.change': () => ({ studyId: 'all', question: 'Which?' }),
  'studies.archive': () => ({ studyId: 'all' }),
  'studies.addSamples': ({ studyId, sampleId }) => ({ studyId, of: { sampleIds: [sampleId] } }),
  'studies.removeSamples': ({ studyId, sampleId }) => ({ studyId, of: { sampleIds: [sampleId] } }),
  'studies.ofSample': ({ sampleId }) => ({ sampleId }),
  'studies.boards': () => ({ studyId: 'all' }),
  'studies.saveBoard': () => ({ studyId: 'all', board: emptyBoard, replaces: null }),
  'studies.removeBoard': () => ({ studyId: 'all', board: emptyBoard }),
  'studies.saveComparison': () => ({
    studyId: 'all',
    name: 'Treated',
    request: { measure: 'activity', groups: { by: 'group', values: ['treated', 'control'] } },
    replaces: null,
  }),
  'studies.renameComparison': () => ({ comparisonId: 'none', name: 'Other' }),
  'studies.questions': () => ({ studyId: 'all' }),
  'studies.removeComparison': () => ({ comparisonId: 'none' }),
  'documents.write': ({ sampleId, savedId }) => ({
    fileId: savedId,
    settings: { document: 'capsule', study: { kind: 'sample', sampleId } },
  }),
  'documents.methods': ({ sampleId }) => ({ study: { kind: 'sample', sampleId }, language: 'zh-CN' }),
  'figures.copyPng': () => ({ png: 'iVBORw0KGgo=' }),
  'figures.savePdf': ({ savedId }) => ({
    fileId: savedId,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
    widthMm: 20,
    heightMm: 10,
  }),
  'capsules.verify': ({ fileId }) => ({ fileId }),
  'capsules.open': ({ fileId }) => ({ fileId }),

  'journal.status': () => ({}),
  'journal.verify': () => ({}),
  'journal.doubt': () => ({}),
  'journal.acknowledge': () => ({}),
  'workspace.backup': ({ backupId }) => ({ fileId: backupId, withDrugCache: true }),
  'workspace.verify': ({ backupId }) => ({ fileId: backupId }),
  'workspace.restore': ({ backupId }) => ({ fileId: backupId, otherService: false }),
  'workspace.schedule': () => ({}),
  'workspace.setSchedule': () => ({ folder: 'none', every: 'week', copies: 3 }),

  'jobs.list': () => ({}),
  'jobs.cancel': ({ jobId }) => ({ jobId }),

  'updates.status': () => ({}),
  'updates.check': () => ({}),
  'recent.list': () => ({}),
  'recent.open': () => ({ recentId: 'none' }),
  'recent.clear': () => ({}),
  'examples.list': () => ({}),
  'examples.open': () => ({ name: 'cohort.csv' }),
  'examples.save': ({ savedId }) => ({ name: 'cohort.csv', fileId: savedId }),
  'problems.gather': () => ({}),
  'problems.save': ({ savedId }) => ({ fileId: savedId, words: 'It stands still.', parts: ['about.txt'] }),
  'problems.crashes': () => ({}),
  'problems.record': () => ({ stack: 'Error: of the page' }),
  'tables.layout': () => ({ table: 'samples' }),
  'tables.arrange': () => ({ table: 'samples', layout: { columns: [], sort: [] } }),
  'updates.install': () => ({ when: 'now' }),
}

/** The outcomes of these inputs while the offline switch is on, if they are not an answer. */
export const whileOffline: Partial<Record<MethodName, readonly Outcome[]>> = {
  // Its study is made; its drugs need the service.
  'session.openDemoStudy': ['answer', 'offline'],
  'session.connectApiKey': ['offline'],
  'session.connectOAuth': ['offline'],
  'session.pasteRedirect': ['rejected'],
  // A build machine has no keychain to remove the key from.
  'session.signOut': ['answer', 'keychain'],
  'session.user': ['offline'],
  'session.updateUser': ['offline'],
  // Its report marks each call as not tried.
  'connection.check': ['offline'],
  'files.chooseOpen': ['rejected'],
  'files.adopt': ['forbidden'],
  'drugs.lookup': ['answer', 'offline'],
  'offlineSync.start': ['job', 'offline'],
  'offlineSync.resume': ['job', 'offline'],
  'imports.send': ['job', 'offline'],
  // None of its samples was ordered before, so the call is rejected.
  'imports.addToStudy': ['rejected'],
  'imports.saveFailedRows': ['answer', 'rejected'],
  'batches.resume': ['job', 'offline'],
  'batches.retryFailed': ['job', 'offline'],
  'batches.lookUpUnknown': ['job', 'offline'],
  'batches.settleUnknown': ['offline'],
  'batches.checkSettlement': ['offline'],
  'batches.settleListed': ['offline'],
  'batches.undoSettlement': ['rejected'],
  'samples.refresh': ['job'],
  'samples.report': ['answer', 'offline'],
  'samples.saveReport': ['answer', 'offline'],
  // Of a change of an earlier run of the app.
  'samples.undoAnnotate': ['notFound'],
  'samples.annotateFromTable': ['rejected'],
  'samples.adopt': ['job', 'offline'],
  'analyses.run': ['job'],
  'results.model': ['rejected'],
  'results.modelDiagnostics': ['rejected'],
  'results.agreement': ['rejected'],
  'screening.create': ['offline'],
  'screening.show': ['answer', 'offline'],
  // The service has answered for this one.
  'screening.forget': ['notFound', 'rejected'],
  'screening.remember': ['notFound'],
  'exports.write': ['job'],
  'studies.cautions': ['rejected'],
  'studies.archive': ['rejected'],
  'studies.saveBoard': ['answer', 'rejected'],
  'studies.saveComparison': ['answer', 'rejected'],
  'studies.renameComparison': ['notFound'],
  'documents.write': ['job'],
  // A build machine may have nothing that prints.
  'figures.copyPng': ['forbidden'],
  'figures.savePdf': ['answer', 'notFound'],
  // The files made so far are not capsules.
  'capsules.verify': ['rejected'],
  'capsules.open': ['rejected'],
  'recent.open': ['answer', 'notFound'],
  'updates.install': ['rejected'],
}
