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
import type { ConnectionReport } from '../domain/app/connectionReport.ts'
import { dialectSchema } from '../domain/app/dialect.ts'
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
  type Agreement,
  agreementRequestSchema,
  type ModelDiagnostics,
  type ModelResult,
  modelRequestSchema,
  planRequestSchema,
  type SamplePlan,
  type StudyQuestion,
} from '../domain/results/model.ts'
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
import type { Message } from '../words/message.ts'
import type { FailureData } from './failures.ts'
import type { MethodName } from './methodNames.ts'
import type { AppStatus, FileHandle, Job, Revocation, SecretLocation, SecretsStatus } from './state.ts'

/**
 * The effect of a call on the open workspace. It decides which calls the workspace of a capsule refuses.
 * `app`: independent of the workspace, or opens another one. `reads`: reads stored data or writes a file; it may ask
 * the service, but also works without it. `changes`: changes workspace data, or prepares a change. `asks`: needs the
 * service. `costs`: sends or queues requests that the service counts or charges for; refused while the journal is
 * uncertain.
 */
export type CallKind = 'app' | 'reads' | 'changes' | 'asks' | 'costs'

/** One method: its policy, the schema of its input and the type of its output. */
type Method<S extends z.ZodType, Output, K extends CallKind> = {
  readonly kind: K
  /** True if the workspace of a capsule allows the call. */
  readonly inCapsule: boolean
  readonly input: S
  readonly output?: Output
}

/** The schema of a method that is given as a schema, or as the members of an object that allows no others. */
type SchemaOf<Given> = Given extends z.ZodType
  ? Given
  : Given extends z.ZodRawShape
    ? z.ZodObject<Given, z.core.$strict>
    : never

const toSchema = (given: z.ZodType | z.ZodRawShape): z.ZodType =>
  given instanceof z.ZodType ? given : z.strictObject(given)

/** Defines a method whose schema is built on first use, because building all of them takes about 15 ms. */
const methodOf =
  <K extends CallKind>(kind: K, usuallyInCapsule: boolean) =>
  <Output>({ inCapsule = usuallyInCapsule }: { inCapsule?: boolean } = {}) =>
  <Given extends z.ZodType | z.ZodRawShape>(make: () => Given): Method<SchemaOf<Given>, Output, K> => {
    let made: SchemaOf<Given> | null = null
    return {
      kind,
      inCapsule,
      get input() {
        made ??= toSchema(make()) as SchemaOf<Given>
        return made
      },
    }
  }

const app = methodOf('app', true)
const reads = methodOf('reads', true)
const changes = methodOf('changes', false)
const asks = methodOf('asks', false)
const costs = methodOf('costs', false)

const emptyInput = z.strictObject({})
const id = z.string().min(1).max(maxIdLength)
const page = {
  page: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(500).default(100),
}
const order = z.enum(['asc', 'desc'])
/** Rows of a batch, by their line in the file. Absent: all eligible rows. */
const rowNumbers = z.array(z.number().int().min(1)).min(1).max(1_000_000).optional()
const measure = z.enum(['activity', 'aging_offset'])
const serviceUrl = z.string().trim().min(1).max(2000)
const allSamples = sampleChoiceSchema.default({ filter: {} })
const analysisRequest = z.strictObject({
  of: allSamples,
  pathways: z.array(z.string().min(1).max(200)).max(10_000).default([]),
  clock: z.boolean().default(true),
  /** Fetches again even if a result is already stored. */
  again: z.boolean().default(false),
})
const namedDrug = z.strictObject({ drugId: id, name: z.string().max(10_000) })
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
 * The methods that a page may call. Apart from `methodNames.ts`, this is the only place that lists them. Names are
 * `noun.verb`; see docs/architecture.md, "The boundary".
 */
export const contract = {
  'app.status': app<AppStatus>()(() => emptyInput),
  'settings.get': app<Settings>()(() => emptyInput),
  'settings.set': app<Settings>()(() => settingsChangeSchema),

  'session.startDemo': app<AppStatus>()(() => emptyInput),
  /**
   * Opens the demo with its study. The first time, it creates the study and orders and analyzes its samples. `name` and
   * `question` apply to a new study.
   */
  'session.openDemoStudy': app<{ studyId: string }>()(() =>
    newStudySchema.pick({ name: true, question: true }),
  ),
  'session.connectApiKey': app<AppStatus>()(() => ({
    serviceUrl,
    apiKey: z.string().min(1).max(20_000),
    name: profileName,
    dialect: dialectSchema.optional(),
    /** True: `dialect` replaces the whole dialect, also its sign-in endpoints. Otherwise its settings are added. */
    isWholeDialect: z.boolean().optional(),
  })),
  'session.connectOAuth': app<AppStatus>()(() => ({
    serviceUrl,
    clientId: z.string().trim().min(1).max(500),
    name: profileName,
    /** Absent: no secret, or the one stored for this client id. */
    clientSecret: z.string().min(1).max(20_000).optional(),
    /** The issuer of the sign-in server, if it is not the origin of the service. */
    authServer: serviceUrl.optional(),
    dialect: dialectSchema.optional(),
    isWholeDialect: z.boolean().optional(),
  })),
  'session.cancelOAuth': app<null>()(() => emptyInput),
  /** Takes the full redirect address from the browser, for when the browser cannot reach this computer. */
  'session.pasteRedirect': app<null>()(() => ({ address: z.string().trim().min(1).max(20_000) })),
  /** Tests whether the keychain can store a credential, before the user signs in. */
  'session.checkKeychain': app<SecretsStatus>()(() => emptyInput),
  'session.signOut': app<AppStatus & { revocation: Revocation }>()(() => ({ clearCache: z.boolean() })),
  'session.user': asks<User>()(() => emptyInput),
  /** Sends only the fields given, then reads the user again. */
  'session.updateUser': asks<User>()(() => userChangeSchema),
  /** Lists the place of each secret of the profiles, without the secrets themselves. */
  'session.secrets': app<SecretLocation[]>()(() => emptyInput),
  /** Opens a profile. The next run opens it too, unless `remember` is false. */
  'profiles.select': app<AppStatus>()(() => ({ profileId: id, remember: z.boolean().default(true) })),
  /** Changes settings of a profile. `dialect` replaces the earlier one. */
  'profiles.change': app<AppStatus>()(() => ({
    profileId: id,
    name: profileName,
    dialect: dialectSchema.optional(),
  })),

  /**
   * Checks the service with safe requests that cost nothing, and stores the findings with the profile. Sends no orders
   * or analyses, because they cost.
   */
  'connection.check': asks<ConnectionReport>()(() => emptyInput),
  /** The last check of this profile, or null before the first. */
  'connection.report': reads<ConnectionReport | null>()(() => emptyInput),
  'connection.export': reads<{ file: FileHandle }>()(() => ({
    fileId: id,
    format: z.enum(['md', 'json', 'dialect']),
  })),

  /** Shows the system's open dialog; null if the user cancels. The loopback host refuses, so the page uploads. */
  'files.chooseOpen': app<FileHandle | null>()(() => emptyInput),
  /**
   * Chooses where to write: with the save dialog in Electron, or in a temporary file that the loopback page downloads
   * afterwards.
   */
  'files.chooseSave': app<FileHandle | null>()(() => ({ suggestedName: z.string().min(1).max(300) })),
  /** Registers a file that the user dropped on the window (Electron only). The preload turns the File into its path. */
  'files.adopt': app<FileHandle>()(() => ({ path: z.string().min(1).max(32_000) })),
  /** Turns pasted text into a file to be read. At most 20 million characters. */
  'files.paste': app<FileHandle>()(() => ({ text: z.string().min(1).max(20_000_000) })),
  /** Parses the table in a file and returns its first `rows`. Needs neither the service nor a signed-in user. */
  'files.preview': app<TablePreview>()(() => ({
    fileId: id,
    options: readOptionsSchema.default({}),
    rows: z.number().int().min(0).max(10_000).default(10),
  })),
  'files.reveal': app<null>()(() => ({ fileId: id })),

  'drugs.search': reads<{
    hits: DrugHit[]
    total: number
    /** True if `total` is a lower bound: counting all hits would take longer than finding the best. */
    totalIsLeast?: boolean
    source: 'cache' | 'service'
    /** The reason why the service was not queried or did not answer; null if it answered. */
    notice: Message | null
    /** Present if the service did not answer and the hits come from the cache. */
    failure?: FailureData
  }>()(() =>
    z
      .strictObject({
        ...drugFilterSchema.shape,
        /** `cache` returns stored drugs only; `service` queries the service and caches its response. */
        from: z.enum(['cache', 'service']).default('service'),
        page: page.page,
        /** At most 100 if the service is queried. */
        limit: z.number().int().min(1).max(500).default(20),
        sort: z.string().max(100).optional(),
        order: order.optional(),
        /** Requests only these fields of each drug from the service, under the service's names. */
        fields: z.array(z.string().min(1).max(100)).max(100).optional(),
      })
      .refine(({ from, limit }) => from === 'cache' || limit <= 100, { path: ['limit'] }),
  ),
  'drugs.show': reads<
    DrugDetail & {
      /** The service did not return everything, so the rest comes from the cache. */
      failure?: FailureData
    }
  >()(() => ({ drugId: id, from: z.enum(['cache', 'service']).default('service') })),
  'drugs.facets': reads<DrugFacets>()(() => drugFilterSchema),
  /** Looks up the pathways of a drug by its name, as the service returns them. */
  'drugs.lookup': reads<DrugLookup>()(() => ({
    name: z.string().trim().min(1).max(1000),
    from: z.enum(['cache', 'service']).default('service'),
  })),
  'drugs.links': reads<DrugLinks>()(() => ({ drugId: id })),
  /** The marks of these drugs. A drug without a mark is left out. */
  'drugs.marks': reads<DrugMark[]>()(() => ({ drugIds: z.array(id).max(500) })),
  /** Changes the given parts of a drug's mark. `tags` replaces all of them. */
  'drugs.mark': changes<DrugMark>()(() =>
    namedDrug.extend({
      favourite: z.boolean().optional(),
      tags: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
      note: z.string().max(20_000).optional(),
    }),
  ),

  /** Favorites first, then lists and tags by name. */
  'drugLists.list': reads<DrugList[]>()(() => emptyInput),
  'drugLists.show': reads<{ list: DrugList; drugs: DrugListMember[] }>()(() => ({ listId: id })),
  'drugLists.create': changes<DrugList>()(() => ({
    name: listName,
    drugs: z.array(namedDrug).max(10_000).default([]),
  })),
  'drugLists.change': changes<DrugList>()(() => ({
    listId: id,
    name: listName.optional(),
    note: z.string().max(20_000).optional(),
    /** `addedAt` (ISO 8601): the original date, for a drug that is put back into the list. Absent: now. */
    add: z
      .array(namedDrug.extend({ addedAt: z.iso.datetime().optional() }))
      .max(10_000)
      .default([]),
    remove: z.array(id).max(10_000).default([]),
  })),
  /** Hides a list. `drugLists.restore` brings it back. */
  'drugLists.remove': changes<null>()(() => ({ listId: id })),
  'drugLists.restore': changes<DrugList>()(() => ({ listId: id })),

  /** Sorted by name. */
  'searches.list': reads<SavedSearch[]>()(() => emptyInput),
  /**
   * Saves a search. If the name is taken, it replaces that search and returns its old address; with `number`, it keeps
   * both and names the new one “… (2)”.
   */
  'searches.save': changes<SavedSearch & { replaced: string | null }>()(() => ({
    name: listName,
    address: z.string().max(20_000),
    ifTaken: z.enum(['replace', 'number']).default('replace'),
  })),
  /** Refused if another search has the name. */
  'searches.rename': changes<SavedSearch>()(() => ({ searchId: id, name: listName })),
  'searches.remove': changes<null>()(() => ({ searchId: id })),

  /** The alias table: every pathway that a cached drug or result names. */
  'pathways.list': reads<Pathway[]>()(() => emptyInput),
  /** Shows a pathway. A key that was merged into another pathway shows that one, so that old addresses still work. */
  'pathways.show': reads<PathwayDetail>()(() => ({ pathway: id })),
  /** Moves all names of one pathway, and future names with the same key, to another pathway. */
  'pathways.merge': changes<Pathway[]>()(() => ({ pathway: id, into: id })),
  /** Makes a pathway of its own out of one name, exactly as spelled. */
  'pathways.split': changes<Pathway[]>()(() => ({ name: z.string().min(1).max(1000) })),
  'pathways.rename': changes<Pathway[]>()(() => ({ pathway: id, title: listName })),
  /** Undoes all of the user's changes to this pathway's names. */
  'pathways.reset': changes<Pathway[]>()(() => ({ pathway: id })),

  'offlineSync.list': reads<OfflineSyncPlan[]>()(() => emptyInput),
  /** Starts a plan, or continues the plan of the same scope with the new settings. */
  'offlineSync.start': asks<{ planId: string; jobId: string }>()(() => ({
    scope: offlineSyncScopeSchema,
    detail: offlineSyncDetailSchema.default('list'),
    perHour: z.number().int().min(1).max(1_000_000).default(1000),
    refreshDays: z.number().int().min(0).max(onlyMissingDays).default(30),
  })),
  'offlineSync.pause': changes<null>()(() => ({ planId: id })),
  /** Continues a plan where it stopped. A finished plan requests its outdated drugs again. */
  'offlineSync.resume': asks<{ jobId: string }>()(() => ({ planId: id })),
  /** Removes the plan. Its drugs stay. */
  'offlineSync.remove': changes<null>()(() => ({ planId: id })),

  'imports.read': changes<ImportDraft>()(() => ({ fileId: id, options: readOptionsSchema.default({}) })),
  'imports.check': changes<ImportCheck>()(() => ({
    draftId: id,
    mapping: mappingSchema,
    transform: transformSchema.prefault({}),
  })),
  /**
   * Returns rows of the last check with their problems, which are stored for the first 10,000 rows that have any.
   * `before`, `after`: the indexes (from 0) of the nearest rows with problems before and after this page.
   */
  'imports.rows': changes<{
    rows: FailingRow[]
    total: number
    before: number | null
    after: number | null
  }>()(() => ({ draftId: id, ...page })),
  /** Returns the rows of the last check that have problems, at most the first 10,000. */
  'imports.failing': changes<{ rows: FailingRow[]; total: number; totalIsLeast?: boolean }>()(() => ({
    draftId: id,
    rule: z.string().max(100).optional(),
    column: z.string().max(10_000).optional(),
    severity: z.enum(['error', 'warning', 'note']).optional(),
    ...page,
  })),
  /** Corrects cells for this import only; the file does not change. The history keeps the corrections. */
  'imports.edit': changes<ImportChanges>()(() => ({
    draftId: id,
    edits: z.array(cellEditSchema).min(1).max(10_000),
  })),
  /** `cells`: the number of changed cells. */
  'imports.replace': changes<ImportChanges & { cells: number }>()(() =>
    replacementSchema.extend({ draftId: id }),
  ),
  'imports.undo': changes<ImportChanges>()(() => ({ draftId: id })),
  'imports.redo': changes<ImportChanges>()(() => ({ draftId: id })),
  /** Reports the orders that the last check would send, without sending them. */
  'imports.dryRun': changes<DryRun>()(() => ({ draftId: id })),
  /**
   * Places the orders and adds their samples to a study: the given one, or a new one named after the file.
   * `analyzeWhenReady`: fetches the pathway analysis and clock of each sample once, as soon as the service has finished
   * it.
   */
  'imports.send': costs<{ batchId: string; jobId: string; studyId: string }>()(() => ({
    draftId: id,
    study: importStudySchema.optional(),
    analyzeWhenReady: z.boolean().optional(),
  })),
  /** Adds the samples of rows that were ordered earlier to a study, as `imports.send` does. Sends nothing. */
  'imports.addToStudy': changes<{ studyId: string; added: number; alreadyThere: number }>()(() => ({
    draftId: id,
    study: importStudySchema.optional(),
  })),
  'imports.saveFailedRows': changes<{ file: FileHandle; rows: number }>()(() => ({
    draftId: id,
    fileId: id,
  })),
  /** Writes an empty table with the profile's fields to fill in: delimited text, or a workbook with text columns. */
  'imports.saveBlank': reads<{ file: FileHandle }>()(() => ({ fileId: id, format: z.enum(['csv', 'xlsx']) })),
  'mappings.list': reads<MappingTemplate[]>()(() => emptyInput),
  /** Replaces a template of the same name. */
  'mappings.save': changes<MappingTemplate>()(() => ({
    name: listName,
    columns: z.array(z.string().max(10_000)).min(1).max(16_384),
    mapping: mappingSchema,
    transform: transformSchema.prefault({}),
    options: readOptionsSchema.default({}),
  })),
  'mappings.remove': changes<null>()(() => ({ templateId: id })),
  /** Returns the order fields of this profile, or those of the service's documentation if none are set. */
  'orderForm.get': reads<{ form: OrderForm; isDefault: boolean }>()(() => emptyInput),
  /** Sets the order fields; null restores the default. Refused if the reference is missing or a name repeats. */
  'orderForm.set': changes<{ form: OrderForm; isDefault: boolean }>()(() => ({
    form: orderFormSchema.nullable(),
  })),
  'batches.list': reads<Batch[]>()(() => emptyInput),
  'batches.rows': reads<{ rows: LedgerRow[]; total: number }>()(() => ({
    batchId: id,
    state: ledgerStateSchema.optional(),
    /** Limits the rows to this line of the file. */
    row: z.number().int().min(0).optional(),
    ...page,
  })),
  /** Reports what resuming, retrying or looking up would send. `resume` ignores `rows`. */
  'batches.estimate': reads<PaidCall>()(() => ({
    batchId: id,
    action: z.enum(['resume', 'retryFailed', 'lookUp']),
    rows: rowNumbers,
  })),
  'batches.resume': costs<{ jobId: string }>()(() => ({ batchId: id })),
  /** Stops sending, and waits for the orders on their way. `batches.resume` continues. */
  'batches.pause': changes<Batch>()(() => ({ batchId: id })),
  /** Cancels the orders that were not sent. Created orders stay; the counts and the message report them. */
  'batches.cancel': changes<{ batch: Batch; message: Message }>()(() => ({ batchId: id })),
  /**
   * Sends failed rows again, each with its original idempotency key. `skipped`: lines whose sample has been ordered in
   * the meantime.
   */
  'batches.retryFailed': costs<{ jobId: string; rows: number; skipped: number[] }>()(() => ({
    batchId: id,
    rows: rowNumbers,
  })),
  /** Asks the service about orders of unknown outcome, if it offers a lookup that cannot place a second order. */
  'batches.lookUpUnknown': asks<{ jobId: string }>()(() => ({ batchId: id, rows: rowNumbers })),
  /**
   * Settles orders of unknown outcome. `placed` takes one row; unless `check` is false, the service must have the
   * sample under the row's reference (`serviceSays`). Rows that were not placed are queued again. `skipped`: lines left
   * unsettled because they were settled in the meantime or are ordered elsewhere.
   */
  'batches.settleUnknown': changes<{
    batch: Batch
    rows: number
    lines: number[]
    skipped: number[]
    serviceSays: SettleCheck | null
  }>()(() => ({ batchId: id, rows: rowNumbers, as: settledAsSchema, check: z.boolean().default(true) })),
  /** Looks up a sample at the service before an order is settled with it. Refused like `batches.settleUnknown`. */
  'batches.checkSettlement': asks<SettleCheck>()(() => ({ batchId: id, rows: rowNumbers, sampleId: id })),
  /**
   * Settles one row of a settlements file, or undoes that. `already`: the row already has this outcome. `dryRun`:
   * checks only. Refused if `reference` is not the row's, or if the row is known to have another outcome.
   */
  'batches.settleListed': changes<{
    outcome: 'placed' | 'notPlaced' | 'undone' | 'already'
    serviceSays: SettleCheck | null
  }>()(() => ({
    batchId: id,
    row: z.number().int().min(0),
    reference: z.string().max(10_000).nullable(),
    as: settledAsSchema,
    check: z.boolean().default(true),
    undo: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  })),
  /** Makes the outcome of settled rows unknown again. Refused if a row was not settled or has been sent again since. */
  'batches.undoSettlement': changes<{ batch: Batch; rows: number }>()(() => ({
    batchId: id,
    rows: rowNumbers.unwrap(),
  })),
  'batches.history': reads<BatchHistory>()(() => ({ batchId: id })),

  'samples.list': reads<{ rows: Sample[]; total: number }>()(() => ({
    text: z.string().max(1000).default(''),
    filter: sampleFilterSchema.optional(),
    /** Each key orders the rows that are equal by the keys before it. Ties are ordered by id. */
    sort: sampleSorts.default([{ by: 'created_at', order: 'asc' }]),
    ...page,
  })),
  'samples.get': reads<Sample>()(() => ({ sampleId: id })),
  /** Polls samples until their state is final or a deadline passes. Empty list: all samples without a final state. */
  'samples.refresh': asks<{ jobId: string }>()(() => ({ sampleIds: z.array(id).max(100_000).default([]) })),
  'samples.report': asks<SampleReport>()(() => ({ sampleId: id })),
  /**
   * Saves the report's bytes unchanged. `extension`: the file extension for their type, without a dot. `fetchedAt`,
   * `stored`: as in `samples.report`.
   */
  'samples.saveReport': asks<
    { file: FileHandle; contentType: string; extension: string } & Pick<SampleReport, 'fetchedAt' | 'stored'>
  >()(() => ({ sampleId: id, fileId: id })),
  'samples.facets': reads<SampleFacets>()(() => ({
    text: z.string().max(1000).default(''),
    filter: sampleFilterSchema.optional(),
  })),
  /**
   * The service's words for states that Pathclock does not know, with the number of samples in each. `profiles.change`
   * sets their meaning.
   */
  'samples.unknownWords': reads<{ words: { word: string; count: number }[] }>()(() => ({})),
  /**
   * Adds annotations to samples. They are never sent; they are stored separately, with author and time. `undoId` is for
   * `samples.undoAnnotate`. `left`: the number of samples at the end of the list that an error left unchanged.
   * Calling it again for these throws the error.
   */
  'samples.annotate': changes<{ changed: number; undoId: string; left: number }>()(() => ({
    sampleIds: z.array(id).min(1).max(100_000),
    change: annotationChangeSchema,
  })),
  /**
   * Restores the previous annotations of each sample, with author and time. `left`: the samples that keep theirs
   * because they were changed since. Throws `notFound` if the change was already undone or is older than the last five
   * changes.
   */
  'samples.undoAnnotate': changes<{ changed: number; left: number }>()(() => ({ undoId: id })),
  /** Joins a table to samples and reports the outcome. Changes nothing. */
  'samples.joinTable': changes<TableJoin>()(() => tableJoinRequestSchema),
  /**
   * Adds the values of a table to the annotations of samples; `samples.undoAnnotate` undoes it in one step. `digest`:
   * the digest from `samples.joinTable`; refused if the changes differ from those it reported. `conflicts`: required if
   * it reported conflicts.
   */
  'samples.annotateFromTable': changes<{ changed: number; undoId: string; left: number }>()(() =>
    tableJoinRequestSchema.extend({
      digest: z.string().max(100),
      conflicts: z.enum(['keep', 'overwrite']).optional(),
    }),
  ),
  /**
   * Adds orders that were placed elsewhere to the register, from a list or a file with a column of sample ids. Ids that
   * the service does not know are reported and not stored, unless `keepUnknown` is set.
   */
  'samples.adopt': changes<Adoption>()(() => ({
    from: z.union([
      z.strictObject({ fileId: id }),
      z.strictObject({ samples: z.array(adoptedSampleSchema).min(1).max(100_000) }),
    ]),
    keepUnknown: z.boolean().default(false),
  })),

  /** Reports what `analyses.run` would request. Stored results are not requested again. */
  'analyses.estimate': reads<PaidCall>()(() => analysisRequest),
  /** Waits for the samples' states, then fetches the pathway analysis and, if `clock` is set, the clock. */
  'analyses.run': costs<{ jobId: string }>()(() => analysisRequest),
  'results.sample': reads<SampleResult>()(() => ({ sampleId: id })),
  /**
   * A block of samples × pathways. It has at most 200,000 cells, so it may contain fewer samples than `limit`. Empty
   * `pathways`: all. `snapshot`: that of the first page, to get a further page of the same values.
   */
  'results.values': reads<ValueMatrix>()(() => ({
    measure,
    of: allSamples,
    view: valueViewSchema.default({ kind: 'raw' }),
    pathways: z.array(z.string().min(1).max(200)).max(10_000).default([]),
    snapshot: z.string().max(100).optional(),
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(10_000).default(10_000),
  })),
  /** The covariates of the chosen samples that have a result. */
  'results.covariates': reads<Covariate[]>()(() => ({ of: allSamples })),
  'results.covariateValues': reads<CovariateValues>()(() => ({
    sampleIds: z.array(id).min(1).max(10_000),
    names: z.array(z.string().min(1).max(200)).min(1).max(20),
  })),
  'results.compare': reads<Comparison>()(() => comparisonRequestSchema),
  'results.cluster': reads<Clustering>()(() => ({
    measure,
    of: allSamples,
    view: valueViewSchema.default({ kind: 'raw' }),
    linkage: linkageSchema.default('average'),
    distance: distanceSchema.default('euclidean'),
  })),
  'results.pca': reads<Pca>()(() => ({ measure, of: allSamples, scaled: z.boolean().default(true) })),
  'results.clock': reads<ClockPlot>()(() => ({
    of: allSamples,
    predicted: ageSourceSchema.optional(),
    chronological: ageSourceSchema.optional(),
    /** The field of the unit of a sample, such as a donor. The interval of r counts each unit once. */
    unit: z.string().min(1).max(200).optional(),
  })),
  'results.compareClock': reads<ClockComparison>()(() => clockComparisonRequestSchema),
  /**
   * Counts the values of a field (such as donors) that occur in both of two groups, among samples with a result. Paired
   * tests depend on this count.
   */
  'results.pairing': reads<GroupPairing>()(() =>
    comparisonRequestSchema.pick({ of: true, groups: true }).extend({ unit: z.string().min(1).max(200) }),
  ),
  /**
   * Fits one linear model to each pathway, or to the clock. Throws `rejected` for a design whose effects cannot be told
   * apart, and for unknown fields, levels and contrasts.
   */
  'results.model': reads<ModelResult>()(() => modelRequestSchema),
  /** Residuals, partial residuals and adjusted means of one pathway. */
  'results.modelDiagnostics': reads<ModelDiagnostics>()(() => modelRequestSchema.extend({ pathway: id })),
  /** The agreement of repeated measurements of one unit: intraclass correlation and limits of agreement. */
  'results.agreement': reads<Agreement>()(() => agreementRequestSchema),
  /** Computes the samples that a study needs, with their cost. Sends nothing. */
  'results.plan': reads<SamplePlan>()(() => planRequestSchema),
  /** Every stored result of a sample, newest first. */
  'results.history': reads<StoredResult[]>()(() => ({ sampleId: id })),
  'results.answer': reads<StoredResultDetail>()(() => ({ analysisId: id })),
  /** Compares two results of the same kind for one sample. */
  'results.drift': reads<Drift>()(() => ({ before: id, after: id })),
  /** Finds cached drugs whose known directions oppose or mimic a profile, best first. Sends no request. */
  'drugs.match': reads<DrugMatch>()(() => ({
    profile: profileSchema,
    direction: matchDirectionSchema.default('opposing'),
    limit: z.number().int().min(1).max(500).default(50),
  })),

  /** Reports what `screening.create` would do. */
  'screening.estimate': reads<PaidCall>()(() => ({ sampleId: id })),
  'screening.create': costs<{ taskId: string; jobId: string | null }>()(() => ({
    sampleId: id,
    endpoint: z.enum(['screening', 'virtual-screening']).default('screening'),
  })),
  'screening.list': reads<ScreeningTask[]>()(() => emptyInput),
  'screening.show': reads<ScreeningResult>()(() => ({ taskId: id })),
  /** Resumes polling a task that is no longer polled. Null: the task needs no polling. */
  'screening.follow': asks<{ jobId: string | null }>()(() => ({ taskId: id })),
  /** Removes an unanswered request from the list. Throws `notFound` if the service has answered it. */
  'screening.forget': changes<null>()(() => ({ taskId: id })),
  /** Restores a removed request. Throws `notFound` if it was not removed in this run of the app. */
  'screening.remember': changes<null>()(() => ({ taskId: id })),
  /** The service's words for task states that Pathclock does not know, with the number of tasks in each. */
  'screening.unknownWords': reads<{ words: { word: string; count: number }[] }>()(() => emptyInput),

  /** Describes a table: its data dictionary and its number of rows. */
  'exports.describe': reads<TableDescription>()(() => ({ table: tableChoiceSchema })),
  /** Writes a table to a file, all of it or nothing. The job's `done` counts its rows. */
  'exports.write': reads<{ jobId: string }>()(() => ({ fileId: id, settings: exportSettingsSchema })),
  /** The exports, newest first; at most 500. */
  'exports.list': reads<ExportRecord[]>()(() => emptyInput),
  'exportPresets.list': reads<ExportPreset[]>()(() => emptyInput),
  /** Replaces a preset of the same name. */
  'exportPresets.save': changes<ExportPreset>({ inCapsule: true })(() => ({
    name: listName,
    settings: anySettingsSchema,
  })),
  'exportPresets.remove': changes<null>({ inCapsule: true })(() => ({ presetId: id })),

  /**
   * Finds studies, samples, pathways and cached drugs whose name or id contains the text. Exact and prefix matches come
   * first; at most `limit` of each kind.
   */
  'search.everything': reads<SearchHit[]>()(() => ({
    text: z.string().max(200),
    limit: z.number().int().min(1).max(50).default(5),
  })),
  /** The study of all samples comes first, then the most recently changed ones. */
  'studies.list': reads<StudySummary[]>()(() => ({ archived: z.boolean().default(false) })),
  /** All studies by name, including archived ones. It has no counts, whose time grows with the number of samples. */
  'studies.names': reads<StudyName[]>()(() => emptyInput),
  /** The summary of one study, archived or not, without reading the others. */
  'studies.summary': reads<StudySummary>()(() => ({ studyId: id })),
  'studies.show': reads<Study>()(() => ({ studyId: id })),
  /** The z-scores of the study's first samples with results, relative to each other, for a small preview. */
  'studies.preview': reads<ValueMatrix>()(() => ({ studyId: id })),
  /** Describes the study's findings in sentences, computed from stored results; see docs/design/overview.md. */
  'studies.overview': reads<StudyOverview>()(() => ({ studyId: id, interim: z.boolean().optional() })),
  /** Returns the reasons to doubt one comparison. With `studyId`, it considers that study's design and samples. */
  'studies.cautions': reads<Caution[]>()(() =>
    comparisonRequestSchema
      .omit({ measure: true })
      .extend({ studyId: id.optional(), independent: z.array(z.string()).max(100).optional() }),
  ),
  /** Refused if another study has the name. */
  'studies.create': changes<Study>()(() => newStudySchema),
  /**
   * `replaces`: the texts as the caller last saw them. Throws `rejected`, with a problem for each text that has changed
   * since.
   */
  'studies.change': changes<Study>()(() =>
    studyChangeSchema.extend({
      studyId: id,
      replaces: z
        .strictObject({ name: z.string(), question: z.string(), notes: z.string() })
        .partial()
        .optional(),
    }),
  ),
  /**
   * Archives or restores a study. Nothing is deleted, and analyses scheduled to start automatically do not start.
   * `stillRunning`: the work that continues although the study is archived, or null.
   */
  'studies.archive': changes<Study & { stillRunning: Message | null }>()(() => ({
    studyId: id,
    archived: z.boolean().default(true),
  })),
  'studies.addSamples': changes<{ added: number; alreadyThere: number }>()(() => ({
    studyId: id,
    of: sampleChoiceSchema,
  })),
  /** Removes samples from the study. They stay in the register and in other studies. */
  'studies.removeSamples': changes<{ removed: number }>()(() => ({ studyId: id, of: sampleChoiceSchema })),
  /** The studies that contain the sample and are not archived, by name. */
  'studies.ofSample': reads<{ studyId: string; name: string }[]>()(() => ({ sampleId: id })),
  /** The study's boards: sheets of figures, stored as definitions. Each figure is drawn from the current results. */
  'studies.boards': reads<Board[]>()(() => ({ studyId: id })),
  /**
   * `replaces`: the board as the caller last read or saved it; null for a new one. Throws `rejected`, with a problem
   * for that field, if the stored board differs.
   */
  'studies.saveBoard': changes<Board>()(() => ({
    studyId: id,
    board: boardSchema,
    replaces: boardSchema.nullable(),
  })),
  /**
   * `board`: the board as the caller last read or saved it. Throws `rejected`, with a problem for that field, if the
   * stored board differs.
   */
  'studies.removeBoard': changes<null>()(() => ({ studyId: id, board: boardSchema })),
  /**
   * `replaces`: the id of the comparison of the same name that the caller knows, or null. Throws `rejected` if another
   * one has taken the name.
   */
  'studies.saveComparison': changes<SavedComparison>()(() => ({
    studyId: id,
    name: listName,
    request: savedComparisonSchema,
    replaces: id.nullable(),
  })),
  /** Refused if another comparison of the study has the name. */
  'studies.renameComparison': changes<null>()(() => ({ comparisonId: id, name: listName })),
  'studies.removeComparison': changes<null>()(() => ({ comparisonId: id })),
  /** The comparisons and models that were run in a study, oldest first. */
  'studies.questions': reads<StudyQuestion[]>()(() => ({ studyId: id })),

  /**
   * Writes a report or a capsule, all of it or nothing, and records it among the exports. Throws `notFound` if this
   * computer cannot make a PDF.
   */
  'documents.write': reads<{ jobId: string }>()(() => ({ fileId: id, settings: studySettingsSchema })),
  /** Describes how the study's numbers were computed, as text for a paper. */
  'documents.methods': reads<StudyMethods>()(() => ({
    study: studyChoiceSchema,
    language: reportLanguageSchema,
  })),
  /** Saves a figure as a vector PDF. `svg`: up to 20 MB. Throws `notFound` if this computer cannot make a PDF. */
  'figures.savePdf': app<{ file: FileHandle }>()(() => ({
    fileId: id,
    svg: z.string().min(1).max(20_000_000),
    widthMm: z.number().min(10).max(1200),
    heightMm: z.number().min(10).max(1200),
  })),
  /** Electron only, because its pages may not write pictures to the clipboard. `png`: base64. */
  'figures.copyPng': app<null>()(() => ({ png: z.base64().min(1).max(100_000_000) })),

  /** Reads and verifies a whole capsule. Throws `rejected` if the file is not a capsule. */
  'capsules.verify': app<CapsuleCheck>()(() => ({ fileId: id })),
  /** Opens an intact capsule as a read-only workspace that never contacts a service. */
  'capsules.open': app<AppStatus>()(() => ({ fileId: id })),

  'journal.status': reads<JournalStatus>()(() => emptyInput),
  /** Reads and verifies the whole journal, or a backup. */
  'journal.verify': reads<JournalCheck>()(() => ({ fileId: id.optional() })),
  /** The reasons why paid calls are refused and the orders in question; null if paid calls are allowed. */
  'journal.doubt': reads<JournalDoubt | null>()(() => emptyInput),
  /** Confirms that the user has reviewed the orders in question. Paid calls are allowed again. */
  'journal.acknowledge': changes<null>()(() => emptyInput),

  /**
   * Writes everything that cannot be obtained again for free to one file. The file gets its final name only after it
   * was verified. Refused in a capsule, which has the data of one study only.
   */
  'workspace.backup': reads<WorkspaceBackup & { file: FileHandle }>({ inCapsule: false })(() => ({
    fileId: id,
    withDrugCache: z.boolean().default(false),
  })),
  /** Reads a whole backup and finds the profile to restore it to. Throws `file` if the backup is damaged. */
  'workspace.verify': app<WorkspaceBackup & { target: RestoreTarget }>()(() => ({
    fileId: id,
    profileId: id.optional(),
  })),
  /**
   * Restores a backup into its profile and opens it; creates the profile if there is none. `profileId`: restores into
   * this one instead. `otherService`: allows a profile with another service. Refused while another window or command
   * uses it.
   */
  'workspace.restore': app<WorkspaceRestored & { profile: string }>()(() => ({
    fileId: id,
    profileId: id.optional(),
    otherService: z.boolean().default(false),
  })),
  /** The schedule of automatic backups, which are made while the app runs. */
  'workspace.schedule': reads<BackupSchedule>({ inCapsule: false })(() => emptyInput),
  /** `folder`: `choose` opens the system's dialog, `none` stops the backups. */
  'workspace.setSchedule': changes<BackupSchedule>()(() => ({
    folder: z.enum(['choose', 'none']).optional(),
    every: z.enum(['day', 'week']).optional(),
    copies: z.number().int().min(1).max(1000).optional(),
  })),

  'jobs.list': app<Job[]>()(() => emptyInput),
  'jobs.cancel': app<null>()(() => ({ jobId: id })),

  /** Recently opened files, newest first. Empty if the host has no files of its own (loopback). */
  'recent.list': app<RecentFile[]>()(() => emptyInput),
  /** Opens a recent file. If the file is gone, removes it from the list and throws `notFound`. */
  'recent.open': app<FileHandle>()(() => ({ recentId: id })),
  'recent.clear': app<null>()(() => emptyInput),
  'examples.list': app<ExampleFile[]>()(() => emptyInput),
  'examples.open': app<FileHandle>()(() => ({ name: z.string().min(1).max(300) })),
  'examples.save': app<{ file: FileHandle }>()(() => ({ name: z.string().min(1).max(300), fileId: id })),
  /** Collects the contents of a problem report, so that the user can review them before saving. */
  'problems.gather': app<ProblemReport>()(() => emptyInput),
  /** Writes the collected parts that the user left in, and the user's own description, into one zip. */
  'problems.save': app<{ file: FileHandle }>()(() => ({
    fileId: id,
    words: z.string().max(100_000),
    parts: z.array(z.string().min(1).max(300)).max(100),
  })),
  /** The crashes before this start that were not reported yet, newest first. */
  'problems.crashes': app<Crash[]>()(() => emptyInput),
  /** Records the crash of a screen. Only the parts of the stack that cannot hold personal data are stored. */
  'problems.record': app<null>()(() => ({ stack: z.string().max(20_000) })),
  /** The user's arrangement of a table; null for the default. */
  'tables.layout': app<TableLayout | null>()(() => ({ table: id })),
  'tables.arrange': app<null>()(() => ({ table: id, layout: tableLayoutSchema.nullable() })),

  'updates.status': app<UpdateState>()(() => emptyInput),
  /** Checks the release server, if that is allowed, and downloads a newer release. */
  'updates.check': app<UpdateState>()(() => emptyInput),
  /** `now`: installs as soon as no job runs, and ends the app. `later`: installs at the next quit. */
  'updates.install': app<UpdateState>()(() => ({ when: z.enum(['now', 'later']) })),
} satisfies Record<MethodName, Method<z.ZodType, unknown, CallKind>>

type Contract = typeof contract
/** The input as a caller writes it: fields with a default may be left out. */
export type Input<M extends MethodName> = z.input<Contract[M]['input']>
/** The input as a handler receives it: validated, with defaults filled in. */
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

/** The services behind the methods, by the nouns of the contract; their functions are its verbs. */
export type Services = ServicesOf<MethodName>
/** The services that do not depend on the open workspace. */
export type AppServices = ServicesOf<AppMethod>
/** The services of an open workspace. */
export type WorkspaceServices = ServicesOf<Exclude<MethodName, AppMethod>>

/** The typed client of a page or the command line. */
export type Call = <M extends MethodName>(name: M, input: Input<M>) => Promise<Output<M>>
