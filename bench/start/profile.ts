import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { seedSamples } from '../../e2e/support/seed.ts'
import { startReferenceService } from '../../src/demoService/index.ts'
import { generate } from '../search/catalogues.ts'
import { buildOurs } from '../search/ours.ts'
import { built, signIn, startHost } from './host.ts'

const run = promisify(execFile)

/** A data folder whose profile has so many drugs with their index, as the app keeps them. */
export async function makeDrugProfile(dataFolder: string, drugs: number): Promise<void> {
  const service = await startReferenceService({ speed: 100 })
  try {
    const args = [built('cli.js'), 'whoami', '--data', dataFolder, '--service', service.url]
    await run(process.execPath, args, { env: { ...process.env, PATHCLOCK_API_KEY: service.apiKey } })
  } finally {
    await service.close()
  }
  const profiles = join(dataFolder, 'profiles')
  const [profile = ''] = await readdir(profiles)
  const file = join(profiles, profile, 'drugs.db')
  for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true })
  await buildOurs(file, generate(drugs))
  await openIt(dataFolder)
}

const groups = ['control', 'treated']
const wholeStudy = 'Whole cohort'

/** Adds samples with their results, in studies; the largest study has all of them. */
export async function addStudies(dataFolder: string, samples: number): Promise<void> {
  await seedSamples(dataFolder, samples)
  const host = await startHost({ dataFolder })
  try {
    const call = await signIn(host)
    for (const group of groups)
      await call('studies.create', { name: group, question: '', of: { filter: { group } } })
    await call('studies.create', { name: wholeStudy, question: 'Which pathways age?', of: { filter: {} } })
    await call('settings.set', { tourSeen: true })
  } finally {
    await host.end()
  }
}

/** The next start opens the profile that was open last. */
async function openIt(dataFolder: string): Promise<void> {
  const host = await startHost({ dataFolder })
  try {
    const call = await signIn(host)
    const [profile] = (await call('app.status', {})).profiles
    if (profile) await call('profiles.select', { profileId: profile.id })
  } finally {
    await host.end()
  }
}

/** A data folder with the demo: the 48 samples of the example, imported and analysed. */
export async function makeDemo(dataFolder: string, tables: string): Promise<void> {
  await run(process.execPath, [built('cli.js'), 'demo', '--dir', tables, '--data', dataFolder])
}
