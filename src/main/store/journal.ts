import type { Generated, Selectable } from 'kysely'
import type { LedgerState } from '../../shared/domain/samples/importing.ts'
import type { SampleState } from '../../shared/domain/samples/sample.ts'
import type { Migration } from '../ports.ts'
import {
  annotationUndoStatements,
  drugListStatements,
  exportStatements,
  lateTextStatements,
  ledgerStatements,
  orderLogStatements,
  registerStatements,
  withoutChecksumStatements,
} from './journalTables.ts'
import { studyStatements } from './studyTables.ts'

/** One import: the file, what was requested of it, and whether it is still to go on. Times are ISO 8601. */
type BatchRow = {
  batch_id: string
  file_name: string
  file_sha256: string
  mapping: string
  read_as: string
  created_at: string
  state: 'running' | 'paused' | 'done' | 'cancelled'
  /** The process that sends this batch, and until when (ms since 1970) nobody else may. */
  lease_owner: string | null
  lease_until_ms: number
}

/** The import ledger: one row an order, written before its request leaves. `idempotency_key` is for life. */
type LedgerRowRow = {
  batch_id: string
  row: number
  client_reference: string
  fields: string
  idempotency_key: string
  state: Exclude<LedgerState, 'cancelled'>
  sample_id: string | null
  message: string | null
  updated_at: string
}

/** What a ledger row gained since; each has a default. */
type LedgerExtras = {
  /** When its request left (where it was repeated under its key, the first time), and how often one did. */
  sent_at: Generated<string | null>
  attempts: Generated<number>
  /**
   * Why a row that was never sent is not going to be: `cancelled`, or `moved:` and the batch that orders it. Such a row
   * is stored as `failed`, so that nothing that knows the five states of old can send it or hold its reference back.
   */
  withdrawn: Generated<string | null>
  /** JSON object of the columns that are stored with the sample and not sent. */
  notes: Generated<string | null>
}

/** `content`: JSON of all but the id, the name and the time. */
type MappingTemplateRow = { template_id: string; name: string; content: string; saved_at: string }

/** What a person or another window did to a batch, or to one row of it. `who`: JSON of `Person`. */
type BatchEventRow = {
  event_id: Generated<number>
  batch_id: string
  row: number | null
  at: string
  who: string
  what: string
  detail: string | null
}

/** What was added to a sample here, apart from what was sent. `tags`: JSON list; `fields`: JSON object. */
export type AnnotationRow = {
  sample_id: string
  group_name: string | null
  tags: string
  note: string | null
  fields: string
  changed_at: string
  changed_by: string
}

/** A part of a change of annotations that can be undone. `content`: JSON list of the rows it replaced and wrote. */
type AnnotationUndoRow = { undo_id: string; part: number; made_at: string; content: string }

/** One narrow row a sample, maintained by triggers: what the register is searched, filtered and sorted by. */
type RegisterIndexRow = {
  id: number
  sample_id: string
  client_reference: string
  status: string
  state: SampleState
  place: string
  created_at: string
  batch_id: string | null
  synthetic: number
  group_name: string | null
  text: string
}

/** The register: the service has no list of samples, so this is the only one. */
export type SampleRow = {
  sample_id: string
  client_reference: string
  fields: string
  batch_id: string | null
  status: string
  state: SampleState
  created_at: string
  checked_at: string | null
  service: string
  synthetic: number
}

/** A row of the register as it is read. */
export type StoredSample = Selectable<JournalSchema['samples']>

export type ScreeningTaskRow = {
  task_id: string
  sample_id: string
  endpoint: 'screening' | 'virtual-screening'
  status: string
  state: SampleState
  progress: number | null
  created_at: string
  checked_at: string | null
  service: string
  synthetic: number
}

/** One row: what all processes together have used of the service's limit, see rateLimitStore.ts. */
type QuotaRow = { version: number; state: string }

/** What a person noted of a drug; its name is stored so that the note reads well without the cache. */
type DrugMarkRow = {
  drug_id: string
  name: string
  /** Since when it is a favourite; null where it is none. */
  favourite_at: string | null
  note: string
  updated_at: string
}
type DrugTagRow = { drug_id: string; tag: string; added_at: string }
/** A list of drugs; `removed_at` is set instead of deleting it. */
export type DrugListRow = {
  set_id: string
  name: string
  note: string
  created_at: string
  updated_at: string
  removed_at: string | null
}
type DrugListMemberRow = { set_id: string; drug_id: string; name: string; added_at: string }

type SavedSearchRow = { search_id: string; name: string; address: string; created_at: string }

/**
 * What a person changed of the pathways' names. `key`: all names with this key go to `pathway`; `name`: this one name,
 * as it is written, does.
 */
type PathwayAliasRow = { kind: 'key' | 'name'; alias: string; pathway: string; changed_at: string }
type PathwayTitleRow = { pathway: string; title: string; changed_at: string }

/** A wish to have drugs offline; how far it came is in the drugs' own database. `scope` is JSON. */
export type OfflineSyncPlanRow = {
  plan_id: string
  scope: string
  detail: string
  per_hour: number
  refresh_days: number
  state: 'running' | 'paused' | 'done'
  message: string | null
  created_at: string
  updated_at: string
  /** The process that works on it, and until when (ms since 1970) nobody else may. */
  lease_owner: string | null
  lease_until_ms: number
}

/** `settings`: JSON of `ExportSettings`. */
export type ExportPresetRow = { recipe_id: string; name: string; settings: string; saved_at: string }
/** One export that was made; it tells no path. */
export type ExportLogRow = {
  export_id: string
  made_at: string
  file_name: string
  settings: string
  row_count: number
  size_bytes: number
  sha256: string
}

/** `design`: JSON of `ChosenDesign`. */
type StudyRow = {
  study_id: string
  name: string
  question: Generated<string>
  notes: Generated<string>
  design: Generated<string>
  created_at: string
  changed_at: string
  archived_at: string | null
}
/** `request`: JSON of a comparison without its samples. */
type StudyComparisonRow = {
  comparison_id: string
  study_id: string
  name: string
  request: string
  saved_at: string
}
/**
 * A batch whose samples enter the study as they are registered; that of all samples has rows only where `analyze` says
 * more than `no`: whether results are fetched by themselves, and whether all that is registered was.
 */
type StudyBatchRow = { study_id: string; batch_id: string; analyze: Generated<'no' | 'whenReady' | 'done'> }
type StudySampleRow = { study_id: string; sample_id: string; added_at: string }

/** One row: the last line of the order log that the journal has applied; `uncertain`: JSON of `JournalUncertainty`. */
type OrderLogRow = { one: 1; seq: number; sum: string; size_bytes: number; uncertain: string | null }

export type JournalSchema = {
  order_log: OrderLogRow
  drug_marks: DrugMarkRow
  drug_tags: DrugTagRow
  drug_sets: DrugListRow
  drug_set_members: DrugListMemberRow
  saved_searches: SavedSearchRow
  pathway_aliases: PathwayAliasRow
  pathway_titles: PathwayTitleRow
  prefetch_plans: OfflineSyncPlanRow
  batches: BatchRow & {
    /** Who placed it: JSON of `Person`. */
    made_by: Generated<string | null>
    /** JSON of `Transform`, and of the list of `FileChange`. */
    recipe: Generated<string | null>
    changes: Generated<string | null>
    /** Number of orders and digest of their content; null for batches older than these columns. */
    order_count: Generated<number | null>
    order_digest: Generated<string | null>
  }
  mapping_templates: MappingTemplateRow
  order_form: { one: 1; content: string; changed_at: string }
  ledger: LedgerRowRow & LedgerExtras
  batch_events: BatchEventRow
  annotations: AnnotationRow
  annotation_undo: AnnotationUndoRow
  register_index: RegisterIndexRow
  register_text: { rowid: number; register_text: string }
  /** Empty unless the text's index is being filled: it lacks the rows from `from_id` on. */
  register_unwritten: { one: 1; from_id: number }
  sample_tags: { tag: string; sample_id: string }
  samples: SampleRow & {
    /** Where the order stands: the time of its import, then its row in the file. Samples of one import keep their order. */
    place: Generated<string>
    /** When an order that was placed elsewhere was taken in; null for those placed from here. */
    adopted_at: Generated<string | null>
  }
  screening_tasks: ScreeningTaskRow
  quota: QuotaRow
  export_recipes: ExportPresetRow
  export_log: ExportLogRow
  studies: StudyRow
  study_comparisons: StudyComparisonRow
  study_batches: StudyBatchRow
  study_samples: StudySampleRow
}

export const journalMigrations: readonly Migration[] = [
  {
    name: '0006-register-and-batches',
    replaces: ['0001-register-and-ledger', '0002-shared-quota', '0003-drug-lists-and-pathway-names'],
    statements: [...ledgerStatements, ...drugListStatements, ...registerStatements],
  },
  // Gave each row a checksum, which the order log has replaced.
  { name: '0004-journal-safety', statements: [] },
  { name: '0007-text-index-after-the-start', statements: lateTextStatements },
  { name: '0008-exports', statements: exportStatements },
  { name: '0009-studies', statements: studyStatements },
  { name: '0010-order-log', statements: [...withoutChecksumStatements, ...orderLogStatements] },
  { name: '0011-annotation-undo', statements: annotationUndoStatements },
]
