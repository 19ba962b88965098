import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { seedSamples } from '../../e2e/support/seed.ts'
import { signIn, startHost } from '../start/host.ts'
import { makeDrugProfile } from '../start/profile.ts'

const drugs = 2000

/**
 * Creates the data folder if it does not exist: the given number of samples with results in one study, and some cached
 * drugs.
 */
export async function makeStudyProfile(dataFolder: string, samples: number): Promise<void> {
  if (existsSync(dataFolder)) return
  const unfinished = `${dataFolder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await makeDrugProfile(unfinished, drugs)
  await seedSamples(unfinished, samples)
  const host = await startHost({ dataFolder: unfinished })
  try {
    const call = await signIn(host)
    const { studyId } = await call('studies.create', { name: 'Aging' })
    await call('settings.set', { tourSeen: true })
    await call('studies.addSamples', { studyId, of: { filter: {} } })
  } finally {
    await host.end()
  }
  await rename(unfinished, dataFolder)
}
