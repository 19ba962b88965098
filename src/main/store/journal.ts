import type { Generated, Selectable } from 'kysely'
import type { StudyQuestion } from '../../shared/domain/results/model.ts'
import type { LedgerState } from '../../shared/domain/samples/importing.ts'
import type { SampleState } from '../../shared/domain/samples/sample.ts'
import type { Database, Migration } from '../ports.ts'
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
import { questionStatements, studyStatements } from './studyTables.ts'

/** Local additions to a sample that were not sent. `tags` is a JSON list, `fields` a JSON object. */
export type AnnotationRow = {
  sample_id: string
  group_name: string | null
  tags: string
  note: string | null
  fields: string
  changed_at: string
  changed_by: string
}

/** The register. It is the only list of samples, since the service has none. */
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

/** A row of the register as read. */
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

/** A plan to make drugs available offline. Its progress is in the drugs' own database. `scope` is JSON. */
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
  /** The process that works on it, and the time (ms since 1970) until which it holds the lease. */
  lease_owner: string | null
  lease_until_ms: number
}

/** `settings`: JSON of `ExportSettings`. */
export type ExportPresetRow = { recipe_id: string; name: string; settings: string; saved_at: string }
/** An export that was made, without its path. */
export type ExportLogRow = {
  export_id: string
  made_at: string
  file_name: string
  settings: string
  row_count: number
  size_bytes: number
  sha256: string
}

export type JournalSchema = {
  /**
   * The single row with the last line of the order log that the journal has applied. `uncertain` is JSON of
   * `JournalUncertainty`.
   */
  order_log: { one: 1; seq: number; sum: string; size_bytes: number; uncertain: string | null }
  /** The user's notes about a drug. The name is stored so that a note is readable without the cache. */
  drug_marks: {
    drug_id: string
    name: string
    /** The time it became a favorite, or null. */
    favourite_at: string | null
    note: string
    updated_at: string
  }
  drug_tags: { drug_id: string; tag: string; added_at: string }
  /** A list of drugs. Deleting it sets `removed_at`. */
  drug_sets: {
    set_id: string
    name: string
    note: string
    created_at: string
    updated_at: string
    removed_at: string | null
  }
  drug_set_members: { set_id: string; drug_id: string; name: string; added_at: string }
  saved_searches: { search_id: string; name: string; address: string; created_at: string }
  /**
   * The user's changes to pathway names. Kind `key` maps all names with this key to `pathway`; kind `name` maps one exact
   * name.
   */
  pathway_aliases: { kind: 'key' | 'name'; alias: string; pathway: string; changed_at: string }
  pathway_titles: { pathway: string; title: string; changed_at: string }
  prefetch_plans: OfflineSyncPlanRow
  /** One import: its file, its options and its state. Times are ISO 8601. */
  batches: {
    batch_id: string
    file_name: string
    file_sha256: string
    mapping: string
    read_as: string
    created_at: string
    state: 'running' | 'paused' | 'done' | 'cancelled'
    /** The process that sends this batch, and the time (ms since 1970) until which it holds the lease. */
    lease_owner: string | null
    lease_until_ms: number
    /** The user who placed it: JSON of `Person`. */
    made_by: Generated<string | null>
    /** JSON of `Transform` and of a list of `FileChange`. */
    recipe: Generated<string | null>
    changes: Generated<string | null>
    /** The number of orders and a digest of their content. Null for batches older than these columns. */
    order_count: Generated<number | null>
    order_digest: Generated<string | null>
  }
  /** A saved mapping. `content` is JSON of everything except the id, name and time. */
  mapping_templates: { template_id: string; name: string; content: string; saved_at: string }
  order_form: { one: 1; content: string; changed_at: string }
  /** The import ledger: one row per order, written before its request is sent. `idempotency_key` never changes. */
  ledger: {
    batch_id: string
    row: number
    client_reference: string
    fields: string
    idempotency_key: string
    state: Exclude<LedgerState, 'cancelled'>
    sample_id: string | null
    message: string | null
    updated_at: string
    /** The time its first request was sent (repeats use the same key), and the number of requests. */
    sent_at: Generated<string | null>
    attempts: Generated<number>
    /**
     * The reason why an unsent row will not be sent: `cancelled`, or `moved:` and the batch that orders it. The row is
     * stored as `failed`, so code that knows only the five original states neither sends it nor reserves its reference.
     */
    withdrawn: Generated<string | null>
    /** JSON object of the columns that are stored with the sample but not sent. */
    notes: Generated<string | null>
  }
  /** A change that the user or another window made to a batch or one of its rows. `who` is JSON of `Person`. */
  batch_events: {
    event_id: Generated<number>
    batch_id: string
    row: number | null
    at: string
    who: string
    what: string
    detail: string | null
  }
  annotations: AnnotationRow
  /** A part of an undoable change of annotations. `content` is a JSON list of the rows it replaced and wrote. */
  annotation_undo: { undo_id: string; part: number; made_at: string; content: string }
  /** One narrow row per sample, maintained by triggers, for searching, filtering and sorting the register. */
  register_index: {
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
  register_text: { rowid: number; register_text: string }
  /** Empty unless the text index is being filled. It then lacks the rows from `from_id` on. */
  register_unwritten: { one: 1; from_id: number }
  sample_tags: { tag: string; sample_id: string }
  samples: SampleRow & {
    /** The sort position: the time of the import, then the row in the file. Samples of one import stay in order. */
    place: Generated<string>
    /** The time an order placed elsewhere was adopted. Null for orders placed here. */
    adopted_at: Generated<string | null>
  }
  screening_tasks: ScreeningTaskRow
  /** The single row with the use of the service's limit by all processes; see rateLimitStore.ts. */
  quota: { version: number; state: string }
  export_recipes: ExportPresetRow
  export_log: ExportLogRow
  /** `design`: JSON of `ChosenDesign`. */
  studies: {
    study_id: string
    name: string
    question: Generated<string>
    notes: Generated<string>
    design: Generated<string>
    created_at: string
    changed_at: string
    archived_at: string | null
  }
  /** A saved comparison. `request` is its JSON without the samples. */
  study_comparisons: {
    comparison_id: string
    study_id: string
    name: string
    request: string
    saved_at: string
  }
  /**
   * A batch whose samples enter the study as they are registered. `analyze` states whether results are fetched
   * automatically and whether all registered samples were. “All samples” has rows only if `analyze` is not `no`.
   */
  study_batches: { study_id: string; batch_id: string; analyze: Generated<'no' | 'whenReady' | 'done'> }
  study_samples: { study_id: string; sample_id: string; added_at: string }
  /** A comparison or model run in a study. `digest`: of kind and `request`, JSON; equal ones are one question. */
  study_questions: {
    question_id: string
    study_id: string
    digest: string
    kind: StudyQuestion['kind']
    request: string
    tests: number
    first_at: string
    last_at: string
    times: number
  }
}

export type Journal = Database<JournalSchema>
export type JournalQuery = Journal['query']

export const journalMigrations: readonly Migration[] = [
  {
    name: '0006-register-and-batches',
    replaces: ['0001-register-and-ledger', '0002-shared-quota', '0003-drug-lists-and-pathway-names'],
    statements: [...ledgerStatements, ...drugListStatements, ...registerStatements],
  },
  // It added a checksum to each row, which the order log has replaced.
  { name: '0004-journal-safety', statements: [] },
  { name: '0007-text-index-after-the-start', statements: lateTextStatements },
  { name: '0008-exports', statements: exportStatements },
  { name: '0009-studies', statements: studyStatements },
  { name: '0010-order-log', statements: [...withoutChecksumStatements, ...orderLogStatements] },
  { name: '0011-annotation-undo', statements: annotationUndoStatements },
  { name: '0012-study-questions', statements: questionStatements },
]
