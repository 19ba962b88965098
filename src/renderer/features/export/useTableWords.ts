import { useTranslation } from 'react-i18next'
import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import type { DrugChoice, TableChoice } from '../../../shared/domain/exporting.ts'

export type Say = (key: string, values?: Record<string, unknown>) => string

/** A table's rows in a few words: which samples, which values, which search. */
export function useTableWords(): (table: TableChoice) => string {
  const { t } = useTranslation(['export', 'ui'])
  const say: Say = (key, values) => String(t(key, values ?? {}))
  return (table) => partsOf(table, say).join(' · ')
}

function partsOf(table: TableChoice, say: Say): string[] {
  if (table.kind === 'drugs') return [drugsIn(table.of, say)]
  if (table.kind === 'compare')
    return [groupsIn(table.request.groups, say), say(`tests.${table.request.test}`)]
  if (table.kind === 'screening') return [table.taskId ?? say('everything.screening')]
  if (table.kind === 'history') return [say(table.batchId === undefined ? 'everything.history' : 'ofBatch')]
  const samples = samplesIn(table.of, say)
  if (table.kind !== 'resultsWide') return [samples]
  return [samples, say(`measures.${table.measure}`), say(`views.${table.view.kind}`)]
}

export function samplesIn(of: SampleChoice, say: Say): string {
  if ('sampleIds' in of) return say('samplesChosen', { count: of.sampleIds.length })
  const { group, tag, ...others } = of.filter
  const parts = [
    of.text && `“${of.text}”`,
    group === null ? say('noGroup') : group,
    tag,
    Object.values(others).some((value) => value !== undefined) && say('filtered'),
  ]
  return parts.filter(Boolean).join(' · ') || say('everySample')
}

function drugsIn(of: DrugChoice, say: Say): string {
  if ('setId' in of) return say('ofList')
  if ('drugIds' in of) return say('drugsChosen', { count: of.drugIds.length })
  const { text, category, pathway, direction } = of.search
  const parts = [
    text && `“${text}”`,
    category,
    pathway,
    direction && say(`direction.${direction}`, { ns: 'ui' }),
  ]
  return parts.filter(Boolean).join(' · ') || say('everything.drugs')
}

type Groups = Extract<TableChoice, { kind: 'compare' }>['request']['groups']

export const groupsIn = (groups: Groups, say: Say): string =>
  'by' in groups
    ? say('groupsBy', { field: groups.by, names: groups.values.join(' − ') })
    : groups.sets.map(({ name }) => name).join(' − ')
