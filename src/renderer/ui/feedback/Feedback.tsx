import { Alert, Box, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure, FailureCode } from '../../../shared/contract/failures.ts'
import { englishReplacer, type Message, toEnglish } from '../../../shared/words/message.ts'
import { CopyButton } from '../copy/CopyButton.tsx'
import { useTranslator } from '../text/formats.tsx'
import classes from '../ui.module.css'

/** Offers what the user can do about a failure besides trying again, such as a button that opens a dialog. */
export const RemedyContext = createContext<(failure: Failure) => ReactNode>(() => null)

const yellowCodes: readonly FailureCode[] = ['offline', 'rateLimited', 'journalUncertain']

type Props = {
  failure: Failure
  retry?: () => void
  /** Leaves out the margin, for forms and columns with their own spacing. */
  flush?: boolean
}

/** Shows a failure: what happened, why and what to do, with its details and a button to try again. */
export function FailureNotice({ failure, retry, flush = false }: Props) {
  const { t } = useTranslation('ui')
  const translate = useTranslator()
  const remedy = use(RemedyContext)(failure)
  const problems = problemsOf(failure)
  const requestId = requestIdOf(failure)
  const isNotReady = 'notReady' in failure.details
  return (
    <Alert
      role="alert"
      color={isNotReady || yellowCodes.includes(failure.code) ? 'yellow' : 'red'}
      title={t(isNotReady ? 'failure.notReady' : `failure.${failure.code}`)}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      m={flush ? 0 : 16}
      flex="none"
    >
      <div>{translate(failure.userMessage)}</div>
      {problems.map(({ field, message }) => (
        <div key={`${field} ${toEnglish(message)}`}>
          {field ? `${field}: ${translate(message)}` : translate(message)}
        </div>
      ))}
      {requestId && <div>{t('requestId', { id: requestId })}</div>}
      <Group gap={8} mt={8} ml={retry || remedy ? 0 : -8}>
        {remedy}
        {retry && (
          <Button size="compact-xs" onClick={retry}>
            {t('retry')}
          </Button>
        )}
        <CopyButton
          value={JSON.stringify(failure.toData(), englishReplacer, 2)}
          variant="subtle"
          color="gray"
        >
          {t('copyDetails')}
        </CopyButton>
      </Group>
    </Alert>
  )
}

/** Returns the problems that add something to the failure's message. */
function problemsOf(failure: Failure): { field: string; message: Message }[] {
  const details = failure.details
  if (!('problems' in details)) return []
  return details.problems.filter(({ message }) => toEnglish(message) !== toEnglish(failure.userMessage))
}

const requestIdOf = ({ details }: Failure): string | undefined =>
  'requestId' in details ? details.requestId : undefined

export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Box component="h2" m={0} fz="lg" fw={600}>
        {title}
      </Box>
      <Box component="p" maw={440} m={0} c="dimmed">
        {text}
      </Box>
      {action}
    </div>
  )
}

/** A thin bar over old content while new content loads. It always takes its space, so that nothing moves. */
export function LoadingBar({ visible }: { visible: boolean }) {
  const { t } = useTranslation('ui')
  return (
    <div
      className={classes.bar}
      role={visible ? 'progressbar' : undefined}
      aria-label={visible ? t('loading') : undefined}
    >
      {visible && <div className={classes.barMoving} />}
    </div>
  )
}
