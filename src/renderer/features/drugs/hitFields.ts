import type { TFunction } from 'i18next'
import type { ArrangeableColumn } from '../../ui/columnLayout.ts'

/** What is told of a drug below its name. */
const hitFields = ['id', 'category', 'synonyms', 'description', 'source', 'age'] as const
export type HitField = (typeof hitFields)[number]
type Column = ArrangeableColumn & { id: HitField | 'name' }

const copies: Record<Column['id'], string> = {
  id: 'drug_id',
  name: 'name',
  category: 'category',
  synonyms: 'synonyms',
  description: 'description',
  source: 'source',
  age: 'fetched_at',
}

/** The same as columns, for who chooses and orders them and for what is copied; the name has a line of its own. */
export const hitColumns = (t: TFunction<'drugs'>): Column[] =>
  (['name', ...hitFields] as const).map((id) => ({
    id,
    label: t(`fields.${id}`),
    // Not drawn as a column.
    width: 0,
    copies: [copies[id]],
    ...(id === 'name' && { role: 'name' }),
    ...((id === 'id' || id === 'synonyms') && { hiddenAtFirst: true }),
  }))
