import { isDeepStrictEqual } from 'node:util'
import { isFailure } from '../../shared/contract/failures.ts'
import type { MappingTemplate, ReadOptions } from '../../shared/domain/importing.ts'
import type { OrderForm } from '../../shared/domain/orderForm.ts'
import type { Reader } from './readerClient.ts'
import type { DraftFacts } from './readerMessages.ts'

/** The saved mappings with what the form still has of theirs, those saved last first. */
export type Templates = (form: OrderForm) => Promise<MappingTemplate[]>

/** `options`: what was set of how the file is read, by a person or by the saved mapping; the rest was found. */
type TemplateRead = { facts: DraftFacts; template: MappingTemplate | null; options: ReadOptions }

/** A file is read once more for each of these: enough for every source of one lab, and soon done. */
const maxTemplatesTried = 5
const maxRetrySizeBytes = 20_000_000

/**
 * Reads a file and finds the saved mapping that was made for just its columns. Where nobody said how the file is read,
 * it is read as that mapping says, but for an encoding that the file itself leaves no doubt of; one whose columns are
 * not seen until it is read so is found too. One that fits only as the file was found to be is suggested all the same.
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
    facts.sizeBytes > maxRetrySizeBytes ? [] : all.filter((one) => !matchesReadAs(one.options, facts.readAs))
  for (const template of matching ? [matching] : candidates.slice(0, maxTemplatesTried)) {
    const reread = await readWithTemplate(reader, path, template)
    if (reread) return { facts: reread, template, options: template.options }
  }
  return { facts, template: matching, options: {} }
}

function withoutEncoding(template: MappingTemplate): MappingTemplate {
  const { encoding: _encoding, ...options } = template.options
  return { ...template, options }
}

/** Options that do not fit a file, such as the name of its sheet, say that it is not of that kind. */
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
