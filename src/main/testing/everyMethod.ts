import type { Input } from '../../shared/contract/contract.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import type { Mapping } from '../../shared/domain/importing.ts'
import { defaultOrderForm } from '../../shared/domain/orderForm.ts'

/** What an earlier time with the service has left, for the inputs below. */
export type Made = {
  serviceUrl: string
  apiKey: string
  profileId: string
  fileId: string
  /** A place to save to. */
  savedId: string
  draftId: string
  mapping: Mapping
  /** Another draft of the same columns, not to be sent. */
  correctedId: string
  templateId: string
  batchId: string
  /** Batches of which one order is queued, was refused, and ended with unknown outcome. */
  waitingBatchId: string
  refusedBatchId: string
  unknownBatchId: string
  /** A backup of the journal. */
  backupId: string
  sampleId: string
  /** A kept answer about that sample. */
  analysisId: string
  taskId: string
  drugId: string
  drugName: string
  setId: string
  removedSetId: string
  searchId: string
  planId: string
  jobId: string
  pathway: string
  otherPathway: string
  pathwayName: string
}

/**
 * What may come of a call while the offline switch is on. `answer`: from what is kept here; `offline`: refused since
 * it needs the service; `job`: a job begins, and ends without the service or when it is told to; a code: refused for another reason.
 */
type Outcome = 'answer' | 'offline' | 'job' | 'rejected' | 'notFound' | 'forbidden' | 'keychain'

type Row<M extends MethodName> = { may: Outcome[]; input: (made: Made) => Input<M> }

/** One call of every method of the contract, each as likely to reach for the service as it can be. */
export const everyMethod: { [M in MethodName]: Row<M> } = {
  'app.status': { may: ['answer'], input: () => ({}) },
  'settings.get': { may: ['answer'], input: () => ({}) },
  'settings.set': { may: ['answer'], input: () => ({ theme: 'dark' }) },

  'session.startDemo': { may: ['answer'], input: () => ({}) },
  'session.connectApiKey': {
    may: ['offline'],
    input: ({ serviceUrl, apiKey }) => ({ serviceUrl, apiKey, name: 'Other' }),
  },
  'session.connectOAuth': {
    may: ['offline'],
    input: ({ serviceUrl }) => ({ serviceUrl, clientId: 'client', name: 'Other' }),
  },
  'session.cancelOAuth': { may: ['answer'], input: () => ({}) },
  'session.pasteRedirect': {
    may: ['rejected'],
    input: () => ({ address: 'http://127.0.0.1:1/oauth/callback?code=1' }),
  },
  'session.checkKeychain': { may: ['answer'], input: () => ({}) },
  // A build machine has no keychain to remove the key from.
  'session.signOut': { may: ['answer', 'keychain'], input: () => ({ clearCache: false }) },
  'session.user': { may: ['offline'], input: () => ({}) },
  'session.updateUser': { may: ['offline'], input: () => ({ name: 'Ada' }) },
  'session.secrets': { may: ['answer'], input: () => ({}) },
  'profiles.select': { may: ['answer'], input: ({ profileId }) => ({ profileId }) },
  'profiles.change': { may: ['answer'], input: ({ profileId }) => ({ profileId, requestsPerMinute: 6000 }) },

  // Its report says of each call that it was not tried.
  'connection.check': { may: ['offline'], input: () => ({}) },
  'connection.report': { may: ['answer'], input: () => ({}) },
  'connection.export': { may: ['answer'], input: ({ savedId }) => ({ fileId: savedId, format: 'json' }) },

  'files.chooseOpen': { may: ['rejected'], input: () => ({}) },
  'files.chooseSave': { may: ['answer'], input: () => ({ suggestedName: 'file.csv' }) },
  'files.adopt': { may: ['forbidden'], input: () => ({ path: '/etc/hosts' }) },
  'files.paste': { may: ['answer'], input: () => ({ text: 'sample_name\tage\nA\t40\n' }) },
  'files.preview': { may: ['answer'], input: ({ fileId }) => ({ fileId }) },
  'files.reveal': { may: ['answer'], input: ({ fileId }) => ({ fileId }) },

  'drugs.search': { may: ['answer'], input: () => ({ text: 'rapamycin', from: 'service' }) },
  'drugs.show': { may: ['answer'], input: ({ drugId }) => ({ drugId, from: 'service' }) },
  'drugs.facets': { may: ['answer'], input: () => ({ text: 'a' }) },
  'drugs.lookup': {
    may: ['answer', 'offline'],
    input: ({ drugName }) => ({ name: drugName, from: 'service' }),
  },
  'drugs.links': { may: ['answer'], input: ({ drugId }) => ({ drugId }) },
  'drugs.marks': { may: ['answer'], input: ({ drugId }) => ({ drugIds: [drugId] }) },
  'drugs.mark': {
    may: ['answer'],
    input: ({ drugId, drugName }) => ({ drugId, name: drugName, favourite: true, tags: ['kinase'] }),
  },

  'sets.list': { may: ['answer'], input: () => ({}) },
  'sets.show': { may: ['answer'], input: ({ setId }) => ({ setId }) },
  'sets.create': {
    may: ['answer'],
    input: ({ drugId, drugName }) => ({ name: 'Offline', drugs: [{ drugId, name: drugName }] }),
  },
  'sets.change': { may: ['answer'], input: ({ setId }) => ({ setId, note: 'changed offline' }) },
  'sets.remove': { may: ['answer'], input: ({ removedSetId }) => ({ setId: removedSetId }) },
  'sets.restore': { may: ['answer'], input: ({ removedSetId }) => ({ setId: removedSetId }) },
  'searches.list': { may: ['answer'], input: () => ({}) },
  'searches.save': { may: ['answer'], input: () => ({ name: 'Offline', address: 'text=rapa' }) },
  'searches.rename': { may: ['answer'], input: ({ searchId }) => ({ searchId, name: 'Renamed offline' }) },
  'searches.remove': { may: ['answer'], input: ({ searchId }) => ({ searchId }) },

  'pathways.list': { may: ['answer'], input: () => ({}) },
  'pathways.show': { may: ['answer'], input: ({ pathway }) => ({ pathway }) },
  'pathways.merge': {
    may: ['answer'],
    input: ({ pathway, otherPathway }) => ({ pathway: otherPathway, into: pathway }),
  },
  'pathways.split': { may: ['answer'], input: ({ pathwayName }) => ({ name: pathwayName }) },
  'pathways.rename': { may: ['answer'], input: ({ pathway }) => ({ pathway, title: 'Renamed' }) },
  'pathways.reset': { may: ['answer'], input: ({ pathway }) => ({ pathway }) },

  'prefetch.list': { may: ['answer'], input: () => ({}) },
  'prefetch.start': {
    may: ['job', 'offline'],
    input: () => ({ scope: { kind: 'catalogue' }, detail: 'all', refreshDays: 0 }),
  },
  'prefetch.pause': { may: ['answer'], input: ({ planId }) => ({ planId }) },
  'prefetch.resume': { may: ['job', 'offline'], input: ({ planId }) => ({ planId }) },
  'prefetch.remove': { may: ['answer'], input: ({ planId }) => ({ planId }) },

  'imports.read': { may: ['answer'], input: ({ fileId }) => ({ fileId }) },
  'imports.check': { may: ['answer'], input: ({ draftId, mapping }) => ({ draftId, mapping }) },
  'imports.send': { may: ['job', 'offline'], input: ({ draftId }) => ({ draftId }) },
  'imports.saveFailedRows': {
    may: ['answer', 'rejected'],
    input: ({ draftId, savedId }) => ({ draftId, fileId: savedId }),
  },
  'imports.failing': { may: ['answer'], input: ({ draftId }) => ({ draftId }) },
  'imports.edit': {
    may: ['answer'],
    input: ({ correctedId, mapping }) => ({
      draftId: correctedId,
      edits: [{ row: 2, column: Object.keys(mapping)[0] ?? '', value: 'corrected offline' }],
    }),
  },
  'imports.replace': {
    may: ['answer'],
    input: ({ correctedId, mapping }) => ({
      draftId: correctedId,
      column: Object.keys(mapping)[0] ?? '',
      find: 'a',
      replaceBy: 'b',
      whole: false,
      matchCase: false,
    }),
  },
  'imports.undo': { may: ['answer'], input: ({ correctedId }) => ({ draftId: correctedId }) },
  'imports.redo': { may: ['answer'], input: ({ correctedId }) => ({ draftId: correctedId }) },
  'imports.dryRun': { may: ['answer'], input: ({ draftId }) => ({ draftId }) },
  'imports.saveBlank': { may: ['answer'], input: ({ savedId }) => ({ fileId: savedId, format: 'xlsx' }) },
  'mappings.list': { may: ['answer'], input: () => ({}) },
  'mappings.save': {
    may: ['answer'],
    input: ({ mapping }) => ({ name: 'Offline', columns: Object.keys(mapping), mapping }),
  },
  'mappings.remove': { may: ['answer'], input: ({ templateId }) => ({ templateId }) },
  'orderForm.get': { may: ['answer'], input: () => ({}) },
  'orderForm.set': { may: ['answer'], input: () => ({ form: defaultOrderForm }) },
  'batches.list': { may: ['answer'], input: () => ({}) },
  'batches.rows': { may: ['answer'], input: ({ batchId }) => ({ batchId }) },
  'batches.resume': {
    may: ['job', 'offline'],
    input: ({ waitingBatchId }) => ({ batchId: waitingBatchId }),
  },
  'batches.pause': { may: ['answer'], input: ({ waitingBatchId }) => ({ batchId: waitingBatchId }) },
  'batches.cancel': { may: ['answer'], input: ({ waitingBatchId }) => ({ batchId: waitingBatchId }) },
  'batches.retryFailed': {
    may: ['job', 'offline'],
    input: ({ refusedBatchId }) => ({ batchId: refusedBatchId }),
  },
  'batches.lookUpUnknown': {
    may: ['job', 'offline'],
    input: ({ unknownBatchId }) => ({ batchId: unknownBatchId }),
  },
  'batches.settleUnknown': {
    may: ['answer'],
    input: ({ unknownBatchId }) => ({
      batchId: unknownBatchId,
      as: { kind: 'placed', sampleId: 'found-by-a-person' },
    }),
  },
  'batches.history': { may: ['answer'], input: ({ batchId }) => ({ batchId }) },

  'samples.list': { may: ['answer'], input: () => ({}) },
  'samples.get': { may: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'samples.refresh': { may: ['job'], input: () => ({ sampleIds: [] }) },
  'samples.report': { may: ['answer', 'offline'], input: ({ sampleId }) => ({ sampleId }) },
  'samples.saveReport': {
    may: ['answer', 'offline'],
    input: ({ sampleId, savedId }) => ({ sampleId, fileId: savedId }),
  },
  'samples.facets': { may: ['answer'], input: () => ({ text: 'A', filter: { synthetic: true } }) },
  'samples.unknownWords': { may: ['answer'], input: () => ({}) },
  'samples.annotate': {
    may: ['answer'],
    input: ({ sampleId }) => ({
      sampleIds: [sampleId],
      change: { group: 'offline', addTags: ['kept'], note: 'written offline', fields: { weight: 70 } },
    }),
  },
  // Of a change of an earlier run of the app.
  'samples.undoAnnotate': { may: ['notFound'], input: () => ({ undoId: 'gone' }) },
  'samples.adopt': {
    may: ['job', 'offline'],
    input: () => ({ from: { samples: [{ sampleId: 'ordered-elsewhere' }] } }),
  },

  'analyses.run': { may: ['job'], input: () => ({ again: true, clock: true }) },
  'results.sample': { may: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'results.history': { may: ['answer'], input: ({ sampleId }) => ({ sampleId }) },
  'results.answer': { may: ['answer'], input: ({ analysisId }) => ({ analysisId }) },
  'results.drift': {
    may: ['answer'],
    input: ({ analysisId }) => ({ before: analysisId, after: analysisId }),
  },
  'drugs.match': { may: ['answer'], input: ({ sampleId }) => ({ profile: { sampleId } }) },

  'results.values': {
    may: ['answer'],
    input: () => ({ measure: 'activity', view: { kind: 'zControls', controls: { filter: {} } } }),
  },
  'results.covariates': { may: ['answer'], input: () => ({}) },
  'results.covariateValues': {
    may: ['answer'],
    input: ({ sampleId }) => ({ sampleIds: [sampleId], names: ['age'] }),
  },
  'results.compare': {
    may: ['answer'],
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
  'results.cluster': { may: ['answer'], input: () => ({ measure: 'activity' }) },
  'results.pca': { may: ['answer'], input: () => ({ measure: 'activity' }) },
  'results.clock': { may: ['answer'], input: () => ({}) },

  'screening.create': { may: ['offline'], input: ({ sampleId }) => ({ sampleId }) },
  'screening.list': { may: ['answer'], input: () => ({}) },
  'screening.show': { may: ['answer', 'offline'], input: ({ taskId }) => ({ taskId }) },
  'screening.follow': { may: ['answer'], input: ({ taskId }) => ({ taskId }) },
  // The service has answered for this one.
  'screening.forget': { may: ['notFound', 'rejected'], input: ({ taskId }) => ({ taskId }) },
  'screening.remember': { may: ['notFound'], input: ({ taskId }) => ({ taskId }) },
  'screening.unknownWords': { may: ['answer'], input: () => ({}) },

  'exports.describe': { may: ['answer'], input: () => ({ table: { kind: 'screening' } }) },
  'exports.write': {
    may: ['job'],
    input: ({ savedId }) => ({ fileId: savedId, settings: { table: { kind: 'screening' }, format: 'csv' } }),
  },
  'exports.list': { may: ['answer'], input: () => ({}) },
  'recipes.list': { may: ['answer'], input: () => ({}) },
  'recipes.save': {
    may: ['answer'],
    input: () => ({ name: 'Kept', settings: { table: { kind: 'samples' }, format: 'xlsx' } }),
  },
  'recipes.remove': { may: ['answer'], input: () => ({ recipeId: 'gone' }) },

  'studies.write': {
    may: ['job'],
    input: ({ sampleId, savedId }) => ({
      fileId: savedId,
      settings: { document: 'capsule', study: { kind: 'sample', sampleId } },
    }),
  },
  'studies.methods': {
    may: ['answer'],
    input: ({ sampleId }) => ({ study: { kind: 'sample', sampleId }, language: 'zh-CN' }),
  },
  // A build machine may have nothing that prints.
  'figures.copyPng': { may: ['forbidden'], input: () => ({ png: 'iVBORw0KGgo=' }) },
  'figures.savePdf': {
    may: ['answer', 'notFound'],
    input: ({ savedId }) => ({
      fileId: savedId,
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
      widthMm: 20,
      heightMm: 10,
    }),
  },
  // No file that was made in between is a capsule.
  'capsules.verify': { may: ['rejected'], input: ({ fileId }) => ({ fileId }) },
  'capsules.open': { may: ['rejected'], input: ({ fileId }) => ({ fileId }) },

  'journal.status': { may: ['answer'], input: () => ({}) },
  'journal.backup': { may: ['answer'], input: ({ backupId }) => ({ fileId: backupId }) },
  'journal.verify': { may: ['answer'], input: () => ({}) },
  'journal.restore': { may: ['answer'], input: ({ backupId }) => ({ fileId: backupId }) },

  'jobs.list': { may: ['answer'], input: () => ({}) },
  'jobs.cancel': { may: ['answer'], input: ({ jobId }) => ({ jobId }) },

  'updates.status': { may: ['answer'], input: () => ({}) },
  'updates.check': { may: ['answer'], input: () => ({}) },
  'recent.list': { may: ['answer'], input: () => ({}) },
  'recent.open': { may: ['answer', 'notFound'], input: () => ({ recentId: 'none' }) },
  'recent.clear': { may: ['answer'], input: () => ({}) },
  'examples.list': { may: ['answer'], input: () => ({}) },
  'examples.open': { may: ['answer'], input: () => ({ name: 'cohort.csv' }) },
  'examples.save': { may: ['answer'], input: ({ savedId }) => ({ name: 'cohort.csv', fileId: savedId }) },
  'problems.gather': { may: ['answer'], input: () => ({}) },
  'problems.save': {
    may: ['answer'],
    input: ({ savedId }) => ({ fileId: savedId, words: 'It stands still.', parts: ['about.txt'] }),
  },
  'problems.crashes': { may: ['answer'], input: () => ({}) },
  'problems.record': { may: ['answer'], input: () => ({ stack: 'Error: of the page' }) },
  'tables.layout': { may: ['answer'], input: () => ({ table: 'samples' }) },
  'tables.arrange': {
    may: ['answer'],
    input: () => ({ table: 'samples', layout: { columns: [], sort: [] } }),
  },
  'updates.install': { may: ['rejected'], input: () => ({ when: 'now' }) },
}
