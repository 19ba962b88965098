import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { isInUse } from '../adapters/sqlite/inspect.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { createJobs } from '../concurrency/jobs.ts'
import type { LiveProfile } from '../session/session.ts'
import { newFolder } from '../testing/newFolder.ts'
import { processFile } from '../testing/processes/processFile.ts'
import type { Shared } from './composeShared.ts'
import { openWorkspace } from './composeWorkspace.ts'

it('leaves no thread and no file open if a profile cannot be opened', async () => {
  const folder = newFolder()
  const thread = new Worker(processFile('drugsWorker'))
  const ended = once(thread, 'exit')
  const inUse: boolean[] = []
  const at = (name: string) => join(folder, 'profiles/p', name)
  const shared = {
    clock: systemClock,
    random: systemRandom,
    emit: () => {},
    notice: () => {},
    jobs: createJobs({ clock: systemClock, random: systemRandom, emit: () => {} }),
    paths: {
      data: folder,
      renderer: folder,
      worker(name: Parameters<typeof processFile>[0]) {
        if (name !== 'csvWorker') return processFile(name)
        inUse.push(isInUse(at('journal.db')))
        throw new Error('The entry is missing.')
      },
    },
    resumesWork: false,
    takeDrugsWorker: () => thread,
    quotaShare: () => 100,
  } as unknown as Shared
  const profile = { id: 'p', serviceUrl: 'https://example.org', signIn: 'api-key', requestsPerMinute: 60 }
  const liveProfile = { profile: () => profile } as unknown as LiveProfile

  await expect(openWorkspace(liveProfile, shared)).rejects.toThrow('The entry is missing.')
  expect(inUse).toEqual([true])
  await ended
  for (const name of ['journal.db', 'answers.db', 'cache.db', 'drugs.db'])
    expect(isInUse(at(name)), name).toBe(false)
})
