import type { Services } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Crash, ProblemReport } from '../../../shared/domain/app/appData.ts'
import type { Clock, Files } from '../../ports.ts'
import type { CrashReports } from './crashReports.ts'

type ProblemsServiceDeps = {
  clock: Clock
  files: Files
  crashes: Pick<CrashReports, 'record'>
  /** Crashes of earlier runs that nobody was told of. */
  unseen: readonly Crash[]
  /** Each part by its name in the archive; their texts hold nothing that may not be told. */
  gather: Record<string, () => string | Promise<string>>
}

/** What could be told of a problem: gathered to be read, and saved as it was read. Nothing is ever sent. */
export function createProblems({
  clock,
  files,
  crashes,
  unseen,
  gather,
}: ProblemsServiceDeps): Services['problems'] {
  let last: ProblemReport | null = null

  const gatherAll = async (): Promise<ProblemReport> => {
    const pendingParts = Object.entries(gather).map(async ([name, render]) => ({
      name,
      text: await renderSafely(render, clock),
    }))
    const parts = await Promise.all(pendingParts)
    last = { parts }
    return last
  }

  return {
    gather: gatherAll,
    async save({ fileId, words, parts: selectedParts }) {
      const { parts } = last ?? (await gatherAll())
      const unknownPart = selectedParts.find((name) => !parts.some((part) => part.name === name))
      if (unknownPart !== undefined) throw noSuchPart()
      const { strToU8, zipSync } = await import('fflate')
      const texts = parts
        .filter(({ name }) => selectedParts.includes(name))
        .map(({ name, text }) => [name, strToU8(text)])
      const userFiles = words.trim() === '' ? [] : [['words.txt', strToU8(`${words}\n`)]]
      const archive = zipSync(Object.fromEntries([...userFiles, ...texts]))
      return { file: await files.write(fileId, once(archive), undefined, { isPrivate: true }) }
    },
    crashes: () => [...unseen],
    record: ({ stack }) => {
      crashes.record('screen', stack)
      return null
    },
  }
}

/** What takes longer is most likely what is broken. */
const renderTimeoutMs = 5000
const notAvailable = 'This could not be found out.\n'

/** A report is made when something is broken: a part that cannot be told does not keep the others from it. */
async function renderSafely(render: () => string | Promise<string>, clock: Clock): Promise<string> {
  const cancellation = new AbortController()
  const timeout = clock.sleep(renderTimeoutMs, cancellation.signal).then(() => notAvailable)
  try {
    return await Promise.race([render(), timeout])
  } catch {
    return notAvailable
  } finally {
    cancellation.abort()
    await timeout.catch(() => undefined)
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const noSuchPart = (): Failure =>
  new Failure('rejected', 'A part of the report is not among those that were gathered. Gather it again.', {
    problems: [{ field: 'parts', message: 'There is no such part.' }],
  })
