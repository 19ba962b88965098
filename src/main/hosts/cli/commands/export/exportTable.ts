import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Input } from '../../../../../shared/contract/contract.ts'
import { capsuleExtension } from '../../../../../shared/domain/app/fileNames.ts'
import type { StudySettings } from '../../../../../shared/domain/studies/documents.ts'
import {
  type ExportRecord,
  formatExtension,
  type TableFormat,
  type TableKind,
  tableFormatSchema,
  textFormats,
} from '../../../../../shared/domain/studies/exporting.ts'
import { tempFolderPrefix } from '../../../../ports.ts'
import { followJob, withApp } from '../../app.ts'
import { counted } from '../../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { CommandFailed, exitCodes, UsageError } from '../../program/exitCodes.ts'
import { isSet, listOf, oneOf, refuse, textOf } from '../../program/values.ts'
import { exportOptions, type Kind, kinds, readChoice, readDocument, refuseOthers } from './exportChoice.ts'

type Settings = Input<'exports.write'>['settings'] | StudySettings

export const exportTable: CommandSpec = {
  name: 'export',
  takes: '[WHAT]',
  choices: kinds,
  group: 'Data',
  options: exportOptions,
  examples: [
    'export results --format csv --out results.csv',
    'export report --by group --a treated --b control --out report.pdf',
    "export compare --model '~ group + age' --format parquet --out model.parquet",
    'export match --by group --a treated --b control --direction mimicking --out match.csv',
    "export --preset 'For the LIMS' --out lims.tsv",
  ],
  async run(run) {
    const out = textOf(run.values, 'out')
    if (out === undefined || out === '')
      throw new UsageError('Say where to write: --out FILE, or - for standard output.')
    const read = readSettings(run, out)
    if (out === '-') run.output.reserveStdout()
    return withApp(run, async (app) => {
      const settings = await read(app)
      refuseBytes(settings, out)
      const path = out === '-' ? null : resolve(out)
      const { rows, sha256 } = await (path === null
        ? writeToStdout(app, settings)
        : exportTo(app, settings, path))
      const summary = { kind: kindOf(settings), format: formatOf(settings), file: path ?? '-', rows, sha256 }
      run.output.summary(summary)
      if (path === null) return
      run.output.print(`${counted(rows, isDocument(settings) ? 'sample' : 'row')} in ${path}`)
      if (hasNoMark(settings) && (await isBeyondAscii(path))) run.output.warn(excelNote)
    })
  },
}

/** Returns true for text formats that Excel opens but that have no byte order mark. */
const hasNoMark = (settings: Settings): boolean =>
  !isDocument(settings) && (settings.format === 'csv' || settings.format === 'tsv')

const excelNote =
  'The file is UTF-8 without a byte order mark, and has letters beyond ASCII (such as Chinese or Greek), which Excel ' +
  'may show wrongly. For Excel, use --format csv-excel or xlsx.'

async function isBeyondAscii(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    if (chunk.some((byte) => byte > 0x7f)) return true
  return false
}

/** Reads the requested export. Errors that need no app are thrown immediately. */
function readSettings(run: Run, out: string): (app: OpenedApp) => Promise<Settings> {
  const { values } = run
  const preset = textOf(values, 'preset')
  if (preset !== undefined) {
    refuseBesidePreset(run)
    return (app) => presetNamed(app, preset)
  }
  const kind = chosenKind(run)
  if (kind === 'report' || kind === 'capsule') return readDocument(values, kind, out)
  const format = oneOf(values, 'format', tableFormatSchema.options) ?? 'csv'
  refuseFormat(format, out)
  const columns = listOf(values, 'columns')
  const choice = readChoice(run, kind)
  return async (app) => ({
    table: await choice(app),
    format,
    ...(columns.length === 0 ? {} : { columns }),
    dictionary: isSet(values, 'dictionary'),
  })
}

function chosenKind({ operands: [request] }: Run): Kind {
  const kind = kinds.find((name) => name === request)
  if (kind !== undefined) return kind
  throw new UsageError(
    request === undefined
      ? `Say what to export: ${kinds.join(', ')}; or --preset NAME.`
      : `"${request}" cannot be exported. Choose one of ${kinds.join(', ')}.`,
  )
}

const isDocument = (settings: Settings): settings is StudySettings => 'document' in settings

const formatOf = (settings: Settings): string =>
  isDocument(settings) && settings.document === 'capsule' ? capsuleExtension : settings.format

const endingOf = (settings: Settings): string =>
  isDocument(settings) ? formatOf(settings) : formatExtension[settings.format]

function refuseBytes(settings: Settings, out: string): void {
  if (!isDocument(settings)) refuseFormat(settings.format, out)
  else if (out === '-' && formatOf(settings) !== 'html')
    throw new UsageError(
      `The format ${formatOf(settings)} is binary and cannot go to standard output. Name a file.`,
    )
}

function refuseFormat(format: TableFormat, out: string): void {
  if (out === '-' && !textFormats.includes(format))
    throw new UsageError(
      `The format ${format} is binary and cannot go to standard output. Name a file, or use ${textFormats.join(', ')}.`,
    )
}

function refuseBesidePreset({ operands, values }: Run): void {
  refuseOthers(values, null)
  refuse(values, ['format', 'columns', 'dictionary'], (option) => `${option} does not go with --preset.`)
  if (operands.length > 0) throw new UsageError(`"${operands[0]}" does not go with --preset.`)
}

const kindOfTable: Record<TableKind, Kind> = {
  resultsLong: 'results',
  resultsWide: 'results',
  samples: 'samples',
  clock: 'clock',
  drugs: 'drugs',
  compare: 'compare',
  model: 'compare',
  match: 'match',
  screening: 'screening',
  history: 'history',
  answers: 'answers',
}

/** Returns the name of an export on the command line. */
const kindOf = (settings: Settings): Kind =>
  isDocument(settings) ? settings.document : kindOfTable[settings.table.kind]

/** Finds a preset by its name, ignoring case if only one matches. */
async function presetNamed({ call }: OpenedApp, name: string): Promise<Settings> {
  const presets = await call('exportPresets.list', {})
  const exact = presets.filter((preset) => preset.name === name)
  const alike = presets.filter((preset) => preset.name.toLowerCase() === name.toLowerCase())
  const [found, ...others] = exact.length > 0 ? exact : alike
  if (found && others.length === 0) return found.settings
  const names = (found ? alike : presets).map((preset) => `"${preset.name}"`).join(', ')
  throw new UsageError(
    found
      ? `"${name}" may be each of these presets: ${names}. Write it as one of them.`
      : `There is no preset "${name}". ${names === '' ? 'None is saved.' : `There are: ${names}.`}`,
  )
}

/** Exports to a file atomically. */
export async function exportTo(app: OpenedApp, settings: Settings, path: string): Promise<ExportRecord> {
  const { fileId } = app.saveAt(path)
  const { jobId, message } = await followJob(app, () =>
    isDocument(settings)
      ? app.call('documents.write', { fileId, settings })
      : app.call('exports.write', { fileId, settings }),
  )
  if (message !== null) app.run.output.warn(message)
  const record = (await app.call('exports.list', {})).find(({ exportId }) => exportId === jobId)
  if (record) return record
  throw new CommandFailed('The file is written, but what is in it was not noted.', exitCodes.bug)
}

/** Exports through a temporary file, so that nothing is written if the table cannot be created. */
async function writeToStdout(app: OpenedApp, settings: Settings): Promise<ExportRecord> {
  const folder = await mkdtemp(join(tmpdir(), tempFolderPrefix()))
  try {
    const path = join(folder, `${kindOf(settings)}.${endingOf(settings)}`)
    const record = await exportTo(app, settings, path)
    await pipeline(createReadStream(path), app.run.streams.stdout, { end: false })
    return record
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
