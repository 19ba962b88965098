import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/pathway.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useSetCached } from '../../client/useCall.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { isFirstChange } from './aliases.ts'

type Then = { all: readonly Pathway[]; show(pathway: string): void; changed(): void }

/**
 * What a person may change of a pathway's names; each is told, and undone where that leads back to the same.
 * `changed` is called once a change is made, and not where it failed.
 */
export function useChanges(now: Pathway, { all, show, changed }: Then) {
  const { t } = useTranslation('pathways')
  const keep = useSetCached()
  const queries = useQueryClient()
  const kept = (table: Pathway[]): Pathway[] => {
    keep('pathways.list', {}, table)
    void queries.invalidateQueries({ queryKey: ['pathways.show'] })
    changed()
    return table
  }
  const label = t('undo')

  const rename = useAction(async (title: string) => {
    const offerUndo = createUndoOffer()
    // Else the undo would leave a title chosen by hand where there was none, which no later answer changes.
    const undoable = isFirstChange(now, now, all)
    kept(await call('pathways.rename', { pathway: now.pathway, title }))
    const undo = async () => {
      const after = undoable ? kept(await call('pathways.reset', { pathway: now.pathway })) : []
      if (after.find(({ pathway }) => pathway === now.pathway)?.title !== now.title)
        kept(await call('pathways.rename', { pathway: now.pathway, title: now.title }))
    }
    offerUndo({ message: t('rename.done', { title }), label, undo })
  })

  const split = useAction(async (name: string) => {
    const offerUndo = createUndoOffer()
    const after = kept(await call('pathways.split', { name }))
    const apart = after.find(({ names }) => names.some((one) => one.name === name))
    if (!apart) return
    const undo = async () => {
      kept(await call('pathways.reset', { pathway: apart.pathway }))
      show(now.pathway)
    }
    offerUndo({ message: t('split.done', { name, title: now.title }), label, undo })
  })

  const merge = useAction(async (into: Pathway) => {
    const offerUndo = createUndoOffer()
    const undoable = isFirstChange(now, into, all)
    kept(await call('pathways.merge', { pathway: now.pathway, into: into.pathway }))
    show(into.pathway)
    const said = t('merge.done', { title: now.title, into: into.title })
    if (!undoable) return void notifications.show({ message: said })
    const undo = async () => {
      const after = kept(await call('pathways.reset', { pathway: into.pathway }))
      const title = after.find(({ pathway }) => pathway === into.pathway)?.title
      if (title !== undefined && title !== into.title)
        kept(await call('pathways.rename', { pathway: into.pathway, title: into.title }))
      show(now.pathway)
    }
    offerUndo({ message: said, label, undo })
  })

  const reset = useAction(async () => {
    const after = kept(await call('pathways.reset', { pathway: now.pathway }))
    const still = after.some(({ pathway }) => pathway === now.pathway)
    const first = after.find(({ names }) => names.some(({ name }) => name === now.names[0]?.name))
    if (!still && first) show(first.pathway)
  })

  return { rename, split, merge, reset }
}
