import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import { readOptionsSchema, transformSchema } from '../../shared/domain/samples/importing.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'

type DemoServices = Pick<WorkspaceServices, 'imports' | 'offlineSync' | 'studies'>

/**
 * Returns the id of the demo's study. The first time, it orders the example like a user would. `services`: those of
 * the demo's own workspace, so that no order goes to another service.
 */
export async function openDemoStudy(
  { imports, offlineSync, studies }: DemoServices,
  fileId: string,
  study: { name: string; question: string },
): Promise<string> {
  const studyId = (await findStudy(studies)) ?? (await makeStudy({ imports, studies }, fileId, study))
  const plans = await offlineSync.list({})
  if (!plans.some(({ scope }) => scope.kind === 'catalogue'))
    await offlineSync.start({
      scope: { kind: 'catalogue' },
      detail: 'all',
      perHour: 100_000,
      refreshDays: 30,
    })
  return studyId
}

/** Returns the oldest study, or that of all samples if there is no other; null if there is nothing yet. */
async function findStudy(studies: DemoServices['studies']): Promise<string | null> {
  const listed = await studies.list({ archived: false })
  const made = listed.filter(({ studyId }) => studyId !== allSamplesId)
  if (made.length > 0) return made.reduce((a, b) => (b.createdAt < a.createdAt ? b : a)).studyId
  return listed.every(({ samples, toOrder }) => samples + toOrder === 0) ? null : allSamplesId
}

async function makeStudy(
  { imports, studies }: Pick<DemoServices, 'imports' | 'studies'>,
  fileId: string,
  { name, question }: { name: string; question: string },
): Promise<string> {
  const options = readOptionsSchema.parse({})
  const { draftId, suggestedMapping: mapping } = await imports.read({ fileId, options })
  await imports.check({ draftId, mapping, transform: transformSchema.parse({}) })
  const { studyId } = await imports.send({ draftId, study: { name }, analyzeWhenReady: true })
  await studies.change({ studyId, question })
  return studyId
}
