import type { Sample } from '../sample.ts'

/** Returns a finished sample of the register that was not analyzed yet. */
export const registeredSample = (changes: Partial<Sample> = {}): Sample => ({
  sampleId: 'S1',
  clientReference: 'liver-1',
  state: 'succeeded',
  status: 'completed',
  createdAt: '2026-11-21T00:00:00Z',
  checkedAt: null,
  fields: {},
  batchId: null,
  analysedAt: null,
  synthetic: true,
  ...changes,
})
