import { z } from 'zod'
import {
  type BackupSchedule,
  type Crash,
  type ExampleFile,
  type JournalCheck,
  type JournalDoubt,
  type JournalStatus,
  type ProblemReport,
  type RecentFile,
  type RestoreTarget,
  type TableLayout,
  tableLayoutSchema,
  type WorkspaceBackup,
  type WorkspaceRestored,
} from '../domain/app/appData.ts'
import { type ConnectionReport, conventionSettingsSchema } from '../domain/app/convention.ts'
import { type User, userChangeSchema } from '../domain/app/profile.ts'
import type { SearchHit } from '../domain/app/search.ts'
import { type Settings, settingsChangeSchema, type UpdateState } from '../domain/app/settings.ts'
import {
  type DrugDetail,
  type DrugFacets,
  type DrugHit,
  type DrugLinks,
  type DrugList,
  type DrugListMember,
  type DrugLookup,
  type DrugMark,
  drugFilterSchema,
  type SavedSearch,
} from '../domain/drugs/drug.ts'
import { type DrugMatch, matchDirectionSchema, profileSchema } from '../domain/drugs/drugMatch.ts'
import {
  type OfflineSyncPlan,
  offlineSyncDetailSchema,
  offlineSyncScopeSchema,
  onlyMissingDays,
} from '../domain/drugs/offlineSync.ts'
import type { Pathway, PathwayDetail } from '../domain/drugs/pathway.ts'
import type { ScreeningResult, ScreeningTask } from '../domain/drugs/screening.ts'
import type { PaidCall } from '../domain/requests/paidCall.ts'
import type { SampleResult } from '../domain/results/analysis.ts'
import {
  ageSourceSchema,
  type ClockPlot,
  type Clustering,
  type Covariate,
  type CovariateValues,
  type Drift,
  distanceSchema,
  linkageSchema,
  type Pca,
  type StoredResult,
  type StoredResultDetail,
  sampleChoiceSchema,
  type ValueMatrix,
  valueViewSchema,
} from '../domain/results/cohort.ts'
import type { GroupPairing } from '../domain/results/cohortQuality.ts'
import {
  type ClockComparison,
  type Comparison,
  clockComparisonRequestSchema,
  comparisonRequestSchema,
} from '../domain/results/comparison.ts'
import {
  type Batch,
  type BatchHistory,
  cellEditSchema,
  type DryRun,
  type FailingRow,
  type ImportChanges,
  type ImportCheck,
  type ImportDraft,
  type LedgerRow,
  ledgerStateSchema,
  type MappingTemplate,
  mappingSchema,
  readOptionsSchema,
  replacementSchema,
  type SettleCheck,
  settledAsSchema,
  type TablePreview,
  transformSchema,
} from '../domain/samples/importing.ts'
import { type OrderForm, orderFormSchema } from '../domain/samples/orderForm.ts'
import {
  type Adoption,
  adoptedSampleSchema,
  annotationChangeSchema,
  maxIdLength,
  type Sample,
  type SampleFacets,
  sampleFilterSchema,
  sampleSorts,
} from '../domain/samples/sample.ts'
import { type TableJoin, tableJoinRequestSchema } from '../domain/samples/tableJoin.ts'
import { type Board, boardSchema } from '../domain/studies/board.ts'
import {
  type CapsuleCheck,
  reportLanguageSchema,
  type StudyMethods,
  studyChoiceSchema,
  studySettingsSchema,
} from '../domain/studies/documents.ts'
import {
  anySettingsSchema,
  type ExportPreset,
  type ExportRecord,
  exportSettingsSchema,
  type TableDescription,
  tableChoiceSchema,
} from '../domain/studies/exporting.ts'
import type { Caution, StudyOverview } from '../domain/studies/overview.ts'
import {
  importStudySchema,
  newStudySchema,
  type SavedComparison,
  type Study,
  type StudyName,
  type StudySummary,
  savedComparisonSchema,
  studyChangeSchema,
} from '../domain/studies/study.ts'
import type { Message } from '../messages/message.ts'
import type { FailureData } from './failures.ts'
import type { MethodName } from './methodNames.ts'
import type { AppStatus, FileHandle, Job, Revocation, SecretLocation, SecretsStatus } from './state.ts'

/**
 * What a call does to the open workspace, from which follows what a capsule's workspace refuses.
 * `app`: nothing, or it opens another in its place; it needs none. `reads`: reads what is stored, or writes a file; where it would rather ask the
 * service it can do without. `changes`: changes what the workspace holds, or prepares that. `asks`: does nothing without
 * the service. `costs`: sends or queues what the service counts or charges for; refused while the journal is uncertain.
 */
export type CallKind = 'app' | 'reads' | 'changes' | 'asks' | 'costs'

/** One method: its policy, the schema of its input and the type of its output. */
type Method<S extends z.ZodType, Output, K extends CallKind> = {
  readonly kind: K
  /** Whether the workspace of a capsule allows it. */
  readonly inCapsule: boolean
  readonly input: S
  readonly output?: Output
}

/** Schemas are made when they are first requested: a start needs few of them, and all of them take some 15 ms. */
const methodOf =
  <K extends CallKind>(kind: K, usuallyInCapsule: boolean) =>
  <Output>({ inCapsule = usuallyInCapsule }: { inCapsule?: boolean } = {}) =>
  <S extends z.ZodType>(make: () => S): Method<S, Output, K> => {
    let made: S | null = null
    return {
      kind,
      inCapsule,
      get input() {
        made ??= make()
        return made
      },
    }
  }

const app = methodOf('app', true)
const reads = methodOf('reads', true)
const changes = methodOf('changes', false)
const asks = methodOf('asks', false)
const costs = methodOf('costs', false)

const emptyInput = z.object({}).strict()
const id = z.string().min(1).max(maxIdLength)
const page = {
  page: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(500).default(100),
}
const order = z.enum(['asc', 'desc'])
/** Rows of a batch by their lines in the file; left out: all that are meant. */
const rowNumbers = z.array(z.number().int().min(1)).min(1).max(1_000_000).optional()
const measure = z.enum(['activity', 'aging_offset'])
const serviceUrl = z.string().trim().min(1).max(2000)
const allSamples = sampleChoiceSchema.default({ filter: {} })
const analysisRequest = z
  .object({
    of: allSamples,
    pathways: z.array(z.string().min(1).max(200)).max(10_000).default([]),
    clock: z.boolean().default(true),
    /** Fetch anew where an answer is already stored. */
    again: z.boolean().default(false),
  })
  .strict()
const namedDrug = z.object({ drugId: id, name: z.string().max(10_000) }).strict()
const listName = z.string().trim().min(1).max(200)
const profileName = z.string().trim().min(1).max(80).optional()

/** A report as it came; `text` for JSON, HTML, text and CSV, null for binary kinds. */
export type SampleReport = {
  sampleId: string
  contentType: string
  text: string | null
  fetchedAt: string
  sizeBytes: number
  /** Null if the service sent this report now. If it failed, its failure: the report is then the copy stored at `fetchedAt`. */
  stored: FailureData | null
}

/**
 * What a page may call: beside `methodNames.ts`, the only place where a method is written. Names are `noun.verb`; see
 * docs/architecture.md, "The boundary".
 */
export const contract = {
  'app.status': app<AppStatus>()(() => emptyInput),
  'settings.get': app<Settings>()(() => emptyInput),
  'settings.set': app<Settings>()(() => settingsChangeSchema),

  'session.startDemo': app<AppStatus>()(() => emptyInput),
  /** Opens the demo with its study; the first time, the study is made, ordered and analyzed there. `name` and `question`: of a new one. */
  'session.openDemoStudy': app<{ studyId: string }>()(() =>
    newStudySchema.pick({ name: true, question: true }).strict(),
  ),
  'session.connectApiKey': app<AppStatus>()(() =>
    z
      .object({
        serviceUrl,
        apiKey: z.string().min(1).max(20_000),
        name: profileName,
        conventions: conventionSettingsSchema.optional(),
      })
      .strict(),
  ),
  'session.connectOAuth': app<AppStatus>()(() =>
    z
      .object({
        serviceUrl,
        clientId: z.string().trim().min(1).max(500),
        name: profileName,
        /** Left out: none, or the one that is stored for this client id. */
        clientSecret: z.string().min(1).max(20_000).optional(),
        /** Issuer of the sign-in server, where it is not the origin of the service. */
        authServer: serviceUrl.optional(),
        conventions: conventionSettingsSchema.optional(),
      })
      .strict(),
  ),
  'session.cancelOAuth': app<null>()(() => emptyInput),
  /** The whole address that the browser was sent back to, where it could not reach this computer. */
  'session.pasteRedirect': app<null>()(() =>
    z.object({ address: z.string().trim().min(1).max(20_000) }).strict(),
  ),
  /** Tries whether the keychain keeps a credential, before a person goes to the trouble of signing in. */
  'session.checkKeychain': app<SecretsStatus>()(() => emptyInput),
  'session.signOut': app<AppStatus & { revocation: Revocation }>()(() =>
    z.object({ clearCache: z.boolean() }).strict(),
  ),
  'session.user': asks<User>()(() => emptyInput),
  /** Sends only the fields given, then reads the user again. */
  'session.updateUser': asks<User>()(() => userChangeSchema),
  /** Where each secret of the profiles is; never the secret itself. */
  'session.secrets': app<SecretLocation[]>()(() => emptyInput),
  /** Opens a profile; unless `remember` is off, the next run opens it too. */
  'profiles.select': app<AppStatus>()(() =>
    z.object({ profileId: id, remember: z.boolean().default(true) }).strict(),
  ),
  /** Changes what was set of a profile; `conventions` replaces all that was set of them. */
  'profiles.change': app<AppStatus>()(() =>
    z
      .object({
        profileId: id,
        name: profileName,
        requestsPerMinute: z.number().int().min(1).max(1_000_000).optional(),
        conventions: conventionSettingsSchema.optional(),
      })
      .strict(),
  ),

  /** Asks the service what is safe to ask, and keeps what it found with the profile. Orders and analyses cost, so none is sent. */
  'connection.check': asks<ConnectionReport>()(() => emptyInput),
  /** The last check of this profile; null before the first. */
  'connection.report': reads<ConnectionReport | null>()(() => emptyInput),
  'connection.export': reads<{ file: FileHandle }>()(() =>
    z.object({ fileId: id, format: z.enum(['md', 'json']) }).strict(),
  ),

  /** The system's open dialog; null when cancelled. The loopback host has none: it refuses, and the page uploads. */
  'files.chooseOpen': app<FileHandle | null>()(() => emptyInput),
  /** A place to write to: the save dialog in Electron; a temporary file that is downloaded after on loopback. */
  'files.chooseSave': app<FileHandle | null>()(() =>
    z.object({ suggestedName: z.string().min(1).max(300) }).strict(),
  ),
  /** Electron only: a file dropped on the window. The preload turns the File into its path. */
  'files.adopt': app<FileHandle>()(() => z.object({ path: z.string().min(1).max(32_000) }).strict()),
  /** Text that was pasted, as a file to be read; at most 20 million characters. */
  'files.paste': app<FileHandle>()(() => z.object({ text: z.string().min(1).max(20_000_000) }).strict()),
  /** The table in a file as it is read, with its first `rows`. Nothing is requested of a service, and nobody need sign in. */
  'files.preview': app<TablePreview>()(() =>
    z
      .object({
        fileId: id,
        options: readOptionsSchema.default({}),
        rows: z.number().int().min(0).max(10_000).default(10),
      })
      .strict(),
  ),
  'files.reveal': app<null>()(() => z.object({ fileId: id }).strict()),

  'drugs.search': reads<{
    hits: DrugHit[]
    total: number
    /** There are more than `total`: counting them all would take longer than finding the best. */
    totalIsLeast?: boolean
    source: 'cache' | 'service'
    /** Why the service was not queried, or did not answer; null when it answered. */
    notice: Message | null
    /** The service did not answer, so the hits come from the cache. */
    failure?: FailureData
  }>()(() =>
    z
      .object({
        ...drugFilterSchema.shape,
        /** `cache` answers at once from what is stored; `service` asks the service and keeps its answer. */
        from: z.enum(['cache', 'service']).default('service'),
        page: page.page,
        /** Of the service at most 100. */
        limit: z.number().int().min(1).max(500).default(20),
        sort: z.string().max(100).optional(),
        order: order.optional(),
        /** Asks the service for these fields of each drug only, under its own names. */
        fields: z.array(z.string().min(1).max(100)).max(100).optional(),
      })
      .strict()
      .refine(({ from, limit }) => from === 'cache' || limit <= 100, { path: ['limit'] }),
  ),
  'drugs.show': reads<
    DrugDetail & {
      /** The service did not return everything, so the rest comes from the cache. */
      failure?: FailureData
    }
  >()(() => z.object({ drugId: id, from: z.enum(['cache', 'service']).default('service') }).strict()),
  'drugs.facets': reads<DrugFacets>()(() => drugFilterSchema),
  /** Drug-pathway association by the drug's name, as the service gives it. */
  'drugs.lookup': reads<DrugLookup>()(() =>
    z
      .object({
        name: z.string().trim().min(1).max(1000),
        from: z.enum(['cache', 'service']).default('service'),
      })
      .strict(),
  ),
  'drugs.links': reads<DrugLinks>()(() => z.object({ drugId: id }).strict()),
  /** The marks of these drugs; one that was never marked has none. */
  'drugs.marks': reads<DrugMark[]>()(() => z.object({ drugIds: z.array(id).max(500) }).strict()),
  /** Changes what is given of a drug's mark; `tags` replaces all of them. */
  'drugs.mark': changes<DrugMark>()(() =>
    namedDrug
      .extend({
        favourite: z.boolean().optional(),
        tags: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
        note: z.string().max(20_000).optional(),
      })
      .strict(),
  ),

  /** Favourites first, then sets and tags by name. */
  'drugLists.list': reads<DrugList[]>()(() => emptyInput),
  'drugLists.show': reads<{ list: DrugList; drugs: DrugListMember[] }>()(() =>
    z.object({ listId: id }).strict(),
  ),
  'drugLists.create': changes<DrugList>()(() =>
    z.object({ name: listName, drugs: z.array(namedDrug).max(10_000).default([]) }).strict(),
  ),
  'drugLists.change': changes<DrugList>()(() =>
    z
      .object({
        listId: id,
        name: listName.optional(),
        note: z.string().max(20_000).optional(),
        /** `addedAt` (ISO 8601): since when it was in the list before, where it comes back; left out: now. */
        add: z
          .array(namedDrug.extend({ addedAt: z.iso.datetime().optional() }))
          .max(10_000)
          .default([]),
        remove: z.array(id).max(10_000).default([]),
      })
      .strict(),
  ),
  /** Out of sight, and brought back by `drugLists.restore`. */
  'drugLists.remove': changes<null>()(() => z.object({ listId: id }).strict()),
  'drugLists.restore': changes<DrugList>()(() => z.object({ listId: id }).strict()),

  /** By name. */
  'searches.list': reads<SavedSearch[]>()(() => emptyInput),
  /**
   * A search of the same name is replaced, and the address that it had is in the answer; or, with `number`, both stay and
   * the new one is named “… (2)”.
   */
  'searches.save': changes<SavedSearch & { replaced: string | null }>()(() =>
    z
      .object({
        name: listName,
        address: z.string().max(20_000),
        ifTaken: z.enum(['replace', 'number']).default('replace'),
      })
      .strict(),
  ),
  /** Refused where another search has the name. */
  'searches.rename': changes<SavedSearch>()(() => z.object({ searchId: id, name: listName }).strict()),
  'searches.remove': changes<null>()(() => z.object({ searchId: id }).strict()),

  /** The alias table: every pathway that a cached drug or result names. */
  'pathways.list': reads<Pathway[]>()(() => emptyInput),
  /** A key that was merged into another shows that one, so that addresses of before still lead somewhere. */
  'pathways.show': reads<PathwayDetail>()(() => z.object({ pathway: id }).strict()),
  /** All names of one pathway, and those to come with the same key, go to another. */
  'pathways.merge': changes<Pathway[]>()(() => z.object({ pathway: id, into: id }).strict()),
  /** One name as it is written becomes a pathway of its own. */
  'pathways.split': changes<Pathway[]>()(() => z.object({ name: z.string().min(1).max(1000) }).strict()),
  'pathways.rename': changes<Pathway[]>()(() => z.object({ pathway: id, title: listName }).strict()),
  /** Takes back whatever a person changed of this pathway's names. */
  'pathways.reset': changes<Pathway[]>()(() => z.object({ pathway: id }).strict()),

  'offlineSync.list': reads<OfflineSyncPlan[]>()(() => emptyInput),
  /** Begins a plan, or goes on with the one of the same scope under what is requested now. */
  'offlineSync.start': asks<{ planId: string; jobId: string }>()(() =>
    z
      .object({
        scope: offlineSyncScopeSchema,
        detail: offlineSyncDetailSchema.default('list'),
        perHour: z.number().int().min(1).max(1_000_000).default(1000),
        refreshDays: z.number().int().min(0).max(onlyMissingDays).default(30),
      })
      .strict(),
  ),
  'offlineSync.pause': changes<null>()(() => z.object({ planId: id }).strict()),
  /** Goes on where it stopped; a plan that was done asks again for what is old. */
  'offlineSync.resume': asks<{ jobId: string }>()(() => z.object({ planId: id }).strict()),
  /** Forgets the plan; the drugs stay. */
  'offlineSync.remove': changes<null>()(() => z.object({ planId: id }).strict()),

  'imports.read': changes<ImportDraft>()(() =>
    z.object({ fileId: id, options: readOptionsSchema.default({}) }).strict(),
  ),
  'imports.check': changes<ImportCheck>()(() =>
    z.object({ draftId: id, mapping: mappingSchema, transform: transformSchema.prefault({}) }).strict(),
  ),
  /**
   * Rows of the last check, with what it says of each; of rows behind the first 10,000 that it has something to say of,
   * nothing is said here. `before`, `after`: places of the nearest such rows outside of the page, from 0.
   */
  'imports.rows': changes<{
    rows: FailingRow[]
    total: number
    before: number | null
    after: number | null
  }>()(() => z.object({ draftId: id, ...page }).strict()),
  /** Rows of the last check that it has something to say of; at most the first 10,000 of them. */
  'imports.failing': changes<{ rows: FailingRow[]; total: number; totalIsLeast?: boolean }>()(() =>
    z
      .object({
        draftId: id,
        rule: z.string().max(100).optional(),
        column: z.string().max(10_000).optional(),
        severity: z.enum(['error', 'warning', 'note']).optional(),
        ...page,
      })
      .strict(),
  ),
  /** Corrects cells for this import. What is in force is checked, sent and stored in the history; the file stays. */
  'imports.edit': changes<ImportChanges>()(() =>
    z.object({ draftId: id, edits: z.array(cellEditSchema).min(1).max(10_000) }).strict(),
  ),
  /** `cells`: how many it changes. */
  'imports.replace': changes<ImportChanges & { cells: number }>()(() =>
    replacementSchema.extend({ draftId: id }).strict(),
  ),
  'imports.undo': changes<ImportChanges>()(() => z.object({ draftId: id }).strict()),
  'imports.redo': changes<ImportChanges>()(() => z.object({ draftId: id }).strict()),
  /** Of the last check; nothing is sent. */
  'imports.dryRun': changes<DryRun>()(() => z.object({ draftId: id }).strict()),
  /**
   * Places the orders; their samples enter a study: the one given, or a new one with the name of the file.
   * `analyzeWhenReady`: then fetches pathway analysis and clock of each as soon as the service is done with it, once.
   */
  'imports.send': costs<{ batchId: string; jobId: string; studyId: string }>()(() =>
    z
      .object({
        draftId: id,
        study: importStudySchema.optional(),
        analyzeWhenReady: z.boolean().optional(),
      })
      .strict(),
  ),
  /** Puts the samples of its rows that were ordered before into a study, as `imports.send` does; nothing is sent. */
  'imports.addToStudy': changes<{ studyId: string; added: number; alreadyThere: number }>()(() =>
    z.object({ draftId: id, study: importStudySchema.optional() }).strict(),
  ),
  'imports.saveFailedRows': changes<{ file: FileHandle; rows: number }>()(() =>
    z.object({ draftId: id, fileId: id }).strict(),
  ),
  /** An empty table of the profile's fields to fill in: delimited text, or a workbook whose columns are text. */
  'imports.saveBlank': reads<{ file: FileHandle }>()(() =>
    z.object({ fileId: id, format: z.enum(['csv', 'xlsx']) }).strict(),
  ),
  'mappings.list': reads<MappingTemplate[]>()(() => emptyInput),
  /** One of the same name is replaced. */
  'mappings.save': changes<MappingTemplate>()(() =>
    z
      .object({
        name: listName,
        columns: z.array(z.string().max(10_000)).min(1).max(16_384),
        mapping: mappingSchema,
        transform: transformSchema.prefault({}),
        options: readOptionsSchema.default({}),
      })
      .strict(),
  ),
  'mappings.remove': changes<null>()(() => z.object({ templateId: id }).strict()),
  /** The fields of this profile's orders; those of the service's documentation where nothing was set. */
  'orderForm.get': reads<{ form: OrderForm; isDefault: boolean }>()(() => emptyInput),
  /** null goes back to the default. Refused where it has no reference, or a name twice. */
  'orderForm.set': changes<{ form: OrderForm; isDefault: boolean }>()(() =>
    z.object({ form: orderFormSchema.nullable() }).strict(),
  ),
  'batches.list': reads<Batch[]>()(() => emptyInput),
  'batches.rows': reads<{ rows: LedgerRow[]; total: number }>()(() =>
    z
      .object({
        batchId: id,
        state: ledgerStateSchema.optional(),
        /** Of this line of the file only. */
        row: z.number().int().min(0).optional(),
        ...page,
      })
      .strict(),
  ),
  /**
   * What `batches.resume`, `batches.retryFailed` or `batches.lookUpUnknown` would send; rows of a batch that is resumed are
   * not chosen.
   */
  'batches.estimate': reads<PaidCall>()(() =>
    z.object({ batchId: id, action: z.enum(['resume', 'retryFailed', 'lookUp']), rows: rowNumbers }).strict(),
  ),
  'batches.resume': costs<{ jobId: string }>()(() => z.object({ batchId: id }).strict()),
  /** Stops the sending; what is on its way is waited for. Resuming goes on. */
  'batches.pause': changes<Batch>()(() => z.object({ batchId: id }).strict()),
  /** Takes back what was not sent. What is created stays created: the counts and the message say so. */
  'batches.cancel': changes<{ batch: Batch; message: Message }>()(() => z.object({ batchId: id }).strict()),
  /** Sends failed rows again, each with its key of old. `skipped`: lines whose sample was ordered meanwhile. */
  'batches.retryFailed': costs<{ jobId: string; rows: number; skipped: number[] }>()(() =>
    z.object({ batchId: id, rows: rowNumbers }).strict(),
  ),
  /** Asks about orders of unknown outcome, where the service has a way that never places a second one. */
  'batches.lookUpUnknown': asks<{ jobId: string }>()(() =>
    z.object({ batchId: id, rows: rowNumbers }).strict(),
  ),
  /**
   * Settles orders of unknown outcome. `placed` is for one row, and unless `check` is off, the service must have the
   * sample under the reference of the row (`serviceSays`); rows that were not placed are queued again. `skipped`: lines
   * that are not settled so, as they were settled meanwhile or are ordered elsewhere.
   */
  'batches.settleUnknown': changes<{
    batch: Batch
    rows: number
    lines: number[]
    skipped: number[]
    serviceSays: SettleCheck | null
  }>()(() =>
    z
      .object({ batchId: id, rows: rowNumbers, as: settledAsSchema, check: z.boolean().default(true) })
      .strict(),
  ),
  /** Looks up a sample at the service before an order is settled as it. Refused like `batches.settleUnknown`. */
  'batches.checkSettlement': asks<SettleCheck>()(() =>
    z.object({ batchId: id, rows: rowNumbers, sampleId: id }).strict(),
  ),
  /**
   * Settles one row of a file of settlements, or undoes that. `already`: it is so. `dryRun`: checks only. Refused if
   * `reference` is not that of the row, or its outcome is known to be another.
   */
  'batches.settleListed': changes<{
    outcome: 'placed' | 'notPlaced' | 'undone' | 'already'
    serviceSays: SettleCheck | null
  }>()(() =>
    z
      .object({
        batchId: id,
        row: z.number().int().min(0),
        reference: z.string().max(10_000).nullable(),
        as: settledAsSchema,
        check: z.boolean().default(true),
        undo: z.boolean().default(false),
        dryRun: z.boolean().default(false),
      })
      .strict(),
  ),
  /** Makes the outcome of settled rows unknown again. Refused where one was not settled, or was sent again since. */
  'batches.undoSettlement': changes<{ batch: Batch; rows: number }>()(() =>
    z.object({ batchId: id, rows: rowNumbers.unwrap() }).strict(),
  ),
  'batches.history': reads<BatchHistory>()(() => z.object({ batchId: id }).strict()),

  'samples.list': reads<{ rows: Sample[]; total: number }>()(() =>
    z
      .object({
        text: z.string().max(1000).default(''),
        filter: sampleFilterSchema.optional(),
        /** Each field decides where those before it are equal; ties by id. */
        sort: sampleSorts.default([{ by: 'created_at', order: 'asc' }]),
        ...page,
      })
      .strict(),
  ),
  'samples.get': reads<Sample>()(() => z.object({ sampleId: id }).strict()),
  /** Polls samples whose state is not final until it is, or a deadline passes. Empty list: all of them. */
  'samples.refresh': asks<{ jobId: string }>()(() =>
    z.object({ sampleIds: z.array(id).max(100_000).default([]) }).strict(),
  ),
  'samples.report': asks<SampleReport>()(() => z.object({ sampleId: id }).strict()),
  /** The report's bytes as they came. `extension`: that of their kind, without a dot. */
  /** `fetchedAt`, `stored`: as of a report that is shown. */
  'samples.saveReport': asks<
    { file: FileHandle; contentType: string; extension: string } & Pick<SampleReport, 'fetchedAt' | 'stored'>
  >()(() => z.object({ sampleId: id, fileId: id }).strict()),
  'samples.facets': reads<SampleFacets>()(() =>
    z.object({ text: z.string().max(1000).default(''), filter: sampleFilterSchema.optional() }).strict(),
  ),
  /** Words of the service for states that nobody knows, and how many samples have each; `profiles.change` says what they mean. */
  'samples.unknownWords': reads<{ words: { word: string; count: number }[] }>()(() => z.object({}).strict()),
  /**
   * Adds to samples what was not sent: stored apart, with who and when. `undoId` is for `samples.undoAnnotate`. `left`: so
   * many, the last of them, are as before, since an error ended it after a part; requested again, it says what is wrong.
   */
  'samples.annotate': changes<{ changed: number; undoId: string; left: number }>()(() =>
    z.object({ sampleIds: z.array(id).min(1).max(100_000), change: annotationChangeSchema }).strict(),
  ),
  /**
   * Gives each sample back what it had before, with who and when; `left`: those that were changed since stay as they are.
   * `notFound` if it was undone before or is older than the last five changes.
   */
  'samples.undoAnnotate': changes<{ changed: number; left: number }>()(() =>
    z.object({ undoId: id }).strict(),
  ),
  /** Joins a table to samples and reports the outcome; changes nothing. */
  'samples.joinTable': changes<TableJoin>()(() => tableJoinRequestSchema),
  /**
   * Adds the values of a table to the annotations of samples; `samples.undoAnnotate` undoes it in one step. `digest`: that of
   * `samples.joinTable`; refused if the changes are not those it reported. `conflicts`: required if it reported conflicts.
   */
  'samples.annotateFromTable': changes<{ changed: number; undoId: string; left: number }>()(() =>
    tableJoinRequestSchema
      .extend({ digest: z.string().max(100), conflicts: z.enum(['keep', 'overwrite']).optional() })
      .strict(),
  ),
  /**
   * Takes orders that were placed elsewhere into the register: a list, or a file with a column of sample ids.
   * Ids that the service does not know are reported and not stored, unless `keepUnknown`.
   */
  'samples.adopt': changes<Adoption>()(() =>
    z
      .object({
        from: z.union([
          z.object({ fileId: id }).strict(),
          z.object({ samples: z.array(adoptedSampleSchema).min(1).max(100_000) }).strict(),
        ]),
        keepUnknown: z.boolean().default(false),
      })
      .strict(),
  ),

  /** What `analyses.run` would request; what is stored is not requested again. */
  'analyses.estimate': reads<PaidCall>()(() => analysisRequest),
  /** Waits for the samples' states, then fetches pathway analysis and, where wanted, the clock. */
  'analyses.run': costs<{ jobId: string }>()(() => analysisRequest),
  'results.sample': reads<SampleResult>()(() => z.object({ sampleId: id }).strict()),
  /** A piece of samples × pathways: at most 200,000 cells, so fewer samples than `limit` may come. Empty `pathways`: all. */
  'results.values': reads<ValueMatrix>()(() =>
    z
      .object({
        measure,
        of: allSamples,
        view: valueViewSchema.default({ kind: 'raw' }),
        pathways: z.array(z.string().min(1).max(200)).max(10_000).default([]),
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(1).max(10_000).default(10_000),
      })
      .strict(),
  ),
  /** Of the chosen samples that have a result. */
  'results.covariates': reads<Covariate[]>()(() => z.object({ of: allSamples }).strict()),
  'results.covariateValues': reads<CovariateValues>()(() =>
    z
      .object({
        sampleIds: z.array(id).min(1).max(10_000),
        names: z.array(z.string().min(1).max(200)).min(1).max(20),
      })
      .strict(),
  ),
  'results.compare': reads<Comparison>()(() => comparisonRequestSchema),
  'results.cluster': reads<Clustering>()(() =>
    z
      .object({
        measure,
        of: allSamples,
        view: valueViewSchema.default({ kind: 'raw' }),
        linkage: linkageSchema.default('average'),
        distance: distanceSchema.default('euclidean'),
      })
      .strict(),
  ),
  'results.pca': reads<Pca>()(() =>
    z.object({ measure, of: allSamples, scaled: z.boolean().default(true) }).strict(),
  ),
  'results.clock': reads<ClockPlot>()(() =>
    z
      .object({
        of: allSamples,
        predicted: ageSourceSchema.optional(),
        chronological: ageSourceSchema.optional(),
        /** The field that identifies the unit of a sample (a donor, …): the interval of r counts each unit once. */
        unit: z.string().min(1).max(200).optional(),
      })
      .strict(),
  ),
  'results.compareClock': reads<ClockComparison>()(() => clockComparisonRequestSchema),
  /** How many values of a field (donors, …) are in both of two groups, of samples that have a result: what a test of pairs rests on. */
  'results.pairing': reads<GroupPairing>()(() =>
    comparisonRequestSchema.pick({ of: true, groups: true }).extend({ unit: z.string().min(1).max(200) }),
  ),
  /** Every answer stored of a sample, the newest first. */
  'results.history': reads<StoredResult[]>()(() => z.object({ sampleId: id }).strict()),
  'results.answer': reads<StoredResultDetail>()(() => z.object({ analysisId: id }).strict()),
  /** Two answers of one kind about one sample. */
  'results.drift': reads<Drift>()(() => z.object({ before: id, after: id }).strict()),
  /** Cached drugs whose known directions oppose or mimic a profile, best first; asks nothing of the service. */
  'drugs.match': reads<DrugMatch>()(() =>
    z
      .object({
        profile: profileSchema,
        direction: matchDirectionSchema.default('opposing'),
        limit: z.number().int().min(1).max(500).default(50),
      })
      .strict(),
  ),

  /** What `screening.create` would do. */
  'screening.estimate': reads<PaidCall>()(() => z.object({ sampleId: id }).strict()),
  'screening.create': costs<{ taskId: string; jobId: string | null }>()(() =>
    z
      .object({ sampleId: id, endpoint: z.enum(['screening', 'virtual-screening']).default('screening') })
      .strict(),
  ),
  'screening.list': reads<ScreeningTask[]>()(() => emptyInput),
  'screening.show': reads<ScreeningResult>()(() => z.object({ taskId: id }).strict()),
  /** Asks on for a task that nothing asks for any more. null: there is nothing to ask for. */
  'screening.follow': asks<{ jobId: string | null }>()(() => z.object({ taskId: id }).strict()),
  /** Takes a request that was not answered off the list; `notFound` for what the service has answered. */
  'screening.forget': changes<null>()(() => z.object({ taskId: id }).strict()),
  /** Puts it back. `notFound` where it was not taken off in this run of the app. */
  'screening.remember': changes<null>()(() => z.object({ taskId: id }).strict()),
  /** Words of the service for states of tasks that nobody knows, and how many tasks have each. */
  'screening.unknownWords': reads<{ words: { word: string; count: number }[] }>()(() => emptyInput),

  /** What a table holds: its data dictionary, and how many rows it will have. */
  'exports.describe': reads<TableDescription>()(() => z.object({ table: tableChoiceSchema }).strict()),
  /**
   * Writes a table as a file, whole or not at all; the job's `done` counts its rows. Cancelling leaves what stood
   * there before.
   */
  'exports.write': reads<{ jobId: string }>()(() =>
    z.object({ fileId: id, settings: exportSettingsSchema }).strict(),
  ),
  /** What was exported, the newest first; at most 500. */
  'exports.list': reads<ExportRecord[]>()(() => emptyInput),
  'exportPresets.list': reads<ExportPreset[]>()(() => emptyInput),
  /** One of the same name is replaced. */
  'exportPresets.save': changes<ExportPreset>({ inCapsule: true })(() =>
    z.object({ name: listName, settings: anySettingsSchema }).strict(),
  ),
  'exportPresets.remove': changes<null>({ inCapsule: true })(() => z.object({ presetId: id }).strict()),

  /** That of all samples first, then those that changed last. */
  /**
   * Studies, samples, pathways and cached drugs in whose name or id the text is, what it is the whole or the beginning of
   * first; at most `limit` of each.
   */
  'search.everything': reads<SearchHit[]>()(() =>
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(50).default(5) }).strict(),
  ),
  'studies.list': reads<StudySummary[]>()(() => z.object({ archived: z.boolean().default(false) }).strict()),
  /** All of them, archived ones too, without the counts, which take the longer the more samples there are. */
  'studies.names': reads<StudyName[]>()(() => emptyInput),
  /** One of the list, archived or not, without a look at the others. */
  'studies.summary': reads<StudySummary>()(() => z.object({ studyId: id }).strict()),
  'studies.show': reads<Study>()(() => z.object({ studyId: id }).strict()),
  /** The z-scores of its first samples with results among each other, for a glance: few are read, however many it has. */
  'studies.preview': reads<ValueMatrix>()(() => z.object({ studyId: id }).strict()),
  /** What its numbers say, in sentences, computed from what is stored; see docs/design/overview.md. */
  'studies.overview': reads<StudyOverview>()(() =>
    z.object({ studyId: id, interim: z.boolean().optional() }).strict(),
  ),
  /** Returns the reasons to doubt one comparison; with `studyId`, by that study's design and samples. `independent` adds to its design. */
  'studies.cautions': reads<Caution[]>()(() =>
    comparisonRequestSchema
      .omit({ measure: true })
      .extend({ studyId: id.optional(), independent: z.array(z.string()).max(100).optional() }),
  ),
  /** Refused where another study has the name. */
  'studies.create': changes<Study>()(() => newStudySchema),
  /** `replaces`: texts as the caller knows them. Throws `rejected`, with a problem of each, where one is another by now. */
  'studies.change': changes<Study>()(() =>
    studyChangeSchema
      .extend({
        studyId: id,
        replaces: z.object({ name: z.string(), question: z.string(), notes: z.string() }).partial().strict(),
      })
      .partial({ replaces: true })
      .strict(),
  ),
  /**
   * Out of sight, or back in sight; nothing is deleted, and analyses that were to begin by themselves do not.
   * `stillRunning`: what goes on though it is archived; null: nothing does.
   */
  'studies.archive': changes<Study & { stillRunning: Message | null }>()(() =>
    z.object({ studyId: id, archived: z.boolean().default(true) }).strict(),
  ),
  'studies.addSamples': changes<{ added: number; alreadyThere: number }>()(() =>
    z.object({ studyId: id, of: sampleChoiceSchema }).strict(),
  ),
  /** The samples stay in the register and in other studies. */
  'studies.removeSamples': changes<{ removed: number }>()(() =>
    z.object({ studyId: id, of: sampleChoiceSchema }).strict(),
  ),
  /** The studies that list it and are not archived, by name. */
  'studies.ofSample': reads<{ studyId: string; name: string }[]>()(() => z.object({ sampleId: id }).strict()),
  /** Figures of the study on sheets of their own, as definitions: each is drawn anew from the results that are there. */
  'studies.boards': reads<Board[]>()(() => z.object({ studyId: id }).strict()),
  /**
   * `replaces`: the board of its id as the caller read or saved it last; null: there is none. Throws `rejected`, with a
   * problem of that field, where another one is stored by now.
   */
  'studies.saveBoard': changes<Board>()(() =>
    z.object({ studyId: id, board: boardSchema, replaces: boardSchema.nullable() }).strict(),
  ),
  /** `board`: as the caller read or saved it last. Throws `rejected`, with a problem of that field, where another one is stored by now. */
  'studies.removeBoard': changes<null>()(() => z.object({ studyId: id, board: boardSchema }).strict()),
  /** `replaces`: the one of the same name that the caller knows; null: none. Throws `rejected` where another one has the name by now. */
  'studies.saveComparison': changes<SavedComparison>()(() =>
    z
      .object({ studyId: id, name: listName, request: savedComparisonSchema, replaces: id.nullable() })
      .strict(),
  ),
  /** Refused where another one of the study has the name. */
  'studies.renameComparison': changes<null>()(() => z.object({ comparisonId: id, name: listName }).strict()),
  'studies.removeComparison': changes<null>()(() => z.object({ comparisonId: id }).strict()),

  /** Writes a report or a capsule, whole or not at all; noted among the exports. Throws `notFound` where a PDF cannot be made here. */
  'documents.write': reads<{ jobId: string }>()(() =>
    z.object({ fileId: id, settings: studySettingsSchema }).strict(),
  ),
  /** How its numbers were made, for a paper. */
  'documents.methods': reads<StudyMethods>()(() =>
    z.object({ study: studyChoiceSchema, language: reportLanguageSchema }).strict(),
  ),
  /** A figure of the page as PDF with its lines and letters; `svg`: up to 20 MB. Throws `notFound` where a PDF cannot be made here. */
  'figures.savePdf': app<{ file: FileHandle }>()(() =>
    z
      .object({
        fileId: id,
        svg: z.string().min(1).max(20_000_000),
        widthMm: z.number().min(10).max(1200),
        heightMm: z.number().min(10).max(1200),
      })
      .strict(),
  ),
  /** Electron only, whose pages may not write pictures to the clipboard; `png`: base64. */
  'figures.copyPng': app<null>()(() => z.object({ png: z.base64().min(1).max(100_000_000) }).strict()),

  /** Reads a capsule through; throws `rejected` for a file that is none. */
  'capsules.verify': app<CapsuleCheck>()(() => z.object({ fileId: id }).strict()),
  /** Opens a capsule that is intact as a workspace of its own, which nothing can change and which asks no service. */
  'capsules.open': app<AppStatus>()(() => z.object({ fileId: id }).strict()),

  'journal.status': reads<JournalStatus>()(() => emptyInput),
  /** Reads the whole journal, or a backup. */
  'journal.verify': reads<JournalCheck>()(() => z.object({ fileId: id.optional() }).strict()),
  /** The reasons why paid calls are refused and the orders in question; null if paid calls are allowed. */
  'journal.doubt': reads<JournalDoubt | null>()(() => emptyInput),
  /** The user has looked at the orders in question: paid calls are allowed again. */
  'journal.acknowledge': changes<null>()(() => emptyInput),

  /**
   * Writes everything that cannot be obtained again for free to one file, and verifies the file before giving it its name.
   * Refused in a capsule, which has the data of one study only.
   */
  'workspace.backup': reads<WorkspaceBackup & { file: FileHandle }>({ inCapsule: false })(() =>
    z.object({ fileId: id, withDrugCache: z.boolean().default(false) }).strict(),
  ),
  /** Reads a whole backup and finds the profile to restore it to. Throws `file` if the backup is not sound. */
  'workspace.verify': app<WorkspaceBackup & { target: RestoreTarget }>()(() =>
    z.object({ fileId: id, profileId: id.optional() }).strict(),
  ),
  /**
   * Restores a backup into its profile and opens it; creates the profile if there is none. `profileId`: restores into this
   * one instead. `otherService`: allows a profile with another service. Refused while another window or command uses it.
   */
  'workspace.restore': app<WorkspaceRestored & { profile: string }>()(() =>
    z.object({ fileId: id, profileId: id.optional(), otherService: z.boolean().default(false) }).strict(),
  ),
  /** Scheduled backups, made while the app runs. */
  'workspace.schedule': reads<BackupSchedule>({ inCapsule: false })(() => emptyInput),
  /** `folder`: `choose` opens the system's dialog, `none` stops the backups. */
  'workspace.setSchedule': changes<BackupSchedule>()(() =>
    z
      .object({
        folder: z.enum(['choose', 'none']).optional(),
        every: z.enum(['day', 'week']).optional(),
        copies: z.number().int().min(1).max(1000).optional(),
      })
      .strict(),
  ),

  'jobs.list': app<Job[]>()(() => emptyInput),
  'jobs.cancel': app<null>()(() => z.object({ jobId: id }).strict()),

  /** Files that were opened before, the last first; none where the host has no files of its own (loopback). */
  'recent.list': app<RecentFile[]>()(() => emptyInput),
  /** `notFound` where the file is gone: it is then taken off the list. */
  'recent.open': app<FileHandle>()(() => z.object({ recentId: id }).strict()),
  'recent.clear': app<null>()(() => emptyInput),
  /** Input files that come with the app. */
  'examples.list': app<ExampleFile[]>()(() => emptyInput),
  'examples.open': app<FileHandle>()(() => z.object({ name: z.string().min(1).max(300) }).strict()),
  'examples.save': app<{ file: FileHandle }>()(() =>
    z.object({ name: z.string().min(1).max(300), fileId: id }).strict(),
  ),
  /** What could be reported of a problem, to be read before it is saved. */
  'problems.gather': app<ProblemReport>()(() => emptyInput),
  /** Writes those parts that a person left in, as they were gathered last, and their own words, into one zip. */
  'problems.save': app<{ file: FileHandle }>()(() =>
    z
      .object({
        fileId: id,
        words: z.string().max(100_000),
        parts: z.array(z.string().min(1).max(300)).max(100),
      })
      .strict(),
  ),
  /** What stopped working before this start and was not reported yet, the newest first. */
  'problems.crashes': app<Crash[]>()(() => emptyInput),
  /** A screen stopped working: stored on this computer as far as it is known to hold nothing of a person, or not at all. */
  'problems.record': app<null>()(() => z.object({ stack: z.string().max(20_000) }).strict()),
  /** How a person arranged a table; null: as it comes. */
  'tables.layout': app<TableLayout | null>()(() => z.object({ table: id }).strict()),
  'tables.arrange': app<null>()(() => z.object({ table: id, layout: tableLayoutSchema.nullable() }).strict()),

  'updates.status': app<UpdateState>()(() => emptyInput),
  /** Checks the release server, where that is allowed, and fetches what is newer. */
  'updates.check': app<UpdateState>()(() => emptyInput),
  /** `now`: as soon as no job is under way; this ends the app. `later`: at the next quit. */
  'updates.install': app<UpdateState>()(() => z.object({ when: z.enum(['now', 'later']) }).strict()),
} satisfies Record<MethodName, Method<z.ZodType, unknown, CallKind>>

type Contract = typeof contract
/** What a caller writes: defaults may be left out. */
export type Input<M extends MethodName> = z.input<Contract[M]['input']>
/** What a handler receives: checked, defaults filled in. */
export type Checked<M extends MethodName> = z.output<Contract[M]['input']>
export type Output<M extends MethodName> =
  | NonNullable<Contract[M]['output']>
  | Extract<Contract[M]['output'], null>

export type Handlers = { [M in MethodName]: (input: Checked<M>) => Output<M> | Promise<Output<M>> }

type NounOf<M extends MethodName> = M extends `${infer Noun}.${string}` ? Noun : never
type VerbOf<M extends MethodName, Noun extends string> = M extends `${Noun}.${infer Verb}` ? Verb : never
type ServicesOf<M extends MethodName> = {
  [Noun in NounOf<M>]: { [Verb in VerbOf<M, Noun>]: Handlers[M & `${Noun}.${Verb}`] }
}
type AppMethod = { [M in MethodName]: Contract[M]['kind'] extends 'app' ? M : never }[MethodName]

/** What answers the methods: services by the nouns of the contract, their functions by its verbs. */
export type Services = ServicesOf<MethodName>
/** What stays the same whichever workspace is open. */
export type AppServices = ServicesOf<AppMethod>
/** What an open workspace offers. */
export type WorkspaceServices = ServicesOf<Exclude<MethodName, AppMethod>>

/** The typed client of a page or a command line. */
export type Call = <M extends MethodName>(name: M, input: Input<M>) => Promise<Output<M>>
