import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReferenceService } from '../../demoService/index.ts'

/** The embedded service's limit, generous because a demonstration should not wait for a quota. */
const demoRequestsPerMinute = 6000
/** Orders ripen this many times faster than at the stand-alone reference service. */
const demoSpeed = 30

export type EmbeddedDemo = { start(): Promise<ReferenceService>; close(): Promise<void> }

/** The reference service inside this process, started at most once; its orders outlive a restart in the data folder. */
export function createEmbeddedDemo(dataFolder: string): EmbeddedDemo {
  const file = join(dataFolder, 'demo-service.json')
  let startedService: Promise<ReferenceService> | null = null
  const launch = async () => {
    const { startReferenceService } = await import('../../demoService/index.ts')
    return startReferenceService({
      rate: { requests: demoRequestsPerMinute, windowS: 60 },
      speed: demoSpeed,
      store: { load: () => readIfExists(file), save: (text) => writeAtomically(file, text) },
    })
  }
  return {
    start: () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const started = startedService ?? launch()
      startedService = started
      return started
    },
    close: async () => {
      const service = await startedService?.catch(() => null)
      startedService = null
      await service?.close()
    },
  }
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A crash leaves the old file or the new one. Synthetic orders only: not worth waiting for the disk. */
function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
