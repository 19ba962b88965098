import type { Input } from '../../../../shared/contract/contract.ts'
import type { Annotation } from '../../../../shared/domain/samples/sample.ts'

export type AnnotationChange = Input<'samples.annotate'>['change']

/** A covariate while it is edited: its name, and its value as typed. `key` identifies the line. */
export type FieldLine = { key: number; name: string; value: string }

export type Draft = { group: string; tags: string[]; note: string; fields: FieldLine[] }

export const toDraft = (annotation: Annotation | undefined): Draft => ({
  group: annotation?.group ?? '',
  tags: annotation?.tags ?? [],
  note: annotation?.note ?? '',
  fields: Object.entries(annotation?.fields ?? {}).map(([name, value], key) => ({
    key,
    name,
    value: String(value),
  })),
})

/** Returns the changes to an annotation. A covariate without a value is removed. */
export function toChange(former: Annotation | undefined, draft: Draft): AnnotationChange {
  const group = draft.group.trim()
  const note = draft.note.trim()
  const tags = draft.tags.map((tag) => tag.trim()).filter((tag) => tag !== '')
  const formerTags = former?.tags ?? []
  const addTags = tags.filter((tag) => !formerTags.includes(tag))
  const removeTags = formerTags.filter((tag) => !tags.includes(tag))
  const fields = changedFields(former?.fields ?? {}, draft.fields)
  return toAnnotationChange({
    group: group === (former?.group ?? '') ? undefined : group || null,
    note: note === (former?.note ?? '') ? undefined : note || null,
    addTags,
    removeTags,
    fields,
  })
}

type Changes = {
  group: string | null | undefined
  note: string | null | undefined
  addTags: string[]
  removeTags: string[]
  fields: Record<string, string | null>
}

/** Drops unchanged parts: undefined texts and empty lists. */
const toAnnotationChange = ({ group, note, addTags, removeTags, fields }: Changes): AnnotationChange => ({
  ...(group === undefined ? {} : { group }),
  ...(note === undefined ? {} : { note }),
  ...(addTags.length > 0 ? { addTags } : {}),
  ...(removeTags.length > 0 ? { removeTags } : {}),
  ...(Object.keys(fields).length > 0 ? { fields } : {}),
})

function changedFields(former: Annotation['fields'], lines: readonly FieldLine[]) {
  const requested = new Map(
    lines.map(({ name, value }) => [name.trim(), value.trim()] as const).filter(([name]) => name !== ''),
  )
  const changes: Record<string, string | null> = {}
  for (const [name, value] of requested)
    if (value !== String(former[name] ?? '')) changes[name] = value === '' ? null : value
  for (const name of Object.keys(former)) if (!requested.has(name)) changes[name] = null
  return changes
}

/** Returns the first line whose covariate has a duplicate name, or a value without a name; null if all are valid. */
export function wrongLine(lines: readonly FieldLine[]): FieldLine | null {
  const seen = new Set<string>()
  for (const line of lines) {
    const name = line.name.trim()
    if (name === '' ? line.value.trim() !== '' : seen.has(name)) return line
    seen.add(name)
  }
  return null
}

export const changesNothing = (change: AnnotationChange): boolean => Object.keys(change).length === 0

export type ManyDraft = {
  groupWay: 'keep' | 'set' | 'clear'
  group: string
  addTags: string[]
  removeTags: string[]
  fields: FieldLine[]
  noteWay: 'keep' | 'set' | 'clear'
  note: string
}

export const emptyManyDraft: ManyDraft = {
  groupWay: 'keep',
  group: '',
  addTags: [],
  removeTags: [],
  fields: [],
  noteWay: 'keep',
  note: '',
}

/** Returns the changes. A covariate without a value is removed; `set` with an empty text changes nothing. */
export function toManyChange(draft: ManyDraft): AnnotationChange {
  const fields = Object.fromEntries(
    draft.fields
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => [name.trim(), value.trim() === '' ? null : value.trim()]),
  )
  const { addTags, removeTags } = draft
  const [group, note] = [textOf(draft.groupWay, draft.group), textOf(draft.noteWay, draft.note)]
  return toAnnotationChange({ group, note, addTags, removeTags, fields })
}

function textOf(way: ManyDraft['groupWay'], text: string): string | null | undefined {
  if (way === 'clear') return null
  return way === 'set' ? text.trim() || undefined : undefined
}
