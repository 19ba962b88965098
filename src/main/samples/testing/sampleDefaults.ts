import { costContext } from '../../../shared/domain/app/testing/costContext.ts'
import { defaultOrderForm } from '../../../shared/domain/samples/orderForm.ts'
import type { ImportStudy } from '../../../shared/domain/studies/study.ts'
import { leaseOwners } from '../../adapters/sqlite/leaseOwners.ts'
import { unknownPerson } from '../orders/batches/batches.ts'

/** For tests that request no state. */
export const noSampleStatus = () => Promise.reject(new Error('No state is requested here.'))

/** The settings of a new profile, for tests about other topics. */
export const sampleDefaults = {
  profileId: 'p1',
  service: 'https://service.example/api/v1',
  emit: () => undefined,
  afterBatch: () => undefined,
  idempotency: () => 'none' as const,
  leaseOwners,
  orderAddress: () => ({ service: 'https://service.example', path: '/samples' }),
  costContext,
  form: async () => defaultOrderForm,
  follows: true,
  orderNames: () => ({}),
  analysedAt: async () => new Map<string, string>(),
  analysedIds: async () => new Set<string>(),
  stateWords: () => undefined,
  waitsForUnknownStates: true,
  appendToLog: () => {
    throw new Error('There is no order log.')
  },
  reconcile: async () => undefined,
  who: () => unknownPerson,
  whoText: () => '',
  placeBatch: async () => 'study-1',
  addToStudy: async (_study: ImportStudy, sampleIds: readonly string[]) => ({
    studyId: 'study-1',
    added: sampleIds.length,
  }),
  onSamplesPlaced: () => undefined,
}
