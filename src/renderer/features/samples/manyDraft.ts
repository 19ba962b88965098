import type { AnnotationChange, FieldLine } from './annotation.ts'

/** What is to be done to many samples at once, as it stands in its form. */
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

/** What the form changes; a covariate without a value is taken away, and an empty text that is to be set changes nothing. */
export function toManyChange(draft: ManyDraft): AnnotationChange {
  const fields = Object.fromEntries(
    draft.fields
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => [name.trim(), value.trim() === '' ? null : value.trim()]),
  )
  const group = textOf(draft.groupWay, draft.group)
  const note = textOf(draft.noteWay, draft.note)
  const { addTags, removeTags } = draft
  return {
    ...(group === undefined ? {} : { group }),
    ...(note === undefined ? {} : { note }),
    ...(addTags.length > 0 ? { addTags } : {}),
    ...(removeTags.length > 0 ? { removeTags } : {}),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

function textOf(way: ManyDraft['groupWay'], text: string): string | null | undefined {
  if (way === 'clear') return null
  return way === 'set' ? text.trim() || undefined : undefined
}
