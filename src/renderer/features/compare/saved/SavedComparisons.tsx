import { Box, Stack } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Covariate, everySample, sampleChoiceSchema } from '../../../../shared/domain/results/cohort.ts'
import {
  type ComparedMeasure,
  clockComparisonRequestSchema,
  comparisonRequestSchema,
  isAgeMeasure,
  namesOfGroups,
} from '../../../../shared/domain/results/comparison.ts'
import { describeAgeComparison } from '../../../../shared/domain/results/describeClock.ts'
import { testNames } from '../../../../shared/domain/results/describeComparison.ts'
import { describeQuestions } from '../../../../shared/domain/results/describeModel.ts'
import { formulaOf, modelRequestSchema, type StudyQuestion } from '../../../../shared/domain/results/model.ts'
import type { SavedComparison } from '../../../../shared/domain/studies/study.ts'
import { isRecord } from '../../../../shared/json.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { createCohort, useCohort } from '../../../state/cohort/cohort.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import type { SearchParamsInput } from '../../../state/searchSchemas.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { SavedList } from '../../../ui/lists/SavedList.tsx'
import { usePageState } from '../../../ui/pageState.ts'
import { Hint } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { Timestamp, type Translator, useTranslator } from '../../../ui/text/formats.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { toModelView } from '../modelRequest.ts'
import { type HeldChoices, parseCompare, type Request, toCompareSearch, toView } from '../view.ts'

/** Saves comparisons under a name. A saved comparison covers all samples of the study, including later ones. */
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

const mostListed = 50

type Props = { covariates: readonly Covariate[]; close(): void }

/** Lists the comparisons and models that were run in the study, the latest first. Each that can be run again is a link. */
function QuestionList({ covariates, close }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const studyId = useStudyId()
  const cohort = usePageState().get(createCohort)
  const { data = [], failure, refetch } = useCall('studies.questions', { studyId })
  const summary = describeQuestions(data)
  if (failure) return <FailureNotice flush failure={failure} retry={() => void refetch()} />
  if (!summary) return null
  const latest = data.toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, mostListed)
  return (
    <section aria-label={t('asked.title')}>
      <Hint>{translate(summary)}</Hint>
      <Box component="ul" mt="xs" mah={240} fz="sm" className={shared.plainList} style={{ overflow: 'auto' }}>
        {latest.map((question) => {
          const { title, measure, search } = readQuestion(question, { covariates, cohort, translate })
          const measured =
            measure && isAgeMeasure(measure)
              ? translate(describeAgeComparison(measure))
              : measure && t(`model.measures.${measure}`)
          const named = [title ?? t('asked.byHand'), ...(measured ? [measured] : [])].join(' · ')
          return (
            <Box component="li" key={question.questionId} py="xs" className={shared.wrap}>
              {search ? (
                <TextLink to="/study/$studyId/compare" params={{ studyId }} search={search} onClick={close}>
                  {named}
                </TextLink>
              ) : (
                named
              )}
              <Hint>
                <Timestamp at={question.lastAt} /> · {t('asked.tests', { count: question.tests })} ·{' '}
                {t('asked.times', { count: question.times })}
              </Hint>
            </Box>
          )
        })}
      </Box>
    </section>
  )
}

type Reading = { covariates: readonly Covariate[]; cohort: HeldChoices; translate: Translator }
type Read = {
  title?: string
  measure?: ComparedMeasure
  /** Absent if the question cannot be run again here, because its samples were named one by one. */
  search?: SearchParamsInput<'/study/$studyId/_cohort'> & SearchParamsInput<'/study/$studyId/_cohort/compare'>
}

function readQuestion({ kind, request }: StudyQuestion, { covariates, cohort, translate }: Reading): Read {
  const { of, ...rest } = isRecord(request) ? request : {}
  const samples = sampleChoiceSchema.safeParse(of).data
  const chosen = samples && (JSON.stringify(samples) === JSON.stringify(everySample) ? {} : { of: samples })
  if (kind === 'model') {
    const model = modelRequestSchema.omit({ of: true }).safeParse(rest).data
    if (!model) return {}
    const { measure } = model
    const view = { ...parseCompare({}, cohort), ...toModelView(model, covariates) }
    return {
      title: [formulaOf(model), ...(model.block === null ? [] : [model.block])].join(' · '),
      measure,
      ...(chosen &&
        !isAgeMeasure(measure) && { search: { measure, ...chosen, ...toCompareSearch(view, cohort) } }),
    }
  }
  if (kind === 'clock') {
    const clock = clockComparisonRequestSchema.omit({ of: true }).safeParse(rest).data
    return clock ? { title: toTitle(clock, translate), measure: clock.measure } : {}
  }
  const comparison = comparisonRequestSchema.omit({ of: true }).safeParse(rest).data
  if (!comparison) return {}
  const { measure } = comparison
  return {
    title: toTitle(comparison, translate),
    measure,
    ...(chosen && { search: { measure, ...chosen, ...toSearch(comparison, cohort) } }),
  }
}

const toTitle = (
  { groups, test }: Pick<SavedComparison['request'], 'groups' | 'test'>,
  translate: Translator,
) => `${namesOfGroups(groups).join(' − ')} · ${translate(testNames[test])}`

const toSearch = (request: SavedComparison['request'], held: HeldChoices) =>
  toCompareSearch({ ...parseCompare({}, held), ...toView(request) }, held)
