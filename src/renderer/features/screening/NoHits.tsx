import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isFinal } from '../../../shared/domain/sample.ts'
import type { ScreeningResult } from '../../../shared/domain/screening.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { type Translator, useTranslator } from '../../ui/TranslatedMessage.tsx'

type Props = { result: ScreeningResult; askOnceMore(): void }

/** Why there is no ranking, and what can be done about it. */
export function NoHits({ result, askOnceMore }: Props) {
  const { t } = useTranslation('screening')
  const say = useTranslator()
  const { taskId, state, jobId, checkedAt, unanswered, whyNoHits } = result
  const follow = useAction(() => call('screening.follow', { taskId }))
  const isLeft = !isFinal(state) && !unanswered && jobId === null
  return (
    <>
      <Text fz={13}>{toWhy(result, t, say)}</Text>
      {isLeft && checkedAt !== null && (
        <Text fz={12} c="dimmed">
          {t('lastAsked')} <Timestamp at={checkedAt} />
        </Text>
      )}
      {follow.failure && <FailureNotice flush failure={follow.failure} />}
      {unanswered && <TakeOff taskId={taskId} />}
      {(isLeft || whyNoHits !== undefined) && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={follow.pending}
            onClick={() => (isLeft ? void follow.run() : askOnceMore())}
          >
            {t('askAgain')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** For who has looked at the service: the request that was not answered need not stand here for ever. */
function TakeOff({ taskId }: { taskId: string }) {
  const { t } = useTranslation('screening')
  const navigate = useNavigate()
  const takeOff = useAction(async () => {
    const offerUndo = createUndoOffer()
    await call('screening.forget', { taskId })
    offerUndo({
      message: t('takenOff'),
      label: t('undo'),
      undo: () => call('screening.remember', { taskId }),
    })
    await navigate({ to: '/screening', replace: true })
  })
  return (
    <>
      {takeOff.failure && <FailureNotice flush failure={takeOff.failure} />}
      <Group>
        <Button size="xs" variant="default" loading={takeOff.pending} onClick={() => void takeOff.run()}>
          {t('takeOff')}
        </Button>
      </Group>
    </>
  )
}

function toWhy(
  { state, status, jobId, unanswered, whyStopped, whyNoHits }: ScreeningResult,
  t: TFunction<'screening'>,
  say: Translator,
): string {
  if (unanswered) return t('unanswered')
  if (whyNoHits !== undefined) return t('lost', { why: say(whyNoHits) })
  if (isFinal(state)) return state === 'succeeded' ? t('noHits') : t('failed', { status })
  if (jobId !== null) return state === 'unknown' ? t('unknownWord', { status }) : t('waiting')
  return whyStopped === undefined ? t('left', { status }) : t('stopped', { why: say(whyStopped) })
}
