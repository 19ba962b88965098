import { useCallback, useState } from 'react'
import type { ImportCheck, ImportDraft, Mapping, ReadOptions } from '../../../shared/domain/importing.ts'
import type { OrderField } from '../../../shared/domain/sample.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { assignField } from './mapping.ts'

export const steps = ['file', 'columns', 'check', 'send'] as const
export type Step = (typeof steps)[number]

type Loaded = { fileId: string; draft: ImportDraft; mapping: Mapping }
export type Sent = { batchId: string; jobId: string; total: number }

/** Mapped fields of columns that are still there after a file was read another way; suggestions for the new ones. */
const keepMapping = (draft: ImportDraft, before: Mapping | undefined): Mapping =>
  before && draft.columns.every((column) => column in before) ? before : draft.suggestedMapping

/**
 * The state of one import from file to orders. Going back loses nothing; what depends on a changed answer is
 * asked anew: other ways of reading give a new draft, another mapping a new check.
 */
export function useWizard() {
  const [step, setStep] = useState<Step>('file')
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)

  const read = useAction(
    useCallback(async (fileId: string, options: ReadOptions, before?: Mapping) => {
      const draft = await call('imports.read', { fileId, options })
      setLoaded({ fileId, draft, mapping: keepMapping(draft, before) })
      setCheck(null)
      setStep('columns')
    }, []),
  )
  const inspect = useAction(
    useCallback(async (draftId: string, mapping: Mapping) => {
      setCheck(await call('imports.check', { draftId, mapping }))
      setStep('check')
    }, []),
  )
  const send = useAction(
    useCallback(async (checked: ImportCheck) => {
      const started = await call('imports.send', { draftId: checked.draftId })
      setSent({ ...started, total: checked.valid })
      setStep('send')
    }, []),
  )

  return {
    step,
    loaded,
    check,
    sent,
    read,
    inspect,
    send,
    goTo: setStep,
    /** Reads the same file another way. */
    reread: (options: ReadOptions) => loaded && void read.run(loaded.fileId, options, loaded.mapping),
    assign: (column: string, field: OrderField | null) => {
      if (!loaded) return
      setLoaded({ ...loaded, mapping: assignField(loaded.mapping, column, field) })
      setCheck(null)
    },
    restart: () => {
      setLoaded(null)
      setCheck(null)
      setSent(null)
      setStep('file')
    },
  }
}

export type Wizard = ReturnType<typeof useWizard>
