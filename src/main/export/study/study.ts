import type { FigureSpec } from '../../../figures/spec.ts'
import type { SampleResult } from '../../../shared/domain/results/analysis.ts'
import type {
  ClockPlot,
  Clustering,
  CohortSample,
  Pca,
  StoredResult,
  ValueMatrix,
} from '../../../shared/domain/results/cohort.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import type { ReportLanguage, Study, StudyMethods } from '../../../shared/domain/results/study.ts'
import type { DataTable } from '../../../shared/format/copyTable.ts'
import type { Units } from '../tables/contents.ts'
import type { Cell } from '../tables/table.ts'

/** All that is known of a study, read once, so that report, methods and capsule say the same. */
export type CollectedStudy = {
  study: Study
  /** ISO 8601. */
  madeAt: string
  /** Of this program. */
  version: string
  units: Units
  /** Origins of services that values came from, sorted. */
  services: string[]
  oldestFetchedAt: string | null
  newestFetchedAt: string | null
  synthetic: boolean
  /** Ids of all samples of the study, also of those without an answer, in the order of the register. */
  sampleIds: string[]
  samples: CohortSample[]
  /** Raw values of all pathways, whole. */
  values: { activity: ValueMatrix; aging_offset: ValueMatrix }
  /** One a measure where the study has a comparison; else none. */
  comparisons: Comparison[]
  /** null for a single sample. */
  clock: ClockPlot | null
  clustering: Clustering | null
  pca: Pca | null
  /** The one sample of the study, whole; null for a cohort, and where nothing was returned of the sample. */
  result: SampleResult | null
  /** What the table of samples has of the one sample, under the names of its columns; none for a cohort. */
  facts: { name: string; value: Cell }[]
  /** Every answer that is kept of the one sample, the newest first; none for a cohort. */
  answers: StoredResult[]
}

/** Throws `notFound` for a sample that the register does not hold, `rejected` for no sample at all, and what a comparison throws. */
export type CollectStudy = (study: Study, signal: AbortSignal) => Promise<CollectedStudy>

/** As SVG, in the order given; words of axes' helpers and legends in `language`. The same input gives the same bytes. */
export type DrawFigures = (
  figures: readonly FigureSpec[],
  language: ReportLanguage,
  signal?: AbortSignal,
) => Promise<string[]>

/** `name`: for files; plain letters, digits and `-`. */
export type StudyFigure = { name: string; title: string; caption: string; svg: string; data: DataTable }

/** `html`: one page that needs no network, no script and no other file. */
type StudyReport = { html: string; figures: StudyFigure[] }

export type MakeReport = (
  collected: CollectedStudy,
  language: ReportLanguage,
  signal?: AbortSignal,
) => Promise<StudyReport>

/** Methods and programs of a study; pure. */
export type WriteMethods = (collected: CollectedStudy, language: ReportLanguage) => StudyMethods
