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

type Row<M extends MethodName> = { allowed: Outcome[]; input: (fixtures: Fixtures) => Input<M> }

const emptyBoard = {
  boardId: 'board',
  name: 'Figure 1',
  title: '',
  caption: '',
  widthMm: 174,
  lettersPt: 8,
  columns: 2,
  panels: [],
}

/** One call of every method of the contract, each as likely to reach for the service as it can be. */
export const everyMethod: { [M in MethodName]: Row<M> } = {
  'app.status': { allowed: ['answer'], input: () => ({}) },
  'settings.get': { allowed: ['answer'], input: () => ({}) },
  'settings.set': { allowed: ['answer'], input: () => ({ theme: 'dark' }) },

  'session.startDemo': { allowed: ['answer'], input: () => ({}) },
  // Its study is made; its drugs need the service.
  'session.openDemoStudy': { allowed: ['answer', 'offline'], input: () => ({ name: 'Demo' }) },
  'session.connectApiKey': {
    allowed: ['offline'],
    input: ({ serviceUrl, apiKey }) => ({ serviceUrl, apiKey, name: 'Other' }),
  },
  'session.connectOAuth': {
    allowed: ['offline'],
    input: ({ serviceUrl }) => ({ serviceUrl, clientId: 'client', name: 'Other' }),
  },
  'session.cancelOAuth': { allowed: ['answer'], input: () => ({}) },
  'session.pasteRedirect': {
    allowed: ['rejected'],
    input: () => ({ address: 'http://127.0.0.1:1/oauth/callback?code=1' }),
  },
  'session.checkKeychain': { allowed: ['answer'], input: () => ({}) },
  // A build machine has no keychain to remove the key from.
  'session.signOut': { allowed: ['answer', 'keychain'], input: () => ({ clearCache: false }) },
  'session.user': { allowed: ['offline'], input: () => ({}) },
  'session.updateUser': { allowed: ['offline'], input: () => ({ name: 'Ada' }) },
  'session.secrets': { allowed: ['answer'], input: () => ({}) },
  'profiles.select': { allowed: ['answer'], input: ({ profileId }) => ({ profileId }) },
  'profiles.change': {
    allowed: ['answer'],
    input: ({ profileId }) => ({
      profileId,
      dialect: { idempotency: 'honoured', requests_per_minute: 6000 },
    }),
  },

  // Its report marks each call as not tried.
  'connection.check': { allowed: ['offline'], input: () => ({}) },
  'connection.report': { allowed: ['answer'], input: () => ({}) },
  'connection.export': { allowed: ['answer'], input: ({ savedId }) => ({ fileId: savedId, format: 'json' }) },

  'files.chooseOpen': { allowed: ['rejected'], input: () => ({}) },
  'files.chooseSave': { allowed: ['answer'], input: () => ({ suggestedName: 'file.csv' }) },
  'files.adopt': { allowed: ['forbidden'], input: () => ({ path: '/etc/hosts' }) },
  'files.paste': { allowed: ['answer'], input: () => ({ text: 'sample_name\tage\nA\t40\n' }) },
  'files.preview': { allowed: ['answer'], input: ({ fileId }) => ({ fileId }) },
  'files.reveal': { allowed: ['answer'], input: ({ fileId }) => ({ fileId }) },

  'drugs.search': { allowed: ['answer'], input: () => ({ text: 'rapamycin', from: 'service' }) },
  'drugs.show': { allowed: ['answer'], input: ({ drugId }) => ({ drugId, from: 'service' }) },
  'drugs.facets': { allowed: ['answer'], input: () => ({ text: 'a' }) },
  'drugs.lookup': {
    allowed: ['answer', 'offline'],
    input: ({ drugName }) => ({ name: drugName, from: 'service' }),
  },
  'drugs.links': { allowed: ['answer'], input: ({ drugId }) => ({ drugId }) },
  'drugs.marks': { allowed: ['answer'], input: ({ drugId }) => ({ drugIds: [drugId] }) },
  'drugs.mark': {
    allowed: ['answer'],
    input: ({ drugId, drugName }) => ({ drugId, name: drugName, favourite: true, tags: ['kinase'] }),
  },

  'drugLists.list': { allowed: ['answer'], input: () => ({}) },
  'drugLists.show': { allowed: ['answer'], input: ({ listId }) => ({ listId }) },
  'drugLists.create': {
    allowed: ['answer'],
    input: ({ drugId, drugName }) => ({ name: 'Offline', drugs: [{ drugId, name: drugName }] }),
  },
  'drugLists.change': { allowed: ['answer'], input: ({ listId }) => ({ listId, note: 'changed offline' }) },
  'drugLists.remove': { allowed: ['answer'], input: ({ removedSetId }) => ({ listId: removedSetId }) },
  'drugLists.restore': { allowed: ['answer'], input: ({ removedSetId }) => ({ listId: removedSetId }) },
  'searches.list': { allowed: ['answer'], input: () => ({}) },
  'searches.save': { allowed: ['answer'], input: () => ({ name: 'Offline', address: 'text=rapa' }) },
  'searches.rename': {
    allowed: ['answer'],
    input: ({ searchId }) => ({ searchId, name: 'Renamed offline' }),
  },
  'searches.remove': { allowed: ['answer'], input: ({ searchId }) => ({ searchId }) },

  'pathways.list': { allowed: ['answer'], input: () => ({}) },
  'pathways.show': { allowed: ['answer'], input: ({ pathway }) => ({ pathway }) },
  'pathways.merge': {
    allowed: ['answer'],
    input: ({ pathway, otherPathway }) => ({ pathway: otherPathway, into: pathway }),
  },
  'pathways.split': { allowed: ['answer'], input: ({ pathwayName }) => ({ name: pathwayName }) },
  'pathways.rename': { allowed: ['answer'], input: ({ pathway }) => ({ pathway, title: 'Renamed' }) },
  'pathways.reset': { allowed: ['answer'], input: ({ pathway }) => ({ pathway }) },

  'offlineSync.list': { allowed: ['answer'], input: () => ({}) },
  'offlineSync.start': {
    allowed: ['job', 'offline'],
    input: () => ({ scope: { kind: 'catalogue' }, detail: 'all', refreshDays: 0 }),
  },
  'offlineSync.pause': { allowed: ['answer'], input: ({ planId }) => ({ planId }) },
  'offlineSync.resume': { allowed: ['job', 'offline'], input: ({ planId }) => ({ planId }) },
  'offlineSync.remove': { allowed: ['answer'], input: ({ planId }) => ({ planId }) },

  'imports.read': { allowed: ['answer'], input: ({ fileId }) => ({ fileId }) },
  'imports.check': { allowed: ['answer'], input: ({ draftId, mapping }) => ({ draftId, mapping }) },
  'imports.send': { allowed: ['job', 'offline'], input: ({ draftId }) => ({ draftId }) },
  // None of its samples was ordered before, so the call is rejected.
  'imports.addToStudy': { allowed: ['rejected'], input: ({ draftId }) => ({ draftId }) },
  'imports.saveFailedRows': {
    allowed: ['answer', 'rejected'],
    input: ({ draftId, savedId }) => ({ draftId, fileId: savedId }),
  },
  'imports.rows': { allowed: ['answer'], input: ({ draftId }) => ({ draftId }) },
  'imports.failing': { allowed: ['answer'], input: ({ draftId }) => ({ draftId }) },
  'imports.edit': {
    allowed: ['answer'],
    input: ({ correctedId, mapping }) => ({
      draftId: correctedId,
      edits: [{ row: 2, column: Object.keys(mapping)[0] ?? '', value: 'corrected offline' }],
    }),
  },
  'imports.replace': {
    allowed: ['answer'],
    input: ({ correctedId, mapping }) => ({
      draftId: correctedId,
      column: Object.keys(mapping)[0] ?? '',
      find: 'a',
      replaceBy: 'b',
      whole: false,
      matchCase: false,
    }),
  },
  'imports.undo': { allowed: ['answer'], input: ({ correctedId }) => ({ draftId: correctedId }) },
  'imports.redo': { allowed: ['answer'], input: ({ correctedId }) => ({ draftId: correctedId }) },
  'imports.dryRun': { allowed: ['answer'], input: ({ draftId }) => ({ draftId }) },
  'imports.saveBlank': { allowed: ['answer'], input: ({ savedId }) => ({ fileId: savedId, format: 'xlsx' }) },
  'mappings.list': { allowed: ['answer'], input: () => ({}) },
  'mappings.save': {
    allowed: ['answer'],
    input: ({ mapping }) => ({ name: 'Offline', columns: Object.keys(mapping), mapping }),
  },
  'mappings.remove': { allowed: ['answer'], input: ({ templateId }) => ({ templateId }) },
  'orderForm.get': { allowed: ['answer'], input: () => ({}) },
  'orderForm.set': { allowed: ['answer'], input: () => ({ form: defaultOrderForm }) },
  'batches.list': { allowed: ['answer'], input: () => ({}) },
  'batches.rows': { allowed: ['answer'], input: ({ batchId }) => ({ batchId }) },
  'batches.estimate': {
    allowed: ['answer'],
    input: ({ waitingBatchId }) => ({ batchId: waitingBatchId, action: 'resume' }),
  },
  'batches.resume': {
    allowed: ['job', 'offline'],
    input: ({ waitingBatchId }) => ({ batchId: waitingBatchId }),
  },
  'batches.pause': { allowed: ['answer'], input: ({ waitingBatchId }) => ({ batchId: waitingBatchId }) },
  'batches.cancel': { allowed: ['answer'], input: ({ waitingBatchId }) => ({ batchId: waitingBatchId }) },
  'batches.retryFailed': {
    allowed: ['job', 'offline'],
    input: ({ refusedBatchId }) => ({ batchId: refusedBatchId }),
  },
  'batches.lookUpUnknown': {
    allowed: ['job', 'offline'],
    input: ({ unknownBatchId }) => ({ batchId: unknownBatchId }),
  },
  'batches.settleUnknown': {
    allowed: ['offline'],
    input: ({ unknownBatchId }) => ({
      batchId: unknownBatchId,
      as: { kind: 'placed', sampleId: 'found-by-a-person' },
    }),
  },
  'batches.checkSettlement': {
    allowed: ['offline'],
    input: ({ unknownBatchId }) => ({ batchId: unknownBatchId, sampleId: 'found-by-a-person' }),
  },
  'batches.settleListed': {
    allowed: ['offline'],
    input: ({ unknownBatchId }) => ({
      batchId: unknownBatchId,
      row: 2,
      reference: 'lost',
      as: { kind: 'placed', sampleId: 'found-by-a-person' },
    }),
  },
  'batches.undoSettlement': {
    allowed: ['rejected'],
    input: ({ unknownBatchId }) => ({ batchId: unknownBatchId, rows: [2] }),
  },
  'batches.history': { allowed: ['answer'], input: ({ batchId }) => ({ batchId }) },

  'samples.list': { allowed: ['answer'], input: () => ({}) },
  'samples.get': { allowed: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'samples.refresh': { allowed: ['job'], input: () => ({ sampleIds: [] }) },
  'samples.report': { allowed: ['answer', 'offline'], input: ({ sampleId }) => ({ sampleId }) },
  'samples.saveReport': {
    allowed: ['answer', 'offline'],
    input: ({ sampleId, savedId }) => ({ sampleId, fileId: savedId }),
  },
  'samples.facets': { allowed: ['answer'], input: () => ({ text: 'A', filter: { synthetic: true } }) },
  'samples.unknownWords': { allowed: ['answer'], input: () => ({}) },
  'samples.annotate': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({
      sampleIds: [sampleId],
      change: { group: 'offline', addTags: ['kept'], note: 'written offline', fields: { weight: 70 } },
    }),
  },
  // Of a change of an earlier run of the app.
  'samples.undoAnnotate': { allowed: ['notFound'], input: () => ({ undoId: 'gone' }) },
  'samples.joinTable': { allowed: ['answer'], input: ({ fileId }) => ({ fileId }) },
  'samples.annotateFromTable': {
    allowed: ['rejected'],
    input: ({ fileId }) => ({ fileId, digest: 'of another table' }),
  },
  'samples.adopt': {
    allowed: ['job', 'offline'],
    input: () => ({ from: { samples: [{ sampleId: 'ordered-elsewhere' }] } }),
  },

  'analyses.estimate': { allowed: ['answer'], input: () => ({ again: true }) },
  'analyses.run': { allowed: ['job'], input: () => ({ again: true, clock: true }) },
  'results.sample': { allowed: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'results.history': { allowed: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'results.answer': { allowed: ['answer'], input: ({ analysisId }) => ({ analysisId }) },
  'results.drift': {
    allowed: ['answer'],
    input: ({ analysisId }) => ({ before: analysisId, after: analysisId }),
  },
  'drugs.match': { allowed: ['answer'], input: ({ sampleId }) => ({ profile: { sampleId } }) },

  'results.values': {
    allowed: ['answer'],
    input: () => ({ measure: 'activity', view: { kind: 'zControls', controls: { filter: {} } } }),
  },
  'results.covariates': { allowed: ['answer'], input: () => ({}) },
  'results.covariateValues': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({ sampleIds: [sampleId], names: ['age'] }),
  },
  'results.compare': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({
      measure: 'aging_offset',
      groups: {
        sets: [
          { name: 'one', of: { sampleIds: [sampleId] } },
          { name: 'all', of: { filter: { synthetic: true } } },
        ],
      },
    }),
  },
  'results.cluster': { allowed: ['answer'], input: () => ({ measure: 'activity' }) },
  'results.pca': { allowed: ['answer'], input: () => ({ measure: 'activity' }) },
  'results.clock': { allowed: ['answer'], input: () => ({}) },
  'results.pairing': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({
      groups: {
        sets: [
          { name: 'one', of: { sampleIds: [sampleId] } },
          { name: 'all', of: { filter: { synthetic: true } } },
        ],
      },
      unit: 'donor_id',
    }),
  },
  'results.model': {
    allowed: ['rejected'],
    input: () => ({ measure: 'activity', terms: [{ field: 'group' }] }),
  },
  'results.modelDiagnostics': {
    allowed: ['rejected'],
    input: ({ pathway }) => ({ measure: 'activity', terms: [{ field: 'group' }], pathway }),
  },
  'results.agreement': { allowed: ['rejected'], input: () => ({ measure: 'activity', unit: 'donor' }) },
  'results.plan': { allowed: ['answer'], input: () => ({ design: 'unpaired', effect: 2 }) },
  'results.compareClock': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({
      groups: {
        sets: [
          { name: 'one', of: { sampleIds: [sampleId] } },
          { name: 'all', of: { filter: { synthetic: true } } },
        ],
      },
    }),
  },

  'screening.estimate': { allowed: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'screening.create': { allowed: ['offline'], input: ({ sampleId }) => ({ sampleId }) },
  'screening.list': { allowed: ['answer'], input: () => ({}) },
  'screening.show': { allowed: ['answer', 'offline'], input: ({ taskId }) => ({ taskId }) },
  'screening.follow': { allowed: ['answer'], input: ({ taskId }) => ({ taskId }) },
  // The service has answered for this one.
  'screening.forget': { allowed: ['notFound', 'rejected'], input: ({ taskId }) => ({ taskId }) },
  'screening.remember': { allowed: ['notFound'], input: ({ taskId }) => ({ taskId }) },
  'screening.unknownWords': { allowed: ['answer'], input: () => ({}) },

  'exports.describe': { allowed: ['answer'], input: () => ({ table: { kind: 'screening' } }) },
  'exports.write': {
    allowed: ['job'],
    input: ({ savedId }) => ({ fileId: savedId, settings: { table: { kind: 'screening' }, format: 'csv' } }),
  },
  'exports.list': { allowed: ['answer'], input: () => ({}) },
  'exportPresets.list': { allowed: ['answer'], input: () => ({}) },
  'exportPresets.save': {
    allowed: ['answer'],
    input: () => ({ name: 'Kept', settings: { table: { kind: 'samples' }, format: 'xlsx' } }),
  },
  'exportPresets.remove': { allowed: ['answer'], input: () => ({ presetId: 'gone' }) },

  'search.everything': { allowed: ['answer'], input: () => ({ text: 'a' }) },
  'studies.list': { allowed: ['answer'], input: () => ({}) },
  'studies.names': { allowed: ['answer'], input: () => ({}) },
  'studies.summary': { allowed: ['answer'], input: () => ({ studyId: 'all' }) },
  'studies.show': { allowed: ['answer'], input: () => ({ studyId: 'all' }) },
  'studies.preview': { allowed: ['answer'], input: () => ({ studyId: 'all' }) },
  'studies.overview': { allowed: ['answer'], input: () => ({ studyId: 'all' }) },
  'studies.cautions': {
    allowed: ['rejected'],
    input: () => ({ groups: { by: 'group', values: ['treated', 'control'] } }),
  },
  'studies.create': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({ name: 'Liver', of: { sampleIds: [sampleId] } }),
  },
  'studies.change': { allowed: ['answer'], input: () => ({ studyId: 'all', question: 'Which?' }) },
  'studies.archive': { allowed: ['rejected'], input: () => ({ studyId: 'all' }) },
  'studies.addSamples': {
    allowed: ['answer'],
    input: ({ studyId, sampleId }) => ({ studyId, of: { sampleIds: [sampleId] } }),
  },
  'studies.removeSamples': {
    allowed: ['answer'],
    input: ({ studyId, sampleId }) => ({ studyId, of: { sampleIds: [sampleId] } }),
  },
  'studies.ofSample': { allowed: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'studies.boards': { allowed: ['answer'], input: () => ({ studyId: 'all' }) },
  'studies.saveBoard': {
    allowed: ['answer', 'rejected'],
    input: () => ({ studyId: 'all', board: emptyBoard, replaces: null }),
  },
  'studies.removeBoard': { allowed: ['answer'], input: () => ({ studyId: 'all', board: emptyBoard }) },
  'studies.saveComparison': {
    allowed: ['answer', 'rejected'],
    input: () => ({
      studyId: 'all',
      name: 'Treated',
      request: { measure: 'activity', groups: { by: 'group', values: ['treated', 'control'] } },
      replaces: null,
    }),
  },
  'studies.renameComparison': {
    allowed: ['notFound'],
    input: () => ({ comparisonId: 'none', name: 'Other' }),
  },
  'studies.questions': { allowed: ['answer'], input: () => ({ studyId: 'all' }) },
  'studies.removeComparison': { allowed: ['answer'], input: () => ({ comparisonId: 'none' }) },
  'documents.write': {
    allowed: ['job'],
    input: ({ sampleId, savedId }) => ({
      fileId: savedId,
      settings: { document: 'capsule', study: { kind: 'sample', sampleId } },
    }),
  },
  'documents.methods': {
    allowed: ['answer'],
    input: ({ sampleId }) => ({ study: { kind: 'sample', sampleId }, language: 'zh-CN' }),
  },
  // A build machine may have nothing that prints.
  'figures.copyPng': { allowed: ['forbidden'], input: () => ({ png: 'iVBORw0KGgo=' }) },
  'figures.savePdf': {
    allowed: ['answer', 'notFound'],
    input: ({ savedId }) => ({
      fileId: savedId,
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
      widthMm: 20,
      heightMm: 10,
    }),
  },
  // The files made so far are not capsules.
  'capsules.verify': { allowed: ['rejected'], input: ({ fileId }) => ({ fileId }) },
  'capsules.open': { allowed: ['rejected'], input: ({ fileId }) => ({ fileId }) },

  'journal.status': { allowed: ['answer'], input: () => ({}) },
  'journal.verify': { allowed: ['answer'], input: () => ({}) },
  'journal.doubt': { allowed: ['answer'], input: () => ({}) },
  'journal.acknowledge': { allowed: ['answer'], input: () => ({}) },
  'workspace.backup': {
    allowed: ['answer'],
    input: ({ backupId }) => ({ fileId: backupId, withDrugCache: true }),
  },
  'workspace.verify': { allowed: ['answer'], input: ({ backupId }) => ({ fileId: backupId }) },
  'workspace.restore': {
    allowed: ['answer'],
    input: ({ backupId }) => ({ fileId: backupId, otherService: false }),
  },
  'workspace.schedule': { allowed: ['answer'], input: () => ({}) },
  'workspace.setSchedule': {
    allowed: ['answer'],
    input: () => ({ folder: 'none', every: 'week', copies: 3 }),
  },

  'jobs.list': { allowed: ['answer'], input: () => ({}) },
  'jobs.cancel': { allowed: ['answer'], input: ({ jobId }) => ({ jobId }) },

  'updates.status': { allowed: ['answer'], input: () => ({}) },
  'updates.check': { allowed: ['answer'], input: () => ({}) },
  'recent.list': { allowed: ['answer'], input: () => ({}) },
  'recent.open': { allowed: ['answer', 'notFound'], input: () => ({ recentId: 'none' }) },
  'recent.clear': { allowed: ['answer'], input: () => ({}) },
  'examples.list': { allowed: ['answer'], input: () => ({}) },
  'examples.open': { allowed: ['answer'], input: () => ({ name: 'cohort.csv' }) },
  'examples.save': { allowed: ['answer'], input: ({ savedId }) => ({ name: 'cohort.csv', fileId: savedId }) },
  'problems.gather': { allowed: ['answer'], input: () => ({}) },
  'problems.save': {
    allowed: ['answer'],
    input: ({ savedId }) => ({ fileId: savedId, words: 'It stands still.', parts: ['about.txt'] }),
  },
  'problems.crashes': { allowed: ['answer'], input: () => ({}) },
  'problems.record': { allowed: ['answer'], input: () => ({ stack: 'Error: of the page' }) },
  'tables.layout': { allowed: ['answer'], input: () => ({ table: 'samples' }) },
  'tables.arrange': {
    allowed: ['answer'],
    input: () => ({ table: 'samples', layout: { columns: [], sort: [] } }),
  },
  'updates.install': { allowed: ['rejected'], input: () => ({ when: 'now' }) },
}
