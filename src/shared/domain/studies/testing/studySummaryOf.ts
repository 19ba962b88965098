import { noSamples, type StudySummary } from '../study.ts'

/** Returns a study without samples, with changes. */
export const studySummaryOf = (studyId: string, more: Partial<StudySummary> = {}): StudySummary => ({
  studyId,
  name: studyId === 'all' ? 'All samples' : 'Liver 2026',
  question: '',
  createdAt: '2026-11-22T07:00:00.000Z',
  changedAt: '2026-11-22T07:00:00.000Z',
  archivedAt: null,
  samples: 0,
  stages: noSamples,
  toOrder: 0,
  inDoubt: 0,
  synthetic: false,
  ...more,
})
