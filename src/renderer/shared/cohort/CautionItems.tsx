import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Caution } from '../../../shared/domain/studies/overview.ts'
import type { ChosenDesign } from '../../../shared/domain/studies/study.ts'
import { wordOfUnit } from '../../../shared/domain/studies/suggestions.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { call, useAction } from '../../client/call.ts'
import { Writable } from '../../state/appStatus.tsx'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { TranslatedMessage } from '../../ui/text/formats.tsx'

type Props = {
  cautions: readonly Caution[]
  /** Renders an addition after the sentence, such as a link. */
  after?(caution: Caution): ReactNode
  /** The user answered that each unit of the field counts once. */
  onOnce?(field: string): void
}

export function CautionItems({ cautions, after, onOnce }: Props) {
  return cautions.map((caution) => (
    <li key={toEnglish(caution.statement)}>
      <TranslatedMessage text={caution.statement} /> {after?.(caution)}
      {caution.field !== undefined && <RepeatsAnswer field={caution.field} onOnce={onOnce} />}
    </li>
  ))
}

type AnswerProps = { field: string; onOnce?: Props['onOnce'] }

/** Asks if each unit of the field counts once, and stores the answer in the current study. */
export function RepeatsAnswer({ field, onOnce }: AnswerProps) {
  const { t } = useTranslation('state')
  const studyId = useStudyId()
  const { design } = useStudyDesign()
  const answer = useAction(async (change: ChosenDesign) => {
    await call('studies.change', { studyId, design: change })
    if (change.pairBy) onOnce?.(field)
  })
  return (
    <Writable>
      <Group gap={8} mt={4}>
        <Button size="compact-sm" {...answer.buttonProps({ pairBy: field })}>
          {t('repeats.once', { unit: wordOfUnit(field) })}
        </Button>
        <Button
          size="compact-sm"
          disabled={design === undefined || answer.pending}
          onClick={() => void answer.run({ independent: [...(design?.independent ?? []), field] })}
        >
          {t('repeats.independent')}
        </Button>
        {answer.failure && <FailureNotice flush failure={answer.failure} />}
      </Group>
    </Writable>
  )
}
