import { isDeepStrictEqual } from 'node:util'
import type { Services } from '../../../../shared/contract/contract.ts'
import { isFailure, notFound, rejected } from '../../../../shared/contract/failures.ts'
import type { Mapping, MappingTemplate, ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { fieldOf, filterEntries, joinedColumns } from '../../../../shared/domain/samples/importPlan.ts'
import type { OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { message } from '../../../../shared/words/message.ts'
import type { Clock, Database, Random } from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { parseMappingContent } from '../../../store/legacyJson.ts'
import type { DraftFacts, Reader } from '../readerMessages.ts'

export type Mappings = Services['mappings'] & { forForm: Templates }

type Content = Pick<MappingTemplate, 'columns' | 'mapping' | 'transform' | 'options'>

/** Creates the store of mappings that the user saved, one for each recurring table. */
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
      ...parseMappingContent<Content>(content),
    }))
  }

  return {
    list,
    async save({ name, ...content }) {
      rejectUnknownColumns(content)
      // The last line applies to one file; the mapping is saved for later ones.
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
      throw notFound(message('samples.savedMappingNoLonger'), message('shared.mapping'))
    },
    async forForm(form) {
      const all = await list()
      return all
        .sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
        .map((template) => withinForm(template, form))
    },
  }
}

function rejectUnknownColumns({ columns, ...plan }: Content): void {
  const { notes, values = {} } = plan.transform
  const namedColumns = [
    ...Object.keys(plan.mapping),
    ...joinedColumns(plan),
    ...notes,
    ...Object.keys(values),
  ]
  const unknown = namedColumns.find((column) => !columns.includes(column))
  if (unknown !== undefined) throw rejected(message('samples.noColumnMappingMade', { unknown }))
}

/** Drops the parts of a mapping whose fields are no longer in the form. */
function withinForm(template: MappingTemplate, form: OrderForm): MappingTemplate {
  const known = new Set(form.map(({ field }) => field))
  const isKnown = (field: string) => known.has(field)
  const { constants, joined } = template.transform
  const mapping: Mapping = Object.fromEntries(
    template.columns.map((column) => {
      const field = fieldOf(template, column)
      return [column, field && known.has(field) ? field : null]
    }),
  )
  return {
    ...template,
    mapping,
    transform: {
      ...template.transform,
      constants: filterEntries(constants, isKnown),
      joined: filterEntries(joined, isKnown),
    },
  }
}

/** The saved mappings with what the form still has of theirs, those saved last first. */
export type Templates = (form: OrderForm) => Promise<MappingTemplate[]>

/** `options`: the reading options set by the user or the saved mapping; the others were detected. */
type TemplateRead = { facts: DraftFacts; template: MappingTemplate | null; options: ReadOptions }

/** The most mappings tried, with one reading of the file each. Enough for the sources of one lab, and still fast. */
const maxTemplatesTried = 5
const maxRetrySizeBytes = 20_000_000

/**
 * Reads a file and finds the saved mapping made for exactly its columns. If the user set no options, the file is read
 * with those of the mapping, except for an encoding that is certain from the file. This also finds mappings whose
 * columns appear only under their options. A mapping that fits only the detected reading is still suggested.
 */
export async function readWithTemplates(
  reader: Pick<Reader, 'draft'>,
  templates: Templates,
  { path, options, form }: { path: string; options: ReadOptions; form: OrderForm },
): Promise<TemplateRead> {
  const facts = await reader.draft({ path, options })
  const isEncodingSure = !facts.problems.some(({ rule }) => rule === 'encoding-guessed')
  const all = (await templates(form)).map((one) => (isEncodingSure ? withoutEncoding(one) : one))
  const hasOptions = Object.keys(options).length > 0
  const matching = all.find(({ columns }) => isSameSet(columns, facts.columns)) ?? null
  if (hasOptions) return { facts, template: matching, options }
  if (matching && matchesReadAs(matching.options, facts.readAs))
    return { facts, template: matching, options: matching.options }
  const candidates =
    facts.sizeBytes > maxRetrySizeBytes
      ? []
      : all.filter((one) => !matchesReadAs(one.options, facts.readAs) && mayHaveHeader(one, facts))
  for (const template of matching ? [matching] : candidates.slice(0, maxTemplatesTried)) {
    const reread = await readWithTemplate(reader, path, template)
    if (reread) return { facts: reread, template, options: template.options }
  }
  return { facts, template: matching, options: {} }
}

/** Numbered columns fit every file of as many: without a header is read only what looks so, or its header would be ordered. */
const mayHaveHeader = ({ options }: MappingTemplate, { problems }: DraftFacts): boolean =>
  !options.noHeader || problems.some(({ rule }) => rule === 'header-like-data')

function withoutEncoding(template: MappingTemplate): MappingTemplate {
  const { encoding: _encoding, ...options } = template.options
  return { ...template, options }
}

/** Reads the file with a mapping's options. Options that do not fit mean a file of another kind. */
async function readWithTemplate(
  reader: Pick<Reader, 'draft'>,
  path: string,
  { options, columns }: MappingTemplate,
): Promise<DraftFacts | null> {
  try {
    const facts = await reader.draft({ path, options })
    return isSameSet(facts.columns, columns) ? facts : null
  } catch (error) {
    if (isFailure(error)) return null
    throw error
  }
}

const matchesReadAs = (options: ReadOptions, readAs: object): boolean =>
  isDeepStrictEqual(readAs, { ...readAs, ...options })

/** Names of columns do not repeat. */
const isSameSet = (names: readonly string[], others: readonly string[]): boolean =>
  names.length === others.length && new Set([...names, ...others]).size === names.length
