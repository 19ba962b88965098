import type { TableChoice } from '../../shared/domain/exporting.ts'
import type { Clock } from '../ports.ts'
import { answersTable } from './answersTable.ts'
import { compareTable } from './compareTable.ts'
import type { Contents, Sources } from './contents.ts'
import { drugsTable } from './drugsTable.ts'
import { historyTable } from './historyTable.ts'
import { describeSamples, type ProvenanceLine } from './provenance.ts'
import { resultsLong } from './resultsLong.ts'
import { resultsWide } from './resultsWide.ts'
import { samplesTable } from './samplesTable.ts'
import { screeningTable } from './screeningTable.ts'
import { atSnapshot } from './snapshot.ts'
import type { Table } from './table.ts'

/**
 * `rows`: null where counting would take as long as writing. `close` lets go of what the pages are read from: they do so
 * themselves when they end, and whoever does not read them to their end calls it.
 */
export type OpenTable = Table & Pick<Contents, 'rows' | 'synthetic'> & { close(): Promise<void> }

/** Throws `notFound` for a sample, batch, list or screening that is not known here. */
export type TableOf = (choice: TableChoice) => Promise<OpenTable>

/** Every table of what is known here. Nothing is asked of the service. */
export function createTables({
  sources,
  version,
  clock,
}: {
  sources: Sources
  /** Of this program. */
  version: string
  clock: Clock
}): TableOf {
  const toTable = (choice: TableChoice, contents: Contents, close: () => Promise<void>): OpenTable => {
    const { columns, rows, synthetic } = contents
    const provenance = [
      { name: 'application', value: `Pathclock ${version}` },
      { name: 'made_at', value: new Date(clock.now()).toISOString() },
      ...selectionLines(choice),
      ...contents.provenance,
      { name: 'synthetic', value: synthetic ? 'yes' : notSynthetic(choice) },
      { name: 'use', value: 'research use only' },
    ]
    const pages = closeAfter(contents.pages, close)
    return { name: names[choice.kind], columns, pages, provenance, rows, synthetic, close }
  }
  return async (choice) => {
    const { sources: snapshotSources, close } = await atSnapshot(sources, choice)
    try {
      return toTable(choice, await contentsOf(snapshotSources, choice), close)
    } catch (error) {
      await close()
      throw error
    }
  }
}

async function* closeAfter(pages: Table['pages'], close: () => Promise<void>) {
  try {
    yield* pages
  } finally {
    await close()
  }
}

/** Drugs are not all looked at beforehand. */
const notSynthetic = ({ kind }: TableChoice): string => (kind === 'drugs' ? 'said in each row' : 'no')

const names: Record<TableChoice['kind'], string> = {
  resultsLong: 'results',
  resultsWide: 'results-wide',
  samples: 'samples',
  drugs: 'drugs',
  compare: 'comparison',
  screening: 'screening',
  history: 'history',
  answers: 'answers',
}

function contentsOf(sources: Sources, choice: TableChoice): Promise<Contents> {
  switch (choice.kind) {
    case 'resultsLong':
      return resultsLong(sources, choice)
    case 'resultsWide':
      return resultsWide(sources, choice)
    case 'samples':
      return samplesTable(sources, choice)
    case 'drugs':
      return drugsTable(sources, choice)
    case 'compare':
      return compareTable(sources, choice)
    case 'screening':
      return screeningTable(sources, choice)
    case 'history':
      return historyTable(sources, choice)
    case 'answers':
      return answersTable(sources, choice)
  }
}

function selectionLines(choice: TableChoice): ProvenanceLine[] {
  switch (choice.kind) {
    case 'resultsLong':
    case 'resultsWide':
    case 'samples':
    case 'answers':
      return [{ name: 'samples', value: describeSamples(choice.of) }]
    case 'drugs':
      return [{ name: 'drugs', value: describeDrugs(choice.of) }]
    case 'screening':
      return [{ name: 'screening', value: choice.taskId ?? 'all' }]
    case 'history':
      return [{ name: 'batch', value: choice.batchId ?? 'all' }]
    case 'compare':
      return []
  }
}

function describeDrugs(of: Extract<TableChoice, { kind: 'drugs' }>['of']): string {
  if ('setId' in of) return `those of the list ${of.setId}`
  if ('drugIds' in of) return `${of.drugIds.length} drugs, named by their ids`
  const { text, ...others } = of.search
  const conditions = Object.entries({ ...(text === '' ? {} : { text }), ...others })
  if (conditions.length === 0) return 'all that are kept'
  return `those that are kept with ${conditions.map(([name, value]) => `${name}: ${value}`).join(', ')}`
}
