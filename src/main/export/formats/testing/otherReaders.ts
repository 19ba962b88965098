import { spawnSync } from 'node:child_process'

const runs = (command: string): boolean => spawnSync(command, ['--version']).status === 0

const python = 'python3'
/** LibreOffice, as its packages call it. */
const office = 'soffice'
export const hasPython = (): boolean => runs(python)
export const hasOffice = (): boolean => runs(office)

/** What a Python program prints as JSON, given a file. Throws what it complains of. */
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
 * Every sheet of a workbook as LibreOffice understands it, as CSV files `<name>-<sheet>.csv` in `folder`: values in
 * full, texts quoted, formulas (had it found some) as formulas.
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
