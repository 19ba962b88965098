import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withApp } from '../app.ts'
import type { Command, OpenedApp, Run } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { setNamed } from '../setNamed.ts'
import { counted } from '../text.ts'
import { textOf } from '../values.ts'

const kinds = ['results', 'samples', 'drugs'] as const
type Kind = (typeof kinds)[number]

const otherKinds = ['compare', 'screening', 'report', 'capsule']
const otherFormats = ['csv-excel', 'tsv', 'xlsx', 'json', 'jsonl', 'parquet']

export const exportTable: Command = {
  words: ['export'],
  usage: '(results|samples|drugs [--set NAME | --search TEXT]) --format csv --out FILE',
  about: 'write what is known to a file; - for standard output',
  operands: { least: 1, most: 1 },
  options: {
    format: { type: 'string', value: 'csv', about: 'format of the file' },
    out: { type: 'string', value: 'FILE', about: 'file to write; - for standard output' },
    set: { type: 'string', value: 'NAME', about: 'drugs: of this list or tag, or favourites' },
    search: { type: 'string', value: 'TEXT', about: 'drugs: those kept here that this finds; default: all' },
  },
  async run(run) {
    const kind = chosenKind(run)
    const out = textOf(run.values, 'out')
    if (out === undefined || out === '')
      throw new UsageError('Say where to write: --out FILE, or - for standard output.')
    const choice = chosenDrugs(run, kind)
    return withApp(run, async (app) => {
      const write = async (path: string) =>
        kind === 'drugs' ? exportDrugs(app, choice, path) : exportTo(app, kind, path)
      if (out === '-') return writeToStdout(app, kind, write)
      const path = resolve(out)
      const rows = await write(path)
      run.output.record({ type: 'summary', kind, format: 'csv', file: path, rows })
      run.output.say(`${counted(rows, 'row')} in ${path}`)
      return exitCodes.done
    })
  },
}

function chosenKind({ operands, values }: Run): Kind {
  const [asked] = operands
  const kind = kinds.find((name) => name === asked)
  if (kind === undefined)
    throw new UsageError(
      otherKinds.includes(asked ?? '')
        ? `"pathclock export ${asked}" is not part of this version of Pathclock.`
        : `There is nothing called "${asked}" to export. Choose results, samples or drugs.`,
    )
  const format = textOf(values, 'format') ?? 'csv'
  if (format !== 'csv')
    throw new UsageError(
      otherFormats.includes(format)
        ? `The format ${format} is not part of this version of Pathclock; use --format csv.`
        : `There is no format "${format}". Use --format csv.`,
    )
  return kind
}

type DrugChoice = { set: string | undefined; search: string | undefined }

function chosenDrugs({ values }: Run, kind: Kind): DrugChoice {
  const choice = { set: textOf(values, 'set'), search: textOf(values, 'search') }
  const isChosen = choice.set !== undefined || choice.search !== undefined
  if (isChosen && kind !== 'drugs') throw new UsageError('--set and --search choose drugs: export drugs.')
  if (choice.set !== undefined && choice.search !== undefined)
    throw new UsageError('Name only one of --set and --search.')
  return choice
}

async function exportDrugs(app: OpenedApp, { set, search }: DrugChoice, path: string): Promise<number> {
  const of = set === undefined ? { search: { text: search ?? '' } } : { setId: await setNamed(app, set) }
  const { fileId } = await app.saveAt(path)
  const { rows } = await app.call('exports.drugs', { fileId, format: 'csv', of })
  return rows
}

/** Writes the table whole or not at all; gives its rows. */
export async function exportTo(app: OpenedApp, kind: Exclude<Kind, 'drugs'>, path: string): Promise<number> {
  const { fileId } = await app.saveAt(path)
  const { rows } = await app.call(`exports.${kind}`, { fileId, format: 'csv' })
  return rows
}

/** By way of a file, so that nothing is written when the table cannot be made; stdout holds the table alone. */
async function writeToStdout(
  app: OpenedApp,
  kind: Kind,
  write: (path: string) => Promise<number>,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-'))
  try {
    const path = join(folder, `${kind}.csv`)
    await write(path)
    await pipeline(createReadStream(path), app.run.streams.stdout, { end: false })
    return exitCodes.done
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
