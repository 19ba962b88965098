import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const urlOf = (path: string): string => pathToFileURL(join(import.meta.dirname, '../..', path)).href

/** `answer`: the result of the call, as JSON; `failure`: its error message. */
type Measured = { answer: unknown; failure: string | null; cpuMs: number; peakMb: number }

/**
 * Calls one function of a module (a path below src/main) in its own process. Measures the CPU time of the call and the
 * peak memory of the whole process, of which Node's own start takes 60 MB.
 */
export async function measureProcess(module: string, name: string, ...input: unknown[]): Promise<Measured> {
  const program = `
    import '${urlOf('../shared/words/testing/englishTexts.ts')}'
    import { readPeakMb } from '${urlOf('testing/processes/peakMemory.ts')}'
    import { ${name} } from '${urlOf(module)}'
    const begun = process.cpuUsage()
    const ended = await Promise.resolve(${name}(...${JSON.stringify(input)})).then(
      (answer) => ({ answer, failure: null }),
      (error) => ({ answer: null, failure: error.message }),
    )
    const { user, system } = process.cpuUsage(begun)
    console.log(JSON.stringify({ ...ended, cpuMs: (user + system) / 1000, peakMb: readPeakMb() }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as Measured
}
