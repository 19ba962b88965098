import { spawnSync } from 'node:child_process'

const runs = (command: string): boolean => spawnSync(command, ['--version']).status === 0

const python = 'python3'
/** The LibreOffice command in its packages. */
const office = 'soffice'
export const hasPython = (): boolean => runs(python)
export const hasOffice = (): boolean => runs(office)

/** Runs a Python program on a file and returns the JSON that it prints. Throws its error output. */
export function pythonReads(program: string, path: string): unknown {
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, path], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/**
 * Converts every sheet of a workbook with LibreOffice to CSV files `<name>-<sheet>.csv` in `folder`, with full values,
 * quoted texts, and formulas as formulas if it finds any.
 */
export function officeConverts(path: string, folder: string): void {
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,true,false,false,-1'
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const { status, stderr } = spawnSync(
    office,
    [profile, '--headless', '--convert-to', filter, '--outdir', folder, path],
    { encoding: 'utf8', env: { ...process.env, HOME: folder } },
  )
  if (status !== 0) throw new Error(stderr)
}
