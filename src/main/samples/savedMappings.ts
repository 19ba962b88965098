import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { Mapping, MappingTemplate } from '../../shared/domain/importing.ts'
import type { OrderForm } from '../../shared/domain/orderForm.ts'
import type { Clock, Database, Random } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { refused } from './drafts.ts'
import type { Templates } from './readWithTemplates.ts'

export type Mappings = {
  list: Handlers['mappings.list']
  save: Handlers['mappings.save']
  remove: Handlers['mappings.remove']
  forForm: Templates
}

type Content = Pick<MappingTemplate, 'columns' | 'mapping' | 'recipe' | 'options'>

/** Mappings that a person saved, one for each table that comes again and again. */
export function createMappings(deps: {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
}): Mappings {
  const { query } = deps.journal

  const list = async (): Promise<MappingTemplate[]> => {
    const rows = await query.selectFrom('mapping_templates').selectAll().orderBy('name').execute()
    return rows.map(({ template_id, name, content, saved_at }) => ({
      templateId: template_id,
      name,
      savedAt: saved_at,
      // Written by `save` from this type.
      ...(JSON.parse(content) as Content),
    }))
  }

  return {
    list,
    async save({ name, ...content }) {
      rejectUnknownColumns(content)
      // The last line is that of one file; what was saved is for the next ones.
      const { endLine: _endLine, ...options } = content.options
      const saved_at = new Date(deps.clock.now()).toISOString()
      const changes = { content: JSON.stringify({ ...content, options }), saved_at }
      const { template_id } = await query
        .insertInto('mapping_templates')
        .values({ template_id: deps.random.id(), name, ...changes })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(changes))
        .returning('template_id')
        .executeTakeFirstOrThrow()
      return { templateId: template_id, name, savedAt: saved_at, ...content, options }
    },
    async remove({ templateId }) {
      const { numDeletedRows } = await query
        .deleteFrom('mapping_templates')
        .where('template_id', '=', templateId)
        .executeTakeFirst()
      if (numDeletedRows > 0n) return null
      throw new Failure('notFound', 'This saved mapping is not known any more.', { what: 'mapping' })
    },
    async forForm(form) {
      const all = await list()
      return all
        .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
        .map((template) => withinForm(template, form))
    },
  }
}

function rejectUnknownColumns({ columns, mapping, recipe }: Content): void {
  const joined = Object.values(recipe.joined).flatMap((entry) => entry.columns)
  const namedColumns = [
    ...Object.keys(mapping),
    ...joined,
    ...recipe.notes,
    ...Object.keys(recipe.values ?? {}),
  ]
  const unknown = namedColumns.find((column) => !columns.includes(column))
  if (unknown !== undefined) throw refused(`“${unknown}” is no column that this mapping is made for.`)
}

/** A form may have lost a field since the mapping was saved; what was for it is left out. */
function withinForm(template: MappingTemplate, form: OrderForm): MappingTemplate {
  const known = new Set(form.map(({ field }) => field))
  const isKnown = ([field]: [string, unknown]) => known.has(field)
  const { constants, joined } = template.recipe
  const mapping: Mapping = Object.fromEntries(
    template.columns.map((column) => {
      const field = Object.hasOwn(template.mapping, column) ? template.mapping[column] : null
      return [column, field && known.has(field) ? field : null]
    }),
  )
  return {
    ...template,
    mapping,
    recipe: {
      ...template.recipe,
      constants: Object.fromEntries(Object.entries(constants).filter(isKnown)),
      joined: Object.fromEntries(Object.entries(joined).filter(isKnown)),
    },
  }
}
