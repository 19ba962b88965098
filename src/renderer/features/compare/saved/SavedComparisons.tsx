import { Stack } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../../shared/domain/results/cohort.ts'
import type { SavedComparison } from '../../../../shared/domain/studies/study.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall } from '../../../client/useCall.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { createCohort } from '../../../state/cohort/cohort.ts'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { SavedList } from '../../../ui/lists/SavedList.tsx'
import { usePageState } from '../../../ui/pageState.ts'
import shared from '../../../ui/shared.module.css'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import type { Request } from '../request.ts'
import { QuestionList, toSearch, toTitle } from './QuestionList.tsx'

/**
 * Saves comparisons with the study under a name. A saved comparison covers all samples of the study, including later
 * ones.
 */
export function SavedComparisons(props: Omit<ListProps, 'close'>) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={t('saved.comparison.title')}
      icon={<IconListCheck size={14} stroke={1.5} aria-hidden />}
      size="icon"
      width={340}
    >
      {(close) => <List {...props} close={close} />}
    </PopoverButton>
  )
}

type ListProps = {
  /** Null for a model, which is saved as a view. */
  request: Request | null
  covariates: readonly Covariate[]
  close(): void
}

function List({ request, covariates, close }: ListProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const navigate = useNavigate()
  const studyId = useStudyId()
  const { isWholeStudy } = useCohort()
  const cohort = usePageState().get(createCohort)
  const readOnly = useReadOnly()
  const { comparisons, failure, save, rename, remove } = useSavedComparisons(studyId)
  const isNarrowed = !isWholeStudy && request !== null && 'by' in request.groups
  return (
    <Stack gap="sm">
      <SavedList
        kind="comparison"
        saved={comparisons}
        titleOf={({ request: saved }) => toTitle(saved, translate)}
        readOnly={readOnly}
        disabledReason={request === null ? t('saved.model') : null}
        save={(name) => {
          if (request === null) return
          const { of: _, ...saved } = request
          void save.run(name, { ...saved, test: saved.test ?? 'welch', pathways: [] })
        }}
        open={({ request: saved }) => {
          close()
          void navigate({
            to: '/study/$studyId/compare',
            params: { studyId },
            search: { measure: saved.measure, ...toSearch(saved, cohort) },
          })
        }}
        rename={(one, name) => void rename.run(one, name)}
        remove={(one) => void remove.run(one)}
      >
        {failure && <FailureNotice flush failure={failure} />}
        {isNarrowed && !readOnly && <p className={shared.hint}>{t('saved.wholeStudy')}</p>}
        {comparisons && comparisons.length > 0 && (
          <p className={shared.hint}>{t(comparisons.length === 1 ? 'saved.onOverview' : 'saved.several')}</p>
        )}
      </SavedList>
      <QuestionList covariates={covariates} close={close} />
    </Stack>
  )
}

/** Returns the saved comparisons of a study, with actions that can be undone. */
function useSavedComparisons(studyId: string) {
  const { t } = useTranslation('ui', { keyPrefix: 'saved.comparison' })
  const undoOffers = useUndoOffers()
  const study = useCall('studies.show', { studyId })
  const comparisons = study.data?.comparisons
  const saveAs = (name: string, request: SavedComparison['request'], replaces: string | null) =>
    call('studies.saveComparison', { studyId, name, request, replaces })
  const save = useAction(async (name: string, request: SavedComparison['request']) => {
    const offerUndo = undoOffers.create()
    const before = comparisons?.find((one) => one.name === name)
    const { comparisonId } = await saveAs(name, request, before?.comparisonId ?? null)
    if (!before) return
    const undo = () => saveAs(name, before.request, comparisonId)
    offerUndo({ message: t('replaced', { name }), undo })
  })
  const rename = useAction(async ({ comparisonId, name: before }: SavedComparison, name: string) => {
    const offerUndo = undoOffers.create()
    await call('studies.renameComparison', { comparisonId, name })
    if (name === before) return
    const undo = () => call('studies.renameComparison', { comparisonId, name: before })
    offerUndo({ message: t('renamed', { name }), undo })
  })
  const remove = useAction(async ({ comparisonId, name, request }: SavedComparison) => {
    const offerUndo = undoOffers.create()
    await call('studies.removeComparison', { comparisonId })
    const undo = () => saveAs(name, request, null)
    offerUndo({ message: t('removed', { name }), undo })
  })
  const failure = save.failure ?? rename.failure ?? remove.failure ?? study.failure
  return { comparisons, failure, save, rename, remove }
}
