import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Covariate, everySample, sampleChoiceSchema } from '../../../../shared/domain/results/cohort.ts'
import {
  type ComparedMeasure,
  clockComparisonRequestSchema,
  comparisonRequestSchema,
  isAgeMeasure,
} from '../../../../shared/domain/results/comparison.ts'
import { describeAgeComparison } from '../../../../shared/domain/results/describeClock.ts'
import { testNames } from '../../../../shared/domain/results/describeComparison.ts'
import { describeQuestions } from '../../../../shared/domain/results/describeModel.ts'
import { modelRequestSchema, type StudyQuestion } from '../../../../shared/domain/results/model.ts'
import { formulaOf } from '../../../../shared/domain/results/modelSyntax.ts'
import type { SavedComparison } from '../../../../shared/domain/studies/study.ts'
import { isRecord } from '../../../../shared/json.ts'
import { useCall } from '../../../client/useCall.ts'
import { createCohort } from '../../../state/cohort/cohort.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import type { SearchParamsInput } from '../../../state/searchSchemas.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { usePageState } from '../../../ui/pageState.ts'
import { Hint } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { type Translator, useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { toModelView } from '../modelRequest.ts'
import { type HeldChoices, parseCompare, toCompareSearch } from '../view.ts'

const mostListed = 50

type Props = { covariates: readonly Covariate[]; close(): void }

/** Lists the comparisons and models that were run in the study, the latest first. Each that can be run again is a link. */
export function QuestionList({ covariates, close }: Props) {
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
          const {
            title = t('asked.byHand'),
            measure,
            search,
          } = readQuestion(question, { covariates, cohort, translate })
          const named = measure
            ? `${title} · ${isAgeMeasure(measure) ? translate(describeAgeComparison(measure)) : t(`model.measures.${measure}`)}`
            : title
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

/** Returns the groups and the test of a comparison in words. */
export const toTitle = (
  { groups, test }: Pick<SavedComparison['request'], 'groups' | 'test'>,
  translate: Translator,
) =>
  `${('by' in groups ? groups.values : groups.sets.map(({ name }) => name)).join(' − ')} · ${translate(testNames[test])}`

export const toSearch = (
  { groups, test, pairBy, replicatesBy }: SavedComparison['request'],
  held: HeldChoices,
) =>
  toCompareSearch(
    {
      ...parseCompare({}, held),
      groups,
      test,
      pairBy: pairBy ?? null,
      replicatesBy: replicatesBy ?? null,
    },
    held,
  )
