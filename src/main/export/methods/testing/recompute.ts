import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const rscript = 'Rscript'
/** True if R can run the programs of all studies: a moderated model needs limma, with donors also statmod. */
export const hasR = (): boolean => spawnSync(rscript, ['-e', 'library(limma); library(statmod)']).status === 0

/** The first Python with scipy: one of the user may come before that of the system. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import scipy']).status === 0,
)
export const hasScipy = python !== undefined

export type ProgramRun = { status: number | null; output: string }

/**
 * Runs in the C locale, which has only ASCII letters, because the programs must not need another. R's compiler is off,
 * because it would take most of a run of one second.
 */
const run = (command: string, args: readonly string[]): Promise<ProgramRun> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, LC_ALL: 'C', R_ENABLE_JIT: '0' }, maxBuffer: 64 * 1024 * 1024 }
    const child = execFile(command, [...args], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, output: `${stdout}${stderr}` }),
    )
  })

/** Runs the R program of the study in a folder. */
export const inR = (folder: string): Promise<ProgramRun> =>
  run(rscript, [join(folder, 'methods', 'recompute.R')])

/** Runs each program as if started alone, but loads numpy and scipy, which take a second, only once. */
const oneAfterAnother = `
import contextlib, io, json, runpy, sys, traceback
runs = []
for path in sys.argv[1:]:
    sys.argv, status, text = [path], 0, io.StringIO()
    with contextlib.redirect_stdout(text):
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit as end:
            status = end.code
        except Exception:
            status = 2
            text.write(traceback.format_exc())
    runs.append({"status": status, "output": text.getvalue()})
print(json.dumps(runs))
`

export async function allInPython(folders: readonly string[]): Promise<ProgramRun[]> {
  const paths = folders.map((folder) => join(folder, 'methods', 'recompute.py'))
  const { status, output } = await run(python ?? 'python3', ['-c', oneAfterAnother, ...paths])
  if (status !== 0) throw new Error(output)
  // Written by the program above.
  return JSON.parse(output) as ProgramRun[]
}
